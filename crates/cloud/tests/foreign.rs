//! The service against what others wrote: storage of other makes, a store that fails, an API fuzzer, a shell.

#![expect(clippy::unwrap_used, reason = "a story that cannot continue has failed")]

/// The API as its own description and its documentation have it.
mod api {
    mod generated;
    mod schemathesis;
    mod service;
    mod signatures;
    mod walkthrough;
}

/// Providers against servers of another make, or strict doubles of them: one suite for all.
mod providers {
    mod accounts;
    mod asset_manager;
    mod blobs;
    mod content_platform;
    mod fault_matrix;
    mod harness;
    mod joining;
    mod kills;
    mod lost_beginnings;
    mod native;
    mod origin;
    mod post_production;
    mod roles;
    mod s3;
    mod suite;
    mod video_review;
}

/// Storage against a real store that fails in every way a store can: the right result or a clear error, never garbage.
mod storage_faults {
    mod completing;
    mod harness;
    mod reading;
    mod removing;
    mod trying;
    mod uploading;
}
