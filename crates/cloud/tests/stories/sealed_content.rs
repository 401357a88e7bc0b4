//! Finalized content never changes: with old upload URLs, repeated calls, concurrent calls.

use serde_json::json;
use testkit::{Parcel, TestCloud, fetch, file, number_of_sql, plain_package, request_of};
use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::{AddFile, AddedOne, FinalizeFile, RequestChunks};
use wire::ids::FileId;
use wire::packages::CreatePackage;

/// The smallest part that is not the last.
const PART: usize = 5 << 20;

async fn content(parcel: &Parcel, file: &FileId) -> Vec<u8> {
    fetch(&parcel.client.download_address(&parcel.id, file).await.unwrap().url).await
}

/// T6: every upload URL again, with other bytes.
#[tokio::test]
async fn no_address_changes_what_is_finalized() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let added = parcel.client.add_files(&parcel.id, &[file("", "a", 5), file("", "b", 5)]).await.unwrap();
    let mut addresses: Vec<Blueprint> = Vec::new();
    let mut files = Vec::new();
    for (number, answer) in added.into_iter().enumerate() {
        let AddedOne::Done(added) = answer else { panic!("the file is added") };
        let id = added.file.id.clone();
        let upload_ids = [parcel.begin(&added).await, parcel.begin(&added).await];
        for upload_id in &upload_ids {
            let request = RequestChunks { upload_id: upload_id.clone(), checksums: None };
            addresses.extend(parcel.client.chunks(&parcel.id, &id, 0, 1, &request).await.unwrap());
        }
        addresses.extend([added.create_blueprint.clone().unwrap(), added.put_blueprint.clone().unwrap()]);
        if number == 0 {
            let request = parcel.send(&id, &upload_ids[0], b"hello", 5 << 20).await;
            parcel.client.finalize_file(&parcel.id, &id, &request).await.unwrap();
        } else {
            request_of(&added.put_blueprint.unwrap()).body("hello").send().await.unwrap();
            let done = parcel.reply("POST /files/finalize", &json!([{ "file_id": id, "size": 5 }])).await.expect(200);
            assert_eq!(done[0]["state"], "finalized");
        }
        files.push(id);
    }
    for after in ["the files", "the package"] {
        if after == "the package" {
            parcel.finalize().await;
        }
        for address in &addresses {
            // Whatever storage answers.
            request_of(address).body("world").send().await.unwrap();
        }
        for file in &files {
            assert_eq!(content(&parcel, file).await, b"hello", "after {after}");
            let request = json!({ "upload_id": "some" });
            let chunks = parcel.reply(&format!("POST /files/{file}?start=0&count=1"), &request).await;
            assert_eq!(chunks.error().code, ErrorCode::WrongState, "no new addresses after {after}");
            let other = json!({ "size": 5, "file_extras": { "upload_id": "some" },
                "chunk_extras": [{ "partNumber": 1, "etag": "some" }] });
            let finalized = parcel.reply(&format!("POST /files/{file}/finalize"), &other).await;
            assert_eq!(finalized.error().code, ErrorCode::WrongState);
        }
    }
    cloud.advance(std::time::Duration::from_hours(3));
    cloud.run_due_jobs().await;
    assert!(cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty(), "nothing is left open");
    for file in &files {
        assert_eq!(content(&parcel, file).await, b"hello");
    }
}

#[tokio::test]
async fn a_package_needs_a_file_and_no_unfinished_one() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let finalize = async || parcel.reply("POST /finalize", &json!({})).await;
    for step in ["nothing", "a directory", "an unfinished file"] {
        match step {
            "a directory" => drop(parcel.reply("POST /files", &json!({ "kind": "directory", "name": "d" })).await),
            "an unfinished file" => drop(parcel.add("day 4", "open.mov", 5).await),
            _ => {}
        }
        let error = finalize().await.error();
        assert_eq!((error.code.status(), error.message.as_str()), (400, "package must have at least 1 file"), "{step}");
    }
    parcel.put("", "a", b"a").await;
    let error = finalize().await.error();
    assert_eq!(error.code, ErrorCode::WrongState);
    assert!(error.message.contains("day 4/open.mov"), "{}", error.message);
    let open = parcel.client.files(&parcel.id, "").await.unwrap();
    let open = open.iter().find(|file| file.state == "new").unwrap();
    parcel.client.remove_file(&parcel.id, &open.id).await.unwrap();
    let done = finalize().await.expect(200);
    assert_eq!((&done["state"], &done["total_files"]), (&json!("finalized"), &json!(1)), "directories do not count");
    assert_eq!(done["progress_channels"][0]["topic"], "zip");
}

#[tokio::test]
async fn many_who_finalize_at_once_send_one_mail() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request = CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    parcel.put("", "a", b"a").await;
    let calls = (0..8).map(|_| {
        let (client, id) = (parcel.client.clone(), parcel.id.clone());
        tokio::spawn(async move { client.finalize_package(&id).await.unwrap() })
    });
    for call in calls.collect::<Vec<_>>() {
        let body = call.await.unwrap();
        assert_eq!((body.state.as_str(), body.total_files, body.links.len()), ("finalized", 1, 1));
    }
    cloud.run_due_jobs().await;
    let repeated = parcel.finalize().await;
    assert_eq!(repeated.state, "finalized");
    cloud.run_due_jobs().await;
    let mut recipients: Vec<String> = cloud.mails.take().into_iter().flat_map(|mail| mail.recipients).collect();
    recipients.sort();
    assert_eq!(recipients, ["anna@example.org", "ben@example.org"]);
    let events = format!("SELECT COUNT(*) FROM events WHERE package_id = '{}'", parcel.id);
    let events = number_of_sql(cloud.app().config.database.url.expose(), &events).await;
    assert_eq!(events, 2, "created and finalized");
}

#[tokio::test]
async fn nothing_slips_in_beside_the_finalize() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    for round in 0..6 {
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        parcel.put("", "a", b"a").await;
        let (client, id) = (parcel.client.clone(), parcel.id.clone());
        let adding = tokio::spawn(async move { client.add_file(&id, &file("", "late", 5)).await.is_ok() });
        let finalized = parcel.client.finalize_package(&parcel.id).await.is_ok();
        let added = adding.await.unwrap();
        assert_ne!(finalized, added, "one of both, in round {round}");
        let files = parcel.client.files(&parcel.id, "").await.unwrap();
        assert_eq!(files.len(), if added { 2 } else { 1 });
    }
}

#[tokio::test]
async fn the_same_content_at_once_is_taken_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let added = parcel.add("", "a", 5).await;
    let upload_id = parcel.begin(&added).await;
    let request = parcel.send(&added.file.id, &upload_id, b"hello", 5 << 20).await;
    let calls = (0..8).map(|_| {
        let (client, package, id) = (parcel.client.clone(), parcel.id.clone(), added.file.id.clone());
        let request = request.clone();
        tokio::spawn(async move { client.finalize_file(&package, &id, &request).await.unwrap() })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap().state, "finalized");
    }
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (1, 5));
    assert_eq!(content(&parcel, &added.file.id).await, b"hello");
}

#[tokio::test]
async fn two_contents_at_once_do_not_mix() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let whole = [vec![7; PART], b"world".to_vec()].concat();
    let mut size = 0;
    for round in 0..6 {
        // Its size is not announced, so that the first part alone would also be a whole file.
        let request = AddFile { size: None, ..file("", &round.to_string(), 0) };
        let added = parcel.client.add_file(&parcel.id, &request).await.unwrap();
        let id = &added.file.id;
        let both = parcel.send(id, &parcel.begin(&added).await, &whole, PART).await;
        let chunk_extras = both.chunk_extras.clone().map(|parts| parts[..1].to_vec());
        let first = FinalizeFile { size: i64::try_from(PART).unwrap(), chunk_extras, ..both.clone() };
        let requests = [(&whole[..PART], first), (&whole[..], both)];
        let mut calls = Vec::new();
        for (bytes, request) in requests {
            let (client, package, id) = (parcel.client.clone(), parcel.id.clone(), id.clone());
            let call = tokio::spawn(async move { client.finalize_file(&package, &id, &request).await.is_ok() });
            calls.push((call, bytes));
        }
        let mut taken = Vec::new();
        for (call, bytes) in calls {
            if call.await.unwrap() {
                taken.push(bytes.to_vec());
            }
        }
        assert_eq!(taken.len(), 1, "one of both, in round {round}");
        assert!(content(&parcel, id).await == taken[0], "and its content, in round {round}");
        size += i64::try_from(taken[0].len()).unwrap();
    }
    assert_eq!((parcel.finalize().await.total_files, parcel.finalize().await.size), (6, size));
}
