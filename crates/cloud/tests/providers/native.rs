//! The bucket with its own API, on a double.

use testkit::beds::{Bed as _, NativeStore};

use super::harness::{Notes, Yard, noise};
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_native_bucket_takes_files() {
    testkit::prepare();
    suite::whole(&NativeStore::start().await).await;
}

#[tokio::test]
async fn tokens_that_end_are_replaced() {
    let bed = NativeStore::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("tokens").await;
    yard.put_small(&folder, "before").await.unwrap();
    bed.end_tokens();
    yard.put_small(&folder, "after").await.unwrap();
    bed.end_tokens();
    let content = noise(1, bed.several_parts());
    yard.put(&folder, (&[], "large"), &content, &Notes::default()).await.unwrap();
    assert_eq!(bed.files().await.len(), 3);
}

#[tokio::test]
async fn a_key_for_one_bucket_is_enough() {
    let bed = NativeStore::start().await;
    bed.restrict_key();
    Yard::new(&bed).target.check("").await.unwrap();
    let mut other = bed.authorization();
    other["destination"] = "another-bucket".into();
    let error = Yard::with(&bed, &other, 60).target.check("").await.unwrap_err();
    assert!(error.to_string().contains("another-bucket"), "{error}");
}
