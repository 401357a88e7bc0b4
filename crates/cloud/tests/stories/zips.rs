//! Zips of packages: the same bytes at every request, for every reader, and never incomplete.

use std::io::Write as _;
use std::ops::Range;
use std::process::Command;
use std::time::Duration;

use cloud::credentials::Grant;
use cloud::operations::downloads::zips;
use domain::expiry::Expiry;
use domain::extra_storage::ExtraStorage;
use domain::file::{File, FileKind, FileState, ScanState, object_key};
use domain::file_path::FilePath;
use domain::link::Link;
use domain::package::{Package, PackageState};
use domain::package_token::Level;
use domain::zip_layout::{DosTime, ZipEntry, ZipShape, ZipTotals, ZipWalk, entry_name};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use store::{files, jobs, links, packages};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, fetch, number_of_sql, plain_package};
use wire::error::ErrorCode;
use wire::files::ZipAddress;
use wire::ids::{FileId, LinkId};
use wire::time::Time;

const MODIFIED: Time = Time::from_millis(1_700_000_001_000);

fn crc32(content: &[u8]) -> u32 {
    u32::try_from(crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32IsoHdlc, content)).unwrap()
}

/// Bytes that do not repeat soon.
fn content(length: usize) -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(length as u64);
    let mut bytes = vec![0; length];
    random.fill(&mut bytes[..]);
    bytes
}

/// A finalized package without files.
fn package(cloud: &TestCloud, owner: &Person, name: &str) -> Package {
    Package {
        id: cloud.app().ids.next(),
        team_id: owner.team_id.clone(),
        portal_id: None,
        portal_version: 0,
        creator_id: Some(owner.user_id.clone()),
        name: name.to_owned(),
        description: String::new(),
        sender: owner.email.clone(),
        recipients: Vec::new(),
        state: PackageState::Finalized,
        files_added: 0,
        directories_added: 0,
        bytes_added: 0,
        total_files: 0,
        size: 0,
        expiry: Expiry::At(cloud.now().plus_days(14)),
        custom_expiry: false,
        extra_storage: ExtraStorage::default(),
        access_limit: 0,
        password_hash: None,
        chunk_size: 0,
        tag_id: None,
        teamspace_id: None,
        storage_id: "tonnage".into(),
        contains_virus: false,
        custom_metadata_id: String::new(),
        usage_total_bytes: 0,
        usage_updated_at: None,
        finalized_at: Some(cloud.now()),
        created_at: cloud.now(),
        updated_at: cloud.now(),
        version: 1,
    }
}

/// A sent package, with its content.
struct Sent {
    cloud: TestCloud,
    package: Package,
    files: Vec<(File, Vec<u8>)>,
}

impl Sent {
    async fn empty(name: &str) -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let package = package(&cloud, &owner, name);
        let mut tx = cloud.app().store.begin().await.unwrap();
        packages::insert(&mut tx, &package).await.unwrap();
        tx.commit().await.unwrap();
        Self { cloud, package, files: Vec::new() }
    }

    async fn mixed() -> Self {
        let mut sent = Self::empty("Dailies: \"día 4\" / 🎬").await;
        sent.add("", "a.mov", content(300_000)).await;
        sent.add_directory("", "day 4").await;
        sent.add("day 4", "é 🎬.mxf", content(1_000)).await;
        sent.add("day 4/日本", "empty", Vec::new()).await;
        for number in 0..20 {
            sent.add("many", &format!("{number}.txt"), content(number * 7)).await;
        }
        sent.add("", "z.bin", content(150_000)).await;
        sent
    }

    async fn add(&mut self, path: &str, name: &str, content: Vec<u8>) -> FileId {
        let id = self.add_unstored(path, name, content.clone(), Some(crc32(&content))).await;
        if !content.is_empty() {
            self.cloud.store_object(&object_key(&self.package.id, &id), content).await;
        }
        id
    }

    async fn add_directory(&mut self, path: &str, name: &str) {
        self.insert(FileKind::Directory, path, name, Vec::new(), None).await;
    }

    /// A file that the database knows and storage does not.
    async fn add_unstored(&mut self, path: &str, name: &str, content: Vec<u8>, crc32: Option<u32>) -> FileId {
        self.insert(FileKind::File, path, name, content, crc32).await
    }

    async fn insert(&mut self, kind: FileKind, path: &str, name: &str, content: Vec<u8>, crc32: Option<u32>) -> FileId {
        let file = File {
            id: self.cloud.app().ids.next(),
            package_id: self.package.id.clone(),
            kind,
            place: FilePath::parse(path, name).unwrap(),
            size: i64::try_from(content.len()).unwrap(),
            chunk_size: 0,
            last_modified: Some(MODIFIED),
            state: FileState::Finalized,
            seal: None,
            crc64nvme: None,
            crc32,
            scan_state: ScanState::NotScanned,
            scan_reason: "off".into(),
            is_growing: false,
            is_sized: true,
            upload_id: None,
            created_at: self.cloud.now(),
            finalized_at: Some(self.cloud.now()),
        };
        let id = file.id.clone();
        let mut tx = self.cloud.app().store.begin().await.unwrap();
        files::insert(&mut tx, &file, &format!("{path}/{name}")).await.unwrap();
        tx.commit().await.unwrap();
        self.files.push((file, content));
        id
    }

    async fn try_address(&self, link: Option<&LinkId>, files: Option<&[FileId]>) -> Result<ZipAddress, ErrorCode> {
        let mut connection = self.cloud.app().store.read().await.unwrap();
        let package = packages::by_id(&mut connection, &self.package.id).await.unwrap().unwrap();
        drop(connection);
        let grant = self.grant(link);
        zips::address(self.cloud.app(), &package, &grant, files, false).await.map_err(|error| error.code())
    }

    fn grant(&self, link: Option<&LinkId>) -> Grant {
        Grant {
            package_id: self.package.id.clone(),
            level: Level::Download,
            link_id: link.cloned(),
            issued_to: None,
            download_id: self.cloud.app().ids.next(),
        }
    }

    async fn address(&self) -> ZipAddress {
        self.try_address(None, None).await.unwrap()
    }

    fn get(&self, address: &ZipAddress) -> RequestBuilder {
        self.cloud.anyone().request(Method::GET, url::Url::parse(&address.url).unwrap().path())
    }

    async fn bytes(&self, address: &ZipAddress) -> Vec<u8> {
        whole(self.get(address).send().await.unwrap()).await
    }

    /// The zip, assembled from what was sent.
    fn assembled(&self, is_in: impl Fn(&File) -> bool) -> Vec<u8> {
        let mut entries = Vec::new();
        for (file, content) in self.files.iter().filter(|(file, _)| is_in(file)) {
            let name = entry_name(&file.place, file.kind);
            let size = content.len() as u64;
            entries.push((ZipEntry { name, size, crc32: crc32(content), modified: DosTime::of(MODIFIED) }, content));
        }
        let totals = entries.iter().fold(ZipTotals::default(), |sum, (entry, _)| sum + entry.totals());
        let mut walk = ZipWalk::new(ZipShape::new(totals), 0..u64::MAX);
        let mut bytes = Vec::new();
        while walk.wants_entries() {
            for (entry, content) in &entries {
                if !walk.entry(entry, &mut bytes).unwrap().is_empty() {
                    bytes.extend_from_slice(content);
                }
            }
            walk.end_of_entries().unwrap();
        }
        walk.ending(&mut bytes);
        bytes
    }
}

async fn whole(response: Response) -> Vec<u8> {
    let length = response.content_length().unwrap();
    let bytes = response.bytes().await.unwrap().to_vec();
    assert_eq!(bytes.len() as u64, length);
    bytes
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// Opens the zip with the programs that people use.
fn foreign_readers_accept(bytes: &[u8], entries: usize) {
    const TEST: &str = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); \
        assert z.testzip() is None; assert len(set(z.namelist())) == int(sys.argv[2]), len(z.namelist())";
    let mut file = tempfile::Builder::new().suffix(".zip").tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let path = file.path().to_str().unwrap();
    let python = std::env::var("TONNAGE_TEST_PYTHON").unwrap_or("python3".into());
    let entries = entries.to_string();
    for (program, arguments) in [
        (python.as_str(), vec!["-c", TEST, path, &entries]),
        ("unzip", vec!["-tqq", path]),
        ("7z", vec!["t", "-bso0", "-bsp0", path]),
    ] {
        let ran = Command::new(program).args(arguments).output();
        let output = ran.unwrap_or_else(|error| panic!("{program}: {error}; `cargo xtask test` installs it"));
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(output.status.success() && text.is_empty(), "{program} refuses the zip: {text}");
    }
}

#[tokio::test]
async fn a_zip_is_what_was_sent() {
    let sent = Sent::mixed().await;
    let address = sent.address().await;
    assert_eq!((address.state.as_str(), address.name.as_str()), ("ready", "Dailies: \"día 4\" _ 🎬.zip"));
    let public = sent.cloud.app().public_url.as_str();
    assert!(address.url.starts_with(&format!("{public}z/")), "{}", address.url);
    assert!(address.url.ends_with("/Dailies:%20%22d%C3%ADa%204%22%20_%20%F0%9F%8E%AC.zip"), "{}", address.url);

    let response = sent.get(&address).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "application/zip");
    assert_eq!(header(&response, "accept-ranges"), "bytes");
    assert_eq!(header(&response, "content-length"), address.size.to_string());
    let disposition = "attachment; filename=\"Dailies_ _d_a 4_ _ _.zip\"; \
        filename*=UTF-8''Dailies%3A%20%22d%C3%ADa%204%22%20_%20%F0%9F%8E%AC.zip";
    assert_eq!(header(&response, "content-disposition"), disposition);
    let etag = header(&response, "etag").to_owned();
    assert!(etag.starts_with('"') && etag.len() > 20, "{etag}");
    let bytes = whole(response).await;
    assert_eq!(bytes.len(), usize::try_from(address.size).unwrap());
    assert!(bytes == sent.assembled(|_| true), "the bytes are those of the plan");
    foreign_readers_accept(&bytes, sent.files.len());

    let path = url::Url::parse(&address.url).unwrap().path().to_owned();
    let head = sent.cloud.anyone().request(Method::HEAD, &path).header("Range", "bytes=0-0").send().await.unwrap();
    assert_eq!((head.status().as_u16(), header(&head, "etag")), (200, etag.as_str()));
    assert_eq!(header(&head, "content-length"), address.size.to_string());
    assert!(head.bytes().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_download_that_broke_off_goes_on_anywhere() {
    let sent = Sent::mixed().await;
    let first = sent.address().await;
    let response = sent.get(&first).send().await.unwrap();
    let etag = header(&response, "etag").to_owned();
    let bytes = whole(response).await;
    sent.cloud.advance(Duration::from_secs(7));
    let second = sent.address().await;
    assert_ne!(first.url, second.url);

    let seed = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..30 {
        let start = random.random_range(0..bytes.len());
        let last = random.random_range(start..bytes.len());
        let wanted = if random.random() { format!("bytes={start}-") } else { format!("bytes={start}-{last}") };
        let end = if wanted.ends_with('-') { bytes.len() } else { last + 1 };
        let request = sent.get(&second).header("Range", &wanted).header("If-Range", &etag);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 206, "{wanted}");
        assert_eq!(header(&response, "content-range"), format!("bytes {start}-{}/{}", end - 1, bytes.len()));
        assert!(whole(response).await == bytes[start..end], "{wanted}");
    }
}

#[tokio::test]
async fn conditions_are_kept() {
    let mut sent = Sent::empty("Dailies").await;
    sent.add("", "a", content(10)).await;
    let address = sent.address().await;
    let etag = header(&sent.get(&address).send().await.unwrap(), "etag").to_owned();
    let ask = async |headers: &[(&str, &str)]| {
        let request = headers.iter().fold(sent.get(&address), |request, (name, value)| request.header(*name, *value));
        request.send().await.unwrap()
    };

    let same = ask(&[("If-None-Match", &etag)]).await;
    assert_eq!((same.status().as_u16(), header(&same, "etag")), (304, etag.as_str()));
    assert_eq!(ask(&[("If-Match", &etag)]).await.status(), 200);
    let other = Reply::to(sent.get(&address).header("If-Match", "\"other\"")).await;
    assert_eq!(other.error().code, ErrorCode::PreconditionFailed);
    let behind = Reply::to(sent.get(&address).header("Range", format!("bytes={}-", address.size))).await;
    assert_eq!(behind.error().code, ErrorCode::RangeNotSatisfiable);
    assert_eq!(behind.headers["content-range"], format!("bytes */{}", address.size));
    let several = ask(&[("Range", "bytes=0-1,4-5")]).await;
    assert_eq!((several.status().as_u16(), whole(several).await.len()), (200, usize::try_from(address.size).unwrap()));
    let changed = ask(&[("Range", "bytes=0-1"), ("If-Range", "\"other\"")]).await;
    assert_eq!(changed.status(), 200);
}

#[tokio::test]
async fn any_number_of_entries_makes_a_zip() {
    const COUNT: usize = 66_000;
    let sent = Sent::empty("Frames").await;
    // By hand: adding them one by one would take longer than everything else.
    let statement = format!(
        "INSERT INTO files (id, package_id, kind, path, name, place, name_bytes, size, chunk_size, state, crc32,
             scan_state, scan_reason, created_at)
         WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {COUNT})
         SELECT '01KA2B3C4D5E6F7G8' || CAST(100000000 + n AS TEXT), '{}', 'file', 'frames', CAST(100000 + n AS TEXT),
             CAST(n AS TEXT), 13, 0, 0, 'finalized', 0, 'not_scanned', '', 0 FROM numbers",
        sent.package.id
    );
    sent.cloud.execute_sql(&statement).await;
    let address = sent.address().await;
    let bytes = sent.bytes(&address).await;
    assert_eq!(bytes.len(), COUNT * (50 + 74 + 2 * 13) + 98);
    foreign_readers_accept(&bytes, COUNT);
    let directory = COUNT * 63;
    for range in [2_000_000..2_100_000, directory - 10..directory + 100_000, bytes.len() - 200_000..bytes.len()] {
        assert!(part(&sent, &address, range.clone()).await == bytes[range.clone()], "{range:?}");
    }
}

async fn part(sent: &Sent, address: &ZipAddress, range: Range<usize>) -> Vec<u8> {
    let wanted = format!("bytes={}-{}", range.start, range.end - 1);
    whole(sent.get(address).header("Range", wanted).send().await.unwrap()).await
}

#[tokio::test]
async fn some_files_make_a_zip_of_their_own() {
    let sent = Sent::mixed().await;
    let id = |index: usize| sent.files[index].0.id.clone();
    let selected = [id(7), id(2), id(0), id(7)];
    let address = sent.try_address(None, Some(&selected)).await.unwrap();
    let bytes = sent.bytes(&address).await;
    assert!(bytes == sent.assembled(|file| selected.contains(&file.id)));
    assert!(part(&sent, &address, 299_000..301_000).await == bytes[299_000..301_000]);
    foreign_readers_accept(&bytes, 3);

    let etag = async |address: &ZipAddress| header(&sent.get(address).send().await.unwrap(), "etag").to_owned();
    let again = sent.try_address(None, Some(&[id(0), id(2), id(7)])).await.unwrap();
    assert_eq!(etag(&again).await, etag(&address).await, "the order of asking does not matter");
    assert_ne!(etag(&sent.address().await).await, etag(&address).await);

    let unknown = [id(0), sent.cloud.app().ids.next()];
    assert_eq!(sent.try_address(None, Some(&unknown)).await.unwrap_err(), ErrorCode::ReferenceNotFound);
    assert_eq!(sent.try_address(None, Some(&[])).await.unwrap_err(), ErrorCode::InvalidField);
}

#[tokio::test]
async fn an_address_ends_with_what_it_stands_for() {
    let mut sent = Sent::empty("Dailies").await;
    sent.add("", "a", content(10)).await;
    let address = sent.address().await;
    let code = async |address: &ZipAddress| Reply::to(sent.get(address)).await.error().code;
    let forged = ZipAddress { url: address.url.replace("/z/e", "/z/f"), ..address.clone() };
    assert_eq!(code(&forged).await, ErrorCode::NotFound);

    let link = Link {
        id: sent.cloud.app().ids.next(),
        package_id: sent.package.id.clone(),
        email: None,
        password_hash: None,
        access_limit: 1,
        access_limit_enabled: true,
        accesses: 1,
        active: true,
        expiry: None,
        notified_at: None,
        accessed_at: None,
        usage_updated_at: None,
        deleted_at: None,
        created_at: sent.cloud.now(),
    };
    let mut tx = sent.cloud.app().store.begin().await.unwrap();
    links::insert(&mut tx, &link, None).await.unwrap();
    tx.commit().await.unwrap();
    let by_link = sent.try_address(Some(&link.id), None).await.unwrap();
    assert_eq!(sent.get(&by_link).send().await.unwrap().status(), 200, "a begun download outlives the last access");
    let mut tx = sent.cloud.app().store.begin().await.unwrap();
    links::delete(&mut tx, &link.id, sent.cloud.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(sent.get(&by_link).send().await.unwrap().status(), 200, "and the link's deletion");
    let mut tx = sent.cloud.app().store.begin().await.unwrap();
    packages::mark_infected(&mut tx, &sent.package.id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(code(&address).await, ErrorCode::Infected, "found after the address was made");
    assert_eq!(sent.try_address(None, None).await.unwrap_err(), ErrorCode::Infected);
    let accepted = Package { contains_virus: true, ..sent.package.clone() };
    let accepted = zips::address(sent.cloud.app(), &accepted, &sent.grant(None), None, true).await.unwrap();
    assert_eq!(sent.get(&accepted).send().await.unwrap().status(), 200);

    sent.cloud.advance(Duration::from_hours(24));
    assert_eq!(code(&accepted).await, ErrorCode::NotFound, "an address lives for a day");
    let fresh = zips::address(sent.cloud.app(), &sent.package, &sent.grant(None), None, true).await.unwrap();
    let package = sent.package.clone().expire(sent.cloud.now()).unwrap().package;
    let mut tx = sent.cloud.app().store.begin().await.unwrap();
    packages::update(&mut tx, &package).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(code(&fresh).await, ErrorCode::Gone);
    assert_eq!(sent.try_address(None, None).await.unwrap_err(), ErrorCode::Gone);
}

#[tokio::test]
async fn what_storage_cannot_give_breaks_the_connection() {
    for size in [1_000, 200_000] {
        let mut sent = Sent::empty("Dailies").await;
        sent.add("", "there", content(400_000)).await;
        let broken = sent.add_unstored("", "broken", content(size), Some(0)).await;
        sent.add("", "also there", content(size)).await;
        let address = sent.address().await;
        let missing = sent.get(&address).send().await.unwrap();
        assert_eq!(missing.status(), 200);
        assert!(missing.bytes().await.is_err(), "a missing object of {size} bytes");

        let key = object_key(&sent.package.id, &broken);
        sent.cloud.store_object(&key, content(size - 1)).await;
        assert!(sent.get(&address).send().await.unwrap().bytes().await.is_err(), "a short object of {size} bytes");

        let mut tx = sent.cloud.app().store.begin().await.unwrap();
        files::delete(&mut tx, &broken).await.unwrap();
        tx.commit().await.unwrap();
        assert!(sent.get(&address).send().await.unwrap().bytes().await.is_err(), "other entries than planned");
    }
}

#[tokio::test]
async fn a_job_computes_the_checksums_that_are_missing() {
    let mut sent = Sent::empty("Dailies").await;
    let (one, two) = (content(200_000), content(33));
    for (name, content) in [("one", &one), ("two", &two)] {
        let id = sent.add_unstored("", name, content.clone(), None).await;
        sent.cloud.store_object(&object_key(&sent.package.id, &id), content.clone()).await;
    }
    sent.add_unstored("", "empty", Vec::new(), None).await;
    sent.add_directory("", "folder").await;
    let size = i64::try_from(sent.assembled(|_| true).len()).unwrap();
    for _ in 0..2 {
        let address = sent.address().await;
        assert_eq!((address.url.as_str(), address.state.as_str(), address.size), ("", "preparing", size));
    }
    let nothing_missing = sent.try_address(None, Some(&[sent.files[2].0.id.clone()])).await.unwrap();
    assert_eq!(nothing_missing.state, "ready");
    assert_eq!(sent.cloud.waiting_jobs().await, 1);
    assert_eq!(sent.cloud.run_due_jobs().await, 1);
    assert_eq!(sent.cloud.waiting_jobs().await, 0);

    let address = sent.address().await;
    assert_eq!(address.state, "ready");
    let bytes = sent.bytes(&address).await;
    assert!(bytes == sent.assembled(|_| true));
    foreign_readers_accept(&bytes, 4);
}

#[tokio::test]
async fn content_that_changed_in_storage_is_not_described() {
    let mut sent = Sent::empty("Dailies").await;
    let id = sent.add_unstored("", "one", content(100), None).await;
    sent.cloud.store_object(&object_key(&sent.package.id, &id), content(100)).await;
    let set_sum = format!("UPDATE files SET crc64nvme = 'AAAAAAAAAAE=' WHERE id = '{id}'");
    sent.cloud.execute_sql(&set_sum).await;
    assert_eq!(sent.address().await.state, "preparing");
    sent.cloud.run_due_jobs().await;
    assert_eq!(sent.try_address(None, None).await.unwrap_err(), ErrorCode::StorageRefused);
    let mut connection = sent.cloud.app().store.read().await.unwrap();
    let queue = jobs::size(&mut connection).await.unwrap();
    assert_eq!((queue.waiting, queue.dead), (0, 1), "asking again makes no further job");
}

#[tokio::test]
async fn a_zip_that_could_not_be_prepared_can_be_retried() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let reader = parcel.open(&parcel.link().await).await.unwrap().1;
    cloud.run_due_jobs().await;
    cloud.execute_sql("UPDATE files SET crc32 = NULL, crc64nvme = 'AAAAAAAAAAE='").await;
    for _ in 0..4 {
        // Only the first three retries of the hour are attempts.
        let _ = reader.zip(&parcel.id, "retry=true").await;
        cloud.run_due_jobs().await;
        let failed = Reply::of(&reader, &format!("GET /v1/packages/{}/zip", parcel.id), &Value::Null).await;
        assert_eq!(failed.status, 502, "{}", failed.text);
        assert!(failed.text.contains("could not be read. Retry it"), "{}", failed.text);
    }
    cloud.execute_sql("UPDATE files SET crc64nvme = NULL").await;
    assert_eq!(reader.zip(&parcel.id, "retry=true").await.refusal(), ErrorCode::StorageRefused, "in an hour");
    cloud.advance(Duration::from_hours(1));
    assert_eq!(reader.zip(&parcel.id, "retry=true").await.unwrap().state, "preparing");
    cloud.run_due_jobs().await;
    assert_eq!(reader.zip(&parcel.id, "").await.unwrap().state, "ready");
}

#[tokio::test]
async fn selections_for_zips_are_few_for_a_token_and_end() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    for number in 0..7 {
        parcel.put("", &format!("{number}.mov"), b"x").await;
    }
    parcel.finalize().await;
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    // Every number has the bits of another selection.
    let select = |number: usize| {
        let chosen = files.iter().enumerate().filter(|(bit, _)| (number >> bit) & 1 == 1);
        format!("files={}", chosen.map(|(_, file)| file.id.to_string()).collect::<Vec<_>>().join(","))
    };
    let link = parcel.link().await;
    let (_, visitor) = parcel.open(&link).await.unwrap();
    for number in 1..=100 {
        assert_eq!(visitor.zip(&parcel.id, &select(number)).await.unwrap().state, "ready", "{number}");
    }
    assert_eq!(visitor.zip(&parcel.id, &select(101)).await.refusal(), ErrorCode::LimitExceeded);
    let known = visitor.zip(&parcel.id, &select(7)).await.unwrap();
    assert!(visitor.zip(&parcel.id, "").await.is_ok(), "the whole zip is not a selection");
    assert!(parcel.client.zip(&parcel.id, &select(102)).await.is_ok(), "visitors do not keep out the sender");
    cloud.advance(Duration::from_hours(23));
    cloud.run_due_jobs().await;
    assert!(!fetch(&known.url).await.is_empty(), "a selection lasts as long as its URL");
    cloud.advance(Duration::from_hours(26));
    cloud.run_due_jobs().await;
    let database = cloud.app().config.database.url.expose().to_owned();
    assert_eq!(number_of_sql(&database, "SELECT COUNT(*) FROM zip_selections").await, 0);
    let (_, visitor) = parcel.open(&link).await.unwrap();
    assert_eq!(visitor.zip(&parcel.id, &select(101)).await.unwrap().state, "ready");
}
