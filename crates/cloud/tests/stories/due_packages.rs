//! Packages between the moment of their expiry and the sweep that ends them: no sweep runs here unless a story says so.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Behaviour, Parcel, Person, Reply, TestCloud, file, plain_package};
use wire::packages::{CreatePackage, PackageBody};

const HOUR: Duration = Duration::from_hours(1);

async fn lasting_owner(cloud: &TestCloud) -> Person {
    let owner = cloud.owner("Film", "anna@example.org").await;
    let client = cloud.anyone().with_api_key(owner.api_key.as_deref().unwrap());
    Person { client, ..owner }
}

/// Everything that a Team's lists show of a package, with a new token.
async fn seen(owner: &Person, parcel: &Parcel) -> Parcel {
    let body = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    Parcel { client: owner.client.with_package_token(&body.access_token), id: body.id.clone(), body }
}

/// Makes a finalized package due in an hour, and lets two pass.
async fn becomes_due(cloud: &TestCloud, owner: &Person, parcel: &Parcel) -> Parcel {
    let expiry = json!({ "expiry": cloud.now().plus_seconds(3_600) });
    parcel.reply("PUT /expiry", &expiry).await.expect(200);
    cloud.advance(HOUR * 2);
    seen(owner, parcel).await
}

async fn listed(owner: &Person, path: &str) -> Vec<String> {
    let line = format!("GET /{}", path.replace("TEAM", owner.team_id.as_str()));
    let reply = Reply::of(&owner.client, &line, &Value::Null).await.expect(200);
    let records = reply.get("records").unwrap_or(&reply).as_array().unwrap();
    records.iter().map(|package| format!("{} {}", package["name"].as_str().unwrap(), package["state"])).collect()
}

#[tokio::test]
async fn a_package_that_is_due_reads_as_expired() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let sent = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    sent.link().await;
    let unlimited = CreatePackage { unlimited_storage: Some(true), ..plain_package("Masters") };
    Parcel::sent(&owner.client, &owner.team_id, &unlimited).await;
    Parcel::create(&owner.client, &owner.team_id, &plain_package("Draft")).await;
    cloud.advance(HOUR * 24 * 10);

    let PackageBody { state, links, progress_channels, .. } = seen(&owner, &sent).await.body;
    assert_eq!((state.as_str(), links.len(), links[0].active, progress_channels.len()), ("expired", 1, false, 0));
    for (query, expected) in [
        ("", &["Draft \"expired\"", "Masters \"finalized\"", "Dailies \"expired\""][..]),
        ("?status=finalized", &["Masters \"finalized\""]),
        ("?status=expired", &["Draft \"expired\"", "Dailies \"expired\""]),
        ("?status=new", &[]),
        ("?status=new,finalized", &["Masters \"finalized\""]),
        ("?status=archived", &[]),
    ] {
        assert_eq!(listed(&owner, &format!("v1.1/teams/TEAM/packages{query}")).await, expected, "{query}");
    }
    let legacy = listed(&owner, "v1/teams/TEAM/packages?finalized=0").await;
    assert_eq!(legacy, ["Draft \"expired\"", "Dailies \"expired\""]);
    cloud.run_due_jobs().await;
    assert_eq!(listed(&owner, "v1/teams/TEAM/packages?finalized=0").await, legacy, "the sweep changes nothing");
}

#[tokio::test]
async fn no_write_succeeds_after_the_end() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let sent = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let draft = Parcel::create(&owner.client, &owner.team_id, &plain_package("Draft")).await;
    let open = draft.add("", "a.mov", 5).await.file.id;
    cloud.advance(HOUR * 24 * 10);

    let (sent, draft) = (seen(&owner, &sent).await, seen(&owner, &draft).await);
    let (change, none) = (json!({ "name": "Other" }), json!({}));
    let added = serde_json::to_value(file("", "b.mov", 5)).unwrap();
    let (finalize, chunks) = (json!({ "size": 5 }), json!({ "upload_id": "x" }));
    for (parcel, call, body) in [
        (&sent, "PUT ", &change),
        (&sent, "PUT ", &json!({ "name": "Other", "tag": null })),
        (&sent, "POST /links", &none),
        (&sent, "PUT /expiry", &json!({ "unlimited_storage": true })),
        (&sent, "POST /finalize", &none),
        (&sent, "DELETE ", &Value::Null),
        (&draft, "PUT ", &change),
        (&draft, "POST /files", &added),
        (&draft, &format!("POST /files/{open}?start=0&count=1"), &chunks),
        (&draft, &format!("POST /files/{open}/finalize"), &finalize),
        (&draft, &format!("DELETE /files/{open}"), &Value::Null),
        (&draft, "POST /finalize", &none),
        (&draft, "DELETE ", &Value::Null),
    ] {
        let refused = parcel.reply(call, body).await;
        assert_eq!(refused.status.as_u16(), 409, "{} {call}: {}", parcel.body.name, refused.text);
        assert!(refused.error().message.contains("expired"), "{call}: {}", refused.text);
    }
}

#[tokio::test]
async fn what_follows_the_end_does_not_wait_for_the_sweep() {
    let cloud = TestCloud::setup().with(|config| config.packages.grace_hours = 24).start().await;
    let owner = lasting_owner(&cloud).await;
    let send = async |name: &str| Parcel::sent(&owner.client, &owner.team_id, &plain_package(name)).await;
    let (archived, restored, purged) = (send("Archived").await, send("Restored").await, send("Purged").await);
    cloud.advance(HOUR * 24 * 10);

    let archived = seen(&owner, &archived).await;
    archived.reply("PUT /archive", &Value::Null).await.expect(204);
    assert_eq!(seen(&owner, &archived).await.body.state, "archived");
    let restored = seen(&owner, &restored).await.reply("PUT /restore", &Value::Null).await.expect(200);
    assert_eq!(restored["state"], "finalized");
    seen(&owner, &purged).await.reply("DELETE ?purge=true", &Value::Null).await.expect(204);
    cloud.run_due_jobs().await;
    cloud.advance(HOUR * 25);
    cloud.run_due_jobs().await;
    let usage = owner.client.usage(&owner.team_id, "").await.unwrap();
    assert_eq!(usage.storage_bytes, 5, "the content of the others is gone");
}

#[tokio::test]
async fn a_clock_that_jumped_ends_nothing_for_those_who_write() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let sent = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.set_clock_by(11 * 24 * 3_600_000);
    let sent = seen(&owner, &sent).await;
    assert_eq!(sent.body.state, "finalized");
    sent.reply("PUT ", &json!({ "name": "Other" })).await.expect(200);
    sent.reply("POST /links", &json!({})).await.expect(201);
    sent.reply("PUT /archive", &Value::Null).await.expect(409);
    assert_eq!(listed(&owner, "v1.1/teams/TEAM/packages?status=finalized").await, ["Other \"finalized\""]);
}

#[tokio::test]
async fn no_mail_has_a_link_that_is_dead() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let request = |name: &str| CreatePackage { recipients: vec!["ben@example.org".to_owned()], ..plain_package(name) };
    let waiting = Parcel::sent(&owner.client, &owner.team_id, &request("Waiting")).await;
    cloud.mails.behave(Behaviour::Postpone);
    cloud.run_due_jobs().await;
    let announced = Parcel::sent(&owner.client, &owner.team_id, &request("Announced")).await;
    becomes_due(&cloud, &owner, &waiting).await;
    becomes_due(&cloud, &owner, &announced).await;
    cloud.mails.behave(Behaviour::Accept);
    cloud.run_due_jobs().await;

    let sent = cloud.mails.take();
    assert!(sent.iter().all(|mail| mail.recipients != ["ben@example.org"]), "{sent:?}");
    assert!(!sent.is_empty(), "the sender learns that the package was sent");
    let outbox = owner.client.outbox(&owner.team_id, "").await.unwrap().records;
    let kept = outbox.iter().find(|mail| mail.recipient == "ben@example.org").expect("the mail was written");
    assert_eq!(
        (kept.state.as_str(), kept.last_error.as_str()),
        ("cancelled", "not sent: the package has expired or was deleted")
    );
}
