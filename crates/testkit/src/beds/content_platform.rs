//! A double of the content platform, after the public API reference of Box: tokens for signed assertions,
//! case-insensitive names, direct uploads, and upload sessions whose parts are accepted once.

mod sessions;
mod tokens;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Bytes;
use fixtures::keys;
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};

use super::double::{Asked, Double, Said, serve};
use super::tree::{Kind, Node, Tree};
use super::{Bed, Gate, Manners};
use sessions::Sessions;
use tokens::{CLIENT, ENTERPRISE, KEY_ID, SECRET, Tokens};

const MANNERS: Manners = Manners {
    carries_content,
    begins_upload: |method, target| method == "POST" && target.ends_with("/upload_sessions"),
    lists_uploads: |_, _| false,
    revoked: (401, "{\"error\":\"invalid_token\",\"error_description\":\"The access token provided is invalid.\"}"),
    full: (
        403,
        "{\"type\":\"error\",\"status\":403,\"code\":\"storage_limit_exceeded\",\"message\":\"Account storage limit reached\"}",
    ),
    failing: "{\"type\":\"error\",\"code\":\"internal_server_error\",\"message\":\"Internal Server Error\"}",
};

fn carries_content(method: &str, target: &str) -> bool {
    let path = target.split('?').next().unwrap_or_default();
    (method == "POST" && path.starts_with("/api/2.0/files/") && path.ends_with("/content"))
        || (method == "PUT" && path.starts_with("/api/2.0/files/upload_sessions/"))
}

pub struct ContentPlatform {
    gate: Gate,
    platform: Arc<Platform>,
}

struct Platform(Mutex<State>);

struct State {
    /// The largest file that the plan of the account allows.
    largest: u64,
    tree: Tree,
    tokens: Tokens,
    sessions: Sessions,
}

impl ContentPlatform {
    pub async fn start() -> Self {
        let (tree, tokens, sessions) = (Tree::new("0"), Tokens::default(), Sessions::default());
        let state = State { largest: 5 << 30, tree, tokens, sessions };
        let platform = Arc::new(Platform(Mutex::new(state)));
        let address = serve(platform.clone()).await;
        Self { gate: Gate::start(address, MANNERS).await, platform }
    }

    /// Changes the plan of the account.
    pub fn accept_up_to(&self, bytes: u64) {
        self.platform.state().largest = bytes;
    }

    /// Expires every token.
    pub fn end_tokens(&self) {
        self.platform.state().tokens.end_all();
    }

    /// How many tokens were issued.
    pub fn tokens(&self) -> usize {
        self.platform.state().tokens.given()
    }

    /// Deletes a folder with everything in it, as a person does.
    pub fn delete_folder(&self, path: &str) {
        self.platform.state().tree.remove_all(path);
    }

    /// Drops all upload sessions.
    pub fn forget_sessions(&self) {
        self.platform.state().sessions = Sessions::default();
    }
}

impl Platform {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }
}

fn error(status: u16, code: &str, message: &str) -> Said {
    Said::json(status, &json!({ "type": "error", "status": status, "code": code, "message": message }))
}

fn hex_sha1(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

impl Double for Platform {
    fn answer(&self, asked: &Asked) -> Said {
        let mut state = self.state();
        let (method, path) = asked.call();
        if (method, path.as_slice()) == ("POST", &["oauth2", "token"]) {
            return state.tokens.give(asked);
        }
        if !state.tokens.is_good(asked.header("authorization")) {
            return Said::empty(401).with("www-authenticate", "Bearer realm=\"Service\", error=\"invalid_token\"");
        }
        match (method, path.as_slice()) {
            ("GET", ["2.0", "users", "me"]) => Said::json(200, &json!({ "id": "1", "max_upload_size": state.largest })),
            ("POST", ["2.0", "folders"]) => state.make_folder(asked),
            ("GET", ["2.0", "folders", id, "items"]) => state.list(id, asked),
            ("OPTIONS", ["2.0", "files", "content"]) => state.look(asked),
            ("DELETE", ["2.0", "files", id]) => state.delete(id),
            ("POST", ["api", "2.0", "files", "content"]) => state.upload(asked),
            ("POST", ["api", "2.0", "files", "upload_sessions"]) => state.begin(asked, None),
            ("POST", ["api", "2.0", "files", id, "content"]) => state.upload_version(id, asked),
            ("POST", ["api", "2.0", "files", id, "upload_sessions"]) => state.begin(asked, Some(id)),
            ("PUT", ["api", "2.0", "files", "upload_sessions", id]) => state.sessions.take_part(id, asked),
            ("GET", ["api", "2.0", "files", "upload_sessions", id, "parts"]) => state.sessions.list(id, asked),
            ("POST", ["api", "2.0", "files", "upload_sessions", id, "commit"]) => state.commit(id, asked),
            ("DELETE", ["api", "2.0", "files", "upload_sessions", id]) => state.sessions.abort(id),
            _ => error(405, "method_not_allowed", &format!("{method} {}", path.join("/"))),
        }
    }
}

impl State {
    /// The conflict with a name, or what is wrong with it.
    fn clash(&self, parent: &str, name: &str) -> Result<(), Said> {
        if !self.tree.is_folder(parent) {
            return Err(error(404, "not_found", "Not Found"));
        }
        let has_loose_ends = name.starts_with(' ') || name.ends_with(' ');
        let is_bad = |letter: char| matches!(letter, '/' | '\\') || letter.is_ascii_control();
        if name.chars().count() > 255 || matches!(name, "" | "." | "..") || has_loose_ends || name.contains(is_bad) {
            return Err(error(400, "item_name_invalid", "Item name invalid"));
        }
        let is_same = |node: &Node| node.name.to_lowercase() == name.to_lowercase();
        let Some((id, node)) = self.tree.children(parent).find(|(_, node)| is_same(node)) else { return Ok(()) };
        // Conflicts are a list for folders, and a single item for files.
        let there = shown(id, node);
        let conflicts = if node.is_folder() { json!([there]) } else { there };
        Err(Said::json(
            409,
            &json!({ "type": "error", "status": 409, "code": "item_name_in_use",
                "context_info": { "conflicts": conflicts },
                "message": "Item with the same name already exists" }),
        ))
    }

    fn make_folder(&mut self, asked: &Asked) -> Said {
        let Some((parent, name)) = asked.json().as_ref().and_then(place) else {
            return error(400, "bad_request", "name and parent.id are required");
        };
        if let Err(said) = self.clash(&parent, &name) {
            return said;
        }
        let id = self.tree.add(&parent, &name, Kind::Folder);
        Said::json(201, &shown(&id, self.tree.get(&id).expect("just made")))
    }

    fn list(&self, id: &str, asked: &Asked) -> Said {
        if !self.tree.is_folder(id) {
            return error(404, "not_found", "Not Found");
        }
        let limit = asked.query("limit").parse().unwrap_or(100);
        let entries: Vec<Value> = self.tree.children(id).take(limit).map(|(id, node)| shown(id, node)).collect();
        Said::json(200, &json!({ "total_count": self.tree.children(id).count(), "entries": entries }))
    }

    fn look(&self, asked: &Asked) -> Said {
        let Some((parent, name)) = asked.json().as_ref().and_then(place) else {
            return error(400, "bad_request", "name and parent.id are required");
        };
        match self.clash(&parent, &name) {
            Err(said) => said,
            Ok(()) => Said::json(200, &json!({ "upload_url": format!("{}/api/2.0/files/content", asked.origin()) })),
        }
    }

    fn delete(&mut self, id: &str) -> Said {
        if self.tree.get(id).is_none_or(Node::is_folder) {
            return error(404, "not_found", "Not Found");
        }
        self.tree.remove(id);
        Said::empty(204)
    }

    fn upload(&mut self, asked: &Asked) -> Said {
        let (attributes, content) = match form(asked) {
            Ok(form) => form,
            Err(said) => return said,
        };
        let Some((parent, name)) = place(&attributes) else {
            return error(400, "bad_request", "attributes has no name or no parent.id");
        };
        if let Err(said) = self.clash(&parent, &name) {
            return said;
        }
        let id = self.tree.add(&parent, &name, Kind::File(content));
        self.entries(&id)
    }

    fn upload_version(&mut self, id: &str, asked: &Asked) -> Said {
        if self.tree.get(id).is_none_or(Node::is_folder) {
            return error(404, "not_found", "Not Found");
        }
        match form(asked) {
            Err(said) => said,
            Ok((_, content)) => {
                self.tree.fill(id, content);
                self.entries(id)
            }
        }
    }

    fn entries(&self, id: &str) -> Said {
        let entry = shown(id, self.tree.get(id).expect("just made"));
        Said::json(201, &json!({ "total_count": 1, "entries": [entry] }))
    }
}

/// The folder and the name that a body gives.
fn place(body: &Value) -> Option<(String, String)> {
    Some((body["parent"]["id"].as_str()?.to_owned(), body["name"].as_str()?.to_owned()))
}

fn shown(id: &str, node: &Node) -> Value {
    match &node.kind {
        Kind::File(content) => json!({ "type": "file", "id": id, "name": node.name, "sha1": hex_sha1(content),
            "size": content.len(), "etag": "0" }),
        _ => json!({ "type": "folder", "id": id, "name": node.name, "etag": "0" }),
    }
}

/// The attributes and the content of a form, in this order. The platform allows omitting the digest, this double does
/// not.
fn form(asked: &Asked) -> Result<(Value, Bytes), Said> {
    let bad = |message: &str| error(400, "bad_request", message);
    let boundary = asked.header("content-type").strip_prefix("multipart/form-data; boundary=");
    let boundary = boundary.ok_or_else(|| bad("no form"))?;
    let body = &asked.body;
    let before = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"attributes\"\r\n\r\n");
    let rest = body.strip_prefix(before.as_bytes()).ok_or_else(|| bad("the attributes must come first"))?;
    let between = format!("\r\n--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=");
    let end = rest.windows(between.len()).position(|window| window == between.as_bytes());
    let end = end.ok_or_else(|| bad("the file is missing"))?;
    let attributes = serde_json::from_slice(&rest[..end]).map_err(|_| bad("the attributes are no JSON"))?;
    let rest = &rest[end + between.len()..];
    let start = rest.windows(4).position(|window| window == b"\r\n\r\n").ok_or_else(|| bad("no content"))? + 4;
    let after = format!("\r\n--{boundary}--\r\n");
    let content = rest[start..].strip_suffix(after.as_bytes()).ok_or_else(|| bad("the form does not end"))?;
    if asked.header("content-md5") != hex_sha1(content) {
        return Err(error(400, "bad_digest", "The specified content-md5 did not match what we received"));
    }
    Ok((attributes, body.slice_ref(content)))
}

#[async_trait]
impl Bed for ContentPlatform {
    fn provider(&self) -> &'static str {
        "vendor_d_box"
    }

    fn authorization(&self) -> Value {
        json!({ "client_id": CLIENT, "client_secret": SECRET, "public_key_id": KEY_ID, "enterprise_id": ENTERPRISE,
            "private_key": keys::LOCKED_AES, "passphrase": keys::PASSPHRASE })
    }

    fn wrong_authorization(&self) -> Value {
        let mut wrong = self.authorization();
        wrong["client_secret"] = "another".into();
        wrong
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("base_url", self.gate.url()), ("upload_url", self.gate.url())]
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.platform.state().tree.files("")
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        self.platform.state().tree.files(folder)
    }

    fn writes(&self) -> BTreeMap<String, usize> {
        self.platform.state().tree.writes()
    }

    fn finds_uploads(&self) -> bool {
        false
    }

    async fn open_uploads(&self) -> usize {
        self.platform.state().sessions.open()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        20 << 20
    }
}
