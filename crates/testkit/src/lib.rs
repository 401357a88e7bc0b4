//! Starts the whole service for a test, on free ports, with a fixed clock.
//!
//! Only time and the external parties are faked: the database, the store, HTTP and SMTP are real. Jobs run when the
//! test asks for it.

mod balancer;
pub mod beds;
mod clamd;
mod database;
mod fake_clamd;
mod fault_proxy;
mod faulty_store;
mod growing_file;
mod nats;
mod noise;
mod parcel;
mod program;
mod raw_http;
mod reply;
pub mod schemathesis;
mod smtp_sink;
mod snapshot;
mod statement_gate;
mod subscription;
mod target_bucket;
mod test_agent;
mod test_cloud;
mod test_receiver;
mod until;

pub use balancer::Balancer;
pub use beds::foreign_server::free_ports;
pub use clamd::{Clamd, VIRUS, VIRUS_NAME};
pub use database::{
    EndlessWriter, OtherConnection, execute as execute_sql, number as number_of_sql, texts as texts_of_sql,
};
pub use fake_clamd::{FakeClamd, Scan};
pub use fault_proxy::{Answer, Fault, FaultProxy, Operation};
pub use faulty_store::FaultyStore;
pub use fixtures::database::{fresh as fresh_database, in_a_language as database_in_a_language};
pub use fixtures::{
    CallFault, CutDisk, CutDisks, DiskCopy, FailingCalls, Fuzz, HungDisk, Need, Random, RemovableDisk, SmallDisk,
    cannot_run_without, hostile_strings, note, send_signal,
};
pub use growing_file::{GrowingFile, crc64_text};
pub use nats::Nats;
pub use noise::noise;
pub use parcel::{Parcel, fetch, file, plain_package, request_by, request_of};
pub use program::Program;
pub use reply::{Refusal, Reply};
pub use schemathesis::Schemathesis;
pub use smtp_sink::{Behaviour, ReceivedMail, SmtpSink};
pub use snapshot::compare_snapshot;
pub use statement_gate::StatementGate;
pub use subscription::Subscription;
pub use target_bucket::TargetBucket;
pub use test_agent::{AgentSetup, TestAgent};
pub use test_cloud::{LEAST_COST, PASSWORD, Person, Setup, TestCloud};
pub use test_receiver::{Reaction, Received, TestReceiver, obliging, portal_with_webhook};
pub use until::until;

/// Whether this is a deep test (`cargo xtask test --deep`), which may take long.
pub fn is_deep() -> bool {
    std::env::var_os("TONNAGE_TEST_DEEP").is_some()
}

/// How often something is repeated: a usual count, a count for deep tests, or what `TONNAGE_TEST_ROUNDS` says.
pub fn rounds(usual: usize, deep: usize) -> usize {
    let asked = std::env::var("TONNAGE_TEST_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    asked.unwrap_or(if is_deep() { deep } else { usual })
}

/// Must be called before anything opens a TLS connection. Idempotent.
pub fn prepare() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
