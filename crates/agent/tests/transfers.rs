//! Transfers through the agent's API, from disk to disk.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod transfers {
    mod bench;
    mod calls;
    mod destinations;
    mod downloads;
    mod lost_session;
    mod names;
    mod requests;
    mod sources;
    mod uploads;
}
