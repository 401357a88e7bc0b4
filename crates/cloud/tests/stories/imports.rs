//! Files of a connection: listed, and imported into a package.

use std::time::Duration;

use serde_json::json;
use store::jobs;
use testkit::{
    Answer, Fault, Operation, Parcel, Person, Refusal as _, TargetBucket, TestCloud, fetch, noise, plain_package,
};
use wire::connections::{CloudConnectionBody, CloudFileChoice, StartTransfer, WriteCloudConnection};
use wire::error::ErrorCode;

use super::connection_scene::{connected, neighbourly, to};

async fn source(owner: &Person, bucket: &TargetBucket, directories: &[&str]) -> CloudConnectionBody {
    let request = WriteCloudConnection {
        direction: Some("cloud_to_service".to_owned()),
        source_directory_ids: Some(directories.iter().map(|text| (*text).to_owned()).collect()),
        ..to("vendor_h_s3", bucket.authorization())
    };
    owner.client.create_connection(&owner.team_id, &request).await.unwrap()
}

async fn stocked() -> TargetBucket {
    let bucket = TargetBucket::start().await;
    for (key, content) in
        [("a.txt", "A"), ("day/b.mov", "BB"), ("day/two/c d+é.mov", "CCC"), ("day/two/e", ""), ("night/f", "F")]
    {
        bucket.put(key, content.as_bytes()).await;
    }
    bucket
}

fn choose(id: &str, kind: &str) -> CloudFileChoice {
    CloudFileChoice { id: Some(id.to_owned()), kind: Some(kind.to_owned()), name: None }
}

fn import(connection: &CloudConnectionBody, files: Vec<CloudFileChoice>) -> StartTransfer {
    StartTransfer {
        cloud_connection_id: Some(connection.id.to_string()),
        direction: Some("cloud_to_service".to_owned()),
        files: Some(files),
        ..StartTransfer::default()
    }
}

/// How many attempts of the import failed, without one that got further.
async fn attempts(cloud: &TestCloud) -> i64 {
    let waiting = jobs::list(&mut cloud.app().store.read().await.unwrap(), "waiting", 100).await.unwrap();
    waiting.iter().find(|job| job.name == "import_files").expect("the import waits").attempts
}

/// The provider says when it wants to be asked again.
#[tokio::test]
async fn a_provider_is_given_the_time_that_it_asks_for() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let wanted = import(&connection, vec![choose("a.txt", "file")]);
    parcel.client.start_transfer(&parcel.id, &wanted).await.unwrap();
    let before = bucket.proxy().count(Operation::Head);
    bucket.proxy().inject_times(10, Operation::Head, &Fault::slow_down(3_600));
    cloud.run_due_jobs().await;
    assert_eq!(bucket.proxy().count(Operation::Head) - before, 1, "it is not asked again at once");
    bucket.proxy().clear();
    cloud.advance(Duration::from_mins(59));
    assert_eq!(cloud.run_due_jobs().await, 0);
    cloud.advance(Duration::from_mins(2));
    cloud.run_due_jobs().await;
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap()[0].state, "complete");
}

/// The content of the only file.
async fn only_content(parcel: &Parcel) -> Vec<u8> {
    parcel.finalize().await;
    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    fetch(&parcel.client.download_address(&parcel.id, &file.id).await.unwrap().url).await
}

#[tokio::test]
async fn a_bucket_is_listed_directory_by_directory() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let list = async |prefix: &str, after: &str, count| {
        let found = owner.client.connection_files(&connection.id, prefix, after, count).await.unwrap();
        found.into_iter().map(|file| (file.id, file.name, file.kind, file.size)).collect::<Vec<_>>()
    };
    let entry = |id: &str, name: &str, kind: &str, size| (id.to_owned(), name.to_owned(), kind.to_owned(), size);
    let top = [
        entry("a.txt", "a.txt", "file", 1),
        entry("day/", "day", "directory", 0),
        entry("night/", "night", "directory", 0),
    ];
    assert_eq!(list("", "", 1_000).await, top);
    assert_eq!(list("", "", 1).await, top[..1]);
    assert_eq!(list("", "a.txt", 1).await, top[1..2]);
    assert_eq!(list("", "day/", 5).await, top[2..]);
    assert_eq!(list("", "night/", 5).await, []);
    let two = [entry("day/two/c d+é.mov", "c d+é.mov", "file", 3), entry("day/two/e", "e", "file", 0)];
    assert_eq!(list("day/two/", "", 10).await, two);
    assert_eq!(list("day/two", "", 10).await, two, "with or without its slash");
    let path = format!("GET /v1/cloud_connections/{}/files?count=0", connection.id);
    let reply = testkit::Reply::of(&owner.client, &path, &serde_json::Value::Null).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "count"));

    let narrow = source(&owner, &bucket, &["day/two", "night"]).await;
    assert_eq!(narrow.source_directory_ids, Some(vec!["day/two".to_owned(), "night".to_owned()]));
    let tops = owner.client.connection_files(&narrow.id, "", "", 10).await.unwrap();
    assert_eq!(tops.iter().map(|top| top.id.as_str()).collect::<Vec<_>>(), ["day/two/", "night/"]);
    assert_eq!(owner.client.connection_files(&narrow.id, "day/", "", 10).await.refusal(), ErrorCode::InvalidField);
    assert_eq!(owner.client.connection_files(&narrow.id, "nightly/", "", 10).await.refusal(), ErrorCode::InvalidField);
    let climbing = owner.client.connection_files(&narrow.id, "night/../day", "", 10).await;
    assert_eq!(climbing.refusal(), ErrorCode::InvalidField);
    assert_eq!(owner.client.connection_files(&narrow.id, "night/", "", 10).await.unwrap().len(), 1);
    let target = connected(&owner, &bucket).await;
    assert_eq!(owner.client.connection_files(&target.id, "", "", 10).await.refusal(), ErrorCode::WrongState);
}

#[tokio::test]
async fn files_and_directories_become_a_package() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let large: Vec<u8> = (0..(35 << 20)).map(|index: u32| (index % 251) as u8).collect();
    bucket.put("large.bin", &large).await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let renamed = CloudFileChoice { name: Some("first.txt".to_owned()), ..choose("a.txt", "file") };
    let files = vec![renamed, choose("day/", "directory"), choose("large.bin", "file")];
    let begun = parcel.client.start_transfer(&parcel.id, &import(&connection, files)).await.unwrap();
    assert_eq!((begun.state.as_str(), begun.direction.as_str()), ("pending", "cloud_to_service"));
    cloud.run_due_jobs().await;
    let done = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!((done.state.as_str(), done.error.as_str()), ("complete", ""));
    parcel.finalize().await;

    let mut found = parcel.client.files(&parcel.id, "").await.unwrap();
    found.sort_by(|one, other| (&one.path, &one.name).cmp(&(&other.path, &other.name)));
    let placed: Vec<(&str, &str, i64)> =
        found.iter().map(|file| (file.path.as_str(), file.name.as_str(), file.size)).collect();
    let size = i64::try_from(large.len()).unwrap();
    let expected = [
        ("", "first.txt", 1),
        ("", "large.bin", size),
        ("day", "b.mov", 2),
        ("day/two", "c d+é.mov", 3),
        ("day/two", "e", 0),
    ];
    assert_eq!(placed, expected);
    assert!(!found[1].checksum.crc64nvme.is_empty());
    let address = parcel.client.download_address(&parcel.id, &found[1].id).await.unwrap();
    assert_eq!(fetch(&address.url).await, large);
}

/// The subjects of the mails that Ben has got since the last call.
async fn told(cloud: &TestCloud) -> Vec<String> {
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take().into_iter().filter(|mail| mail.recipients == ["ben@example.org"]);
    mails.map(|mail| mail.header("Subject")[0].clone()).collect()
}

#[tokio::test]
async fn a_package_is_finalized_when_its_import_is_complete() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let order = |files, finalize| StartTransfer {
        finalize,
        notify_email: Some("Ben@example.org".to_owned()),
        ..import(&connection, files)
    };
    let request = order(vec![choose("a.txt", "file")], None);
    parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    cloud.run_due_jobs().await;
    let package = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    assert_eq!((package.state.as_str(), package.total_files), ("finalized", 1));
    assert!(parcel.client.files(&parcel.id, "").await.unwrap()[0].completed);
    assert_eq!(told(&cloud).await, ["Dailies: import from Archive complete"]);

    let open = Parcel::create(&owner.client, &owner.team_id, &plain_package("Open")).await;
    open.client.start_transfer(&open.id, &order(vec![choose("a.txt", "file")], Some(false))).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(owner.client.package(&owner.team_id, &open.id).await.unwrap().state, "new", "as the caller asked");
    assert_eq!(told(&cloud).await, ["Open: import from Archive complete"]);
    let body = json!({"cloud_connection_id": connection.id, "direction": "cloud_to_service",
        "files": [{"id": "a.txt"}], "notify_email": "nobody"});
    let reply = open.reply("POST /transfer", &body).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "notify_email"));
}

#[tokio::test]
async fn a_package_that_cannot_be_finalized_after_its_import_says_why() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    parcel.add("", "unfinished.mov", 5).await;
    let email = Some("ben@example.org".to_owned());
    let request = StartTransfer { notify_email: email, ..import(&connection, vec![choose("a.txt", "file")]) };
    parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    cloud.run_due_jobs().await;
    let done = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!(done.state, "complete");
    assert!(done.error.contains("could not be finalized") && done.error.contains("unfinished.mov"), "{}", done.error);
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    let completed = |name: &str| files.iter().find(|file| file.name == name).map(|file| file.completed);
    assert_eq!((completed("a.txt"), completed("unfinished.mov")), (Some(true), Some(false)));
    assert_eq!(told(&cloud).await, ["Dailies: import from Archive failed"]);
}

#[tokio::test]
async fn a_package_waits_for_all_imports_into_it() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    for id in ["a.txt", "day/b.mov"] {
        let request = import(&connection, vec![choose(id, "file")]);
        parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    }
    // Both wait for their next attempt, and have no file yet.
    bucket.proxy().inject_times(50, Operation::Head, &Fault::Instead(Answer::error(503, "SlowDown")));
    cloud.run_due_jobs().await;
    let states = async || {
        let found = parcel.client.transfers(&parcel.id).await.unwrap();
        found.into_iter().map(|transfer| transfer.state).collect::<Vec<_>>()
    };
    assert_eq!(states().await, ["pending", "pending"]);
    bucket.proxy().clear();
    for _ in 0..3 {
        cloud.advance(Duration::from_mins(1));
        cloud.run_due_jobs().await;
    }
    assert_eq!(states().await, ["complete", "complete"], "the first to end did not end the other");
    let package = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    assert_eq!((package.state.as_str(), package.total_files), ("finalized", 2));
}

#[tokio::test]
async fn who_waits_for_an_import_is_told_that_its_connection_was_deleted() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let notify_email = Some("ben@example.org".to_owned());
    let request = StartTransfer { notify_email, ..import(&connection, vec![choose("a.txt", "file")]) };
    parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    owner.client.delete_connection(&connection.id).await.unwrap();
    assert_eq!(told(&cloud).await, ["Dailies: import from Archive failed"]);
}

#[tokio::test]
async fn an_import_that_breaks_off_goes_on() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let files = vec![choose("a.txt", "file"), choose("day/b.mov", "file")];
    parcel.client.start_transfer(&parcel.id, &import(&connection, files)).await.unwrap();
    // As often as one part is tried.
    bucket.proxy().inject_times(5, Operation::Get, &Fault::Truncated);
    cloud.run_due_jobs().await;
    let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!(failed.state, "pending");
    assert!(failed.error.contains("broke off"), "{}", failed.error);
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "error");
    let open = parcel.client.finalize_package(&parcel.id).await;
    assert_ne!(open.refusal(), ErrorCode::NotFound, "a package waits for a running import");
    bucket.proxy().inject_times(50, Operation::Head, &Fault::Instead(Answer::error(503, "SlowDown")));
    cloud.advance(Duration::from_secs(5));
    cloud.run_due_jobs().await;
    bucket.proxy().clear();
    cloud.advance(Duration::from_secs(10));
    cloud.run_due_jobs().await;
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap()[0].state, "complete");
    assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "ok");
    assert_eq!(parcel.finalize().await.total_files, 2);
}

/// A file of several parts does not start over because of single failures, in one attempt or in several.
#[tokio::test]
async fn a_large_file_goes_on_where_it_was() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let content = noise(26, 60 << 20);
    bucket.put("large.mov", &content).await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let wanted = import(&connection, vec![choose("large.mov", "file")]);
    parcel.client.start_transfer(&parcel.id, &wanted).await.unwrap();
    // The first part fails in every try of the first attempt; the others arrive while it is tried again.
    let faults = [Fault::Truncated, Fault::ResetAfter, Fault::Instead(Answer::error(503, "SlowDown"))];
    for fault in faults.iter().cycle().take(12) {
        bucket.proxy().inject(Operation::Get, fault.clone());
    }
    for _ in 0..5 {
        cloud.run_due_jobs().await;
        cloud.advance(Duration::from_mins(10));
    }
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap()[0].state, "complete");
    assert_eq!(bucket.proxy().count(Operation::Get), 12 + 4, "each part was read once more than it failed");
    assert!(only_content(&parcel).await == content);
}

/// What was recorded of one version is not mixed with another.
#[tokio::test]
async fn a_file_that_changed_between_attempts_starts_over() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    bucket.put("large.mov", &noise(1, 60 << 20)).await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let wanted = import(&connection, vec![choose("large.mov", "file")]);
    parcel.client.start_transfer(&parcel.id, &wanted).await.unwrap();
    bucket.proxy().inject_times(17, Operation::Get, &Fault::Truncated);
    cloud.run_due_jobs().await;
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap()[0].state, "pending");
    bucket.proxy().clear();
    let content = noise(2, 60 << 20);
    bucket.put("large.mov", &content).await;
    cloud.advance(Duration::from_mins(10));
    cloud.run_due_jobs().await;
    assert_eq!(parcel.client.transfers(&parcel.id).await.unwrap()[0].state, "complete");
    assert!(only_content(&parcel).await == content);
}

#[tokio::test]
async fn a_file_that_is_gone_keeps_no_other_back() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let files = ["day/none", "a.txt", "day/gone", "day/b.mov"].map(|id| choose(id, "file"));
    parcel.client.start_transfer(&parcel.id, &import(&connection, files.to_vec())).await.unwrap();
    cloud.run_due_jobs().await;
    let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!(failed.state, "pending");
    assert!(failed.error.starts_with("2 files were not transferred: day/none: "), "{}", failed.error);
    assert!(failed.error.contains("day/gone: "), "{}", failed.error);
    // It got further, so its attempts count from the first again, but only once.
    assert_eq!(attempts(&cloud).await, 1);
    cloud.advance(Duration::from_mins(10));
    cloud.run_due_jobs().await;
    assert_eq!(attempts(&cloud).await, 2);
    let there = parcel.client.files(&parcel.id, "").await.unwrap();
    assert_eq!(there.iter().filter(|file| file.state == "finalized").count(), 2, "{there:?}");
}

/// The marker object of a folder at the end of a page must not hide the folder.
#[tokio::test]
async fn markers_of_folders_hide_nothing() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    for key in ["day/", "day/a/", "day/a/one", "day/b/", "day/b/two"] {
        bucket.put(key, if key.ends_with('/') { b"" } else { b"x" }).await;
    }
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let request = import(&connection, vec![choose("day/", "directory")]);
    parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
    let early = parcel.client.finalize_package(&parcel.id).await;
    assert_eq!(early.refusal(), ErrorCode::WrongState, "nothing is sent while files are fetched");
    cloud.run_due_jobs().await;
    assert_eq!(parcel.finalize().await.total_files, 2);
}

#[tokio::test]
async fn only_those_who_manage_connections_read_a_bucket() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&member.client, &owner.team_id, &plain_package("Dailies")).await;
    let request = import(&connection, vec![choose("a.txt", "file")]);
    assert_eq!(parcel.client.start_transfer(&parcel.id, &request).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(member.client.connection_files(&connection.id, "", "", 1).await.refusal(), ErrorCode::Forbidden);
}

#[tokio::test]
async fn what_cannot_be_fetched_is_named() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &["day"]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let cases = [
        (json!([]), "files"),
        (json!([{"kind": "file"}]), "files[0].id"),
        (json!([{"id": "day/b.mov", "kind": "link"}]), "files[0].kind"),
        (json!([{"id": "day/two/", "kind": "file"}]), "files[0].kind"),
        (json!([{"id": "day/b.mov", "name": "../x"}]), "files[0].name"),
        (json!([{"id": "day/../a.txt"}]), "files"),
        (json!([{"id": "day/../../other/a.txt"}]), "files"),
        (json!([{"id": "day/./b.mov"}]), "files"),
        (json!([{"id": "a.txt"}]), "files"),
        (json!([{"id": "daybreak/a"}]), "files"),
    ];
    for (files, field) in cases {
        let body = json!({"cloud_connection_id": connection.id, "direction": "cloud_to_service", "files": files});
        let reply = parcel.reply("POST /transfer", &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{files}: {}", reply.text);
    }
    let missing = import(&connection, vec![choose("day/none", "file")]);
    parcel.client.start_transfer(&parcel.id, &missing).await.unwrap();
    cloud.run_due_jobs().await;
    let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert!(failed.error.contains("404"), "{}", failed.error);
    parcel.put("", "a", b"1").await;
    parcel.finalize().await;
    let late = import(&connection, vec![choose("day/b.mov", "file")]);
    assert_eq!(parcel.client.start_transfer(&parcel.id, &late).await.refusal(), ErrorCode::WrongState);
}

/// Nothing is left out silently, and a file with such a name can be imported individually under another.
#[tokio::test]
async fn names_that_no_package_takes_are_named() {
    let cloud = neighbourly().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let long = format!("day/{}", "x".repeat(256));
    for key in ["day/back\\slash.mov", &long] {
        let bucket = stocked().await;
        bucket.put(key, b"odd").await;
        let connection = source(&owner, &bucket, &[]).await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        let whole = import(&connection, vec![choose("day/", "directory")]);
        parcel.client.start_transfer(&parcel.id, &whole).await.unwrap();
        cloud.run_due_jobs().await;
        let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
        assert_eq!(failed.state, "pending", "{key}");
        assert!(failed.error.contains(key) && failed.error.contains("rename it"), "{key}: {}", failed.error);
        assert_eq!(owner.client.connection(&connection.id).await.unwrap().state, "ok", "the provider is not to blame");
        assert!(!parcel.client.files(&parcel.id, "").await.unwrap().is_empty(), "{key}: the others are there");

        let other = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        let renamed = CloudFileChoice { name: Some("fine.mov".to_owned()), ..choose(key, "file") };
        let by_name = import(&connection, vec![renamed, choose("day/b.mov", "file")]);
        other.client.start_transfer(&other.id, &by_name).await.unwrap();
        cloud.run_due_jobs().await;
        let done = other.client.transfers(&other.id).await.unwrap().remove(0);
        assert_eq!((done.state.as_str(), done.error.as_str()), ("complete", ""), "{key}");
        assert_eq!(other.finalize().await.total_files, 2);
    }
}

#[tokio::test]
async fn a_list_of_files_that_never_ends_is_not_followed() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let begun = import(&connection, vec![choose("day/", "directory")]);
    let begun = parcel.client.start_transfer(&parcel.id, &begun).await.unwrap();
    let page = "<ListBucketResult><Contents><Key>day/b.mov</Key><Size>2</Size></Contents></ListBucketResult>";
    bucket.proxy().inject_times(100, Operation::List, &Fault::Instead(Answer::new(200, page)));
    cloud.run_due_jobs().await;
    assert!(bucket.proxy().clear() >= 90, "two pages are enough to see it");
    let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert!(failed.error.contains("does not end"), "{}", failed.error);
    assert_eq!(failed.id, begun.id);
}

#[tokio::test]
async fn an_import_stops_where_the_package_is_full() {
    let (cloud, bucket) = (neighbourly().start().await, stocked().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let begun = import(&connection, vec![choose("day/", "directory")]);
    let begun = parcel.client.start_transfer(&parcel.id, &begun).await.unwrap();
    // As if ten million files were listed already.
    let last = format!(
        "INSERT INTO transfer_sources (transfer_id, position, source_id, path, name, kind, file_id, done)
         VALUES ('{}', 10000999, 'before', '', 'before', 'file', NULL, 1)",
        begun.id
    );
    cloud.execute_sql(&last).await;
    cloud.run_due_jobs().await;
    let failed = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert!(failed.error.contains("a package can have up to 10000000 files"), "{}", failed.error);
    assert!(parcel.client.files(&parcel.id, "").await.unwrap().is_empty(), "nothing is fetched");
}

#[tokio::test]
async fn what_is_chosen_twice_comes_once_and_the_answer_says_so() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    for key in ["a.txt", "b/c.txt", "b/d.txt"] {
        bucket.put(key, key.as_bytes()).await;
    }
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = source(&owner, &bucket, &[]).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let renamed = CloudFileChoice { name: Some("other.txt".to_owned()), ..choose("a.txt", "file") };
    let files = vec![
        choose("a.txt", "file"),
        renamed,
        choose("b", "directory"),
        choose("b/c.txt", "file"),
        choose("b/", "directory"),
    ];
    let begun = parcel.client.start_transfer(&parcel.id, &import(&connection, files)).await.unwrap();
    assert_eq!(begun.chosen_twice, ["a.txt", "b/", "b/c.txt"]);
    cloud.run_due_jobs().await;
    let done = parcel.client.transfers(&parcel.id).await.unwrap().remove(0);
    assert_eq!((done.state.as_str(), done.error.as_str()), ("complete", ""));
    let listed = parcel.client.files(&parcel.id, "").await.unwrap();
    let mut places: Vec<String> = listed.iter().map(|file| format!("{}/{}", file.path, file.name)).collect();
    places.sort();
    assert_eq!(places, ["/a.txt", "/c.txt", "b/d.txt"]);
}
