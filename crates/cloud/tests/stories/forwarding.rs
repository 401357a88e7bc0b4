//! Received packages are forwarded to the Portal's connections, completely or with a reason.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Answer, Fault, Operation, Parcel, Person, Refusal as _, Reply, TargetBucket, plain_package};
use wire::connections::{StartTransfer, WriteCloudConnection};
use wire::error::ErrorCode;
use wire::filters::{CreateFilter, FilterBody, FilterRule};
use wire::portals::WritePortal;

use super::connection_scene::{
    choice, connected, holder, neighbourly, portal_to, received, to, transfers, write_portal,
};

fn names(files: &std::collections::BTreeMap<String, Vec<u8>>) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

/// How many files are in a folder.
async fn below(bucket: &TargetBucket, folder: &str) -> usize {
    let prefix = format!("{folder}/");
    bucket.keys().await.iter().filter(|key| key.starts_with(&prefix)).count()
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

/// A filter that holds back everything but clips.
async fn clips(owner: &Person) -> FilterBody {
    let rule = FilterRule {
        action: "include".to_owned(),
        criterion: "file_name".to_owned(),
        operator: "regex_match".to_owned(),
        values: vec![r"\.mov$".to_owned()],
    };
    let filter = CreateFilter { name: "Clips".to_owned(), rules: vec![rule] };
    owner.client.create_filter(&owner.team_id, &filter).await.unwrap()
}

#[tokio::test]
async fn filters_decide_which_files_go() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let filter = clips(&owner).await;
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
    for (name, value) in [("files", json!([{"id": "a"}])), ("transfer_id", json!("01KA2B3C4D5E6F7G8H9JKMNPQR"))] {
        let reply = parcel.reply("POST /transfer", &json!({"cloud_connection_id": connection.id, name: value})).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (404, name));
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
    // Only the first is about one file by itself; an object can also be forbidden or too large by its name or its size.
    for (day, (status, code)) in
        [(400, "KeyTooLongError"), (403, "AccessDenied"), (413, "EntityTooLarge"), (404, "NoSuchKey")]
            .iter()
            .enumerate()
    {
        let day = format!("Day {day}");
        let parcel = received(&cloud, &portal.id, &day, &files).await;
        bucket.proxy().inject(Operation::Put, Fault::Instead(Answer::error(*status, code)));
        cloud.run_due_jobs().await;
        let waiting = transfers(&owner, &parcel.id).await.remove(0);
        assert_eq!(waiting.state, "pending");
        assert!(waiting.error.contains(code), "{}", waiting.error);
        assert!(["a: ", "b: ", "c: "].iter().any(|name| waiting.error.starts_with(name)), "{}", waiting.error);
        assert_eq!(below(&bucket, &day).await, 2, "{code}");
        cloud.advance(Duration::from_secs(10));
        cloud.run_due_jobs().await;
        assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete");
        assert_eq!(below(&bucket, &day).await, 3, "{code}");
    }
}

/// Several in a row mean that all would fail: nobody tries thousands of files with credentials that are no longer valid.
#[tokio::test]
async fn a_refusal_of_everything_ends_an_attempt() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let names: Vec<String> = (0..100).map(|number| format!("{number}.mov")).collect();
    let files: Vec<(&str, &str, &[u8])> = names.iter().map(|name| ("", name.as_str(), b"1".as_slice())).collect();
    let parcel = received(&cloud, &portal.id, "Day", &files).await;
    bucket.proxy().inject_times(1_000, Operation::Put, &Fault::Instead(Answer::error(403, "AccessDenied")));
    let before = bucket.proxy().count(Operation::Put);
    cloud.run_due_jobs().await;
    let waiting = transfers(&owner, &parcel.id).await.remove(0);
    assert!(waiting.error.contains("AccessDenied"), "{}", waiting.error);
    let tried = bucket.proxy().count(Operation::Put) - before;
    assert!(tried < 50, "{tried} files were tried");
}

/// The number of the last folder is known, and other folders with the name are not tried one by one.
#[tokio::test]
async fn a_name_can_be_used_any_number_of_times() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    bucket.put("Day/theirs", b"1").await;
    for number in 2..=1_001 {
        bucket.put(&format!("Day ({number})/theirs"), b"1").await;
    }
    let parcel = received(&cloud, &portal.id, "Day", &[("", "a", b"1")]).await;
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "complete");
    let next = received(&cloud, &portal.id, "Day", &[("", "a", b"2")]).await;
    let before = bucket.proxy().count(Operation::List);
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &next.id).await[0].state, "complete");
    assert!(bucket.proxy().count(Operation::List) - before <= 3, "the last number is known");
    let found = bucket.files().await;
    let ours: Vec<_> =
        found.iter().filter(|(key, _)| key.ends_with("/a")).map(|(_, content)| content.clone()).collect();
    assert_eq!(ours.len(), 2);
    assert_ne!(ours[0], ours[1], "none is lost");
}

/// An object in a bucket has up to 5 TiB.
#[tokio::test]
async fn a_file_that_no_bucket_takes_is_refused_before_its_first_byte() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "huge", b"1"), ("", "small", b"2")]).await;
    cloud.execute_sql(&format!("UPDATE files SET size = {} WHERE name = 'huge'", (5_i64 << 40) + 1)).await;
    cloud.run_due_jobs().await;
    let waiting = transfers(&owner, &parcel.id).await.remove(0);
    assert!(waiting.error.contains("huge") && waiting.error.contains("up to 5497558138880 bytes"), "{}", waiting.error);
    assert_eq!((names(&bucket.files().await), bucket.uploads().await), (vec!["Day/small"], 0));
}

/// Folders are reserved for packages, not for names.
#[tokio::test]
async fn a_name_is_free_again_when_its_package_and_its_files_are_gone() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let delivered = async || {
        let parcel = received(&cloud, &portal.id, "Day", &[("", "a", b"1")]).await;
        cloud.run_due_jobs().await;
        parcel
    };
    let first = delivered().await;
    bucket.delete("Day/a").await;
    let second = delivered().await;
    assert_eq!(names(&bucket.files().await), ["Day (2)/a"], "the first package could be sent again");
    for parcel in [first, second] {
        holder(&owner, &parcel.id).await.delete_package(&parcel.id).await.unwrap();
    }
    cloud.run_due_jobs().await;
    cloud.advance(Duration::from_hours(48));
    cloud.run_due_jobs().await;
    delivered().await;
    assert_eq!(names(&bucket.files().await), ["Day (2)/a", "Day/a"]);
    delivered().await;
    assert_eq!(names(&bucket.files().await), ["Day (2)/a", "Day (3)/a", "Day/a"], "what is there is never touched");
}

/// What a filter holds back is not sent because the filter is changed or deleted during the upload.
#[tokio::test]
async fn the_rules_at_the_beginning_of_a_package_hold_for_it() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let filter = clips(&owner).await;
    let request = WritePortal { filter_id: Some(filter.id.to_string()), ..write_portal("Rushes") };
    owner.client.update_portal(&portal.id, &request).await.unwrap();
    let parcel = Parcel::through(&cloud.anyone(), &portal.id, "Day").await;
    parcel.put("", "a.mov", b"1").await;
    parcel.put("", "secret.txt", b"2").await;
    assert_eq!(owner.client.delete_filter(&filter.id).await.refusal(), ErrorCode::WrongState);
    owner.client.delete_portal(&portal.id).await.unwrap();
    owner.client.delete_filter(&filter.id).await.unwrap();
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    assert_eq!(names(&bucket.files().await), ["Day/a.mov"]);
}

#[tokio::test]
async fn a_filter_that_is_changed_taken_away_or_added_holds_for_later_packages() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let filter = clips(&owner).await;
    let begun = async |name: &str| {
        let parcel = Parcel::through(&cloud.anyone(), &portal.id, name).await;
        parcel.put("", "a.mov", b"1").await;
        parcel.put("", "b.txt", b"2").await;
        parcel
    };
    let before = begun("Before").await;
    let filtered = WritePortal { filter_id: Some(filter.id.to_string()), ..write_portal("Rushes") };
    owner.client.update_portal(&portal.id, &filtered).await.unwrap();
    let during = begun("During").await;
    owner.client.update_portal(&portal.id, &write_portal("Rushes")).await.unwrap();
    let after = begun("After").await;
    for parcel in [before, during, after] {
        parcel.finalize().await;
        cloud.run_due_jobs().await;
    }
    let sent = bucket.files().await;
    assert_eq!(names(&sent), ["After/a.mov", "After/b.txt", "Before/a.mov", "Before/b.txt", "During/a.mov"]);
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

/// The credentials are needed once more, and then forgotten.
#[tokio::test]
async fn what_was_begun_at_the_provider_is_given_up_with_the_connection() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("x", "large", &vec![3_u8; 40 << 20])]).await;
    let refused = Fault::Instead(Answer::error(403, "AccessDenied"));
    bucket.proxy().inject_times(1_000, Operation::Complete, &refused);
    cloud.run_due_jobs().await;
    assert_eq!(bucket.uploads().await, 1);
    bucket.proxy().inject_times(1_000, Operation::Abort, &Fault::Instead(Answer::error(503, "SlowDown")));
    owner.client.delete_connection(&connection.id).await.unwrap();
    assert_eq!(owner.client.connection(&connection.id).await.refusal(), ErrorCode::NotFound);
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await[0].state, "error");
    assert_eq!(bucket.uploads().await, 1, "the provider is busy");
    let kept = async || {
        let statement = "SELECT COUNT(*) FROM cloud_connections WHERE sealed_authorization <> ''";
        testkit::number_of_sql(cloud.app().config.database.url.expose(), statement).await
    };
    assert_eq!(kept().await, 1);
    bucket.proxy().clear();
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert_eq!(bucket.uploads().await, 0);
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert_eq!(kept().await, 0, "what is not needed is not kept");
}

/// Credentials are not kept for a provider that never answers.
#[tokio::test]
async fn credentials_of_a_deleted_connection_are_kept_for_a_week_at_most() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("x", "large", &vec![3_u8; 40 << 20])]).await;
    let refused = Fault::Instead(Answer::error(403, "AccessDenied"));
    bucket.proxy().inject_times(1_000, Operation::Complete, &refused);
    bucket.proxy().inject_times(1_000, Operation::Abort, &refused);
    cloud.run_due_jobs().await;
    holder(&owner, &parcel.id).await.delete_package(&parcel.id).await.unwrap();
    owner.client.delete_connection(&connection.id).await.unwrap();
    let count =
        async |statement: &str| testkit::number_of_sql(cloud.app().config.database.url.expose(), statement).await;
    let reserved = async || count("SELECT COUNT(*) FROM transfers WHERE place IS NOT NULL").await;
    for day in 0..8 {
        cloud.run_due_jobs().await;
        if day < 6 {
            assert_eq!(reserved().await, 1, "its upload may still be aborted");
        }
        cloud.advance(Duration::from_hours(24));
    }
    cloud.run_due_jobs().await;
    assert_eq!(count("SELECT COUNT(*) FROM cloud_connections WHERE sealed_authorization <> ''").await, 0);
    assert_eq!(reserved().await, 0, "nothing will ever be aborted there");
}

/// What is damaged in our own storage never arrives as if it were whole: it is named, and the others arrive.
#[tokio::test]
async fn content_that_is_not_what_was_uploaded_is_not_forwarded() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let large = vec![3_u8; 40 << 20];
    let files: [(&str, &str, &[u8]); 3] = [("", "large", &large), ("", "small", b"12345"), ("", "sound", b"1")];
    let parcel = received(&cloud, &portal.id, "Day", &files).await;
    let sums = "UPDATE files SET crc64nvme = 'AAAAAAAAAAA=' WHERE name IN ('large', 'small')";
    cloud.execute_sql(sums).await;
    cloud.run_due_jobs().await;
    let transfer = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(transfer.state, "pending");
    for name in ["large: the content in our own storage differs", "small: the content in our own storage differs"] {
        assert!(transfer.error.contains(name), "{}", transfer.error);
    }
    assert_eq!(bucket.keys().await, ["Day/sound"]);
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "ok", "the provider is not to blame");
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
