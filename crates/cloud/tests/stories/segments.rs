//! Growing files: sent as segments, followed by the Team, joined in the end.

use std::time::Duration;

use domain::segments::{key, prefix};
use serde_json::{Value, json};
use testkit::{
    Answer, Fault, FaultyStore, GrowingFile, Operation, Parcel, Person, Refusal as _, TestCloud, crc64_text, fetch,
    noise, number_of_sql, plain_package, request_of,
};
use wire::error::ErrorCode;
use wire::files::FinalizeFile;
use wire::segments::{RequestSegments, SegmentPage};

const LEAST: usize = 5 << 20;
/// Longer than any test should wait.
const FOR_LONG: usize = 40;

fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap()
}

struct Scene {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
    file: GrowingFile,
}

impl Scene {
    async fn set() -> Self {
        Self::on(TestCloud::start().await).await
    }

    async fn on(cloud: TestCloud) -> Self {
        let owner = cloud.owner("Film", "anna@example.org").await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Live")).await;
        let file = GrowingFile::add(&parcel, "take.mxf").await;
        Self { cloud, owner, parcel, file }
    }

    async fn faulty() -> (Self, FaultyStore) {
        let (setup, store) = TestCloud::setup().with_faulty_store().await;
        let cloud = setup.start().await;
        cloud.app().storage.ready().await.unwrap();
        (Self::on(cloud).await, store)
    }

    /// What a member of the Team sees after a given segment.
    async fn behind(&self, after: u64) -> SegmentPage {
        let token = self.owner.client.package(&self.owner.team_id, &self.parcel.id).await.unwrap().access_token;
        let member = self.cloud.anyone().with_package_token(&token);
        member.segments(&self.parcel.id, &self.file.id, after, 0).await.unwrap()
    }

    async fn is_stored(&self, number: u64) -> bool {
        let key = key(&self.parcel.id, &self.file.id, number);
        self.cloud.app().storage.look_at(&key).await.unwrap().is_some()
    }

    async fn finalize(&self, request: &FinalizeFile) -> Result<wire::files::FileBody, client::ClientError> {
        self.parcel.client.finalize_file(&self.parcel.id, &self.file.id, request).await
    }

    async fn content(&self) -> Vec<u8> {
        fetch(&self.parcel.client.download_address(&self.parcel.id, &self.file.id).await.unwrap().url).await
    }

    async fn rows(&self, table: &str) -> i64 {
        let url = self.cloud.app().config.database.url.expose();
        number_of_sql(url, &format!("SELECT COUNT(*) FROM {table}")).await
    }
}

#[tokio::test]
async fn a_file_is_read_while_it_grows_and_is_the_same_afterwards() {
    let scene = Scene::set().await;
    let pieces = [noise(1, LEAST), noise(2, LEAST + 7), noise(3, 11)];
    let nothing = SegmentPage { segments: vec![], is_final: false, size: 0, checksum: String::new() };
    assert_eq!(scene.behind(0).await, nothing);
    let mut read = Vec::new();
    for (number, piece) in (1..).zip(&pieces) {
        scene.file.send(number, piece).await;
        let page = scene.behind(u64::from(number) - 1).await;
        assert_eq!((page.segments.len(), page.is_final), (1, false));
        let segment = &page.segments[0];
        assert_eq!((segment.number, segment.size), (number.into(), piece.len() as u64));
        assert_eq!(segment.checksum, crc64_text(piece));
        read.extend(fetch(&segment.url).await);
        assert_eq!(page.size, read.len() as u64);
    }
    let whole = pieces.concat();
    assert!(read == whole);
    assert_eq!(scene.behind(0).await.segments.len(), 3);

    let request = GrowingFile::whole(&[&pieces[0], &pieces[1], &pieces[2]]);
    let call = format!("POST /files/{}/finalize", scene.file.id);
    let early = scene.parcel.reply(&call, &json!(request)).await;
    assert_eq!(early.error().code, ErrorCode::StillJoining);
    assert_eq!(early.headers["retry-after"], "1");
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining, "and is ordered once");
    assert_eq!(scene.rows("jobs WHERE name = 'join_segments'").await, 1);
    assert_eq!(scene.behind(0).await.segments.len(), 3, "it can still be read");
    scene.cloud.run_due_jobs().await;
    assert!(!scene.behind(0).await.is_final, "whoever sends it says so");

    let file = scene.finalize(&request).await.unwrap();
    assert_eq!((file.size, file.state.as_str(), file.growing), (signed(whole.len()), "finalized", false));
    assert_eq!(file.checksum.crc64nvme, crc64_text(&whole));
    assert_eq!(scene.finalize(&request).await.unwrap(), file, "said twice, it is done once");
    assert!(scene.content().await == whole);
    let last = scene.behind(2).await;
    assert_eq!((last.is_final, last.size, last.segments.len()), (true, whole.len() as u64, 0));
    assert_eq!(last.checksum, crc64_text(&whole));

    scene.cloud.run_due_jobs().await;
    for number in 1..=3 {
        assert!(!scene.is_stored(number).await, "segment {number} is of no use any more");
    }
    assert_eq!((scene.rows("growing_files").await, scene.rows("file_segments").await), (0, 0));
    assert!(scene.cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty());
    let package = scene.parcel.finalize().await;
    assert_eq!((package.size, package.total_files), (signed(whole.len()), 1));
    assert!(scene.content().await == whole);
}

#[tokio::test]
async fn whoever_waits_is_woken() {
    let scene = Scene::set().await;
    let (client, package, file) = (scene.parcel.client.clone(), scene.parcel.id.clone(), scene.file.id.clone());
    let waiting = tokio::spawn(async move { client.segments(&package, &file, 0, 20).await });
    // However late the other one begins to wait: existing segments are returned at once.
    tokio::task::yield_now().await;
    scene.file.send(1, b"the end").await;
    let page = tokio::time::timeout(Duration::from_secs(15), waiting).await.unwrap().unwrap().unwrap();
    assert_eq!(page.segments.len(), 1);
    let too_long = format!("GET /files/{}/segments?wait=51", scene.file.id);
    assert_eq!(scene.parcel.reply(&too_long, &Value::Null).await.field(), "wait");
}

#[tokio::test]
async fn nobody_sees_a_gap() {
    let scene = Scene::set().await;
    let (first, second) = (noise(1, LEAST), noise(2, LEAST));
    scene.file.send(2, &second).await;
    assert_eq!(scene.behind(0).await.segments.len(), 0);
    let gap = scene.finalize(&FinalizeFile { segments: Some(2), ..GrowingFile::whole(&[&second]) }).await;
    assert_eq!(gap.refusal(), ErrorCode::InvalidField);
    scene.file.send(1, &first).await;
    let numbers: Vec<u64> = scene.behind(0).await.segments.iter().map(|segment| segment.number).collect();
    assert_eq!(numbers, [1, 2]);
    scene.file.finalize(&scene.cloud, &[&first, &second]).await;
    assert!(scene.content().await == [first, second].concat());
}

#[tokio::test]
async fn what_is_not_true_is_refused() {
    let scene = Scene::set().await;
    let (file, parcel) = (&scene.file, &scene.parcel);
    let call = format!("POST /files/{}/segments/done", file.id);
    let done = async |body: Value| parcel.reply(&call, &body).await;
    let segment = noise(1, LEAST);
    let told = |number: i64, size: usize, content: &[u8]| json!({ "number": number, "size": size, "checksum": crc64_text(content) });
    assert_eq!(done(told(1, LEAST, &segment)).await.field(), "number", "nothing is there yet");
    file.put(1, &segment).await;
    for (body, field) in [
        (told(0, LEAST, &segment), "number"),
        (told(10_001, LEAST, &segment), "number"),
        (told(1, 0, &segment), "size"),
        (told(1, LEAST - 1, &segment), "size"),
        (told(1, LEAST, b"other"), "checksum"),
        (json!({ "number": 1, "size": LEAST, "checksum": "x" }), "checksum"),
    ] {
        assert_eq!(done(body.clone()).await.field(), field, "{body}");
    }
    assert_eq!(scene.behind(0).await.segments.len(), 0);
    file.note(1, &segment).await.unwrap();
    file.note(1, &segment).await.unwrap();

    let other = noise(9, LEAST);
    file.put(1, &other).await;
    assert_eq!(file.note(1, &other).await.refusal(), ErrorCode::WrongState, "someone may have read it");
    file.put(1, &segment).await;
    file.note(1, &segment).await.unwrap();

    file.send(2, b"short").await;
    file.put(3, b"more").await;
    assert_eq!(file.note(3, b"more").await.refusal(), ErrorCode::InvalidField, "nothing follows a short one");

    let good = GrowingFile::whole(&[&segment, b"short"]);
    for (wrong, field) in [
        (FinalizeFile { segments: None, ..good.clone() }, "segments"),
        (FinalizeFile { segments: Some(1), ..good.clone() }, "segments"),
        (FinalizeFile { segments: Some(3), ..good.clone() }, "segments"),
        (FinalizeFile { segments: Some(-1), ..good.clone() }, "segments"),
        (FinalizeFile { size: good.size + 1, ..good.clone() }, "size"),
        (FinalizeFile { checksum: Some(crc64_text(b"other")), ..good.clone() }, "checksum"),
    ] {
        let refused = parcel.reply(&format!("POST /files/{}/finalize", file.id), &json!(wrong)).await;
        assert_eq!(refused.field(), field, "{}", refused.text);
    }
    assert_eq!(scene.file.finalize(&scene.cloud, &[&segment, b"short"]).await.size, good.size);
    let changed = FinalizeFile { segments: Some(1), ..good };
    assert_eq!(scene.finalize(&changed).await.refusal(), ErrorCode::WrongState);
}

#[tokio::test]
async fn growing_files_and_others_are_told_apart() {
    let scene = Scene::set().await;
    let (parcel, grows) = (&scene.parcel, &scene.file.id);
    let plain = parcel.add("", "plain.mov", 5).await;
    let upload = json!({ "upload_id": "some" });
    let chunks = parcel.reply(&format!("POST /files/{grows}?start=0&count=1"), &upload).await;
    assert_eq!(chunks.error().code, ErrorCode::WrongState);
    let wanted = json!({ "first": 1, "count": 1 });
    let segments = parcel.reply(&format!("POST /files/{}/segments", plain.file.id), &wanted).await;
    assert_eq!(segments.error().code, ErrorCode::WrongState);
    for (body, field) in [
        (json!({ "first": 0, "count": 1 }), "first"),
        (json!({ "first": 1, "count": 0 }), "count"),
        (json!({ "first": 1, "count": 101 }), "count"),
        (json!({ "first": 9_999, "count": 3 }), "count"),
        (json!({ "first": 1, "count": 2, "checksums": ["AAAAAAAAAAA="] }), "checksums"),
        (json!({ "first": 1, "count": 1, "checksums": ["x"] }), "checksums"),
    ] {
        let refused = parcel.reply(&format!("POST /files/{grows}/segments"), &body).await;
        assert_eq!(refused.field(), field, "{body}");
    }
    let body = json!({ "size": 5, "segments": 1 });
    let refused = parcel.reply(&format!("POST /files/{}/finalize", plain.file.id), &body).await;
    assert_eq!(refused.field(), "segments");
    let folder = parcel.reply("POST /files", &json!({ "kind": "directory", "name": "d", "growing": true })).await;
    assert_eq!(folder.field(), "growing");
    let listed = parcel.client.files(&parcel.id, "").await.unwrap();
    let growing: Vec<bool> = listed.iter().map(|file| file.growing).collect();
    assert_eq!(growing, [true, false]);
    assert_eq!(scene.behind(0).await.segments.len(), 0);
    let of_plain = parcel.client.segments(&parcel.id, &plain.file.id, 0, 0).await.unwrap();
    assert!(!of_plain.is_final && of_plain.segments.is_empty(), "whoever follows a package need not tell them apart");
}

#[tokio::test]
async fn a_stream_may_be_empty() {
    let scene = Scene::set().await;
    let file = scene.file.finalize(&scene.cloud, &[]).await;
    assert_eq!((file.size, file.state.as_str()), (0, "finalized"));
    assert!(scene.content().await.is_empty());
    assert_eq!(scene.rows("growing_files").await, 0);
}

#[tokio::test]
async fn what_is_being_joined_does_not_change() {
    let scene = Scene::set().await;
    let (first, second) = (noise(1, LEAST), noise(2, 9));
    scene.file.send(1, &first).await;
    scene.file.put(2, &second).await;
    let request = GrowingFile::whole(&[&first]);
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
    assert_eq!(scene.file.note(2, &second).await.refusal(), ErrorCode::WrongState);
    let other = FinalizeFile { segments: Some(2), ..request.clone() };
    assert_eq!(scene.finalize(&other).await.refusal(), ErrorCode::WrongState, "someone finalizes it otherwise");
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.finalize(&request).await.unwrap().size, signed(LEAST));
}

#[tokio::test]
async fn other_bytes_in_a_segment_are_found_out() {
    let scene = Scene::set().await;
    let (right, wrong) = (noise(1, LEAST), noise(2, LEAST));
    scene.file.send(1, &right).await;
    scene.file.put(1, &wrong).await;
    let request = GrowingFile::whole(&[&right]);
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
    scene.cloud.run_due_jobs().await;
    let told = scene.parcel.reply(&format!("POST /files/{}/finalize", scene.file.id), &json!(request)).await.error();
    assert_eq!(told.code, ErrorCode::WrongState);
    assert!(told.message.contains("segment 1"), "{}", told.message);
    assert!(scene.cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty());
    scene.file.send(1, &right).await;
    scene.file.finalize(&scene.cloud, &[&right]).await;
    assert!(scene.content().await == right);
}

#[tokio::test]
async fn joining_survives_a_store_that_fails_anywhere() {
    let faults = [
        (Operation::Create, Fault::internal_error()),
        (Operation::Create, Fault::ResetAfter),
        (Operation::Part, Fault::internal_error()),
        (Operation::Part, Fault::ResetAfter),
        (Operation::Part, Fault::Instead(Answer::error(200, "InternalError"))),
        (Operation::Part, Fault::Truncated),
        (Operation::Part, Fault::Instead(Answer::error(404, "NoSuchUpload"))),
        (Operation::Complete, Fault::ResetAfter),
        (Operation::Complete, Fault::DoneBut(Answer::error(404, "NoSuchUpload"))),
        (Operation::Complete, Fault::Instead(Answer::error(404, "NoSuchUpload"))),
        (Operation::Complete, Fault::Instead(Answer::error(400, "InvalidPart"))),
        (Operation::Head, Fault::internal_error()),
    ];
    for (operation, fault) in faults {
        let (scene, store) = Scene::faulty().await;
        let pieces = [noise(1, LEAST), noise(2, LEAST), noise(3, 5)];
        for (number, piece) in (1..).zip(&pieces) {
            scene.file.send(number, piece).await;
        }
        let request = GrowingFile::whole(&[&pieces[0], &pieces[1], &pieces[2]]);
        assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
        store.proxy.inject(operation, fault.clone());
        for _ in 0..4 {
            scene.cloud.run_due_jobs().await;
            scene.cloud.advance(Duration::from_mins(10));
        }
        let file = scene.finalize(&request).await;
        assert!(file.is_ok(), "{operation:?} {fault:?}: {file:?}");
        assert!(scene.content().await == pieces.concat(), "{operation:?} {fault:?}");
    }
}

#[tokio::test]
async fn what_is_copied_is_not_copied_again() {
    let (scene, store) = Scene::faulty().await;
    let pieces = [noise(1, LEAST), noise(2, 5)];
    for (number, piece) in (1..).zip(&pieces) {
        scene.file.send(number, piece).await;
    }
    let request = GrowingFile::whole(&[&pieces[0], &pieces[1]]);
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
    store.proxy.inject_times(FOR_LONG, Operation::Complete, &Fault::ResetBefore);
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.rows("joined_parts").await, 2);
    store.proxy.clear();
    store.proxy.inject_times(FOR_LONG, Operation::Part, &Fault::ResetBefore);
    scene.cloud.advance(Duration::from_mins(10));
    scene.cloud.run_due_jobs().await;
    store.proxy.clear();
    assert!(scene.finalize(&request).await.is_ok(), "no copy was asked for");
}

#[tokio::test]
async fn a_store_that_cannot_copy_is_named() {
    let (scene, store) = Scene::faulty().await;
    scene.file.send(1, b"a").await;
    let request = GrowingFile::whole(&[b"a"]);
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
    store.proxy.inject(Operation::Part, Fault::Instead(Answer::error(501, "NotImplemented")));
    scene.cloud.run_due_jobs().await;
    let told = scene.parcel.reply(&format!("POST /files/{}/finalize", scene.file.id), &json!(request)).await.error();
    assert!(told.code == ErrorCode::WrongState && told.message.contains("copy a part"), "{}", told.message);
    scene.file.finalize(&scene.cloud, &[b"a"]).await;
}

#[tokio::test]
async fn a_store_that_is_away_for_long_is_told_to_whoever_asks() {
    let (scene, store) = Scene::faulty().await;
    scene.file.send(1, b"a").await;
    let request = GrowingFile::whole(&[b"a"]);
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::StillJoining);
    store.proxy.inject_times(10_000, Operation::Create, &Fault::internal_error());
    for _ in 0..20 {
        scene.cloud.run_due_jobs().await;
        scene.cloud.advance(Duration::from_hours(1));
    }
    store.proxy.clear();
    assert_eq!(scene.finalize(&request).await.refusal(), ErrorCode::WrongState);
    scene.file.finalize(&scene.cloud, &[b"a"]).await;
}

#[tokio::test]
async fn nothing_is_left_of_what_is_never_finalized() {
    for end in ["removed", "deleted", "expired"] {
        let scene = Scene::set().await;
        let first = noise(1, LEAST);
        scene.file.send(1, &first).await;
        scene.file.send(2, b"more").await;
        let late = RequestSegments { first: 3, count: 1, checksums: None };
        let late = scene.parcel.client.request_segments(&scene.parcel.id, &scene.file.id, &late).await.unwrap();
        assert_eq!(scene.finalize(&GrowingFile::whole(&[&first, b"more"])).await.refusal(), ErrorCode::StillJoining);
        let (client, package) = (&scene.parcel.client, &scene.parcel.id);
        match end {
            "removed" => client.remove_file(package, &scene.file.id).await.unwrap(),
            "deleted" => client.delete_package(package).await.unwrap(),
            _ => scene.cloud.advance(Duration::from_hours(24 * 6)),
        }
        if end == "expired" {
            scene.cloud.execute_sql("UPDATE packages SET expiry = 1").await;
        }
        let followed = client.segments(package, &scene.file.id, 0, 0).await.refusal();
        let expected = if end == "removed" { ErrorCode::NotFound } else { ErrorCode::Gone };
        assert_eq!(followed, expected, "{end}");
        scene.cloud.run_due_jobs().await;
        assert_eq!((scene.rows("growing_files").await, scene.rows("file_segments").await), (0, 0), "{end}");
        // An upload URL that was issued before still works for a while.
        request_of(&late[0]).body("late").send().await.unwrap();
        scene.cloud.advance(Duration::from_hours(2));
        scene.cloud.run_due_jobs().await;
        for number in 1..=3 {
            assert!(!scene.is_stored(number).await, "{end}: segment {number}");
        }
        let below = prefix(package, &scene.file.id);
        assert_eq!(scene.cloud.app().storage.delete_below(&below).await.unwrap(), 0, "{end}");
        assert!(scene.cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty(), "{end}");
    }
}

#[tokio::test]
async fn followers_are_members_of_the_team_and_are_recorded() {
    let scene = Scene::set().await;
    let stranger = scene.cloud.owner("Rivals", "rival@example.org").await;
    let their = Parcel::create(&stranger.client, &stranger.team_id, &plain_package("Theirs")).await;
    scene.file.send(1, b"secret").await;
    let path = format!("/v1/packages/{}/files/{}/segments", scene.parcel.id, scene.file.id);
    let with_theirs = testkit::Reply::of(&their.client, &format!("GET {path}"), &Value::Null).await;
    assert_eq!(with_theirs.error().code, ErrorCode::NotFound);
    let inside_theirs = format!("GET /files/{}/segments", scene.file.id);
    assert_eq!(their.reply(&inside_theirs, &Value::Null).await.error().code, ErrorCode::NotFound);

    let downloads = "activities WHERE kind = 'download'";
    assert_eq!(scene.rows(downloads).await, 0);
    for _ in 0..2 {
        assert_eq!(
            scene.parcel.client.segments(&scene.parcel.id, &scene.file.id, 0, 0).await.unwrap().segments.len(),
            1
        );
    }
    assert_eq!(scene.rows(downloads).await, 1, "a follower is a download, once");

    scene.file.finalize(&scene.cloud, &[b"secret"]).await;
    scene.parcel.finalize().await;
    let (_, visitor) = scene.parcel.open(&scene.parcel.link().await).await.unwrap();
    assert_eq!(visitor.segments(&scene.parcel.id, &scene.file.id, 0, 0).await.refusal(), ErrorCode::Forbidden);
    assert!(visitor.download_address(&scene.parcel.id, &scene.file.id).await.is_ok());
}
