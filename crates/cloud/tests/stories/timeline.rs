//! The timeline of a package: what happened, from everything that is recorded about it.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{FakeClamd, Parcel, Person, Reply, Scan, TargetBucket, TestCloud, TestReceiver, plain_package};
use wire::ids::PackageId;
use wire::packages::{ArchiveRange, CreatePackage};
use wire::timeline::{TimelineKind as Kind, TimelineRecord};

use super::connection_scene::{connected, holder, neighbourly};

async fn timeline(person: &Person, package: &PackageId) -> Vec<TimelineRecord> {
    person.client.timeline(&person.team_id, package).await.unwrap().records
}

/// Kind, state and actor of each entry.
fn told(records: &[TimelineRecord]) -> Vec<(Kind, &str, &str)> {
    records.iter().map(|record| (record.kind, record.state.as_str(), record.actor.as_str())).collect()
}

fn of_kind(records: &[TimelineRecord], kind: Kind) -> Vec<&TimelineRecord> {
    records.iter().filter(|record| record.kind == kind).collect()
}

#[tokio::test]
async fn a_sent_package_tells_its_life() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request = CreatePackage {
        recipients: vec!["ben@example.net".to_owned()],
        access_limit: Some(1),
        ..plain_package("Dailies")
    };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    let file = parcel.put("", "a.txt", b"hello").await;
    cloud.advance(Duration::from_mins(1));
    parcel.finalize().await;
    cloud.advance(Duration::from_mins(1));
    cloud.run_due_jobs().await;
    cloud.advance(Duration::from_mins(1));
    let link = parcel.link().await;
    let (_, visitor) = parcel.open(&link).await.unwrap();
    visitor.download_address(&parcel.id, &file.id).await.unwrap();
    visitor.confirm_download(&parcel.id, &file.id).await.unwrap();
    cloud.advance(Duration::from_mins(1));
    parcel.client.delete_link(&parcel.id, &link.id).await.unwrap();
    cloud.advance(Duration::from_mins(1));
    parcel.client.delete_package(&parcel.id).await.unwrap();
    cloud.advance(Duration::from_mins(1));
    parcel.client.archive_package(&parcel.id).await.unwrap();

    let records = timeline(&owner, &parcel.id).await;
    assert!(records.is_sorted_by_key(|record| record.at), "the oldest first");
    let anna = "anna@example.org";
    let expected = [
        (Kind::Created, "created", anna),
        (Kind::Scan, "not_scanned", ""),
        (Kind::Finalized, "finalized", anna),
        (Kind::Link, "created", "ben@example.net"),
        (Kind::Mail, "sent", anna),
        (Kind::Mail, "sent", "ben@example.net"),
        (Kind::Mail, "waiting", anna),
        (Kind::Link, "created", ""),
        (Kind::Link, "locked", ""),
        (Kind::Download, "complete", ""),
        (Kind::Link, "deleted", ""),
        (Kind::Expired, "deleted", anna),
        (Kind::Archived, "archived", anna),
    ];
    assert_eq!(told(&records), expected);
    assert_eq!((records[0].title.as_deref(), records[0].id.as_str()), (Some("Dailies"), parcel.id.as_str()));
    assert_eq!((records[2].count, records[9].count, records[1].count), (Some(1), Some(1), Some(1)));
    assert_eq!(records[5].title.as_deref(), Some("package_for_you"));
    assert_eq!((records[7].id.as_str(), records[1].detail.as_str()), (link.id.as_str(), "off"));
}

#[tokio::test]
async fn a_received_package_tells_what_was_done_with_it() {
    let (cloud, bucket, receiver) =
        (neighbourly().start().await, TargetBucket::start().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "anna@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let line = format!("POST /v1/teams/{}", owner.team_id);
    let webhook = json!({ "name": "Ears", "active": true, "events": ["package.finalized"], "method": "POST",
        "url": receiver.url() });
    let webhook = Reply::of(&owner.client, &format!("{line}/custom_webhooks"), &webhook).await.expect(201);
    let portal = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "custom_webhooks": [webhook["id"]],
        "cloud_connections": [connection.id] });
    let portal = Reply::of(&owner.client, &format!("{line}/portals"), &portal).await.expect(201);
    let portal = portal["id"].as_str().unwrap().to_owned();
    let form =
        json!({ "name": "Report", "delivery_formats": [], "fields": [{ "name": "scene", "type": "short_text" }] });
    Reply::of(&owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    let answers = json!({ "scene": { "value": "12" } });
    let path = format!("/v1/portals/{portal}");
    let response = cloud.post(&format!("{path}/form/responses"), &answers).await.expect(201);
    let request = json!({ "name": "Day 1", "description": "", "sender": "stranger@example.net",
        "form_data_id": response["id"] });
    let body: wire::packages::PackageBody =
        serde_json::from_value(cloud.post(&format!("{path}/packages"), &request).await.expect(201)).unwrap();
    let anyone = cloud.anyone().with_package_token(&body.access_token);
    let parcel = Parcel { client: anyone, id: body.id.clone(), body };
    parcel.put("", "a.txt", b"hello").await;
    parcel.finalize().await;
    cloud.run_due_jobs().await;

    let records = timeline(&owner, &parcel.id).await;
    let one = |kind: Kind| {
        let found = of_kind(&records, kind);
        assert_eq!(found.len(), 1, "{kind:?} {records:?}");
        found[0].clone()
    };
    let form = one(Kind::Form);
    assert_eq!((form.title.as_deref(), form.actor.as_str()), (Some("Report"), "stranger@example.net"));
    let transfer = one(Kind::Transfer);
    assert_eq!((transfer.state.as_str(), transfer.title.as_deref()), ("complete", Some("Archive")));
    let delivery = one(Kind::Webhook);
    assert_eq!((delivery.state.as_str(), delivery.title.as_deref()), ("delivered", Some("Ears")));
    assert_eq!((delivery.detail.as_str(), delivery.count), ("package.finalized", Some(1)));
    assert_eq!(one(Kind::Mail).title.as_deref(), Some("upload_receipt"));
}

#[tokio::test]
async fn a_virus_is_told_with_its_file() {
    let clamd = FakeClamd::start().await;
    let setup = TestCloud::setup()
        .with(|config| config.scan = cloud::config::Scan { clamd: clamd.address(), timeout_seconds: 60 });
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    parcel.put("", "good.txt", b"hello").await;
    let pending = timeline(&owner, &parcel.id).await;
    let scans = of_kind(&pending, Kind::Scan);
    assert_eq!((scans.len(), scans[0].state.as_str(), scans[0].count), (1, "pending", Some(1)));
    cloud.run_due_jobs().await;
    clamd.set(Scan::Found("Eicar"));
    let bad = parcel.put("day 1", "bad.exe", b"virus").await;
    cloud.run_due_jobs().await;
    let found = timeline(&owner, &parcel.id).await;
    let infected = found.iter().find(|record| record.state == "infected").unwrap();
    assert_eq!((infected.title.as_deref(), infected.id.as_str()), (Some("day 1/bad.exe"), bad.id.as_str()));
    assert_eq!(infected.detail, "Eicar");
    let clean = found.iter().find(|record| record.state == "clean").unwrap();
    assert_eq!(clean.count, Some(1));
}

#[tokio::test]
async fn what_is_put_away_with_others_is_told() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "anna@example.org").await;
    owner.client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.advance(Duration::from_hours(24 * 11));
    cloud.run_due_jobs().await;
    let range = ArchiveRange { expiry_start: "2026-01-01".parse().unwrap(), expiry_end: "2026-02-01".parse().unwrap() };
    owner.client.archive_packages(&owner.team_id, &range).await.unwrap();
    let states = async || -> Vec<String> {
        let records = timeline(&owner, &parcel.id).await;
        let ends = records.into_iter().filter(|record| matches!(record.kind, Kind::Expired | Kind::Archived));
        ends.map(|record| record.state).collect()
    };
    assert_eq!(states().await, ["expired", "archived"]);
    owner.client.unarchive_packages(&owner.team_id, &range).await.unwrap();
    assert_eq!(states().await, ["expired"]);
    holder(&owner, &parcel.id).await.archive_package(&parcel.id).await.unwrap();
    owner.client.unarchive_packages(&owner.team_id, &range).await.unwrap();
    assert_eq!(states().await, ["expired", "archived", "unarchived"]);
}

#[tokio::test]
async fn of_each_kind_the_newest_five_hundred() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    for number in 0..260 {
        let link = parcel.link().await;
        parcel.client.delete_link(&parcel.id, &link.id).await.unwrap();
        if number == 9 {
            cloud.advance(Duration::from_secs(1));
        }
    }
    let records = timeline(&owner, &parcel.id).await;
    let links = of_kind(&records, Kind::Link);
    assert_eq!(links.len(), 500);
    assert!(links.iter().all(|link| link.at == cloud.now()), "ten were made and deleted before: twenty are left out");
    assert_eq!(of_kind(&records, Kind::Created).len(), 1);
    let line = format!("GET /v1.1/teams/{}/packages/{}/timeline", owner.team_id, parcel.id);
    let shown = Reply::of(&owner.client, &line, &Value::Null).await.expect(200);
    assert_eq!(shown["records"][0]["kind"], "created");
}
