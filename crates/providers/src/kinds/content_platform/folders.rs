//! Folders, created when they are first needed. Two files may need the same folder at once, here or in another process.

use std::collections::HashMap;
use std::sync::Arc;

use domain::target_path::NameRules;
use http::Method;
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::json;

use super::{Item, Platform, conflict, read_error};
use crate::address::below;
use crate::http_client::Sending;
use crate::{Fault, ProviderError, ProviderResult};

/// Known folders, by their parent and name.
#[derive(Default)]
pub(super) struct Folders(Mutex<HashMap<(String, String), Arc<Known>>>);

type Known = tokio::sync::Mutex<Option<String>>;

/// The outcome of creating a folder.
enum Made {
    New(String),
    /// An item with this name, as the platform compares names, already exists.
    Blocked(Item),
}

impl Folders {
    fn cell(&self, parent: &str, name: &str) -> Arc<Known> {
        let mut known = self.0.lock();
        known.entry((parent.to_owned(), name.to_owned())).or_default().clone()
    }

    /// A folder of the Team's, regardless of case.
    pub(super) async fn enter(&self, platform: &Platform, parent: &str, name: &str) -> ProviderResult<String> {
        match make(platform, parent, name).await? {
            Made::New(id) => Ok(id),
            Made::Blocked(item) if item.is_folder() => Ok(item.id),
            Made::Blocked(_) => Err(in_the_way(name)),
        }
    }

    /// A folder of the package's, which must not contain files of a folder that differs only in case.
    pub(super) async fn own(&self, platform: &Platform, parent: &str, name: &str) -> ProviderResult<String> {
        let cell = self.cell(parent, name);
        // Locked while it is created, so that concurrent users wait for it.
        let mut known = cell.lock().await;
        if let Some(id) = known.as_ref() {
            return Ok(id.clone());
        }
        let id = make_own(platform, parent, name).await?;
        *known = Some(id.clone());
        Ok(id)
    }
}

async fn make_own(platform: &Platform, parent: &str, name: &str) -> ProviderResult<String> {
    let marked = NameRules::FOLDERS.marked(name);
    for name in [name, &marked] {
        match make(platform, parent, name).await? {
            Made::New(id) => return Ok(id),
            Made::Blocked(item) if item.is_folder() && item.name == name => return Ok(item.id),
            Made::Blocked(_) => {}
        }
    }
    Err(in_the_way(name))
}

fn in_the_way(name: &str) -> ProviderError {
    ProviderError::new(Fault::Conflict, format!("another item has the name of the folder {name:?}"))
}

async fn make(platform: &Platform, parent: &str, name: &str) -> ProviderResult<Made> {
    let url = below(&platform.api, &["folders"]);
    let body = json!({ "name": name, "parent": { "id": parent } });
    let sending = || Sending::new("create a folder", Method::POST, url.clone()).json(&body);
    let answer = platform.session.ask(sending).await?;
    match conflict(&answer) {
        Some(item) => Ok(Made::Blocked(item)),
        None => Ok(Made::New(answer.success(read_error)?.json::<Item>()?.id)),
    }
}

/// An empty folder with this name.
pub(super) async fn take(platform: &Platform, parent: &str, name: &str) -> ProviderResult<Option<String>> {
    let item = match make(platform, parent, name).await? {
        Made::New(id) => return Ok(Some(id)),
        Made::Blocked(item) => item,
    };
    if item.is_folder() && is_empty(platform, &item.id).await? { Ok(Some(item.id)) } else { Ok(None) }
}

pub(super) async fn is_empty(platform: &Platform, folder: &str) -> ProviderResult<bool> {
    #[derive(Deserialize)]
    struct Items {
        entries: Vec<Item>,
    }
    let mut url = below(&platform.api, &["folders", folder, "items"]);
    url.set_query(Some("limit=1&fields=id,type"));
    let answer = platform.call(|| Sending::new("list a folder", Method::GET, url.clone())).await?;
    Ok(answer.json::<Items>()?.entries.is_empty())
}
