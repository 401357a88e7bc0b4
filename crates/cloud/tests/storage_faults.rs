//! Storage against a real store that fails in every way a store can: the right result or a clear error, never garbage.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod storage_faults {
    mod completing;
    mod harness;
    mod reading;
    mod removing;
    mod trying;
    mod uploading;
}
