//! No address that a Team sets makes the server call its own machine or the networks around it.
//!
//! Canaries listen on loopback and count connections. Every way in which an address gets into a call is tried with
//! every form in which such an address can be written: the probe of a new webhook, the probe of a change, a delivery,
//! and a redelivery.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cloud::config::Config;
use egress::Lookup;
use serde_json::{Value, json};
use testkit::{Reply, Setup, TestReceiver};
use tokio::net::TcpListener;
use wire::webhooks::WriteWebhook;

use super::closed_addresses::{guarded, hosts, world};
use super::webhook_scene::{Scene, neighbourly, plain};

/// A webhook for the start of an upload, which is faster to trigger than its arrival.
fn early(url: &str) -> WriteWebhook {
    WriteWebhook { events: vec!["package.created".to_owned()], ..plain(url) }
}

/// A webhook with its receiver at the only open address.
async fn scene(setup: Setup) -> Scene {
    Scene::at("127.0.0.9:0", setup, early("")).await
}

#[tokio::test]
async fn no_form_of_an_address_leads_inside() {
    let (scene, canary) = (scene(guarded(world())).await, TestReceiver::start().await);
    let six = TestReceiver::start_at(&format!("[::1]:{}", canary.port())).await;
    let hosts = hosts();
    let (client, team) = (&scene.owner.client, &scene.owner.team_id);
    let create = format!("POST /v1/teams/{team}/custom_webhooks");
    let update = format!("PUT /v1/custom_webhooks/{}", scene.id());
    scene.package().await;
    scene.cloud.run_due_jobs().await;
    let delivered = scene.log().await.remove(0);
    let mut refusals = Vec::new();
    for host in &hosts {
        let url = format!("http://{host}:{}/?secret=1", canary.port());
        for line in [&create, &update] {
            let reply = Reply::of(client, line, &serde_json::to_value(early(&url)).unwrap()).await;
            assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "url"), "{line} {url} {}", reply.text);
            refusals.push(reply.text);
        }
        // Bypasses the checks of a write, as for an address that was valid when it was saved.
        scene.set_address(&url).await;
        scene.package().await;
        client.redeliver(scene.id(), &delivered.id).await.unwrap();
        scene.cloud.run_due_jobs().await;
        for attempt in scene.log().await.iter().take(2).map(|delivery| &delivery.attempts[0]) {
            assert_eq!(attempt.status, None, "{url}");
            assert!(!attempt.error.contains("secret") && !attempt.error.contains(host.as_str()), "{}", attempt.error);
        }
        scene.cloud.execute_sql("DELETE FROM jobs").await;
        scene.cloud.execute_sql("UPDATE webhook_deliveries SET state = 'exhausted'").await;
        // The rate limit of probes and the life of the token do not matter here.
        scene.cloud.execute_sql("DELETE FROM rate_limits").await;
    }
    assert_eq!((canary.connections(), six.connections()), (0, 0), "nobody connected");
    assert_eq!(scene.receiver.deliveries().len(), 1);
    refusals.sort();
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "one answer for all, which tells nothing: {refusals:?}");
}

#[tokio::test]
async fn a_probe_tells_no_open_port_from_a_closed_one() {
    let usual = Config::default().webhooks;
    let least = Duration::from_millis(usual.failed_probe_millis);
    assert!(least >= Duration::from_secs(1));
    let scene = scene(guarded(world()).with(|config| config.webhooks = usual)).await;
    let line = format!("POST /v1/teams/{}/custom_webhooks", scene.owner.team_id);
    let closed = TcpListener::bind("127.0.0.9:0").await.unwrap().local_addr().unwrap();
    let listener = TcpListener::bind("127.0.0.9:0").await.unwrap();
    let open = listener.local_addr().unwrap();
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    let mut refusals = Vec::new();
    for url in [format!("http://{open}/"), format!("http://{closed}/"), "http://inside.example/".to_owned()] {
        let since = Instant::now();
        let reply = Reply::of(&scene.owner.client, &line, &serde_json::to_value(early(&url)).unwrap()).await;
        assert!(since.elapsed() >= least, "{url}");
        assert_eq!(reply.status, 400, "{}", reply.text);
        refusals.push(reply.text);
    }
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
}

/// A lookup that resolves a name to an open address at first, and then to an internal one; and how often it was asked.
fn changing_world(asked: &Arc<AtomicUsize>) -> Lookup {
    let asked = asked.clone();
    Arc::new(move |_| {
        let number = asked.fetch_add(1, Ordering::SeqCst);
        let address = IpAddr::from(if number == 0 { [127, 0, 0, 9] } else { [127, 0, 0, 1] });
        Box::pin(async move { Ok(vec![address]) })
    })
}

#[tokio::test]
async fn a_name_that_changes_after_its_check_leads_nowhere() {
    let asked = Arc::new(AtomicUsize::new(0));
    let scene = scene(guarded(changing_world(&asked))).await;
    let canary = TestReceiver::start_at(&format!("127.0.0.1:{}", scene.receiver.port())).await;
    let url = format!("http://changing.example:{}/", canary.port());
    let update = format!("PUT /v1/custom_webhooks/{}", scene.id());
    let change = serde_json::to_value(early(&url)).unwrap();
    Reply::of(&scene.owner.client, &update, &change).await.expect(200);
    assert_eq!((asked.load(Ordering::SeqCst), scene.receiver.probes()), (1, 2), "it was open");
    let rounds = if testkit::is_deep() { 1_000 } else { 100 };
    for _ in 0..rounds {
        scene.package().await;
        scene.cloud.run_due_jobs().await;
        scene.cloud.execute_sql("DELETE FROM jobs").await;
    }
    assert!(asked.load(Ordering::SeqCst) > rounds, "each call resolves the name again");
    assert_eq!((canary.connections(), scene.receiver.deliveries().len()), (0, 0));
    assert!(scene.log().await.iter().all(|delivery| delivery.attempts[0].error.contains("cannot be called")));
}

#[rustfmt::skip]
const BAD_NAMES: &[&str] = &[
    "Host", "HOST", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "TE", "Trailer", "Expect",
    "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "webhook-id", "Webhook-Signature", "webhook-timestamp",
    "", " ", "X A", "X:A", "X-A ", " X-A", "X-A\r\nX-B", "X\tA", "X-Ä", "X(A)", "X,A", "X;A", "X=A", "X\"A", "X{A}",
];

#[rustfmt::skip]
const BAD_VALUES: &[&str] = &[
    "a\r\nX-B: 1", "a\nb", "a\rb", "\u{0}", "\u{7f}", "\u{1b}", "a\u{85}b", "\r\n\r\nGET / HTTP/1.1", "\t", "\u{b}",
];

#[tokio::test]
async fn what_headers_carry_arrives_as_it_was_written() {
    let values =
        ["plain", "", "a: b", "a, b", "\"quoted\"", "Bearer x.y-z_~+/=", "{\"a\":[1]}", "Zoë ☂", "%0d%0a", "\\r\\n"];
    let headers: Vec<(String, String)> =
        (0..).zip(values).map(|(number, value)| (format!("X-Value-{number}"), value.to_owned())).collect();
    let request = WriteWebhook { headers: Some(Some(headers.iter().cloned().collect())), ..plain("") };
    let scene = Scene::with(neighbourly(), request).await;
    scene.event().await;
    scene.cloud.run_due_jobs().await;
    let received = scene.receiver.deliveries().remove(0);
    for (name, value) in &headers {
        assert_eq!(received.header(name), [value], "{name}");
    }
    let lines = received.head.lines().filter(|line| !line.is_empty()).count();
    // The request line; our headers: host, user-agent, accept, content-type, content-length, and three of the
    // signature.
    assert_eq!(lines, 1 + headers.len() + 8, "{}", received.head);

    let update = format!("PUT /v1/custom_webhooks/{}", scene.id());
    let bad_names = BAD_NAMES.iter().map(|name| json!({ *name: "1" }));
    let payloads: Vec<Value> = bad_names.chain(BAD_VALUES.iter().map(|value| json!({ "X-A": value }))).collect();
    assert_eq!(payloads.len(), 40);
    for payload in payloads {
        let mut change = serde_json::to_value(plain(&scene.receiver.url())).unwrap();
        change["headers"] = payload.clone();
        let reply = Reply::of(&scene.owner.client, &update, &change).await;
        assert!(reply.status == 400 && reply.field().starts_with("headers"), "{payload}: {}", reply.text);
    }
}
