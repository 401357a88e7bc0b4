//! Uploads: files are added, split into chunks, sent, verified.

use serde_json::{Value, json};
use testkit::{Parcel, Refusal as _, Reply, TestCloud, file, plain_package, request_of};
use wire::error::ErrorCode;
use wire::files::{AddFile, AddedFile, FileExtras, FinalizeFile, RequestChunks};

async fn begin() -> (TestCloud, Parcel) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    (cloud, parcel)
}

#[tokio::test]
async fn files_are_added_leniently() {
    let (_cloud, parcel) = begin().await;
    let add = async |body: Value| parcel.reply("POST /files", &body).await;

    let added = add(json!({ "name": "a.mov" })).await.expect(201);
    assert_eq!(added["storage_type"], "s3");
    assert_eq!(added["max_chunk_size"], 5_368_709_120_i64);
    assert_eq!(added["min_chunk_size"], 5_242_880);
    assert_eq!(added["max_chunks_count"], 10_000);
    let file = &added["file"];
    assert_eq!((&file["kind"], &file["path"], &file["state"]), (&json!("file"), &json!(""), &json!("new")));
    assert_eq!(file["last_modified"], "0001-01-01T00:00:00.000Z");
    let blueprint = &added["create_blueprint"];
    assert_eq!(blueprint["method"], "POST");
    assert_eq!(blueprint["headers"]["x-amz-checksum-algorithm"], "CRC64NVME");
    assert_eq!(blueprint["headers"]["x-amz-checksum-type"], "FULL_OBJECT");
    assert!(added.get("put_blueprint").is_none());

    for (path, kept) in [("./x", "x"), ("/x/y/", "x/y"), ("././/z", "z"), (".", ""), ("日本/é", "日本/é")] {
        let added = add(json!({ "name": "b", "path": path, "last_modified": "2026-01-01T12:00:00+01:00" })).await;
        let added = added.expect(201);
        assert_eq!((&added["file"]["path"], &added["file"]["name"]), (&json!(kept), &json!("b")));
        assert_eq!(added["file"]["last_modified"], "2026-01-01T11:00:00.000Z");
    }
    let directory = add(json!({ "kind": "directory", "name": "empty", "path": "x", "size": 7 })).await.expect(201);
    assert_eq!(directory["create_blueprint"], json!(null));
    assert_eq!((&directory["file"]["state"], &directory["file"]["size"]), (&json!("finalized"), &json!(0)));
}

#[tokio::test]
async fn what_climbs_or_collides_is_refused() {
    let (_cloud, parcel) = begin().await;
    let add = async |body: Value| parcel.reply("POST /files", &body).await;
    for (body, field) in [
        (json!({ "path": "" }), "name"),
        (json!({ "name": "" }), "name"),
        (json!({ "name": ".." }), "name"),
        (json!({ "name": "a/b" }), "name"),
        (json!({ "name": "a\\b" }), "name"),
        (json!({ "name": "a\u{0}b" }), "name"),
        (json!({ "name": "a", "path": ".." }), "path"),
        (json!({ "name": "a", "path": "/x/../../y" }), "path"),
        (json!({ "name": "a", "path": "x\\y" }), "path"),
        (json!({ "name": "a", "path": "x\u{0}" }), "path"),
        (json!({ "name": "a", "path": "C:/x" }), "path"),
        (json!({ "name": "a", "path": 7 }), "path"),
        (json!({ "name": "a", "kind": "link" }), "kind"),
        (json!({ "name": "a", "last_modified": "yesterday" }), "last_modified"),
        (json!({ "name": "a", "size": -1 }), "size"),
        (json!({ "name": "a", "size": "1" }), "size"),
        (json!({ "name": "a", "chunk_size": 1 }), "chunk_size"),
        (json!({ "name": "a", "checksum": "x" }), "checksum"),
    ] {
        let reply = add(body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{body}");
    }
    assert!(parcel.client.files(&parcel.id, "").await.unwrap().is_empty());
    for (path, name) in [("", "a.mov"), ("x", "b")] {
        parcel.add(path, name, 5).await;
    }
    add(json!({ "kind": "directory", "name": "empty", "path": "x" })).await.expect(201);
    for body in [
        json!({ "name": "a.mov" }),
        json!({ "name": "a.mov", "path": "./" }),
        json!({ "name": "b", "path": "x" }),
        json!({ "name": "empty", "path": "x" }),
        json!({ "name": "empty", "path": "x", "kind": "directory" }),
    ] {
        assert_eq!(add(body.clone()).await.error().code, ErrorCode::Duplicate, "{body}");
    }
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 3);
}

#[tokio::test]
async fn the_limits_of_chunks_are_no_secret() {
    let cloud = TestCloud::start().await;
    assert_eq!(cloud.anyone().chunk_parameters().await.unwrap().max_chunk_count, 10_000);
    let spec = cloud.get("/v1/system/packages/spec").await.expect(200);
    let limits = json!({ "max_chunk_count": 10_000, "max_chunk_size": 5_368_709_120_i64, "min_chunk_size": 5_242_880 });
    assert_eq!(spec, limits);
}

#[tokio::test]
async fn a_file_fits_into_ten_thousand_chunks() {
    let (_cloud, parcel) = begin().await;
    let add = async |size: i64, chunk_size: i64| {
        let body = json!({ "name": format!("{size} {chunk_size}"), "size": size, "chunk_size": chunk_size });
        parcel.reply("POST /files", &body).await
    };
    add(1_048_576_000_000, 0).await.expect(201);
    for (size, chunk_size, smallest) in [
        (1_048_576_000_001, 0, "104857601"),
        (15_000_000_000_000, 0, "1500000000"),
        (15_000_000_000_000, 1_499_999_999, "1500000000"),
        (52_428_800_001, 5_242_880, "5242881"),
    ] {
        let error = add(size, chunk_size).await.error();
        assert_eq!(error.code, ErrorCode::LimitExceeded);
        assert!(error.message.ends_with(smallest), "{}", error.message);
        let fits = json!({ "name": "fits", "size": size, "chunk_size": smallest.parse::<i64>().unwrap() });
        let added = parcel.reply("POST /files", &fits).await.expect(201);
        let removed = format!("DELETE /files/{}", added["file"]["id"].as_str().unwrap());
        parcel.reply(&removed, &json!(null)).await.expect(204);
    }
    assert_eq!(add(15_000_000_000_001, 5_368_709_120).await.error().code.status(), 413);
}

#[tokio::test]
async fn the_chunk_size_of_the_package_is_the_default_of_its_files() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request = wire::packages::CreatePackage { chunk_size: Some(6_000_000), ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    assert_eq!(parcel.add("", "a", 5).await.file.chunk_size, 6_000_000);
    let large = json!({ "name": "b", "size": 60_000_000_001_i64 });
    assert!(parcel.reply("POST /files", &large).await.error().message.ends_with("6000001"));
    let own = json!({ "name": "b", "size": 60_000_000_001_i64, "chunk_size": 6_000_001 });
    assert_eq!(parcel.reply("POST /files", &own).await.expect(201)["file"]["chunk_size"], 6_000_001);
}

#[tokio::test]
async fn the_create_reply_is_for_simple_readers() {
    let (_cloud, parcel) = begin().await;
    let added = parcel.add("", "a", 5).await;
    let reply = request_of(added.create_blueprint.as_ref().unwrap()).send().await.unwrap().text().await.unwrap();
    let places = ["<Bucket>", "<Key>", "<UploadId>"].map(|tag| reply.find(tag).unwrap());
    assert!(places.is_sorted() && !reply.contains("xmlns"), "{reply}");
}

#[tokio::test]
async fn chunk_blueprints_come_as_asked() {
    let (_cloud, parcel) = begin().await;
    let smallest = 5_242_880_usize;
    let request = json!({ "name": "a", "size": 10_000 * smallest - 1, "chunk_size": smallest });
    let added: AddedFile = serde_json::from_value(parcel.reply("POST /files", &request).await.expect(201)).unwrap();
    let upload_id = parcel.begin(&added).await;
    let path = format!("POST /files/{}", added.file.id);
    let ask = async |query: &str, body: Value| parcel.reply(&format!("{path}?{query}"), &body).await;
    let body = json!({ "upload_id": upload_id });

    for (start, count) in [(0_usize, 1_usize), (0, 3), (0, 3), (7, 2), (3, 1_000), (9_999, 1), (9_000, 1_000)] {
        let blueprints = ask(&format!("start={start}&count={count}"), body.clone()).await.expect(200);
        let blueprints = blueprints.as_array().unwrap();
        assert_eq!(blueprints.len(), count);
        for (index, blueprint) in blueprints.iter().enumerate() {
            assert_eq!(blueprint["method"], "PUT");
            let url: reqwest::Url = blueprint["url"].as_str().unwrap().parse().unwrap();
            let names: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            let place = names.iter().position(|(name, _)| name == "partNumber").unwrap();
            assert!(place > 0 && place + 1 < names.len(), "{url}");
            assert_eq!(names[place].1, (start + index + 1).to_string());
            let length = if start + index == 9_999 { smallest - 1 } else { smallest };
            assert!(url.as_str().contains(&format!("x-tonnage-length={length}&")), "{url}");
        }
    }
    for (query, field) in [
        ("", "start"),
        ("start=0", "count"),
        ("count=1", "start"),
        ("start=0&count=0", "count"),
        ("start=0&count=1001", "count"),
        ("start=0&count=1000000000", "count"),
        ("start=0&count=-1", "count"),
        ("start=-1&count=1", "start"),
        ("start=x&count=1", "start"),
        ("start=10000&count=1", "start"),
        ("start=9001&count=1000", "start"),
        ("start=9223372036854775807&count=1000", "start"),
    ] {
        let reply = ask(query, body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{query}");
    }
    let other = parcel.add("", "b", 1 << 30).await;
    let (path, body_of_other) = (format!("POST /files/{}", other.file.id), json!({ "upload_id": "any" }));
    for (query, status) in [("start=0&count=11", 200), ("start=0&count=12", 400), ("start=11&count=1", 400)] {
        let reply = parcel.reply(&format!("{path}?{query}"), &body_of_other).await;
        assert_eq!(reply.status, status, "1 GiB is 11 chunks of the usual size: {query}");
    }
    for wrong in [json!({}), json!({ "upload_id": "" }), json!({ "upload_id": 7 })] {
        let reply = ask("start=0&count=1", wrong).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "upload_id"));
    }
    for sums in [json!([]), json!(["AAAAAAAAAAA=", "AAAAAAAAAAA="]), json!(["AAAA"]), json!(["\r\nx: y"])] {
        let reply = ask("start=0&count=1", json!({ "upload_id": upload_id, "checksums": sums })).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "checksums"), "{sums}");
    }
    let nobody = parcel.reply("POST /files/01KA2B3C4D5E6F7G8H9JKMNPQR?start=0&count=1", &body).await;
    assert_eq!(nobody.status, 404);
}

fn crc64(content: &[u8]) -> String {
    use base64::Engine as _;
    let sum = crc_fast::checksum(crc_fast::CrcAlgorithm::Crc64Nvme, content);
    base64::engine::general_purpose::STANDARD.encode(sum.to_be_bytes())
}

#[tokio::test]
async fn storage_verifies_chunks_that_carry_a_checksum() {
    let (_cloud, parcel) = begin().await;
    let added = parcel.add("", "a", 5).await;
    let upload_id = parcel.begin(&added).await;
    let request = RequestChunks { upload_id: upload_id.clone(), checksums: Some(vec![crc64(b"hello")]) };
    let chunks = parcel.client.chunks(&parcel.id, &added.file.id, 0, 1, &request).await.unwrap();
    let wrong = request_of(&chunks[0]).body("hallo").send().await.unwrap();
    assert_eq!(wrong.status(), 400, "other bytes than announced");
    let bare = reqwest::Client::new().put(&chunks[0].url).body("hello").send().await.unwrap();
    assert_eq!(bare.status(), 403, "a blueprint without all of its headers");
    let right = request_of(&chunks[0]).body("hello").send().await.unwrap();
    assert_eq!(right.status(), 200);
    let etag = right.headers()["etag"].to_str().unwrap();
    let mut body = json!({ "size": 5, "file_extras": { "upload_id": upload_id }, "checksum": crc64(b"hallo"),
        "chunk_extras": [{ "partNumber": 1, "etag": etag }] });
    let path = format!("POST /files/{}/finalize", added.file.id);
    let reply = parcel.reply(&path, &body).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "checksum"));
    body["checksum"] = json!(crc64(b"hello"));
    let done = parcel.reply(&path, &body).await.expect(200);
    assert_eq!(done["checksum"], json!({ "crc64nvme": crc64(b"hello"), "crc32": "3610a686" }));
    body["checksum"] = json!(crc64(b"hallo"));
    assert_eq!(parcel.reply(&path, &body).await.status, 409, "a repetition that claims other content");
}

/// A file of two chunks that was sent but not finalized.
async fn two_chunks(parcel: &Parcel, name: &str) -> (AddedFile, FinalizeFile, Vec<u8>) {
    let content: Vec<u8> = (0..(5 << 20) + 9_u32).map(|number| number.to_be_bytes()[3]).collect();
    let request = AddFile { chunk_size: Some(5 << 20), ..file("", name, content.len()) };
    let added = parcel.client.add_file(&parcel.id, &request).await.unwrap();
    let upload_id = parcel.begin(&added).await;
    let request = parcel.send(&added.file.id, &upload_id, &content, 5 << 20).await;
    (added, request, content)
}

type Change = fn(&mut Value);

#[tokio::test]
async fn finalizing_is_lenient_in_form_and_strict_in_content() {
    let (_cloud, parcel) = begin().await;
    let (added, good, content) = two_chunks(&parcel, "a").await;
    let path = format!("POST /files/{}/finalize", added.file.id);
    let finalize = async |change: &dyn Fn(&mut Value)| {
        let mut body = json!(good);
        change(&mut body);
        parcel.reply(&path, &body).await
    };
    let wrong: [(Change, &str); 8] = [
        (|body| body["size"] = json!(null), "size"),
        (|body| body["size"] = json!(-1), "size"),
        (|body| body["chunk_extras"] = json!([]), "chunk_extras"),
        (|body| body["chunk_extras"][0]["etag"] = json!("0123456789abcdef0123456789abcdef"), "chunk_extras"),
        (|body| body["chunk_extras"][1]["partNumber"] = json!(1), "chunk_extras"),
        (|body| body["chunk_extras"][1]["partNumber"] = json!(3), "chunk_extras"),
        (|body| body["file_extras"]["upload_id"] = json!("invented"), "file_extras.upload_id"),
        (|body| body["file_extras"] = json!(null), "file_extras"),
    ];
    for (number, (change, field)) in wrong.into_iter().enumerate() {
        let reply = finalize(&change).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{number} {}", reply.text);
    }
    let other = parcel.add("", "other", content.len()).await;
    let foreign =
        FinalizeFile { file_extras: Some(FileExtras { upload_id: parcel.begin(&other).await }), ..good.clone() };
    let foreign = parcel.client.finalize_file(&parcel.id, &added.file.id, &foreign).await;
    assert_eq!(foreign.refusal(), ErrorCode::InvalidField, "the upload of another file");
    parcel.client.remove_file(&parcel.id, &other.file.id).await.unwrap();

    let etag = |index: usize| good.chunk_extras.as_ref().unwrap()[index].etag.trim_matches('"').to_owned();
    let lenient =
        json!([{ "part_number": "2", "etag": etag(1) }, { "part_number": 1, "etag": format!("\"{}\"", etag(0)) }]);
    let done = finalize(&|body| body["chunk_extras"] = lenient.clone()).await.expect(200);
    assert_eq!((&done["state"], &done["size"]), (&json!("finalized"), &json!(content.len())));
    let same = finalize(&|_| ()).await.expect(200);
    assert_eq!(same, done, "a repetition changes nothing");
    assert_eq!(finalize(&|body| body["chunk_size"] = json!(5 << 20)).await.expect(200), done);
    let different = finalize(&|body| body["size"] = json!(5)).await;
    assert_eq!(different.error().code, ErrorCode::WrongState);
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (1, i64::try_from(content.len()).unwrap()));
    assert_eq!(finalize(&|_| ()).await.expect(200), done, "also after the package's end of upload");
}

#[tokio::test]
async fn a_wrong_size_is_mended_by_the_right_one() {
    let (_cloud, parcel) = begin().await;
    let (added, good, content) = two_chunks(&parcel, "a").await;
    for size in [0, 1, good.size - 1, good.size + 1] {
        let wrong = FinalizeFile { size, ..good.clone() };
        let reply = parcel.reply(&format!("POST /files/{}/finalize", added.file.id), &json!(wrong)).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "size"), "{size}");
    }
    parcel.client.finalize_file(&parcel.id, &added.file.id, &good).await.unwrap();

    // With a missing chunk, storage has half of the file: it is sent again, from the beginning.
    let (added, good, _) = two_chunks(&parcel, "b").await;
    let half = FinalizeFile { chunk_extras: Some(good.chunk_extras.clone().unwrap()[..1].to_vec()), ..good };
    let refused = parcel.client.finalize_file(&parcel.id, &added.file.id, &half).await;
    assert_eq!(refused.refusal(), ErrorCode::InvalidField);
    let upload_id = parcel.begin(&added).await;
    let again = parcel.send(&added.file.id, &upload_id, &content, 5 << 20).await;
    parcel.client.finalize_file(&parcel.id, &added.file.id, &again).await.unwrap();

    // The same with content that is whole, but not the right one.
    let added = parcel.add("", "c", 5).await;
    let checksum = Some(crc64(b"hello"));
    for (sent, is_right) in [(b"hallo", false), (b"hello", true)] {
        let upload_id = parcel.begin(&added).await;
        let request =
            FinalizeFile { checksum: checksum.clone(), ..parcel.send(&added.file.id, &upload_id, sent, 9).await };
        let finalized = parcel.client.finalize_file(&parcel.id, &added.file.id, &request).await;
        assert_eq!(finalized.is_ok(), is_right, "{finalized:?}");
    }
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (3, 5 + 2 * i64::try_from(content.len()).unwrap()));
}

#[tokio::test]
async fn files_without_a_byte_are_files() {
    let (_cloud, parcel) = begin().await;
    let one_part = parcel.put("", "one empty part", b"").await;
    let added = parcel.add("", "no part", 0).await;
    let upload_id = parcel.begin(&added).await;
    let body = json!({ "size": 0, "file_extras": { "upload_id": upload_id }, "chunk_extras": [] });
    let no_part = parcel.reply(&format!("POST /files/{}/finalize", added.file.id), &body).await.expect(200);
    let repeated = parcel.reply(&format!("POST /files/{}/finalize", added.file.id), &body).await.expect(200);
    assert_eq!(no_part, repeated);
    let batch = parcel.reply("POST /files/batch", &json!([file("", "by PUT", 0)])).await.expect(200);
    let put = serde_json::from_value(batch[0]["put_blueprint"].clone()).unwrap();
    let reply = request_of(&put).header("content-length", 0).send().await.unwrap();
    assert_eq!(reply.status(), 200);
    let etag = reply.headers()["etag"].to_str().unwrap();
    let body = json!([{ "file_id": batch[0]["file"]["id"], "size": 0, "etag": etag }]);
    let by_put = parcel.reply("POST /files/finalize", &body).await.expect(200)[0].clone();
    let added = parcel.add("", "nothing sent at all", 0).await;
    let path = format!("POST /files/{}/finalize", added.file.id);
    let not_sent = parcel.reply(&path, &json!({ "size": 0 })).await.expect(200);
    for file in [json!(one_part), no_part, by_put, not_sent] {
        assert_eq!((&file["state"], &file["size"]), (&json!("finalized"), &json!(0)));
    }
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (4, 0));
    for file in parcel.client.files(&parcel.id, "").await.unwrap() {
        let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
        assert!(testkit::fetch(&address.url).await.is_empty());
    }
}

#[tokio::test]
async fn removed_files_are_gone_and_not_counted() {
    let (cloud, parcel) = begin().await;
    let kept = parcel.put("", "kept", b"kept").await;
    let removed = parcel.put("", "removed", b"removed").await;
    let open = parcel.add("", "open", 5).await;
    parcel.begin(&open).await;
    for file in [&removed.id, &open.file.id] {
        parcel.client.remove_file(&parcel.id, file).await.unwrap();
        assert_eq!(parcel.client.remove_file(&parcel.id, file).await.refusal(), ErrorCode::NotFound);
    }
    cloud.run_due_jobs().await;
    let key = domain::file::object_key(&parcel.id, &removed.id);
    assert!(cloud.app().storage.look_at(&key).await.unwrap().is_none());
    assert!(cloud.app().storage.uploads("packages/", None).await.unwrap().uploads.is_empty());
    let again = parcel.put("", "removed", b"other").await;
    let package = parcel.finalize().await;
    assert_eq!((package.total_files, package.size), (2, 9));
    let names = parcel.client.files(&parcel.id, "").await.unwrap().into_iter().map(|file| file.id);
    assert_eq!(names.collect::<Vec<_>>(), [kept.id.clone(), again.id]);
    for (query, count) in [("page=1&limit=1", 1), ("page=2&limit=1", 1), ("page=3&limit=1", 0), ("limit=5000", 2)] {
        assert_eq!(parcel.client.files(&parcel.id, query).await.unwrap().len(), count, "{query}");
    }
    for (query, field) in [("page=0", "page"), ("limit=0", "limit"), ("page=x", "page"), ("limit=-1", "limit")] {
        let reply =
            Reply::of(&parcel.client, &format!("GET /v1/packages/{}/files?{query}", parcel.id), &Value::Null).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{query}");
    }
}
