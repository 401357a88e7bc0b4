//! The bucket of a service account, on a double.

use testkit::beds::ServiceAccountStore;

use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_account_opens_its_bucket() {
    testkit::prepare();
    suite::whole(&ServiceAccountStore::start().await).await;
}
