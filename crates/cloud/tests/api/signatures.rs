//! Libraries of other makers verify the signature of a real delivery, and refuse one that was changed.

use std::path::Path;

use client::Client;
use fixtures::compatibility::Registry::{Npm, PyPi};
use fixtures::compatibility::{ForeignClient, Registry, compare_with_page};
use serde_json::json;
use testkit::{Parcel, TestReceiver, portal_with_webhook, until};

use super::service::{Service, text_of};

const fn client(package: &'static str, registry: Registry, script: &'static str) -> ForeignClient {
    ForeignClient { package, registry, script }
}

/// In the order of the page.
const LIBRARIES: &[ForeignClient] = &[
    client("standardwebhooks", PyPi, "tests/clients/verify_webhook.py"),
    client("standardwebhooks", Npm, "tests/clients/verify_webhook.mjs"),
    client("svix", PyPi, "tests/clients/verify_webhook.py"),
    client("svix", Npm, "tests/clients/verify_webhook.mjs"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn webhook_libraries_do_what_the_page_says() {
    let service = Service::start();
    let receiver = TestReceiver::start_at("127.0.0.9:0").await;
    let user = Client::new(&service.server.api).unwrap().with_api_key(&text_of(&service.made, "api_key"));
    let team = text_of(&service.made, "team_id").parse().unwrap();
    let webhook = user.create_webhook(&team, &receiver.webhook("package.finalized")).await.unwrap();
    let portal = portal_with_webhook(&user, &team, &webhook.webhook).await;
    let parcel = Parcel::through(&user, &portal, "Dailies").await;
    parcel.put("", "a.mov", b"content").await;
    parcel.finalize().await;
    let first = async || receiver.deliveries().into_iter().next().ok_or("no delivery yet");
    let delivery = until("the server delivers the event", first).await;
    let header = |name: &str| delivery.header(name).first().map(|value| (*value).to_owned());
    let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let headers: serde_json::Map<_, _> = names.into_iter().map(|name| (name.to_owned(), json!(header(name)))).collect();
    let given = json!({
        "secret": webhook.signing_secret,
        "headers": headers,
        "body": String::from_utf8(delivery.body.clone()).unwrap(),
    });
    let file = service.directory.path().join("delivery.json");
    std::fs::write(&file, given.to_string()).unwrap();
    let outputs: Vec<_> = LIBRARIES.iter().map(|library| (*library, said(library, &file))).collect();
    compare_with_page("webhook libraries", &outputs);
}

fn said(library: &ForeignClient, file: &Path) -> String {
    let output = library.command().arg(library.package).arg(file).output().expect("the program is there");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}: {out}\n{err}", library.package);
    out.into_owned()
}
