//! A content platform that is accessed by an app with a key pair: files in folders, with versions.
//!
//! Written from the public API reference of Box: JWT authentication, folders, direct upload of small files and upload
//! sessions for large ones. We send the SHA-1 of all content in advance; the platform compares it with what arrives and
//! returns it afterwards. Names are case-insensitive there, so of two names that differ only in case the second one is
//! changed. A file with exactly the same name gets a new version, so nothing is lost.

mod access;
mod direct;
mod folders;
mod private_key;
mod sessions;

pub(super) use access::parse;

use async_trait::async_trait;
use domain::target_path::NameRules;
use http::Method;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use crate::address::below;
use crate::http_client::{Answer, Said, Sending};
use crate::session::Session;
use crate::{Fault, OutgoingFile, ProviderError, ProviderResult, Target};
use access::Assertion;
use folders::Folders;

const PROVIDER: &str = "vendor_d_box";
/// The folder that contains all others.
const ROOT: &str = "0";
const PROBE: &str = ".tonnage-check";
/// The platform accepts only larger files in parts.
const IN_PARTS_FROM: u64 = 20 << 20;

/// The client for the platform.
struct Platform {
    session: Session<Assertion>,
    api: Url,
    upload: Url,
}

/// A file or folder as the platform shows it.
#[derive(Debug, Clone, Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    sha1: String,
    #[serde(default)]
    size: Option<u64>,
}

impl Item {
    fn is_folder(&self) -> bool {
        self.kind == "folder"
    }

    /// Whether it is a file with this content.
    fn is_file_of(&self, sha1: &str) -> bool {
        self.kind == "file" && self.sha1.eq_ignore_ascii_case(sha1)
    }
}

impl Platform {
    async fn call(&self, sending: impl Fn() -> Sending<'static> + Send + Sync) -> ProviderResult<Answer> {
        self.session.call(sending, read_error).await
    }

    /// The item that already has the name of a file; `None` if the name is free.
    async fn look(&self, folder: &str, name: &str, size: u64) -> ProviderResult<Option<Item>> {
        let url = below(&self.api, &["files", "content"]);
        let body = json!({ "name": name, "parent": { "id": folder }, "size": size });
        let sending = || Sending::new("look up a name", Method::OPTIONS, url.clone()).json(&body);
        let answer = self.session.ask(sending).await?;
        match conflict(&answer) {
            Some(item) => Ok(Some(item)),
            None => answer.success(read_error).map(|_| None),
        }
    }

    /// What the plan of the account allows. Without an answer, the platform itself refuses what is too large.
    async fn largest_file(&self) -> Option<u64> {
        #[derive(Deserialize)]
        struct User {
            max_upload_size: u64,
        }
        let mut url = below(&self.api, &["users", "me"]);
        url.set_query(Some("fields=max_upload_size"));
        let sending = || Sending::new("look up the largest upload", Method::GET, url.clone());
        let answer = self.session.ask_once(sending).await.ok()?.success(read_error).ok()?;
        answer.json::<User>().ok().map(|user| user.max_upload_size).filter(|most| *most > 0)
    }

    async fn delete_file(&self, id: &str) -> ProviderResult<()> {
        let url = below(&self.api, &["files", id]);
        self.call(|| Sending::new("delete a file", Method::DELETE, url.clone())).await.map(drop)
    }
}

struct PlatformTarget {
    platform: Platform,
    folders: Folders,
    identity: String,
}

impl PlatformTarget {
    fn new(platform: Platform, identity: String) -> Self {
        Self { platform, folders: Folders::default(), identity }
    }
}

#[async_trait]
impl Target for PlatformTarget {
    fn names(&self) -> &'static NameRules {
        &NameRules::FOLDERS
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let mut folder = ROOT.to_owned();
        for part in directory.split('/').filter(|part| !part.is_empty()) {
            folder = self.folders.enter(&self.platform, &folder, part).await?;
        }
        let piece = self.platform.session.http.source_of(bytes::Bytes::from_static(b"tonnage")).whole().await?;
        let probe = self.platform.put_direct(&folder, PROBE, &piece).await?;
        self.platform.delete_file(&probe).await
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let Some((last, above)) = parts.split_last() else { return Ok(Some(ROOT.to_owned())) };
        let mut folder = ROOT.to_owned();
        for part in above {
            folder = self.folders.enter(&self.platform, &folder, part).await?;
        }
        folders::take(&self.platform, &folder, last).await
    }

    async fn has_folder(&self, folder: &str) -> ProviderResult<bool> {
        ProviderError::tells_presence(folders::is_empty(&self.platform, folder).await)
    }

    async fn largest_file(&self) -> Option<u64> {
        self.platform.largest_file().await
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let mut folder = file.folder.to_owned();
        for part in file.path {
            folder = self.folders.own(&self.platform, &folder, part).await?;
        }
        if file.source.size() >= IN_PARTS_FROM {
            return sessions::put(&self.platform, &folder, file).await;
        }
        let piece = file.source.whole().await?;
        self.platform.put_direct(&folder, file.name, &piece).await?;
        file.journal.arrived(file.source.size());
        Ok(())
    }
}

/// The conflicting item that an answer names.
fn conflict(answer: &Answer) -> Option<Item> {
    /// Conflicts are a list for folders, and a single item for files.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Conflicts {
        Many(Vec<Item>),
        One(Item),
    }
    #[derive(Deserialize)]
    struct Context {
        conflicts: Conflicts,
    }
    #[derive(Deserialize)]
    struct Body {
        code: String,
        context_info: Context,
    }
    let body: Body = (answer.status.as_u16() == 409).then(|| serde_json::from_slice(&answer.body).ok())??;
    if body.code != "item_name_in_use" {
        return None;
    }
    match body.context_info.conflicts {
        Conflicts::Many(items) => items.into_iter().next(),
        Conflicts::One(item) => Some(item),
    }
}

/// Compares what the platform stored with what was sent.
fn confirm(answer: &Answer, sha1: &str, size: u64) -> ProviderResult<Item> {
    #[derive(Deserialize)]
    struct Entries {
        entries: Vec<Item>,
    }
    let entries: Entries = answer.json()?;
    let item = entries.entries.into_iter().next();
    let item = item.ok_or_else(|| ProviderError::unusable("the provider's answer does not name a file"))?;
    if item.is_file_of(sha1) && item.size.is_none_or(|kept| kept == size) {
        return Ok(item);
    }
    Err(ProviderError::unusable("the content that the provider stored differs from what was sent"))
}

fn read_error(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Body {
        code: String,
        message: String,
    }
    let body: Body = serde_json::from_slice(&answer.body).unwrap_or_default();
    let fault = match body.code.as_str() {
        "storage_limit_exceeded" => Some(Fault::Full),
        "bad_digest" | "sha1_mismatch" | "incorrect_digest" => Some(Fault::Unusable),
        "name_temporarily_reserved" | "operation_blocked_temporary" => Some(Fault::Unavailable),
        _ => None,
    };
    Said { code: body.code, message: body.message, fault }
}
