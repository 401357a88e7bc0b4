//! The post-production app, on a receiver that checks every signature with the scheme's own library.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::connection::{Direction, ProviderKind};
use providers::{DroppedFile, DroppedPackage, Fault, HttpClient, PackageDrop, Place, access};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use standardwebhooks::Webhook;
use testkit::{Reaction, Received, TestReceiver};

use super::harness::{http, open};

const TEAM_KEY: &str = "a-team-key-of-some-length";

/// A receiver that accepts only what is signed by the Team.
async fn receiver() -> TestReceiver {
    let receiver = TestReceiver::start().await;
    receiver.react_by(|request| Reaction::Answer(if is_signed(request) { 202 } else { 401 }));
    receiver
}

fn is_signed(request: &Received) -> bool {
    let secret = format!("whsec_{}", STANDARD.encode(TEAM_KEY));
    let header = |name: &str| request.header(name).first().copied().unwrap_or_default().to_owned();
    let (id, time, signature) = (header("webhook-id"), header("webhook-timestamp"), header("webhook-signature"));
    let expected = Webhook::new(&secret).unwrap().sign(&id, time.parse().unwrap(), &request.body).unwrap();
    !id.is_empty() && signature == expected
}

fn client_of(receiver: &TestReceiver) -> Arc<HttpClient> {
    http("vendor_n", &[("base_url", receiver.url())], 60)
}

fn drop_of(receiver: &TestReceiver, team_key: &str) -> Box<dyn PackageDrop> {
    let authorization = json!({ "team_id": team_key });
    match open("vendor_n", Direction::ServiceToCloud, &authorization, &client_of(receiver)) {
        Place::Drop(place) => place,
        _ => panic!("it is told of packages"),
    }
}

fn package() -> DroppedPackage {
    let file = DroppedFile {
        path: "day 1".to_owned(),
        name: "é 🎬.mov".to_owned(),
        size: 7,
        crc64nvme: "AAAAAAAAAAA=".to_owned(),
        url: "https://store.example.org/a?signature=x".to_owned(),
    };
    DroppedPackage {
        id: "transfer-1".to_owned(),
        package_id: "package-1".to_owned(),
        name: "Rushes".to_owned(),
        sender: "someone@example.org".to_owned(),
        files: vec![file],
    }
}

#[tokio::test]
async fn a_package_is_announced_with_its_files() {
    let receiver = receiver().await;
    let place = drop_of(&receiver, TEAM_KEY);
    place.check().await.unwrap();
    place.deliver(&package()).await.unwrap();
    place.deliver(&package()).await.unwrap();
    let [check, first, again] = receiver.deliveries().try_into().unwrap();
    let team = Sha256::digest(TEAM_KEY).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    assert_eq!(check.json(), json!({ "type": "check", "team": team }));
    let expected = json!({
        "type": "package", "team": team, "id": "transfer-1", "package_id": "package-1", "name": "Rushes",
        "sender": "someone@example.org",
        "files": [{ "path": "day 1", "name": "é 🎬.mov", "size": 7, "crc64nvme": "AAAAAAAAAAA=",
            "url": "https://store.example.org/a?signature=x" }],
    });
    assert_eq!(first.json(), expected);
    assert_eq!(first.header("webhook-id"), ["transfer-1"]);
    assert_eq!(again.header("webhook-id"), ["transfer-1"], "a repeat is known by its id");
    assert_ne!(check.header("webhook-id"), first.header("webhook-id"));
    for request in [check, first, again] {
        let whole = format!("{}{}", request.head, String::from_utf8_lossy(&request.body));
        assert!(!whole.contains(TEAM_KEY), "the key itself never travels");
    }
}

#[tokio::test]
async fn a_wrong_key_is_a_matter_of_credentials() {
    let receiver = receiver().await;
    let place = drop_of(&receiver, "another-key");
    let error = place.check().await.unwrap_err();
    assert_eq!(error.fault, Fault::Credentials, "{error}");
    assert!(!error.to_string().contains("another-key"), "{error}");
}

#[tokio::test]
async fn failures_are_borne_and_told() {
    let receiver = receiver().await;
    let place = drop_of(&receiver, TEAM_KEY);
    for (status, fault) in [(404, Fault::Missing), (400, Fault::Refused), (500, Fault::Unavailable)] {
        receiver.react(Reaction::Answer(status));
        assert_eq!(place.deliver(&package()).await.unwrap_err().fault, fault, "{status}");
    }
    receiver.react(Reaction::HangUp);
    assert!(place.deliver(&package()).await.unwrap_err().is_passing());
    let before = receiver.deliveries().len();
    let asked = AtomicUsize::new(0);
    receiver.react_by(move |_| Reaction::Answer(if asked.fetch_add(1, Ordering::SeqCst) < 2 { 503 } else { 204 }));
    place.deliver(&package()).await.unwrap();
    assert_eq!(receiver.deliveries().len(), before + 3);
}

#[tokio::test]
async fn an_address_that_nobody_has_set_is_named() {
    let http = http("vendor_n", &[], 60);
    let access = access(ProviderKind::VendorN, Direction::ServiceToCloud, &json!({ "team_id": TEAM_KEY })).unwrap();
    let Err(error) = access.open(&http) else { panic!("there is nowhere to go") };
    assert!(error.to_string().contains("providers.vendor_n.base_url"), "{error}");
}

#[tokio::test]
async fn a_receiver_may_name_its_largest_file() {
    let receiver = receiver().await;
    let place = drop_of(&receiver, TEAM_KEY);
    assert_eq!(place.largest_file().await, None);
    let answer = |body: &str| format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes();
    receiver.react(Reaction::Raw(answer(r#"{"largest_file": 5000000}"#)));
    assert_eq!(place.largest_file().await, Some(5_000_000));
    receiver.react(Reaction::Raw(answer(r#"{"largest_file": "much"}"#)));
    assert_eq!(place.largest_file().await, None);
    receiver.react(Reaction::Answer(500));
    assert_eq!(place.largest_file().await, None);
    assert!(receiver.deliveries().iter().all(|asked| asked.json()["type"] == "check"), "nothing was announced");
}
