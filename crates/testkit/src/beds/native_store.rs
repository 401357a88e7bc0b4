//! A double of a bucket storage with its own API, version 3: an account is authorized, content goes to upload URLs that
//! are requested first, and every digest is checked.

mod calls;
mod contents;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};

use super::{Bed, Gate, Manners, double_router};

const KEY_ID: &str = "0012bed";
const KEY: &str = "K001 secret of the bed";
const BUCKET: &str = "native-bed";
const BUCKET_ID: &str = "b-1";
const SMALLEST_PART: usize = 5_000_000;

const MANNERS: Manners = Manners {
    carries_content: |_, target| target.starts_with("/upload/"),
    begins_upload: |_, target| target.ends_with("/b2_start_large_file"),
    lists_uploads: |_, target| target.ends_with("/b2_list_unfinished_large_files"),
    revoked: (401, r#"{"status":401,"code":"unauthorized","message":"The key was deleted."}"#),
    full: (403, r#"{"status":403,"code":"cap_exceeded","message":"Cannot upload files, storage cap exceeded."}"#),
    failing: r#"{"status":500,"code":"internal_error","message":"Try another address."}"#,
};

/// The double, with a gate in front.
pub struct NativeStore {
    gate: Gate,
    shelf: Shared,
}

type Shared = Arc<Mutex<Shelf>>;

#[derive(Default)]
struct Shelf {
    /// A counter for generated names.
    count: usize,
    tokens: Vec<String>,
    /// Whether the key is restricted to this bucket.
    is_restricted: bool,
    /// Upload URLs, with their tokens.
    addresses: BTreeMap<String, (String, Purpose)>,
    /// By name: all versions, the newest last, with their ids.
    files: BTreeMap<String, Vec<(String, Vec<u8>)>>,
    uploads: BTreeMap<String, Upload>,
    writes: BTreeMap<String, usize>,
}

#[derive(Clone, PartialEq)]
enum Purpose {
    Files,
    PartsOf(String),
}

struct Upload {
    name: String,
    /// What its sender said of it.
    info: BTreeMap<String, String>,
    parts: BTreeMap<u32, (String, Vec<u8>)>,
}

type Said = Result<Value, (u16, &'static str, &'static str)>;

impl Shelf {
    fn next(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what}-{}", self.count)
    }

    /// The files whose names begin with this.
    fn newest(&self, prefix: &str) -> BTreeMap<String, Vec<u8>> {
        let found = self.files.iter().filter(|(name, _)| name.starts_with(prefix));
        found.filter_map(|(name, versions)| Some((name.clone(), versions.last()?.1.clone()))).collect()
    }
}

fn lock(shelf: &Shared) -> MutexGuard<'_, Shelf> {
    shelf.lock()
}

impl NativeStore {
    pub async fn start() -> Self {
        let shelf = Shared::default();
        let address = double_router::serve(Router::new().fallback(answer).with_state(shelf.clone())).await;
        Self { gate: Gate::start(address, MANNERS).await, shelf }
    }

    /// Expires every token of an account and of an upload URL.
    pub fn end_tokens(&self) {
        let mut kept = lock(&self.shelf);
        kept.tokens.clear();
        for (token, _) in kept.addresses.values_mut() {
            token.clear();
        }
    }

    /// From now on the key is restricted to the bucket, and may not list buckets.
    pub fn restrict_key(&self) {
        lock(&self.shelf).is_restricted = true;
    }
}

async fn answer(State(shelf): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (path, token) = (parts.uri.path(), header("authorization"));
    let mut shelf = lock(&shelf);
    let said = match path.strip_prefix("/b2api/v3/") {
        Some("b2_authorize_account") if parts.method == "GET" => {
            let expected = format!("Basic {}", STANDARD.encode(format!("{KEY_ID}:{KEY}")));
            if token == expected {
                Ok(shelf.authorize(header("host")))
            } else {
                Err((401, "unauthorized", "invalid application key"))
            }
        }
        Some(_) if !shelf.tokens.iter().any(|known| known == token) => {
            Err((401, "expired_auth_token", "Authorization token has expired"))
        }
        Some(name) if parts.method == "POST" => match serde_json::from_slice(&body) {
            Ok(asked) => shelf.call(name, &asked, header("host")),
            Err(_) => Err((400, "bad_json", "not JSON")),
        },
        None if path.starts_with("/upload/") && parts.method == "POST" => shelf.take(path, &parts.headers, &body),
        _ => Err((404, "not_found", "no such call")),
    };
    match said {
        Ok(value) => axum::Json(value).into_response(),
        Err((status, code, message)) => {
            let said = json!({ "status": status, "code": code, "message": message });
            (StatusCode::from_u16(status).unwrap_or_default(), axum::Json(said)).into_response()
        }
    }
}

impl NativeStore {
    /// Somebody else begins a large file.
    pub fn begin_elsewhere(&self, name: &str) {
        let mut locked = lock(&self.shelf);
        let id = locked.next("large");
        locked.uploads.insert(id, Upload { name: name.to_owned(), info: BTreeMap::new(), parts: BTreeMap::new() });
    }
}

#[async_trait]
impl Bed for NativeStore {
    fn provider(&self) -> &'static str {
        "vendor_c_b2"
    }

    fn authorization(&self) -> Value {
        json!({ "client_id": KEY_ID, "client_secret": KEY, "destination": BUCKET })
    }

    fn wrong_authorization(&self) -> Value {
        json!({ "client_id": KEY_ID, "client_secret": "another", "destination": BUCKET })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("base_url", self.gate.url())]
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        lock(&self.shelf).newest("")
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        lock(&self.shelf).newest(&format!("{folder}/"))
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
