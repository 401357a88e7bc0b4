//! Downloads: counted once for each token, exact at the limit, never shown as a page.

use std::time::Duration;

use client::Client;
use testkit::{Parcel, Person, Refusal as _, TestCloud, fetch, plain_package};
use wire::error::ErrorCode;
use wire::files::FileBody;
use wire::links::{CreateLink, LinkBody};
use wire::packages::PackageBody;
use wire::time::OptionalTime;

struct Sent {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
    files: Vec<FileBody>,
}

/// A sent package with two files.
async fn sent() -> Sent {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let files = vec![parcel.put("", "a", b"hello").await, parcel.put("", "b", b"the world").await];
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    cloud.mails.take();
    Sent { cloud, owner, parcel, files }
}

impl Sent {
    async fn limited(&self, limit: i64) -> LinkBody {
        let request = CreateLink { access_limit: Some(limit), ..CreateLink::default() };
        self.parcel.client.create_link(&self.parcel.id, &request).await.unwrap()
    }

    async fn reader(&self, link: &LinkBody) -> Client {
        self.parcel.open(link).await.unwrap().1
    }

    async fn get(&self, reader: &Client, file: usize) -> Result<String, ErrorCode> {
        match reader.download_address(&self.parcel.id, &self.files[file].id).await {
            Ok(address) => Ok(address.url),
            refused => Err(refused.refusal()),
        }
    }

    async fn package(&self) -> PackageBody {
        self.owner.client.package(&self.owner.team_id, &self.parcel.id).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_is_exact_whoever_comes_at_once() {
    let sent = sent().await;
    let link = sent.limited(10).await;
    let mut starts = Vec::new();
    for _ in 0..200 {
        let (reader, package, file) = (sent.reader(&link).await, sent.parcel.id.clone(), sent.files[0].id.clone());
        starts.push((reader, package, file));
    }
    assert!(sent.parcel.open(&link).await.is_ok(), "opening it two hundred times is not a download");
    let starts = starts
        .into_iter()
        .map(|(reader, package, file)| tokio::spawn(async move { reader.download_address(&package, &file).await }));
    let mut begun = 0;
    for start in starts.collect::<Vec<_>>() {
        match start.await.unwrap() {
            Ok(_) => begun += 1,
            refused => assert_eq!(refused.refusal(), ErrorCode::LinkLocked),
        }
    }
    assert_eq!(begun, 10);
    assert_eq!(sent.parcel.open(&link).await.map(|_| ()).refusal(), ErrorCode::LinkLocked);
    let shown = sent.parcel.client.links(&sent.parcel.id).await.unwrap();
    assert!(!shown[0].active && shown[0].access_limit_enabled);
    assert_eq!(sent.package().await.usage_total_bytes, 50);
}

#[tokio::test]
async fn a_lock_or_a_deletion_ends_no_download_that_has_begun() {
    let sent = sent().await;
    let link = sent.limited(1).await;
    let (begun, waiting) = (sent.reader(&link).await, sent.reader(&link).await);
    assert_eq!(sent.package().await.links[0].accessed_at, OptionalTime(None), "nobody downloaded yet");
    sent.cloud.advance(Duration::from_secs(1));
    let first = sent.get(&begun, 0).await.unwrap();
    assert_eq!(fetch(&first).await, b"hello");
    assert_eq!(sent.get(&waiting, 0).await, Err(ErrorCode::LinkLocked));
    assert!(waiting.files(&sent.parcel.id, "").await.is_ok());
    let package = sent.package().await;
    assert_eq!(package.links[0].accessed_at, OptionalTime(Some(sent.cloud.now())));
    assert_eq!(package.usage_updated_at, OptionalTime(Some(sent.cloud.now())));

    sent.parcel.client.delete_link(&sent.parcel.id, &link.id).await.unwrap();
    sent.parcel.client.delete_link(&sent.parcel.id, &link.id).await.unwrap();
    let kept = sent.parcel.client.links(&sent.parcel.id).await.unwrap();
    assert_eq!((kept.len(), &kept[0].id, kept[0].active), (1, &link.id, false), "the record is kept");
    assert_eq!(sent.parcel.open(&link).await.map(|_| ()).refusal(), ErrorCode::LinkInactive);
    for (file, content) in [(0, "hello"), (1, "the world"), (0, "hello")] {
        assert_eq!(fetch(&sent.get(&begun, file).await.unwrap()).await, content.as_bytes());
    }
    assert_eq!(sent.get(&waiting, 0).await, Err(ErrorCode::LinkInactive), "no new download");
    sent.parcel.client.delete_package(&sent.parcel.id).await.unwrap();
    assert_eq!(sent.get(&begun, 0).await, Err(ErrorCode::Gone), "but nothing outlives the package");
}

#[tokio::test]
async fn usage_grows_once_for_each_token_and_file() {
    let sent = sent().await;
    let link = sent.limited(0).await;
    let (one, two) = (sent.reader(&link).await, sent.reader(&link).await);
    for (reader, file, usage) in
        [(&one, 0, 5), (&one, 0, 5), (&two, 0, 10), (&one, 1, 19), (&one, 1, 19), (&sent.parcel.client, 0, 24)]
    {
        sent.get(reader, file).await.unwrap();
        assert_eq!(sent.package().await.usage_total_bytes, usage);
    }
    assert!(sent.package().await.links[0].active, "without a limit nothing locks");
}

#[tokio::test]
async fn the_sender_gets_one_receipt_for_each_link() {
    let sent = sent().await;
    let id = &sent.parcel.id;
    let link = sent.limited(0).await;
    let reader = sent.reader(&link).await;
    let confirm = async |reader: &Client, file: usize| reader.confirm_download(id, &sent.files[file].id).await.unwrap();
    let mails = async || {
        sent.cloud.run_due_jobs().await;
        sent.cloud.mails.take()
    };
    confirm(&reader, 0).await;
    assert!(mails().await.is_empty(), "what nobody asked for did not arrive");
    sent.get(&reader, 0).await.unwrap();
    sent.get(&reader, 1).await.unwrap();
    assert!(mails().await.is_empty(), "a URL does not mean that it arrived");
    confirm(&reader, 0).await;
    let receipts = mails().await;
    assert_eq!(receipts.len(), 1);
    assert_eq!(receipts[0].recipients, ["anna@example.org"]);
    let again = sent.reader(&link).await;
    sent.get(&again, 0).await.unwrap();
    confirm(&again, 0).await;
    confirm(&reader, 0).await;
    confirm(&reader, 1).await;
    sent.get(&sent.parcel.client, 0).await.unwrap();
    confirm(&sent.parcel.client, 0).await;
    assert!(mails().await.is_empty(), "one for each link");
    let unknown = reader.confirm_download(id, &"01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap()).await;
    assert_eq!(unknown.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn content_is_a_file_and_never_a_page() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let names = [
        "page.html",
        "a\"; filename=\"evil.exe",
        "line\r\nSet-Cookie: a=b",
        "日本 é 🎬.mxf",
        "%0d%0a",
        "invoice\u{202e}fdp.exe",
        "'; rm -rf ~",
        "...",
    ];
    for name in names {
        parcel.put("", name, b"<script>alert(1)</script>").await;
    }
    parcel.finalize().await;
    for file in parcel.client.files(&parcel.id, "").await.unwrap() {
        let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
        let reply = reqwest::get(&address.url).await.unwrap();
        let header = |name: &str| String::from_utf8_lossy(reply.headers()[name].as_bytes()).into_owned();
        let disposition = header("content-disposition");
        assert!(disposition.starts_with("attachment; filename=\""), "{disposition}");
        assert_eq!(disposition.matches('"').count(), 2, "{disposition}");
        assert!(disposition.is_ascii() && !disposition.contains(['\r', '\n', '/']), "{disposition}");
        assert_eq!((header("x-content-type-options"), header("accept-ranges")), ("nosniff".into(), "bytes".into()));
        assert_eq!(header("content-type"), "application/octet-stream");
        assert!(reply.headers().get("set-cookie").is_none());
        let shown =
            address.url.replace("response-content-disposition=attachment", "response-content-disposition=inline");
        assert_eq!(reqwest::get(&shown).await.unwrap().status(), 403, "the signature covers how it is shown");
        let page = address.url.replace("application%2Foctet-stream", "text%2Fhtml");
        assert_ne!(page, address.url);
        assert_eq!(reqwest::get(&page).await.unwrap().status(), 403);
    }
    let file = &parcel.client.files(&parcel.id, "").await.unwrap()[0];
    let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
    for (range, status, content) in [
        ("bytes=1-6", 206, "script"),
        ("bytes=-9", 206, "</script>"),
        ("bytes=16-", 206, "</script>"),
        ("bytes=99-", 416, ""),
    ] {
        let reply = reqwest::Client::new().get(&address.url).header("range", range).send().await.unwrap();
        assert_eq!(reply.status(), status, "{range}");
        if status == 206 {
            assert_eq!(reply.text().await.unwrap(), content);
        }
    }
    let put = reqwest::Client::new().put(&address.url).body("other").send().await.unwrap();
    assert_eq!(put.status(), 403, "an address to read from is none to write to");
}

#[tokio::test]
async fn what_is_not_there_cannot_be_had() {
    let sent = sent().await;
    let other = Parcel::sent(&sent.owner.client, &sent.owner.team_id, &plain_package("Other")).await;
    let theirs = other.client.files(&other.id, "").await.unwrap()[0].id.clone();
    let reader = sent.reader(&sent.limited(1).await).await;
    let foreign = reader.download_address(&sent.parcel.id, &theirs).await;
    assert_eq!(foreign.refusal(), ErrorCode::NotFound, "a file of another package");
    let new = Parcel::create(&sent.owner.client, &sent.owner.team_id, &plain_package("new")).await;
    let open = new.add("", "open", 5).await;
    assert_eq!(new.client.download_address(&new.id, &open.file.id).await.refusal(), ErrorCode::WrongState);
    let directory = wire::files::AddFile { kind: Some("directory".into()), ..testkit::file("", "d", 0) };
    let directory = new.client.add_file(&new.id, &directory).await.unwrap();
    assert_eq!(new.client.download_address(&new.id, &directory.file.id).await.refusal(), ErrorCode::WrongState);
    assert!(sent.get(&reader, 0).await.is_ok(), "a refusal used up nothing");
}
