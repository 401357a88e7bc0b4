//! Two API processes and two workers behind a balancer, on PostgreSQL, NATS and an S3 store of another make.
//!
//! Whatever is stopped or killed, no change that was acknowledged is lost, none is made twice, and the cluster answers
//! again within five seconds of the fault's end. `cargo xtask test --only cluster` runs it; `TONNAGE_TEST_ROUNDS` sets
//! the number of rounds of faults.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

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
