//! State changes of packages over time: expiry, deletion, the archive, and the sweeps.

use std::time::Duration;

use domain::file::object_key;
use serde_json::json;
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, file, plain_package, request_of};
use wire::error::ErrorCode;
use wire::files::{AddedOne, RequestChunks};
use wire::ids::{FileId, PackageId};
use wire::packages::{ArchiveRange, CreatePackage, PackageBody};
use wire::time::OptionalTime;

const DAY: Duration = Duration::from_hours(24);

/// An Owner whose credential outlives these stories.
async fn lasting_owner(cloud: &TestCloud) -> Person {
    let owner = cloud.owner("Film", "anna@example.org").await;
    let client = cloud.anyone().with_api_key(owner.api_key.as_deref().unwrap());
    Person { client, ..owner }
}

async fn package(owner: &Person, id: &PackageId) -> PackageBody {
    owner.client.package(&owner.team_id, id).await.unwrap()
}

async fn is_stored(cloud: &TestCloud, package: &PackageId, file: &FileId) -> bool {
    cloud.app().storage.look_at(&object_key(package, file)).await.unwrap().is_some()
}

async fn open_uploads(cloud: &TestCloud) -> usize {
    cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.len()
}

#[tokio::test]
async fn an_expiry_can_be_moved_while_finalized() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.advance(DAY);
    for body in [
        json!({}),
        json!({ "expiry": null }),
        json!({ "expiry": "" }),
        json!({ "expiry": "0001-01-01T00:00:00.000Z" }),
        json!({ "expiry": "2025-12-31" }),
        json!({ "expiry": cloud.now() }),
        json!({ "expiry": "soon" }),
        json!({ "expiry": 7 }),
        json!({ "expiry": "0001-01-01T00:00:00.000Z", "unlimited_storage": false }),
    ] {
        let reply = parcel.reply("PUT /expiry", &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "expiry"), "{body}");
    }
    let reply = parcel.reply("PUT /expiry", &json!({ "unlimited_storage": "yes" })).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "unlimited_storage"));

    let forever = parcel.reply("PUT /expiry", &json!({ "unlimited_storage": true })).await.expect(200);
    assert_eq!((&forever["expiry"], &forever["unlimited_storage"]), (&json!("0001-01-01T00:00:00.000Z"), &json!(true)));
    let later = parcel.reply("PUT /expiry", &json!({ "expiry": "2026-02-01T01:00:00+01:00" })).await.expect(200);
    assert_eq!((&later["expiry"], &later["unlimited_storage"]), (&json!("2026-02-01T00:00:00.000Z"), &json!(false)));
    assert_eq!((&later["custom_expiry"], &later["extra_storage"]), (&json!(true), &json!(true)));
    assert_eq!(later["extra_storage_days"], 21, "from the eleventh of January on");
    assert_eq!((&later["extra_storage_updated_at"], &later["updated_at"]), (&json!(cloud.now()), &json!(cloud.now())));
    let sooner = parcel.reply("PUT /expiry", &json!({ "expiry": "2026-01-11" })).await.expect(200);
    assert_eq!((&sooner["extra_storage"], &sooner["extra_storage_days"]), (&json!(false), &json!(0)));
}

#[tokio::test]
async fn time_ends_a_package_and_its_record_stays() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let request = CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &request).await;
    let link = parcel.link().await;
    let secret = link.download_secret.as_deref().unwrap();
    let file = parcel.client.files(&parcel.id, "").await.unwrap()[0].id.clone();
    cloud.run_due_jobs().await;
    cloud.mails.take();

    cloud.advance(Duration::from_mins(8 * 24 * 60 - 1));
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "too early for a warning");
    cloud.advance(Duration::from_hours(1));
    cloud.run_due_jobs().await;
    let warnings = cloud.mails.take();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].recipients, ["anna@example.org"]);
    assert!(warnings[0].readable().contains("Dailies"));
    cloud.advance(Duration::from_hours(47));
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "one warning is enough");
    assert_eq!(package(&owner, &parcel.id).await.state, "finalized");
    assert!(is_stored(&cloud, &parcel.id, &file).await);

    cloud.advance(Duration::from_mins(1));
    let early = cloud.anyone().resolve_link(&link.id, secret, None).await;
    assert_eq!(early.refusal(), ErrorCode::Gone, "a link does not wait for the sweep");
    cloud.run_due_jobs().await;
    let ended = package(&owner, &parcel.id).await;
    assert_eq!((ended.state.as_str(), ended.name.as_str()), ("expired", "Dailies"));
    assert_eq!((ended.recipients, ended.size, ended.total_files), (request.recipients, 5, 1));
    assert_eq!(ended.expiry, parcel.body.expiry);
    assert!(ended.links.len() == 2 && ended.links.iter().all(|link| !link.active));
    assert!(ended.progress_channels.is_empty());
    assert!(!is_stored(&cloud, &parcel.id, &file).await);
    let holder = owner.client.with_package_token(&ended.access_token);
    assert!(holder.files(&parcel.id, "").await.unwrap().is_empty());
    assert_eq!(holder.download_address(&parcel.id, &file).await.refusal(), ErrorCode::Gone);
    assert_eq!(cloud.anyone().resolve_link(&link.id, secret, None).await.refusal(), ErrorCode::Gone);
    assert!(cloud.mails.take().is_empty());
}

#[tokio::test]
async fn a_year_without_an_end_deletes_nothing_that_was_sent() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let request = CreatePackage { unlimited_storage: Some(true), ..plain_package("for ever") };
    let chosen_first = Parcel::sent(&owner.client, &owner.team_id, &request).await;
    let new = Parcel::create(&owner.client, &owner.team_id, &request).await;
    let file = new.put("", "a", b"a").await;
    let chosen_later = Parcel::sent(&owner.client, &owner.team_id, &plain_package("at first not")).await;
    chosen_later.reply("PUT /expiry", &json!({ "unlimited_storage": true })).await.expect(200);
    cloud.run_due_jobs().await;
    cloud.mails.take();
    for _ in 0..53 {
        cloud.advance(7 * DAY);
        cloud.run_due_jobs().await;
    }
    for (parcel, state) in [(&chosen_first, "finalized"), (&new, "expired"), (&chosen_later, "finalized")] {
        let body = package(&owner, &parcel.id).await;
        assert_eq!(body.state, state);
        let holder = owner.client.with_package_token(&body.access_token);
        for file in holder.files(&parcel.id, "").await.unwrap() {
            assert!(is_stored(&cloud, &parcel.id, &file.id).await);
        }
    }
    assert!(!is_stored(&cloud, &new.id, &file.id).await, "nobody went on with it");
    assert!(cloud.mails.take().is_empty(), "nobody is warned of an end that does not come");
    let range = ArchiveRange { expiry_start: "0001-01-01".parse().unwrap(), expiry_end: "9999-01-01".parse().unwrap() };
    let archived = owner.client.archive_packages(&owner.team_id, &range).await.unwrap();
    assert_eq!(archived.total_updated, 1, "the one that has ended");
}

#[tokio::test]
async fn an_abandoned_package_ends_with_its_uploads() {
    let cloud = TestCloud::start().await;
    let owner = lasting_owner(&cloud).await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("begun")).await;
    let whole = parcel.put("", "whole", b"whole").await;
    let added = parcel.add("", "half", 6).await;
    let upload_id = parcel.begin(&added).await;
    parcel.send(&added.file.id, &upload_id, b"a part", 5 << 20).await;
    cloud.advance(9 * DAY);
    cloud.run_due_jobs().await;
    assert_eq!(open_uploads(&cloud).await, 1, "someone may still come back to it");
    cloud.advance(DAY);
    cloud.run_due_jobs().await;
    assert_eq!(package(&owner, &parcel.id).await.state, "expired");
    assert_eq!(open_uploads(&cloud).await, 0);
    assert!(!is_stored(&cloud, &parcel.id, &whole.id).await);
}

#[tokio::test]
async fn addresses_used_after_the_deletion_leave_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let [AddedOne::Done(small)] = &parcel.client.add_files(&parcel.id, &[file("", "small", 5)]).await.unwrap()[..]
    else {
        panic!("the file is added")
    };
    let big = parcel.add("", "big", 5).await;
    let upload_id = parcel.begin(&big).await;
    let request = RequestChunks { upload_id, checksums: None };
    let chunks = parcel.client.chunks(&parcel.id, &big.file.id, 0, 1, &request).await.unwrap();
    parcel.client.delete_package(&parcel.id).await.unwrap();
    let deleted = package(&owner, &parcel.id).await;
    assert_eq!((deleted.state.as_str(), deleted.expiry), ("expired", OptionalTime(Some(cloud.now()))));
    cloud.run_due_jobs().await;

    let put = small.put_blueprint.as_ref().unwrap();
    request_of(put).body("hello").send().await.unwrap();
    request_of(big.create_blueprint.as_ref().unwrap()).send().await.unwrap();
    let late = request_of(&chunks[0]).body("hello").send().await.unwrap();
    assert!(late.status().is_client_error(), "the upload is aborted: {}", late.status());
    cloud.advance(Duration::from_mins(62));
    cloud.run_due_jobs().await;
    assert!(!is_stored(&cloud, &parcel.id, &small.file.id).await);
    assert_eq!(open_uploads(&cloud).await, 0);
}

#[tokio::test]
async fn the_archive_takes_what_expired_in_the_period() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let mut parcels = Vec::new();
    for (number, person) in [&owner, &owner, &owner, &other, &owner].into_iter().enumerate() {
        let parcel = Parcel::create(&person.client, &person.team_id, &plain_package(&number.to_string())).await;
        if number < 4 {
            parcel.client.delete_package(&parcel.id).await.unwrap();
        }
        parcels.push((parcel, cloud.now()));
        cloud.advance(Duration::from_hours(1));
    }
    let line = |team: &Person, action: &str| format!("PUT /v1/teams/{}/{action}", team.team_id);
    let range = json!({ "expiry_start": parcels[1].1, "expiry_end": parcels[3].1 });
    for field in ["expiry_start", "expiry_end"] {
        for bad in [json!(null), json!("soon"), json!(7)] {
            let mut wrong = range.clone();
            wrong[field] = bad;
            let reply = Reply::of(&owner.client, &line(&owner, "archive"), &wrong).await;
            assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field));
        }
    }
    let turned = json!({ "expiry_start": parcels[3].1, "expiry_end": parcels[1].1 });
    assert_eq!(Reply::of(&owner.client, &line(&owner, "archive"), &turned).await.status, 400);
    let foreign = Reply::of(&other.client, &line(&owner, "archive"), &range).await;
    assert_eq!(foreign.error().code, ErrorCode::NotFound);

    let states = async |expected: [&str; 5]| {
        for ((parcel, _), (number, state)) in parcels.iter().zip(expected.into_iter().enumerate()) {
            let person = if number == 3 { &other } else { &owner };
            assert_eq!(package(person, &parcel.id).await.state, state, "{number}");
        }
    };
    let archive = async |action: &str, count: i64| {
        let reply = Reply::of(&owner.client, &line(&owner, action), &range).await;
        assert_eq!(reply.expect(200), json!({ "total_updated": count }), "{action}");
    };
    archive("archive", 2).await;
    states(["expired", "archived", "archived", "expired", "new"]).await;
    archive("archive", 0).await;
    parcels[0].0.client.archive_package(&parcels[0].0.id).await.unwrap();
    archive("unarchive", 2).await;
    states(["archived", "expired", "expired", "expired", "new"]).await;
    parcels[0].0.client.unarchive_package(&parcels[0].0.id).await.unwrap();
    states(["expired", "expired", "expired", "expired", "new"]).await;
}
