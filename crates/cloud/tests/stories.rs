//! Stories told from outside, through the real interface.

mod stories {
    mod access;
    mod api_keys;
    mod bad_input;
    mod email_and_profile;
    mod passwords;
    mod sign_in;
}
