//! Sending packages as any HTTP client would: blueprints, chunks, finalize.

use std::sync::LazyLock;

use client::{Client, ClientError};
use reqwest::{RequestBuilder, StatusCode};
use wire::blueprint::Blueprint;
use wire::files::{AddFile, AddedFile, ChunkExtras, FileBody, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::{FileId, PackageId, PortalId, TeamId};
use wire::links::{CreateLink, LinkBody, ResolvedLink};
use wire::packages::{CreatePackage, PackageBody};
use wire::portals::CreatePortalPackage;

use crate::reply::Reply;

/// The smallest chunks that storage accepts.
const CHUNK: usize = 5 << 20;

/// A package, with a client that has its token.
pub struct Parcel {
    pub client: Client,
    pub id: PackageId,
    pub body: PackageBody,
}

/// A plain package request.
pub fn plain_package(name: &str) -> CreatePackage {
    CreatePackage { name: name.to_owned(), ..CreatePackage::default() }
}

/// One client for everything that goes to storage: creating one loads all certificates of the system. It keeps no
/// connections, because a connection ends with the runtime of the test that opened it.
fn http() -> &'static reqwest::Client {
    static HTTP: LazyLock<reqwest::Client> =
        LazyLock::new(|| reqwest::Client::builder().pool_max_idle_per_host(0).build().expect("a client can be made"));
    &HTTP
}

/// The request that a blueprint describes, complete.
pub fn request_of(blueprint: &Blueprint) -> RequestBuilder {
    request_by(http(), blueprint)
}

/// The same, by a client with settings of its own.
pub fn request_by(http: &reqwest::Client, blueprint: &Blueprint) -> RequestBuilder {
    let method = blueprint.method.parse().expect("a blueprint has a method");
    let request = http.request(method, &blueprint.url).body(blueprint.body.clone());
    let request =
        if blueprint.method == "POST" { request.header("content-length", blueprint.body.len()) } else { request };
    // The length of the body is known once there is one.
    let headers = blueprint.headers.iter().filter(|(name, _)| name.as_str() != "content-length");
    headers.fold(request, |request, (name, value)| request.header(name, value))
}

impl Parcel {
    pub async fn create(client: &Client, team: &TeamId, request: &CreatePackage) -> Self {
        let body = client.create_package(team, request).await.expect("the package is created");
        Self { client: client.with_package_token(&body.access_token), id: body.id.clone(), body }
    }

    /// A package that `client`, who has no account, sends through a Portal.
    pub async fn through(client: &Client, portal: &PortalId, name: &str) -> Self {
        let request = CreatePortalPackage {
            name: Some(name.to_owned()),
            description: Some(String::new()),
            sender: Some("stranger@example.net".to_owned()),
            ..CreatePortalPackage::default()
        };
        let body = client.create_portal_package(portal, &request).await.expect("the package is created");
        Self { client: client.with_package_token(&body.access_token), id: body.id.clone(), body }
    }

    /// A sent package with one small file.
    pub async fn sent(client: &Client, team: &TeamId, request: &CreatePackage) -> Self {
        let parcel = Self::create(client, team, request).await;
        parcel.put("", "a.txt", b"hello").await;
        let body = parcel.finalize().await;
        Self { body, ..parcel }
    }

    /// The reply to a call about this package; `call` is a method and the rest of the path.
    pub async fn reply(&self, call: &str, body: &serde_json::Value) -> Reply {
        let (method, rest) = call.split_once(' ').expect("a method and a path");
        Reply::of(&self.client, &format!("{method} /v1/packages/{}{rest}", self.id), body).await
    }

    /// Adds a file of known size.
    pub async fn add(&self, path: &str, name: &str, size: usize) -> AddedFile {
        self.client.add_file(&self.id, &file(path, name, size)).await.expect("the file is added")
    }

    /// Sends the create blueprint, and returns the upload's id.
    pub async fn begin(&self, added: &AddedFile) -> String {
        let blueprint = added.create_blueprint.as_ref().expect("a file has a create blueprint");
        let reply = request_of(blueprint).send().await.expect("storage answers");
        assert_eq!(reply.status(), StatusCode::OK);
        let text = reply.text().await.expect("storage answers");
        let (_, rest) = text.split_once("<UploadId>").expect("the reply has an UploadId");
        rest.split('<').next().unwrap_or_default().to_owned()
    }

    /// Sends the content in chunks of this size, and returns what finalizing needs.
    pub async fn send(&self, file: &FileId, upload_id: &str, content: &[u8], chunk: usize) -> FinalizeFile {
        let chunks: Vec<&[u8]> = if content.is_empty() { vec![&[]] } else { content.chunks(chunk).collect() };
        let request = RequestChunks { upload_id: upload_id.to_owned(), checksums: None };
        let count = chunks.len() as u64;
        let blueprints = self.client.chunks(&self.id, file, 0, count, &request).await.expect("blueprints");
        let mut extras = Vec::new();
        for (index, (blueprint, bytes)) in blueprints.iter().zip(chunks).enumerate() {
            // The library omits the length of an empty body, and storage requires it.
            let request = request_of(blueprint).header("content-length", bytes.len());
            let reply = request.body(bytes.to_vec()).send().await.expect("storage answers");
            assert_eq!(reply.status(), StatusCode::OK);
            let etag = reply.headers()["etag"].to_str().expect("an etag is text").to_owned();
            extras.push(ChunkExtras { part_number: u16::try_from(index + 1).expect("few chunks"), etag });
        }
        FinalizeFile {
            size: i64::try_from(content.len()).expect("a small size"),
            file_extras: Some(FileExtras { upload_id: upload_id.to_owned() }),
            chunk_extras: Some(extras),
            ..FinalizeFile::default()
        }
    }

    /// A complete file: added, sent in chunks, finalized.
    pub async fn put(&self, path: &str, name: &str, content: &[u8]) -> FileBody {
        let chunk_size = Some(i64::try_from(CHUNK).expect("a small size"));
        let request = AddFile { chunk_size, ..file(path, name, content.len()) };
        let added = self.client.add_file(&self.id, &request).await.expect("the file is added");
        let upload_id = self.begin(&added).await;
        let request = self.send(&added.file.id, &upload_id, content, CHUNK).await;
        self.client.finalize_file(&self.id, &added.file.id, &request).await.expect("the file is finalized")
    }

    pub async fn finalize(&self) -> PackageBody {
        self.client.finalize_package(&self.id).await.expect("the package is finalized")
    }

    /// A link to share.
    pub async fn link(&self) -> LinkBody {
        self.client.create_link(&self.id, &CreateLink::default()).await.expect("the link is made")
    }

    /// The reply to someone who opens the link, and a client with their token.
    pub async fn open(&self, link: &LinkBody) -> Result<(ResolvedLink, Client), ClientError> {
        let secret = link.download_secret.as_deref().unwrap_or_default();
        let resolved = self.client.resolve_link(&link.id, secret, None).await?;
        let client = self.client.with_package_token(&resolved.package_token);
        Ok((resolved, client))
    }
}

/// A file to add.
pub fn file(path: &str, name: &str, size: usize) -> AddFile {
    AddFile {
        name: name.to_owned(),
        path: Some(path.to_owned()),
        size: Some(i64::try_from(size).expect("a small size")),
        ..AddFile::default()
    }
}

/// The content at a URL.
pub async fn fetch(url: &str) -> Vec<u8> {
    let reply = http().get(url).send().await.expect("storage answers");
    assert_eq!(reply.status(), StatusCode::OK);
    reply.bytes().await.expect("the content arrives").to_vec()
}
