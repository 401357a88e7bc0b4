//! An asset manager that keeps its files in its own storage or in the Team's.
//!
//! Written from the public API description of iconik (assets, collections and files services). A package becomes a
//! collection, and its folders become nested collections. A file becomes an asset with a format, a file set and a file,
//! and is sent to URLs that the manager signs for its storage: small files at once, large ones in parts. The file is
//! closed when the storage has all of it. Only S3 storages are supported.

mod files;
mod records;

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use domain::target_path::NameRules;
use http::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use url::Url;

use crate::address::below;
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::review::speaks_of_room;
use crate::shelves::{Item, Shelf, Shelves};
use crate::{AbandonedFile, Access, Fault, Fields, OutgoingFile, Place, ProviderError, ProviderResult, Target};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_i";
const PROBE: &str = ".tonnage-check";
const PER_PAGE: usize = 100;
/// Means no collection at all.
const ROOT: &str = "";

#[derive(Clone)]
struct AppAccess {
    application_id: String,
    application_token: Secret,
    storage_id: String,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let access = AppAccess {
        application_id: fields.text("application_id")?,
        application_token: fields.secret("application_token")?,
        storage_id: fields.text("storage_id")?,
    };
    fields.finish()?;
    Ok(Box::new(access))
}

impl Access for AppAccess {
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let base = http.address(PROVIDER, "base_url", "https://app.iconik.io")?;
        let manager = Manager { http: http.clone(), base: below(&base, &["API"]), access: self.clone() };
        let (shelves, storage) = (Shelves::default(), Mutex::default());
        Ok(Place::Target(Box::new(ManagerTarget { manager, shelves, storage })))
    }
}

/// The client for the manager.
struct Manager {
    http: Arc<HttpClient>,
    base: Url,
    access: AppAccess,
}

#[derive(Deserialize)]
struct Created {
    id: String,
}

/// A collection or an asset, as it is listed.
#[derive(Deserialize)]
struct Object {
    id: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(rename = "object_type", default)]
    kind: Option<String>,
    #[serde(default)]
    parent_id: Option<String>,
    #[serde(default)]
    external_id: Option<String>,
}

impl Manager {
    /// Every URL of the manager ends with a slash.
    fn url(&self, segments: &[&str]) -> Url {
        below(&self.base, &[segments, &[""]].concat())
    }

    fn sending(&self, action: &'static str, method: Method, url: Url) -> Sending<'static> {
        Sending::new(action, method, url)
            .header("app-id", &self.access.application_id)
            .header("auth-token", self.access.application_token.expose())
    }

    async fn call(&self, action: &'static str, method: Method, url: Url) -> ProviderResult<Answer> {
        self.http.call(&self.sending(action, method, url), read_error).await
    }

    /// Everything that a collection contains, or all collections.
    async fn objects(&self, collection: &str) -> ProviderResult<Vec<Object>> {
        #[derive(Deserialize)]
        struct Page {
            objects: Vec<Object>,
        }
        let mut objects = Vec::new();
        for page in 1.. {
            let mut url = match collection {
                ROOT => self.url(&["assets", "v1", "collections"]),
                id => self.url(&["assets", "v1", "collections", id, "contents"]),
            };
            url.query_pairs_mut()
                .append_pair("per_page", &PER_PAGE.to_string())
                .append_pair("page", &format!("{page}"));
            let found: Page = self.call("list a collection", Method::GET, url).await?.json()?;
            let is_last = found.objects.len() < PER_PAGE;
            objects.extend(found.objects);
            if is_last {
                break;
            }
        }
        Ok(objects)
    }

    /// Creates something, without retries.
    async fn create(&self, action: &'static str, url: Url, body: &Value) -> ProviderResult<Answer> {
        let sending = self.sending(action, Method::POST, url).json(body);
        self.http.ask_once(&sending).await?.success(read_error)
    }

    /// The kind of the storage.
    async fn storage_method(&self) -> ProviderResult<String> {
        #[derive(Deserialize)]
        struct Storage {
            method: String,
        }
        let url = self.url(&["files", "v1", "storages", &self.access.storage_id]);
        let storage: Storage = self.call("show the storage", Method::GET, url).await?.json()?;
        if storage.method.eq_ignore_ascii_case("S3") {
            return Ok(storage.method);
        }
        let reason = format!(
            "the storage is of the kind {:?}, but only S3 storages are supported: choose another",
            storage.method
        );
        Err(ProviderError::new(Fault::Refused, reason))
    }
}

#[async_trait]
impl Shelf for Manager {
    fn http(&self) -> &HttpClient {
        &self.http
    }

    async fn list(&self, folder: &str) -> ProviderResult<Vec<Item>> {
        let is_top = folder == ROOT;
        // The top level lists all collections, so nested ones are filtered out.
        let is_here = |object: &Object| !is_top || object.parent_id.as_deref().unwrap_or_default().is_empty();
        let objects = self.objects(folder).await?.into_iter().filter(is_here);
        let item = |object: Object| Item {
            is_folder: is_top || object.kind.as_deref() == Some("collections"),
            id: object.id,
            name: object.title.unwrap_or_default(),
        };
        Ok(objects.map(item).collect())
    }

    async fn make_folder(&self, parent: &str, name: &str) -> ProviderResult<String> {
        let body = match parent {
            ROOT => json!({ "title": name }),
            id => json!({ "title": name, "parent_id": id }),
        };
        let url = self.url(&["assets", "v1", "collections"]);
        Ok(self.create("create a collection", url, &body).await?.json::<Created>()?.id)
    }

    async fn remove(&self, id: &str) -> ProviderResult<()> {
        self.call("delete an asset", Method::DELETE, self.url(&["assets", "v1", "assets", id])).await.map(drop)
    }
}

struct ManagerTarget {
    manager: Manager,
    shelves: Shelves,
    /// Fetched once.
    storage: Mutex<Option<String>>,
}

/// A collection, and the directory of its files in the storage.
struct Folder {
    collection: String,
    directory: String,
}

impl Folder {
    fn read(text: &str) -> Self {
        let (collection, directory) = text.split_once('/').unwrap_or((text, ""));
        Self { collection: collection.to_owned(), directory: directory.to_owned() }
    }

    fn written(&self) -> String {
        format!("{}/{}", self.collection, self.directory)
    }
}

impl ManagerTarget {
    async fn storage_method(&self) -> ProviderResult<String> {
        let mut known = self.storage.lock().await;
        if let Some(method) = known.as_ref() {
            return Ok(method.clone());
        }
        let method = self.manager.storage_method().await?;
        *known = Some(method.clone());
        Ok(method)
    }

    async fn enter(&self, folder: Folder, part: &str) -> ProviderResult<Folder> {
        let collection = self.shelves.enter(&self.manager, &folder.collection, part).await?;
        let directory = [folder.directory.as_str(), part].join("/").trim_start_matches('/').to_owned();
        Ok(Folder { collection, directory })
    }
}

#[async_trait]
impl Target for ManagerTarget {
    fn names(&self) -> &'static NameRules {
        &NameRules::FOLDERS
    }

    fn identity(&self) -> String {
        format!("{} {}", self.manager.base, self.manager.access.storage_id)
    }

    async fn check(&self, directory: &str) -> ProviderResult<()> {
        let mut folder = Folder::read(ROOT);
        for part in directory.split('/').filter(|part| !part.is_empty()) {
            folder = self.enter(folder, part).await?;
        }
        let method = self.storage_method().await?;
        let source = self.manager.http.source_of(bytes::Bytes::from_static(b"tonnage"));
        let asset = self.manager.make_asset(&folder.collection, PROBE, &files::new_mark()).await?;
        let file = self.manager.make_file(&asset, &folder.directory, PROBE, source.size(), &method).await;
        let sent = match &file {
            Ok(file) => self.manager.put_whole(file, &source).await,
            Err(_) => Ok(()),
        };
        self.manager.remove(&asset).await?;
        file.and(sent)
    }

    async fn take_folder(&self, parts: &[String]) -> ProviderResult<Option<String>> {
        let mut folder = Folder::read(ROOT);
        let Some((last, above)) = parts.split_last() else { return Ok(Some(folder.written())) };
        for part in above {
            folder = self.enter(folder, part).await?;
        }
        let taken = self.shelves.take(&self.manager, &folder.collection, last).await?;
        let directory = parts.join("/");
        Ok(taken.map(|collection| Folder { collection, directory }.written()))
    }

    async fn has_folder(&self, folder: &str) -> ProviderResult<bool> {
        ProviderError::tells_presence(self.manager.list(&Folder::read(folder).collection).await)
    }

    async fn largest_file(&self) -> Option<u64> {
        Some(files::PARTS.largest_file())
    }

    async fn put(&self, file: &OutgoingFile<'_>) -> ProviderResult<()> {
        let mut folder = Folder::read(file.folder);
        for part in file.path {
            folder = self.enter(folder, part).await?;
        }
        self.put_into(&folder, file).await
    }

    fn shows_begun(&self) -> bool {
        true
    }

    async fn abandon(&self, file: &AbandonedFile<'_>) -> ProviderResult<()> {
        self.abandon_upload(file.upload).await
    }
}

fn read_error(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    struct Body {
        #[serde(default)]
        errors: Option<Value>,
    }
    let body: Body = serde_json::from_slice(&answer.body).unwrap_or_default();
    let message = match body.errors {
        Some(Value::Array(errors)) => errors.first().map(text_of).unwrap_or_default(),
        Some(other) => text_of(&other),
        None => String::new(),
    };
    let is_refusal = answer.status.is_client_error() && answer.status.as_u16() != 429;
    let fault = (is_refusal && speaks_of_room(&message)).then_some(Fault::Full);
    Said { code: String::new(), message, fault }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    fn refused(authorization: &Value) -> String {
        refused_field(access(ProviderKind::VendorI, Direction::ServiceToCloud, authorization)).0
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let whole = json!({ "application_id": "a", "application_token": "b", "storage_id": "c" });
        assert_eq!(refused(&whole), "");
        for field in ["application_id", "application_token", "storage_id"] {
            for wrong in [Value::Null, json!(7), json!("two\nlines")] {
                let mut changed = whole.clone();
                changed[field] = wrong;
                assert_eq!(refused(&changed), format!("authorization.{field}"));
            }
        }
        let mut changed = whole;
        changed["region"] = "d".into();
        assert_eq!(refused(&changed), "authorization.region");
    }
}
