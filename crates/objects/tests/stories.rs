//! Tests the store from outside: real HTTP on a free port, real clients, a real directory.
#![expect(clippy::unwrap_used, reason = "a story that cannot go on ends there")]

#[path = "fuzz/targets.rs"]
mod fuzz;
#[path = "stories/harness.rs"]
mod harness;
#[path = "stories/signing.rs"]
mod signing;

#[path = "stories/allowances.rs"]
mod allowances;
#[path = "stories/bit_rot.rs"]
mod bit_rot;
#[path = "stories/checksums.rs"]
mod checksums;
#[path = "stories/clients.rs"]
mod clients;
#[path = "stories/closings.rs"]
mod closings;
#[path = "stories/compatibility.rs"]
mod compatibility;
#[path = "stories/conformance.rs"]
mod conformance;
#[path = "stories/damage.rs"]
mod damage;
#[path = "stories/details.rs"]
mod details;
#[path = "stories/durability.rs"]
mod durability;
#[path = "stories/every_operation.rs"]
mod every_operation;
#[path = "stories/faults.rs"]
mod faults;
#[path = "stories/full_disk.rs"]
mod full_disk;
#[path = "stories/given_checksums.rs"]
mod given_checksums;
#[path = "stories/guards.rs"]
mod guards;
#[path = "stories/keys.rs"]
mod keys;
#[path = "stories/kills.rs"]
mod kills;
#[path = "stories/listings.rs"]
mod listings;
#[path = "stories/lost.rs"]
mod lost;
#[path = "stories/multipart.rs"]
mod multipart;
#[path = "stories/mutants.rs"]
mod mutants;
#[path = "stories/objects.rs"]
mod objects;
#[path = "stories/s3_tests.rs"]
mod s3_tests;
#[path = "stories/snapshots.rs"]
mod snapshots;
