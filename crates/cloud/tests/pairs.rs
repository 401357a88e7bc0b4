//! Two servers on one PostgreSQL: every operation against every other that touches the same thing.
//!
//! One server is stopped after each of its statements in turn, the other one does the second operation meanwhile, and the
//! first goes on. Afterwards the database is asked questions that must return nothing.
//!
//! Needs `TEST_DATABASE_URL`, which `cargo xtask test` sets in its step `postgresql`.

#![expect(clippy::unwrap_used, reason = "a story that cannot continue has failed")]

mod pairs {
    mod bed;
    mod collisions;
    mod duel;
    mod leases;
    mod limits;
    mod operations;
    mod questions;
    mod scene;
    mod table;
}
