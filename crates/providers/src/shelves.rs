//! Folders of platforms where several items can have the same name: a folder is looked up before it is created, and
//! older files with the name of a new one are tracked, so that they can be removed once the new one has arrived.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use super::ProviderResult;
use super::http_client::HttpClient;

/// An item in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_folder: bool,
}

#[async_trait]
pub(super) trait Shelf: Send + Sync {
    fn http(&self) -> &HttpClient;

    /// All items of a folder.
    async fn list(&self, folder: &str) -> ProviderResult<Vec<Item>>;

    /// Creates a folder without a lookup and without retries: if a call gets no answer, its outcome is unknown.
    async fn make_folder(&self, parent: &str, name: &str) -> ProviderResult<String>;

    /// Removes a file.
    async fn remove(&self, id: &str) -> ProviderResult<()>;
}

type Known = tokio::sync::Mutex<Option<Vec<Item>>>;

/// The known content of folders.
#[derive(Default)]
pub(super) struct Shelves(Mutex<HashMap<String, Arc<Known>>>);

impl Shelves {
    fn known(&self, folder: &str) -> Arc<Known> {
        self.0.lock().entry(folder.to_owned()).or_default().clone()
    }

    /// The folder with this name, created if there is none.
    pub(super) async fn enter(&self, platform: &impl Shelf, parent: &str, name: &str) -> ProviderResult<String> {
        let known = self.known(parent);
        // Locked while it is created, so that concurrent users of the folder wait for it.
        let mut items = known.lock().await;
        let mut tries = 0;
        loop {
            let listed = match items.take() {
                Some(listed) => items.insert(listed),
                None => items.insert(platform.list(parent).await?),
            };
            if let Some(item) = listed.iter().find(|item| item.is_folder && item.name == name) {
                return Ok(item.id.clone());
            }
            tries += 1;
            match platform.make_folder(parent, name).await {
                Ok(id) => {
                    listed.push(Item { id: id.clone(), name: name.to_owned(), is_folder: true });
                    *self.known(&id).lock().await = Some(Vec::new());
                    return Ok(id);
                }
                Err(error) => platform.http().before_another_try(error, tries).await?,
            }
            *items = None;
        }
    }

    /// An empty folder with this name.
    pub(super) async fn take(&self, platform: &impl Shelf, parent: &str, name: &str) -> ProviderResult<Option<String>> {
        let id = self.enter(platform, parent, name).await?;
        let items = platform.list(&id).await?;
        let is_empty = items.is_empty();
        *self.known(&id).lock().await = Some(items);
        Ok(is_empty.then_some(id))
    }

    /// The files with this name.
    pub(super) async fn namesakes(
        &self,
        platform: &impl Shelf,
        folder: &str,
        name: &str,
    ) -> ProviderResult<Vec<String>> {
        let known = self.known(folder);
        let mut items = known.lock().await;
        let listed = match items.take() {
            Some(listed) => items.insert(listed),
            None => items.insert(platform.list(folder).await?),
        };
        let is_one = |item: &&Item| !item.is_folder && item.name == name;
        Ok(listed.iter().filter(is_one).map(|item| item.id.clone()).collect())
    }

    /// Records that a file was created.
    pub(super) async fn added(&self, folder: &str, name: &str, id: &str) {
        if let Some(items) = self.known(folder).lock().await.as_mut() {
            items.push(Item { id: id.to_owned(), name: name.to_owned(), is_folder: false });
        }
    }
}
