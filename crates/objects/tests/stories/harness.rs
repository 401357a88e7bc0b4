//! A store on a free port, and clients that send exactly what a test wants.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use objects::{Clock, Options, Store, SyncPolicy};
use rusty_s3::{Bucket, Credentials, UrlStyle};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::signing::{Call, Mode};

pub(crate) const ACCESS: &str = "tonnage-test";
pub(crate) const SECRET: &str = "a secret that is long enough";
pub(crate) const REGION: &str = "eu-test-1";
pub(crate) const HOUR: Duration = Duration::from_hours(1);

pub(crate) struct TestStore {
    pub(crate) store: Store,
    pub(crate) address: String,
    pub(crate) directory: PathBuf,
    pub(crate) http: reqwest::Client,
    accepting: tokio::task::JoinHandle<()>,
    temporary: Option<tempfile::TempDir>,
}

pub(crate) fn credentials() -> Credentials {
    Credentials::new(ACCESS, SECRET)
}

pub(crate) fn options(directory: &Path) -> Options {
    Options {
        directory: directory.to_owned(),
        access_key: ACCESS.into(),
        secret_key: SECRET.into(),
        other_credentials: objects::OtherCredentials::default(),
        region: REGION.into(),
        sync: SyncPolicy::Always,
        reserve_bytes: 0,
        lost_after: Duration::from_hours(168),
        scrub_days: 0,
        clock: Clock::new(|| 1_767_225_600_000),
    }
}

impl TestStore {
    /// A new store with the bucket `shelf`.
    pub(crate) async fn start() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let mut store = Self::open(temporary.path()).await;
        store.temporary = Some(temporary);
        store.signed(Call::new("PUT", "/shelf")).await.expect(200);
        store
    }

    /// The existing store in a directory.
    pub(crate) async fn open(directory: &Path) -> Self {
        Self::open_with(options(directory)).await
    }

    pub(crate) async fn open_with(options: Options) -> Self {
        let directory = options.directory.clone();
        Self::serve(Store::open(options).unwrap(), directory).await
    }

    pub(crate) async fn serve(store: Store, directory: PathBuf) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let serving = store.clone();
        let accepting = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let store = serving.clone();
                tokio::spawn(async move {
                    let service = service_fn(move |request| {
                        let store = store.clone();
                        async move { Ok::<_, std::convert::Infallible>(store.handle(request).await) }
                    });
                    let _ = Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        let http = reqwest::Client::new();
        Self { store, address, directory, http, accepting, temporary: None }
    }

    /// Closes the store and returns its directory.
    pub(crate) async fn close(mut self) -> (PathBuf, Option<tempfile::TempDir>) {
        self.accepting.abort();
        self.store.close().await;
        (self.directory.clone(), self.temporary.take())
    }

    pub(crate) fn bucket(&self) -> Bucket {
        let endpoint = format!("http://{}", self.address).parse().unwrap();
        Bucket::new(endpoint, UrlStyle::Path, "shelf", REGION).unwrap()
    }

    /// Signs with a header and sends.
    pub(crate) async fn signed(&self, call: Call) -> Reply {
        self.send(&call.sign(&self.address, &Mode::default())).await
    }

    /// The same for a request whose reply may break off. One that ends before its first byte counts as such a reply.
    pub(crate) async fn signed_or_cut(&self, call: Call) -> Reply {
        let reply = send_raw(&self.address, &call.sign(&self.address, &Mode::default())).await;
        reply.unwrap_or_else(|_| Reply { status: 0, headers: BTreeMap::new(), body: Vec::new(), is_cut: true })
    }

    pub(crate) async fn put(&self, key: &str, body: &[u8]) -> Reply {
        self.signed(Call::new("PUT", &format!("/shelf/{key}")).body(body)).await
    }

    pub(crate) async fn get(&self, key: &str) -> Reply {
        self.signed(Call::new("GET", &format!("/shelf/{key}"))).await
    }

    pub(crate) async fn new_upload(&self, key: &str) -> String {
        let reply = self.signed(Call::new("POST", &format!("/shelf/{key}")).query("uploads", "")).await.expect(200);
        reply.between("<UploadId>", "</UploadId>")
    }

    pub(crate) async fn put_part(&self, key: &str, upload: &str, number: usize, body: &[u8]) -> Reply {
        let call = Call::new("PUT", &format!("/shelf/{key}"))
            .query("partNumber", &number.to_string())
            .query("uploadId", upload)
            .body(body);
        self.signed(call).await
    }

    pub(crate) async fn complete(&self, key: &str, upload: &str, parts: &[(usize, String)]) -> Reply {
        self.signed(complete_call(key, upload, parts)).await
    }

    /// Uploads the bodies as parts 1, 2, … and completes.
    pub(crate) async fn put_in_parts(&self, key: &str, bodies: &[&[u8]]) -> Reply {
        let upload = self.new_upload(key).await;
        let mut parts = Vec::new();
        for (index, body) in bodies.iter().enumerate() {
            let reply = self.put_part(key, &upload, index + 1, body).await.expect(200);
            parts.push((index + 1, reply.header("etag")));
        }
        self.complete(key, &upload, &parts).await.expect(200)
    }

    /// Sends the raw bytes and reads the reply to its end.
    pub(crate) async fn send(&self, request: &RawRequest) -> Reply {
        send_raw(&self.address, request).await.expect("the store answers")
    }

    /// Every file under the data directory, except the one with the id of the store.
    pub(crate) fn blob_files(&self) -> Vec<PathBuf> {
        let mut files = files_under(&self.directory.join("data"));
        files.retain(|file| !file.ends_with("store-id"));
        files
    }

    /// Waits until the housekeeping has deleted all but this many files.
    pub(crate) async fn wait_for_files(&self, count: usize) {
        let waiting = async {
            while self.blob_files().len() != count {
                tokio::task::yield_now().await;
            }
        };
        let in_time = tokio::time::timeout(Duration::from_secs(30), waiting).await;
        assert!(in_time.is_ok(), "{} files are left, not {count}", self.blob_files().len());
    }
}

pub(crate) fn complete_call(key: &str, upload: &str, parts: &[(usize, String)]) -> Call {
    let mut list = String::from("<CompleteMultipartUpload>");
    for (number, etag) in parts {
        write!(list, "<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag></Part>").unwrap();
    }
    list.push_str("</CompleteMultipartUpload>");
    Call::new("POST", &format!("/shelf/{key}")).query("uploadId", upload).body(list.as_bytes())
}

pub(crate) fn files_under(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(files_under(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

/// Bytes that look random and are the same for the same seed.
pub(crate) fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

/// A raw request, so that no library normalizes it.
#[derive(Clone, Debug)]
pub(crate) struct RawRequest {
    pub(crate) method: String,
    /// Path and query as sent.
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

pub(crate) async fn send_raw(address: &str, request: &RawRequest) -> std::io::Result<Reply> {
    let mut stream = TcpStream::connect(address).await?;
    let mut head = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await?;
    // A store that refuses may stop reading; its reply still counts.
    let _ = stream.write_all(&request.body).await;
    let mut bytes = Vec::new();
    let ended = stream.read_to_end(&mut bytes).await;
    Reply::parse(&bytes, request.method == "HEAD", ended.is_err())
        .ok_or_else(|| std::io::Error::other(format!("no reply: {ended:?}")))
}

/// Sends everything and closes its side, like a client that crashes.
pub(crate) async fn send_raw_and_hang_up(address: &str, request: &RawRequest) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let mut head = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(&request.body).await.ok()?;
    stream.shutdown().await.ok()?;
    let mut bytes = Vec::new();
    let ended = stream.read_to_end(&mut bytes).await;
    Reply::parse(&bytes, false, ended.is_err())
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
    /// The body ended before its announced length.
    pub(crate) is_cut: bool,
}

impl Reply {
    pub(crate) fn parse(bytes: &[u8], is_head: bool, failed: bool) -> Option<Self> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: BTreeMap<String, String> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let body = bytes[end + 4..].to_vec();
        let length = headers.get("content-length").and_then(|text| text.parse::<usize>().ok());
        let is_cut = !is_head && (failed || length.is_some_and(|length| length != body.len()));
        Some(Self { status, headers, body, is_cut })
    }

    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body[..self.body.len().min(2000)]));
        self
    }

    #[track_caller]
    pub(crate) fn expect_error(self, status: u16, code: &str) -> Self {
        let reply = self.expect(status);
        assert_eq!(reply.between("<Code>", "</Code>"), code);
        reply
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> String {
        self.headers.get(name).unwrap_or_else(|| panic!("no header {name} in {:?}", self.headers)).clone()
    }

    #[track_caller]
    pub(crate) fn between(&self, before: &str, after: &str) -> String {
        let all = self.all_between(before, after);
        assert_eq!(all.len(), 1, "{before} once in {}", self.text());
        all[0].clone()
    }

    pub(crate) fn all_between(&self, before: &str, after: &str) -> Vec<String> {
        let text = self.text();
        text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).map(str::to_owned).collect()
    }
}
