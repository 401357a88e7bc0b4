//! Providers against third-party servers, or strict doubles of them: one suite for all.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod providers {
    mod accounts;
    mod asset_manager;
    mod blobs;
    mod content_platform;
    mod harness;
    mod joining;
    mod kills;
    mod native;
    mod origin;
    mod post_production;
    mod roles;
    mod s3;
    mod suite;
    mod video_review;
}
