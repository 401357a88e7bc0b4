//! All S3 providers, on one real store.

use std::sync::Arc;

use testkit::beds::{S3Store, SeaweedFs};

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
