//! Received packages are forwarded to the Portal's connections, completely or with a reason.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Answer, Fault, Operation, Parcel, Refusal as _, Reply, TargetBucket, plain_package};
use wire::connections::{StartTransfer, WriteCloudConnection};
use wire::error::ErrorCode;
use wire::filters::{CreateFilter, FilterRule};
use wire::portals::WritePortal;

use super::connection_scene::{
    choice, connected, holder, neighbourly, portal_to, received, to, transfers, write_portal,
};

fn names(files: &std::collections::BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_received_package_goes_to_every_connection() {
    let cloud = neighbourly().start().await;
    let (first, second) = (TargetBucket::start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let into = WriteCloudConnection {
        target_directory_id: Some("in/box".to_owned()),
        upload_transfer_manifest: Some(true),
        ..to("vendor_e_s3", second.authorization())
    };
    let one = connected(&owner, &first).await;
    let two = owner.client.create_connection(&owner.team_id, &into).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&one, &two]).await;
    let large = vec![7_u8; 17 << 20];
    let files: [(&str, &str, &[u8]); 4] =
        [("", "a.txt", b"hello"), ("day 1/é", "b.mov", b"clip"), ("", "empty", b""), ("", "large.bin", &large)];
    let parcel = received(&cloud, &portal.id, "Day one", &files).await;
    let waiting = transfers(&owner, &parcel.id).await;
    assert!(waiting.iter().all(|transfer| transfer.state == "pending"), "{waiting:?}");
    cloud.run_due_jobs().await;

    let done = transfers(&owner, &parcel.id).await;
    assert_eq!(done.len(), 2);
    for transfer in &done {
        assert_eq!((transfer.state.as_str(), transfer.error.as_str()), ("complete", ""));
        let total = i64::try_from(large.len() + 9).unwrap();
        assert_eq!((transfer.bytes, transfer.total_bytes), (total, total));
    }
    let found = first.files().await;
    assert_eq!(names(&found), ["Day one/a.txt", "Day one/day 1/é/b.mov", "Day one/empty", "Day one/large.bin"]);
    assert_eq!((found["Day one/a.txt"].as_slice(), &found["Day one/large.bin"]), (&b"hello"[..], &large));
    let found = second.files().await;
    let manifest: Value = serde_json::from_slice(&found["in/box/Day one/transfer-manifest.json"]).unwrap();
    assert_eq!(found.len(), 5);
    assert_eq!(manifest["package"]["name"], "Day one");
    let listed = manifest["files"].as_array().unwrap();
    assert_eq!(listed.len(), 4);
    let clip = listed.iter().find(|file| file["name"] == "b.mov").unwrap();
    assert_eq!((&clip["size"], &clip["target_path"]), (&json!(4), &json!("in/box/Day one/day 1/é/b.mov")));

    let activities = owner.client.activities(&owner.team_id, "kind=transfer").await.unwrap();
    assert_eq!(activities.records.len(), 2);
    assert!(activities.records.iter().all(|activity| activity.state == "complete"));
}

#[tokio::test]
async fn a_taken_folder_gets_a_number() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (one, two) = (connected(&owner, &bucket).await, connected(&owner, &bucket).await);
    let portal = portal_to(&owner, "Rushes", &[&one]).await;
    bucket.put("Day one (3)/theirs", b"1").await;
    for _ in 0..2 {
        received(&cloud, &portal.id, "Day one", &[("", "a", b"1")]).await;
    }
    // Another connection to the same bucket does not conflict with them either.
    let parcel = received(&cloud, &portal.id, "Day one", &[("", "b", b"1")]).await;
    let again = StartTransfer { cloud_connection_id: Some(two.id.to_string()), ..StartTransfer::default() };
    holder(&owner, &parcel.id).await.start_transfer(&parcel.id, &again).await.unwrap();
    cloud.run_due_jobs().await;
    let found = bucket.files().await;
    let folders: std::collections::BTreeSet<&str> = found.keys().filter_map(|key| key.split('/').next()).collect();
    let expected = ["Day one", "Day one (2)", "Day one (3)", "Day one (4)", "Day one (5)"];
    assert_eq!(folders.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn filters_decide_which_files_go() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let rule = FilterRule {
        action: "include".to_owned(),
        criterion: "file_name".to_owned(),
        operator: "regex_match".to_owned(),
        values: vec![r"\.mov$".to_owned()],
    };
    let filter = CreateFilter { name: "Clips".to_owned(), rules: vec![rule] };
    let filter = owner.client.create_filter(&owner.team_id, &filter).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let request = WritePortal { filter_id: Some(filter.id.to_string()), ..write_portal("Rushes") };
    let changed = owner.client.update_portal(&portal.id, &request).await.unwrap();
    assert_eq!(changed.cloud_connections.unwrap()[0].filter_id, filter.id.as_str());
    assert_eq!(owner.client.delete_filter(&filter.id).await.refusal(), ErrorCode::WrongState);
    let parcel = received(&cloud, &portal.id, "Mixed", &[("x.mov", "a.txt", b"no"), ("", "b.mov", b"yes")]).await;
    // Later decisions only affect later packages.
    owner.client.update_portal(&portal.id, &write_portal("Rushes")).await.unwrap();
    owner.client.delete_filter(&filter.id).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(names(&bucket.files().await), ["Mixed/b.mov"]);
    let done = transfers(&owner, &parcel.id).await;
    assert_eq!((done[0].state.as_str(), done[0].total_bytes), ("complete", 3));
}

#[tokio::test]
async fn a_failure_is_shown_tried_again_and_mended() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let healthy = TargetBucket::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (sick, well) = (connected(&owner, &bucket).await, connected(&owner, &healthy).await);
    let portal = portal_to(&owner, "Rushes", &[&sick, &well]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "a", b"1"), ("", "b", b"2")]).await;
    bucket.proxy().inject_times(1_000, Operation::Put, &Fault::Instead(Answer::error(403, "AccessDenied")));
    cloud.run_due_jobs().await;

    let found = transfers(&owner, &parcel.id).await;
    let of = |id| found.iter().find(|transfer| transfer.cloud_connection_id == id).unwrap();
    assert_eq!(of(well.id.clone()).state, "complete", "others are not affected");
    let failed = of(sick.id.clone());
    assert_eq!(failed.state, "pending");
    assert!(failed.error.contains("AccessDenied"), "{}", failed.error);
    let shown = owner.client.connection(&sick.id).await.unwrap();
    assert_eq!((shown.state.as_str(), shown.state_reason.as_str()), ("error", failed.error.as_str()));
    let line = format!("GET /v1/teams/{}/activities/{}/events", owner.team_id, failed.id);
    let steps = Reply::of(&owner.client, &line, &Value::Null).await.expect(200);
    let last = steps.as_array().unwrap().last().unwrap();
    assert!(last["detail"].as_str().unwrap().contains("AccessDenied"), "{steps}");
    let busy = StartTransfer { cloud_connection_id: Some(sick.id.to_string()), ..StartTransfer::default() };
    let client = holder(&owner, &parcel.id).await;
    assert_eq!(client.start_transfer(&parcel.id, &busy).await.refusal(), ErrorCode::WrongState);

    // Once it is fixed at the provider, the transfer continues by itself.
    bucket.proxy().clear();
    cloud.advance(Duration::from_secs(10));
    cloud.run_due_jobs().await;
    let found = transfers(&owner, &parcel.id).await;
    assert!(found.iter().all(|transfer| transfer.state == "complete" && transfer.error.is_empty()), "{found:?}");
    assert_eq!(owner.client.connection(&sick.id).await.unwrap().state, "ok");
    assert_eq!(names(&bucket.files().await), ["Day/a", "Day/b"], "in the folder that it took first");
}

#[tokio::test]
async fn what_is_given_up_can_be_started_again_and_sends_nothing_twice() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let large = vec![3_u8; 40 << 20];
    let parcel = received(&cloud, &portal.id, "Day", &[("", "a", b"1"), ("", "large", &large)]).await;
    let refused = Fault::Instead(Answer::error(403, "AccessDenied"));
    bucket.proxy().inject_times(1_000, Operation::Complete, &refused);
    for _ in 0..30 {
        cloud.run_due_jobs().await;
        cloud.advance(Duration::from_hours(2));
    }
    let failed = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(failed.state, "error");
    assert!(failed.error.contains("AccessDenied"), "{}", failed.error);
    let (puts, parts) = (bucket.proxy().count(Operation::Put), bucket.proxy().count(Operation::Part));
    assert_eq!(parts, 3, "parts that arrived are not sent again");

    bucket.proxy().clear();
    let again = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
    let client = holder(&owner, &parcel.id).await;
    let revived = client.start_transfer(&parcel.id, &again).await.unwrap();
    assert_eq!((revived.id, revived.state.as_str()), (failed.id, "pending"));
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete");
    assert_eq!(bucket.proxy().count(Operation::Put), puts, "nor are files");
    assert_eq!(bucket.proxy().count(Operation::Part), 3);
    assert_eq!(bucket.files().await["Day/large"], large);
}

#[tokio::test]
async fn members_send_packages_on_by_hand() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Cut")).await;
    parcel.put("", "a.txt", b"hello").await;
    let start = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
    assert_eq!(parcel.client.start_transfer(&parcel.id, &start).await.refusal(), ErrorCode::WrongState);
    parcel.finalize().await;
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap(), []);
    parcel.client.start_transfer(&parcel.id, &start).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(names(&bucket.files().await), ["Cut/a.txt"]);

    for (body, field) in [
        (json!({}), "cloud_connection_id"),
        (json!({"cloud_connection_id": connection.id, "direction": "up"}), "direction"),
        (json!({"cloud_connection_id": connection.id, "direction": "cloud_to_service"}), "direction"),
        (json!({"cloud_connection_id": connection.id, "files": [{"id": "a"}]}), "files"),
    ] {
        let reply = parcel.reply("POST /transfer", &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{}", reply.text);
    }
    let other = cloud.owner("Other", "other@example.org").await;
    let theirs = connected(&other, &bucket).await;
    for id in [theirs.id.as_str(), "01KA2B3C4D5E6F7G8H9JKMNPQR", "nonsense"] {
        let reply = parcel.reply("POST /transfer", &json!({"cloud_connection_id": id})).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (404, "cloud_connection_id"));
    }
    let link = parcel.link().await;
    let (_, visitor) = parcel.open(&link).await.unwrap();
    assert_eq!(visitor.transfers(&parcel.id).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(visitor.start_transfer(&parcel.id, &start).await.refusal(), ErrorCode::Forbidden);
}

#[tokio::test]
async fn what_ends_takes_its_transfers_along() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (one, two) = (connected(&owner, &bucket).await, connected(&owner, &bucket).await);
    let portal = portal_to(&owner, "Rushes", &[&one, &two]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "a", b"1")]).await;
    owner.client.delete_connection(&two.id).await.unwrap();
    let found = transfers(&owner, &parcel.id).await;
    let gone = found.iter().find(|transfer| transfer.cloud_connection_id == two.id).unwrap();
    assert_eq!((gone.state.as_str(), gone.error.as_str()), ("error", "the connection was deleted"));
    holder(&owner, &parcel.id).await.delete_package(&parcel.id).await.unwrap();
    cloud.run_due_jobs().await;
    let found = transfers(&owner, &parcel.id).await;
    assert!(found.iter().all(|transfer| transfer.state == "error"), "{found:?}");
    assert_eq!(bucket.files().await, [].into());
}

/// Files that arrived at the old target are not at the new one.
#[tokio::test]
async fn a_connection_that_is_changed_on_the_way_gets_everything() {
    let cloud = neighbourly().start().await;
    let (before, after) = (TargetBucket::start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &before).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let large = vec![5; 17 << 20];
    let files: [(&str, &str, &[u8]); 2] = [("", "a", b"1"), ("", "large", &large)];
    let parcel = received(&cloud, &portal.id, "Day", &files).await;
    before.proxy().inject_times(100, Operation::Complete, &Fault::Instead(Answer::error(403, "AccessDenied")));
    cloud.run_due_jobs().await;
    assert_eq!(names(&before.files().await), ["Day/a"]);
    let moved = WriteCloudConnection { authorization: Some(after.authorization()), ..WriteCloudConnection::default() };
    owner.client.update_connection(&connection.id, &moved).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete", "and at once");
    assert_eq!(names(&after.files().await), ["Day/a", "Day/large"]);
}

/// One file that the provider refuses does not stop the others, but the transfer is not complete without it.
#[tokio::test]
async fn a_file_that_is_refused_keeps_no_other_back() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let files: [(&str, &str, &[u8]); 3] = [("", "a", b"1"), ("", "b", b"2"), ("", "c", b"3")];
    let parcel = received(&cloud, &portal.id, "Day", &files).await;
    bucket.proxy().inject(Operation::Put, Fault::Instead(Answer::error(400, "KeyTooLongError")));
    cloud.run_due_jobs().await;
    let waiting = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(waiting.state, "pending");
    assert!(waiting.error.contains("KeyTooLongError"), "{}", waiting.error);
    assert_eq!(bucket.files().await.len(), 2);
    cloud.advance(Duration::from_secs(10));
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete");
    assert_eq!(names(&bucket.files().await), ["Day/a", "Day/b", "Day/c"]);
}

/// Nobody pays for parts of an upload that will never be finished.
#[tokio::test]
async fn what_was_begun_at_the_provider_is_given_up_with_the_package() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("x", "large", &vec![3_u8; 40 << 20])]).await;
    bucket.proxy().inject_times(1_000, Operation::Complete, &Fault::Instead(Answer::error(403, "AccessDenied")));
    cloud.run_due_jobs().await;
    assert_eq!((bucket.proxy().count(Operation::Part), bucket.proxy().count(Operation::Abort)), (3, 0));
    holder(&owner, &parcel.id).await.delete_package(&parcel.id).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(bucket.proxy().count(Operation::Abort), 1);
    assert_eq!(bucket.uploads().await, 0);
}

#[tokio::test]
async fn a_portal_keeps_its_connections_until_told_otherwise() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let (one, two) = (connected(&owner, &bucket).await, connected(&owner, &bucket).await);
    let portal = portal_to(&owner, "Rushes", &[&one]).await;
    let attached = portal.cloud_connections.clone().unwrap();
    let shown = serde_json::to_value(&attached[0]).unwrap();
    let expected = json!({
        "id": one.id, "name": "Archive", "provider": "vendor_e_s3", "direction": "service_to_cloud", "state": "ok",
        "destination": one.destination, "region": one.region, "connections": 1, "sync_metadata": false,
        "target_action": "transfer", "filter_id": "", "created_at": one.created_at, "updated_at": one.updated_at,
    });
    assert_eq!(shown, expected);
    let ids = |portal: &wire::portals::PortalBody| {
        portal.cloud_connections.clone().unwrap().into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    let mut request = WritePortal { cloud_connections: Some(vec![choice(&two)]), ..write_portal("Rushes") };
    let kept = owner.client.update_portal(&portal.id, &request).await.unwrap();
    assert_eq!(ids(&kept), std::slice::from_ref(&one.id), "without configure_cloud_connections nothing changes");
    request.configure_cloud_connections = Some(true);
    assert_eq!(member.client.update_portal(&portal.id, &request).await.refusal(), ErrorCode::Forbidden);
    let changed = owner.client.update_portal(&portal.id, &request).await.unwrap();
    assert_eq!(ids(&changed), std::slice::from_ref(&two.id));
    member.client.update_portal(&portal.id, &request).await.unwrap();
    member.client.update_portal(&portal.id, &write_portal("Rushes")).await.unwrap();
    let none = WritePortal { configure_cloud_connections: Some(true), ..write_portal("Rushes") };
    assert_eq!(ids(&owner.client.update_portal(&portal.id, &none).await.unwrap()), []);
    let stranger = cloud.owner("Other", "other@example.org").await;
    let theirs = connected(&stranger, &bucket).await;
    let request = WritePortal { cloud_connections: Some(vec![choice(&theirs)]), ..none };
    assert_eq!(owner.client.update_portal(&portal.id, &request).await.refusal(), ErrorCode::ReferenceNotFound);
}
