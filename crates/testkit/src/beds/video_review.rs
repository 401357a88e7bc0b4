//! A double of the video review platform in both generations, after the public API references of Frame.io V4 and of its
//! legacy API: several items may have the same name, a file is announced with its size, and its parts go to signed URLs
//! of a store that compares digests.

mod fourth;
mod legacy;
mod store;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};

use super::double::{Asked, Double, Said, serve};
use super::tree::{Kind, Node, Tree};
use super::{Bed, Gate, Manners};
use store::Upload;

/// What the platform reports wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    /// A complete file lacks its last byte.
    Size,
    /// A part differs from what was sent.
    Tag,
}

const MANNERS: Manners = Manners {
    carries_content: |method, target| method == "PUT" && target.starts_with("/store/"),
    begins_upload: |_, _| false,
    lists_uploads: |_, _| false,
    revoked: (401, "{\"errors\":[{\"title\":\"Unauthorized\",\"detail\":\"You are not authorized to do that\"}]}"),
    full: (403, "<Error><Code>QuotaExceeded</Code><Message>There is no more room.</Message></Error>"),
    failing: "<Error><Code>InternalError</Code><Message>Try again.</Message></Error>",
};

const ROOT: &str = "root-folder";
const ACCOUNT: &str = "account-1";
const PROJECT: &str = "project-1";
const DEVELOPER_TOKEN: &str = "fio-u-abc";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Generation {
    Fourth,
    Legacy,
}

pub struct VideoReview {
    generation: Generation,
    gate: Gate,
    platform: Arc<Platform>,
}

struct Platform {
    generation: Generation,
    state: Mutex<State>,
}

struct State {
    tree: Tree,
    tokens: HashSet<String>,
    uploads: BTreeMap<String, Upload>,
    /// This many of the next objects are created, but answered with an error.
    stumbles: usize,
    /// URLs are signed with the older scheme, which does not allow a digest.
    signs_as_of_old: bool,
    lie: Option<Lie>,
    /// The storage that the plan has in all.
    plan: Option<u64>,
}

impl VideoReview {
    pub async fn fourth() -> Self {
        Self::start(Generation::Fourth).await
    }

    pub async fn legacy() -> Self {
        Self::start(Generation::Legacy).await
    }

    async fn start(generation: Generation) -> Self {
        let (tokens, uploads) = (HashSet::new(), BTreeMap::new());
        let tree = Tree::new(ROOT);
        let state =
            Mutex::new(State { tree, tokens, uploads, stumbles: 0, signs_as_of_old: false, lie: None, plan: None });
        let platform = Arc::new(Platform { generation, state });
        let address = serve(platform.clone()).await;
        Self { generation, gate: Gate::start(address, MANNERS).await, platform }
    }

    /// The next objects are created, but answered with an error.
    pub fn stumble(&self, times: usize) {
        self.platform.state().stumbles = times;
    }

    /// From now on URLs are signed with the older scheme.
    pub fn sign_as_of_old(&self) {
        self.platform.state().signs_as_of_old = true;
    }

    /// From now on the platform shows this plan.
    pub fn plan(&self, bytes: u64) {
        self.platform.state().plan = Some(bytes);
    }

    /// Somebody else puts a file into a folder, given by its id.
    pub fn put_elsewhere(&self, folder: &str, name: &str, content: &'static [u8]) {
        let mut state = self.platform.state();
        let id = state.tree.add(folder, name, Kind::Placeholder);
        state.tree.fill(&id, content.into());
    }

    /// The contents of all files with a name.
    pub fn namesakes(&self, name: &str) -> Vec<Vec<u8>> {
        let state = self.platform.state();
        let content = |node: &Node| match &node.kind {
            Kind::File(content) if node.name == name => Some(content.to_vec()),
            _ => None,
        };
        state.tree.all().filter_map(|(_, node)| content(node)).collect()
    }

    pub fn lie(&self, lie: Option<Lie>) {
        self.platform.state().lie = lie;
    }

    /// Expires all signed URLs.
    pub fn end_addresses(&self) {
        for upload in self.platform.state().uploads.values_mut() {
            upload.run_out();
        }
    }

    /// Empty folders, by their names.
    pub fn empty_folders(&self) -> Vec<String> {
        let state = self.platform.state();
        let all = state.tree.all().filter(|(id, node)| node.is_folder() && state.tree.children(id).next().is_none());
        all.map(|(_, node)| node.name.clone()).collect()
    }
}

impl Platform {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl Double for Platform {
    fn answer(&self, asked: &Asked) -> Said {
        let mut state = self.state();
        let (method, path) = asked.call();
        match (method, path.as_slice()) {
            ("PUT", ["store", id, number]) => store::take(&mut state, id, number, asked),
            _ if self.generation == Generation::Fourth => state.answer_fourth(asked),
            _ => state.answer_legacy(asked),
        }
    }
}

impl State {
    /// The created object, or an error although it was created.
    fn made(&mut self, said: Said) -> Said {
        if self.stumbles == 0 {
            return said;
        }
        self.stumbles -= 1;
        Said::text(503, "no healthy upstream")
    }

    /// A name that the platform accepts in an existing folder.
    fn takes(&self, parent: &str, name: Option<&str>) -> Option<String> {
        let is_good = |name: &&str| !name.is_empty() && name.chars().count() <= 255 && !name.contains('\0');
        name.filter(is_good).filter(|_| self.tree.is_folder(parent)).map(ToOwned::to_owned)
    }

    /// The size that the platform reports; `None` for a file that is still being uploaded.
    fn told_size(&self, id: &str) -> Option<usize> {
        let Kind::File(content) = &self.tree.get(id)?.kind else { return None };
        Some(if self.lie == Some(Lie::Size) { content.len() - 1 } else { content.len() })
    }

    fn remove(&mut self, id: &str) -> bool {
        self.uploads.remove(id);
        self.tree.get(id).is_some_and(|node| !node.is_folder()) && self.tree.remove(id).is_some()
    }

    /// Whether all parts of a file are there, and this is not the first query: the platform takes its time.
    fn is_complete(&mut self, id: &str) -> bool {
        let Some(whole) = self.uploads.get_mut(id).and_then(Upload::joined) else {
            return self.tree.get(id).is_some_and(|node| matches!(node.kind, Kind::File(_)));
        };
        self.uploads.remove(id);
        self.tree.fill(id, whole);
        true
    }
}

fn kind(node: &Node) -> &'static str {
    if node.is_folder() { "folder" } else { "file" }
}

#[async_trait]
impl Bed for VideoReview {
    fn provider(&self) -> &'static str {
        match self.generation {
            Generation::Fourth => "vendor_f_v4",
            Generation::Legacy => "vendor_f",
        }
    }

    fn authorization(&self) -> Value {
        match self.generation {
            Generation::Fourth => json!({ "auth_strategy": "server", "client_id": fourth::CLIENT,
                "client_secret": fourth::SECRET, "account_id": ACCOUNT, "workspace_id": fourth::WORKSPACE,
                "project_id": PROJECT }),
            Generation::Legacy => json!({ "developer_token": DEVELOPER_TOKEN, "account_id": ACCOUNT,
                "team_id": legacy::TEAM, "project_id": PROJECT }),
        }
    }

    fn wrong_authorization(&self) -> Value {
        let mut wrong = self.authorization();
        let field = if self.generation == Generation::Fourth { "client_secret" } else { "developer_token" };
        wrong[field] = "another".into();
        wrong
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let token_url = format!("{}/ims/token/v3", self.gate.url());
        vec![("base_url", self.gate.url()), ("token_url", token_url)]
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

    async fn open_uploads(&self) -> usize {
        self.platform.state().tree.placeholders()
    }

    fn gate(&self) -> &Gate {
        &self.gate
    }

    fn several_parts(&self) -> usize {
        store::PART_SIZE + 1
    }

    /// The platform refuses empty files.
    fn keeps_empty_files(&self) -> bool {
        false
    }
}
