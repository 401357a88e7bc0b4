//! Requests in every form that a generator thinks of. The corpora are in `crates/objects/fuzz/`.

mod chunks;
mod deletions;
mod ranges;
mod scene;
mod signatures;
