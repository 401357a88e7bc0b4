//! Two API processes and two workers with a balancer in front, on PostgreSQL, NATS and a third-party S3 store.
//!
//! Whatever is stopped or killed, no acknowledged change is lost, none is made twice, and the cluster answers again
//! within five seconds of the end of the fault. `cargo xtask test --only cluster` runs it; `TONNAGE_TEST_ROUNDS` sets
//! the number of rounds of faults.

#![expect(clippy::unwrap_used, reason = "a story that cannot continue has failed")]

mod cluster {
    mod bed;
    mod bus;
    mod faults;
    mod ledger;
    mod load;
    mod process;
    mod story;
    mod two_processes;
}
