//! The blob container, on Azurite.

use domain::connection::{Direction, ProviderKind};
use providers::{Fault, access};
use testkit::beds::Azurite;

use super::harness::http;
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blob_container_takes_files() {
    testkit::prepare();
    suite::whole(&Azurite::start().await).await;
}

#[tokio::test]
async fn an_expired_address_is_told_before_anything_is_sent() {
    let url = "https://a.blob.core.windows.net/?ss=b&srt=sco&sp=rwdlacu&se=2020-01-01&sig=abc";
    let given = serde_json::json!({ "blob_service_sas_url": url, "destination": "box" });
    let read = access(ProviderKind::VendorBBlob, Direction::ServiceToCloud, &given).unwrap();
    let opened = read.open(&http("vendor_b_blob", &[], 1));
    let error = opened.err().expect("it ended in 2020");
    assert_eq!(error.fault, Fault::Credentials);
    assert!(error.to_string().contains("2020-01-01"), "{error}");
}
