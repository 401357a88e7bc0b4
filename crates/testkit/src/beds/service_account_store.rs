//! A double of a bucket storage for service accounts: issues tokens for signed claims, and then accepts objects, whole
//! and in parts, only with the digest of the content.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use parking_lot::{Mutex, MutexGuard};
use protocols::s3::{escaped, xml};
use ring::signature::{KeyPair as _, RsaKeyPair};
use serde_json::{Value, json};

use super::assertion::{self, Assertion};
use super::double_router::{self, Query};
use super::{Bed, Gate, Manners};

const ACCOUNT: &str = "bed@project.iam.gserviceaccount.com";
const BUCKET: &str = "service.bed";
const KEY: &str = include_str!("service_account_key.pem");
const ANOTHER_KEY: &str = include_str!("another_key.pem");
const SCOPE: &str = "https://www.googleapis.com/auth/devstorage.read_write";
const SMALLEST_PART: usize = 5 << 20;

const MANNERS: Manners = Manners {
    carries_content: |method, _| method == "PUT",
    begins_upload: |method, target| method == "POST" && target.contains("?uploads"),
    lists_uploads: |method, target| method == "GET" && target.contains("uploads"),
    revoked: (401, "<Error><Code>AuthenticationRequired</Code><Message>Invalid token.</Message></Error>"),
    full: (403, "<Error><Code>QuotaExceeded</Code><Message>The project is full.</Message></Error>"),
    failing: "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>",
};

/// The double, with a gate in front.
pub struct ServiceAccountStore {
    gate: Gate,
    shelf: Arc<Mutex<Shelf>>,
}

#[derive(Default)]
struct Shelf {
    tokens: Vec<String>,
    objects: BTreeMap<String, Vec<u8>>,
    uploads: BTreeMap<String, Upload>,
    writes: BTreeMap<String, usize>,
    begun: usize,
}

#[derive(Default)]
struct Upload {
    key: String,
    parts: BTreeMap<u32, Vec<u8>>,
}

type Shared = Arc<Mutex<Shelf>>;

fn lock(shelf: &Shared) -> MutexGuard<'_, Shelf> {
    shelf.lock()
}

impl ServiceAccountStore {
    pub async fn start() -> Self {
        let shelf = Shared::default();
        let address = double_router::serve(Router::new().fallback(answer).with_state(shelf.clone())).await;
        Self { gate: Gate::start(address, MANNERS).await, shelf }
    }
}

async fn answer(State(shelf): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = double_router::decoded(parts.uri.path());
    let query = Query::of(parts.uri.query().unwrap_or_default());
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    if path == "/token" && parts.method == "POST" {
        return grant(&shelf, &parts.headers, &body);
    }
    let token = parts.headers.get("authorization").and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let mut shelf = lock(&shelf);
    if !token.is_some_and(|token| shelf.tokens.iter().any(|known| known == token)) {
        return refuse(401, "AuthenticationRequired");
    }
    let Some(rest) = path.strip_prefix(&format!("/{BUCKET}")) else { return refuse(404, "NoSuchBucket") };
    let key = rest.strip_prefix('/').unwrap_or_default();
    match (parts.method.as_str(), key) {
        ("GET", "") if query.get("list-type") == "2" => list(&shelf, &query),
        ("GET", "") if query.has("uploads") => list_uploads(&shelf, &query),
        ("PUT", key) if !key.is_empty() => match checked(&parts.headers, &body) {
            Err(code) => refuse(400, code),
            Ok(digest) => put(&mut shelf, key, &query, &body, &digest),
        },
        ("POST", key) if query.has("uploads") && !key.is_empty() => begin(&mut shelf, key),
        ("POST", key) if query.has("uploadId") => join(&mut shelf, key, query.get("uploadId"), &body),
        ("DELETE", _) if query.has("uploadId") => match shelf.uploads.remove(query.get("uploadId")) {
            Some(_) => StatusCode::NO_CONTENT.into_response(),
            None => refuse(404, "NoSuchUpload"),
        },
        ("DELETE", key) if !key.is_empty() => match shelf.objects.remove(key) {
            Some(_) => StatusCode::NO_CONTENT.into_response(),
            None => refuse(404, "NoSuchKey"),
        },
        _ => refuse(405, "MethodNotAllowed"),
    }
}

fn refuse(status: u16, code: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or_default();
    (status, format!("<Error><Code>{code}</Code><Message>{code}</Message></Error>")).into_response()
}

fn document(name: &str, content: &str) -> Response {
    format!("<?xml version='1.0' encoding='UTF-8'?><{name}>{content}</{name}>").into_response()
}

fn grant(shelf: &Shared, headers: &HeaderMap, body: &[u8]) -> Response {
    let no = |error: &str, why: &str| {
        let said = json!({ "error": error, "error_description": why });
        (StatusCode::BAD_REQUEST, axum::Json(said)).into_response()
    };
    let form = Query::of(&String::from_utf8_lossy(body));
    if form.get("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer" {
        return no("unsupported_grant_type", "Invalid grant_type");
    }
    let host = headers.get("host").and_then(|host| host.to_str().ok()).unwrap_or_default();
    let pair = RsaKeyPair::from_pkcs8(&assertion::pem_bytes(KEY)).expect("our own key");
    let claims = Assertion::open(form.get("assertion"), pair.public_key().as_ref()).map(|opened| opened.claims);
    let claims = claims.and_then(|claims| {
        assertion::check(&claims, ACCOUNT, &format!("http://{host}/token"))?;
        Ok(claims)
    });
    let Ok(claims) = claims else {
        return no("invalid_grant", "Invalid JWT Signature.");
    };
    let number = |name: &str| claims[name].as_i64().unwrap_or_default();
    if claims["scope"] != SCOPE || !(1..=3_600).contains(&(number("exp") - number("iat"))) {
        return no("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
    }
    let mut shelf = lock(shelf);
    let token = format!("ya29.{}", shelf.tokens.len());
    shelf.tokens.push(token.clone());
    axum::Json(json!({ "access_token": token, "expires_in": 3_599, "token_type": "Bearer" })).into_response()
}

/// The digest of the body, if it matches the announced one.
fn checked(headers: &HeaderMap, body: &[u8]) -> Result<String, &'static str> {
    let digest = STANDARD.encode(Md5::digest(body));
    match headers.get("content-md5") {
        None => Err("InvalidRequest"),
        Some(announced) if announced.as_bytes() != digest.as_bytes() => Err("BadDigest"),
        Some(_) => Ok(digest),
    }
}

fn etag(content: &[u8]) -> String {
    let hex = Md5::digest(content).iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("\"{hex}\"")
}

fn put(shelf: &mut Shelf, key: &str, query: &Query, body: &[u8], digest: &str) -> Response {
    if query.has("partNumber") {
        let number = query.get("partNumber").parse().ok().filter(|number| (1..=10_000).contains(number));
        let upload = shelf.uploads.get_mut(query.get("uploadId")).filter(|upload| upload.key == key);
        let (Some(number), Some(upload)) = (number, upload) else { return refuse(404, "NoSuchUpload") };
        upload.parts.insert(number, body.to_vec());
    } else {
        shelf.objects.insert(key.to_owned(), body.to_vec());
        *shelf.writes.entry(key.to_owned()).or_default() += 1;
    }
    let headers = [("etag", etag(body)), ("x-goog-hash", format!("crc32c=AAAAAA==,md5={digest}"))];
    (headers, Body::empty()).into_response()
}

fn begin(shelf: &mut Shelf, key: &str) -> Response {
    shelf.begun += 1;
    let id = format!("upload-{}", shelf.begun);
    shelf.uploads.insert(id.clone(), Upload { key: key.to_owned(), parts: BTreeMap::new() });
    let key = escaped(key);
    let content = format!("<Bucket>{BUCKET}</Bucket><Key>{key}</Key><UploadId>{id}</UploadId>");
    document("InitiateMultipartUploadResult", &content)
}

fn join(shelf: &mut Shelf, key: &str, id: &str, body: &[u8]) -> Response {
    let Some(upload) = shelf.uploads.get(id).filter(|upload| upload.key == key) else {
        return refuse(404, "NoSuchUpload");
    };
    let Ok(wanted) = xml::parse(&String::from_utf8_lossy(body)) else { return refuse(400, "MalformedXML") };
    let wanted: Vec<(u32, &str)> = wanted
        .all("Part")
        .map(|part| (part.text_of("PartNumber").parse().unwrap_or(0), part.text_of("ETag")))
        .collect();
    if wanted.is_empty() || !wanted.is_sorted_by_key(|(number, _)| *number) {
        return refuse(400, "InvalidPartOrder");
    }
    let mut content = Vec::new();
    for (index, (number, tag)) in wanted.iter().enumerate() {
        let Some(part) = upload.parts.get(number).filter(|part| etag(part) == *tag) else {
            return refuse(400, "InvalidPart");
        };
        if part.len() < SMALLEST_PART && index + 1 < wanted.len() {
            return refuse(400, "EntityTooSmall");
        }
        content.extend_from_slice(part);
    }
    shelf.uploads.remove(id);
    shelf.objects.insert(key.to_owned(), content);
    *shelf.writes.entry(key.to_owned()).or_default() += 1;
    document("CompleteMultipartUploadResult", &format!("<Key>{}</Key>", escaped(key)))
}

fn list(shelf: &Shelf, query: &Query) -> Response {
    let most = query.get("max-keys").parse().unwrap_or(1_000);
    let found = shelf.objects.iter().filter(|(key, _)| key.starts_with(query.get("prefix")));
    let found = found.filter(|(key, _)| key.as_str() > query.get("start-after"));
    let entry = |(key, content): (&String, &Vec<u8>)| {
        let key = percent_encoding::utf8_percent_encode(key, percent_encoding::NON_ALPHANUMERIC);
        format!("<Contents><Key>{key}</Key><Size>{}</Size></Contents>", content.len())
    };
    let content = found.take(most).map(entry).collect::<Vec<_>>().concat();
    if query.get("encoding-type") != "url" {
        return refuse(400, "InvalidArgument");
    }
    document("ListBucketResult", &format!("<EncodingType>url</EncodingType>{content}"))
}

fn list_uploads(shelf: &Shelf, query: &Query) -> Response {
    if query.get("encoding-type") != "url" {
        return refuse(400, "InvalidArgument");
    }
    let entry = |(id, upload): (&String, &Upload)| {
        let key = percent_encoding::utf8_percent_encode(&upload.key, percent_encoding::NON_ALPHANUMERIC);
        format!("<Upload><Key>{key}</Key><UploadId>{id}</UploadId></Upload>")
    };
    let found = shelf.uploads.iter().filter(|(_, upload)| upload.key.starts_with(query.get("prefix")));
    let content = found.map(entry).collect::<Vec<_>>().concat();
    let content = format!("<EncodingType>url</EncodingType><IsTruncated>false</IsTruncated>{content}");
    document("ListMultipartUploadsResult", &content)
}

impl ServiceAccountStore {
    /// Somebody else begins an upload.
    pub fn begin_elsewhere(&self, key: &str) {
        begin(&mut lock(&self.shelf), key);
    }
}

#[async_trait]
impl Bed for ServiceAccountStore {
    fn provider(&self) -> &'static str {
        "vendor_g_storage"
    }

    fn authorization(&self) -> Value {
        json!({ "client_email": ACCOUNT, "private_key": KEY, "destination": BUCKET })
    }

    fn wrong_authorization(&self) -> Value {
        json!({ "client_email": ACCOUNT, "private_key": ANOTHER_KEY, "destination": BUCKET })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("base_url", self.gate.url()), ("token_url", format!("{}/token", self.gate.url()))]
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        lock(&self.shelf).objects.clone()
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let prefix = format!("{folder}/");
        let kept = lock(&self.shelf);
        let found = kept.objects.iter().filter(|(key, _)| key.starts_with(&prefix));
        found.map(|(key, content)| (key.clone(), content.clone())).collect()
    }

    fn writes(&self) -> BTreeMap<String, usize> {
        lock(&self.shelf).writes.clone()
    }

    async fn open_uploads(&self) -> usize {
        lock(&self.shelf).uploads.len()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        (16 << 20) + 1
    }
}
