//! A double of the asset manager, after the public API description of iconik: collections and assets, and for each file
//! a format, a file set and a file in this order, whose content goes to signed URLs of an S3 storage.

mod files;
mod storage;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Bytes;
use serde_json::{Value, json};

use super::double::{Asked, Double, Said, serve};
use super::tree::{Kind, Node, Tree};
use super::{Bed, Gate, Manners};
use files::FileRecord;
use parking_lot::{Mutex, MutexGuard};

const MANNERS: Manners = Manners {
    carries_content: |method, target| method == "PUT" && target.starts_with("/store/"),
    begins_upload: |_, _| false,
    lists_uploads: |_, _| false,
    revoked: (401, "{\"errors\":[\"Unauthorized\"]}"),
    full: (403, "<Error><Code>QuotaExceeded</Code><Message>There is no more room.</Message></Error>"),
    failing: "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>",
};

const APP: &str = "app-1";
const TOKEN: &str = "token-1";
const STORAGE: &str = "storage-1";
const OTHER_STORAGE: &str = "storage-2";
const ROOT: &str = "";

pub struct AssetManager {
    gate: Gate,
    manager: Arc<Manager>,
}

struct Manager(Mutex<State>);

struct State {
    tree: Tree,
    /// Formats and file sets, with their assets.
    formats: BTreeMap<String, String>,
    sets: BTreeMap<String, String>,
    files: BTreeMap<String, FileRecord>,
    /// The external ids of assets.
    external_ids: BTreeMap<String, String>,
    /// This many of the next objects are created, but answered with an error.
    stumbles: usize,
    /// Changes when all signed URLs expire.
    signature: String,
}

impl AssetManager {
    pub async fn start() -> Self {
        let state = State {
            tree: Tree::new(ROOT),
            formats: BTreeMap::new(),
            sets: BTreeMap::new(),
            files: BTreeMap::new(),
            external_ids: BTreeMap::new(),
            stumbles: 0,
            signature: "signed".to_owned(),
        };
        let manager = Arc::new(Manager(Mutex::new(state)));
        let address = serve(manager.clone()).await;
        Self { gate: Gate::start(address, MANNERS).await, manager }
    }

    /// The next objects are created, but answered with an error.
    pub fn stumble(&self, times: usize) {
        self.manager.state().stumbles = times;
    }

    /// Somebody else adds a file to a collection.
    pub fn add_by_hand(&self, collection: &str, title: &str, content: &[u8]) {
        self.manager.state().tree.add(collection, title, Kind::File(Bytes::copy_from_slice(content)));
    }

    /// The contents of all files with a title.
    pub fn contents_of(&self, collection: &str, title: &str) -> Vec<Bytes> {
        let content = |(_, node): (&String, &Node)| match &node.kind {
            Kind::File(content) if node.name == title => Some(content.clone()),
            _ => None,
        };
        self.manager.state().tree.children(collection).filter_map(content).collect()
    }

    /// Expires all signed URLs.
    pub fn end_addresses(&self) {
        "signed again".clone_into(&mut self.manager.state().signature);
    }

    /// The same with a storage that is not S3.
    pub fn authorization_for_another_storage(&self) -> Value {
        let mut other = self.authorization();
        other["storage_id"] = OTHER_STORAGE.into();
        other
    }
}

impl Manager {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }
}

fn error(status: u16, message: &str) -> Said {
    Said::json(status, &json!({ "errors": [message] }))
}

impl Double for Manager {
    fn answer(&self, asked: &Asked) -> Said {
        let mut state = self.state();
        let (method, path) = asked.call();
        if let ["store", file] = path.as_slice() {
            return state.store(method, file, asked);
        }
        if asked.header("app-id") != APP || asked.header("auth-token") != TOKEN {
            return error(401, "Unauthorized");
        }
        match (method, path.as_slice()) {
            ("GET", ["API", "files", "v1", "storages", id, ""]) => storage_of(id),
            ("GET", ["API", "assets", "v1", "collections", ""]) => state.list_collections(asked),
            ("POST", ["API", "assets", "v1", "collections", ""]) => state.make_collection(asked),
            ("GET", ["API", "assets", "v1", "collections", id, "contents", ""]) => state.list_contents(id, asked),
            ("POST", ["API", "assets", "v1", "assets", ""]) => state.make_asset(asked),
            ("DELETE", ["API", "assets", "v1", "assets", id, ""]) => state.remove_asset(id),
            (_, ["API", "files", "v1", "assets", asset, rest @ ..]) if state.is_asset(asset) => {
                state.answer_files(method, asset, rest, asked)
            }
            _ => error(404, "Not found"),
        }
    }
}

fn storage_of(id: &str) -> Said {
    match id {
        STORAGE => Said::json(200, &json!({ "id": id, "method": "S3", "purpose": "FILES", "status": "ACTIVE" })),
        OTHER_STORAGE => Said::json(200, &json!({ "id": id, "method": "FILE", "purpose": "FILES" })),
        _ => error(404, "Storage not found"),
    }
}

fn page<'a, T: 'a>(asked: &Asked, items: impl Iterator<Item = T> + 'a) -> impl Iterator<Item = T> + 'a {
    let count = asked.query("per_page").parse().unwrap_or(10).clamp(1, 500);
    let page: usize = asked.query("page").parse().unwrap_or(1).max(1);
    items.skip((page - 1) * count).take(count)
}

impl State {
    fn made(&mut self, said: Said) -> Said {
        if self.stumbles == 0 {
            return said;
        }
        self.stumbles -= 1;
        error(503, "Service Unavailable")
    }

    fn is_asset(&self, id: &str) -> bool {
        self.tree.get(id).is_some_and(|node| !node.is_folder())
    }

    fn list_collections(&self, asked: &Asked) -> Said {
        let shown = |(id, node): (&String, &Node)| {
            let parent = (node.parent != ROOT).then_some(&node.parent);
            json!({ "id": id, "title": node.name, "parent_id": parent, "is_root": parent.is_none() })
        };
        let all = self.tree.all().filter(|(_, node)| node.is_folder());
        let objects: Vec<Value> = page(asked, all).map(shown).collect();
        Said::json(200, &json!({ "objects": objects }))
    }

    fn list_contents(&self, id: &str, asked: &Asked) -> Said {
        if !self.tree.is_folder(id) {
            return error(404, "Collection not found");
        }
        let shown = |(id, node): (&String, &Node)| {
            let kind = if node.is_folder() { "collections" } else { "assets" };
            json!({ "id": id, "title": node.name, "object_type": kind, "external_id": self.external_ids.get(id) })
        };
        let objects: Vec<Value> = page(asked, self.tree.children(id)).map(shown).collect();
        Said::json(200, &json!({ "objects": objects }))
    }

    fn make_collection(&mut self, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let parent = body["parent_id"].as_str().unwrap_or(ROOT).to_owned();
        let Some(title) = body["title"].as_str().filter(|title| !title.is_empty() && self.tree.is_folder(&parent))
        else {
            return error(400, "title or parent_id is not right");
        };
        let id = self.tree.add(&parent, title, Kind::Folder);
        self.made(Said::json(201, &json!({ "id": id, "title": title })))
    }

    fn make_asset(&mut self, asked: &Asked) -> Said {
        let body = asked.json().unwrap_or_default();
        let collection = body["collection_id"].as_str().unwrap_or(ROOT).to_owned();
        let is_assigned = collection == ROOT || asked.query("assign_to_collection") == "true";
        let title = body["title"].as_str().filter(|title| !title.is_empty() && body["type"] == "ASSET");
        let (Some(title), true, true) = (title, is_assigned, self.tree.is_folder(&collection)) else {
            return error(400, "title, type or collection_id is not right");
        };
        let id = self.tree.add(&collection, title, Kind::Placeholder);
        if let Some(external_id) = body["external_id"].as_str() {
            self.external_ids.insert(id.clone(), external_id.to_owned());
        }
        self.made(Said::json(201, &json!({ "id": id, "title": title })))
    }

    fn remove_asset(&mut self, id: &str) -> Said {
        if !self.is_asset(id) {
            return error(404, "Asset not found");
        }
        self.tree.remove(id);
        self.files.retain(|_, file| file.asset != id);
        Said::empty(204)
    }
}

#[async_trait]
impl Bed for AssetManager {
    fn provider(&self) -> &'static str {
        "vendor_i"
    }

    fn authorization(&self) -> Value {
        json!({ "application_id": APP, "application_token": TOKEN, "storage_id": STORAGE })
    }

    fn wrong_authorization(&self) -> Value {
        let mut wrong = self.authorization();
        wrong["application_token"] = "another".into();
        wrong
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("base_url", self.gate.url())]
    }

    async fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.manager.state().tree.files("")
    }

    async fn files_below(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        self.manager.state().tree.files(folder)
    }

    fn writes(&self) -> BTreeMap<String, usize> {
        self.manager.state().tree.writes()
    }

    async fn open_uploads(&self) -> usize {
        self.manager.state().tree.placeholders()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        (16 << 20) + 1
    }
}
