//! Providers against servers of another make, or strict doubles of them: one suite for all.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod providers {
    mod accounts;
    mod blobs;
    mod harness;
    mod native;
    mod roles;
    mod s3;
    mod suite;
}
