//! All S3 providers, on one real store.

use std::sync::Arc;

use serde_json::json;
use testkit::beds::{S3Store, SeaweedFs};

use super::harness::Yard;
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_provider_that_speaks_s3_takes_files() {
    testkit::prepare();
    let store = Arc::new(SeaweedFs::start().await);
    for (index, bed) in S3Store::all(&store).await.iter().enumerate() {
        if index == 0 {
            suite::whole(bed).await;
        } else {
            suite::short(bed).await;
        }
    }
}

/// Amazon S3 takes larger objects than other stores.
#[tokio::test]
async fn the_largest_object_depends_on_the_store() {
    const GIB: u64 = 1 << 30;
    let keys = json!({ "client_id": "a", "client_secret": "b", "destination": "bucket", "region": "eu-west-1" });
    let mut elsewhere = keys.clone();
    elsewhere["endpoint"] = "https://s3.example.org".into();
    let set = [("base_url", "https://s3.example.org".to_owned())];
    for (provider, settings, authorization, largest) in [
        ("vendor_a_s3", &[][..], &keys, 50_000 * GIB),
        ("vendor_a_s3", &set[..], &keys, 5_120 * GIB),
        ("vendor_e_s3", &[][..], &elsewhere, 5_120 * GIB),
    ] {
        let yard = Yard::at(provider, settings, authorization, 60);
        assert_eq!(yard.target.largest_file().await, Some(largest), "{provider} {settings:?}");
    }
}
