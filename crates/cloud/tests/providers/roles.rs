//! Buckets that are accessed with a role, and storage classes.

use providers::Fault;
use serde_json::{Value, json};
use testkit::beds::Moto;
use testkit::{Reaction, TestReceiver};

use super::harness::{Notes, Yard, noise};

const EXTERNAL_ID: &str = "Team+=,.@:/-01234567";
const ROLE: &str = "arn:aws:iam::123456789012:role/tonnage";
/// The store requires a signature, but does not check it.
const ANYONE: &str =
    "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=b";
const SEVERAL_PARTS: usize = (16 << 20) + 1;

fn authorization() -> Value {
    json!({ "role_arn": ROLE, "external_id": EXTERNAL_ID, "destination": "role-bucket", "region": "eu-central-1",
        "storage_class": "GLACIER_IR" })
}

/// A store with a bucket that everyone may write to.
async fn bucket() -> Moto {
    testkit::prepare();
    let store = Moto::start().await;
    let made = reqwest::Client::new().put(format!("{}/role-bucket", store.url())).header("content-length", 0);
    assert!(made.send().await.unwrap().status().is_success());
    store
}

fn yard(store: &Moto, tokens: &str, (access, secret): (&str, &str)) -> Yard {
    let settings = [("base_url", store.url()), ("sts_url", tokens.to_owned())];
    let keys = [("access_key", access.to_owned()), ("secret_key", secret.to_owned())];
    Yard::at("vendor_a_s3", &[settings, keys].concat(), &authorization(), 60)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_is_assumed_by_our_own_signed_request() {
    let (store, tokens) = (bucket().await, Moto::start().await);
    let (access, secret) = tokens.strict_user().await;
    let opened = yard(&store, &tokens.url(), (&access, &secret));
    opened.target.check("").await.unwrap();
    for (access, secret) in [(access.as_str(), "another secret"), ("nobody", secret.as_str())] {
        let error = yard(&store, &tokens.url(), (access, secret)).target.check("").await.unwrap_err();
        assert_eq!(error.fault, Fault::Credentials, "{error}");
        assert!(!error.to_string().contains(secret), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_session_serves_all_parts_and_the_storage_class_is_kept() {
    let store = bucket().await;
    let tokens = TestReceiver::start().await;
    let answer = "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA0</AccessKeyId>\
        <SecretAccessKey>made up</SecretAccessKey><SessionToken>a/token+</SessionToken>\
        <Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>";
    let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}", answer.len());
    tokens.react(Reaction::Raw(answer.into_bytes()));
    let yard = yard(&store, &tokens.url(), ("AKIA0", "the operator's secret"));
    let folder = yard.folder("classes").await;
    for (name, size) in [("small", 10), ("large", SEVERAL_PARTS)] {
        yard.put(&folder, (&[], name), &noise(1, size), &Notes::default()).await.unwrap();
        let head = reqwest::Client::new().head(format!("{}/role-bucket/suite/classes/{name}", store.url()));
        let head = head.header("authorization", ANYONE).send().await.unwrap();
        let class = head.headers().get("x-amz-storage-class");
        assert_eq!(class.map(|class| class.to_str().unwrap()), Some("GLACIER_IR"), "{name}: {head:?}");
    }
    let asked = tokens.deliveries();
    assert_eq!(asked.len(), 1, "the role is assumed once, and not for each part");
    let body = String::from_utf8_lossy(&asked[0].body).into_owned();
    for pair in
        ["ExternalId=Team%2B%3D%2C.%40%3A%2F-01234567", "RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Ftonnage"]
    {
        assert!(body.contains(pair), "{body}");
    }
}

#[tokio::test]
async fn a_role_needs_an_identity_of_ours() {
    let settings = [("base_url", "http://127.0.0.1:9".to_owned())];
    let error = Yard::at("vendor_a_s3", &settings, &authorization(), 1).target.check("").await.unwrap_err();
    assert_eq!(error.fault, Fault::Refused);
    assert!(error.to_string().contains("providers.vendor_a_s3.access_key"), "{error}");
}
