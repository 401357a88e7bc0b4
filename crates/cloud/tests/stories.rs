//! Stories told from outside, through the real interface.

mod stories {
    mod access;
    mod api_keys;
    mod bad_input;
    mod listeners;
    mod sign_in;
}
