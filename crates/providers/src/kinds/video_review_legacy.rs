//! The video review platform in its previous generation, with a developer token.
//!
//! Written from the public API reference of Frame.io's legacy API (v2): a project has a root asset, folders and files
//! are assets below it, and a file that is created with its size comes with signed URLs for equal parts. The platform
//! has announced the end of this API; [`super::video_review`] is its successor.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use http::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::address::below;
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::review::{Platform, Progress, ReviewTarget, speaks_of_room};
use crate::shelves::{Item, Shelf};
use crate::signed_parts::{SignedPart, SignedUpload};
use crate::{Access, Fault, Fields, Place, ProviderError, ProviderResult};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_f";
const PER_PAGE: usize = 100;

#[derive(Clone)]
struct TokenAccess {
    developer_token: Secret,
    account_id: String,
    team_id: String,
    project_id: String,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let access = TokenAccess {
        developer_token: fields.secret("developer_token")?,
        account_id: fields.text("account_id")?,
        team_id: fields.text("team_id")?,
        project_id: fields.text("project_id")?,
    };
    fields.finish()?;
    Ok(Box::new(access))
}

impl Access for TokenAccess {
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let base = http.address(PROVIDER, "base_url", "https://api.frame.io")?;
        let assets = Assets { http: http.clone(), base: below(&base, &["v2"]), access: self.clone() };
        Ok(Place::Target(Box::new(ReviewTarget::new(assets))))
    }
}

/// The assets of a project.
struct Assets {
    http: Arc<HttpClient>,
    base: Url,
    access: TokenAccess,
}

#[derive(Deserialize)]
struct Asset {
    id: String,
    #[serde(default)]
    name: String,
    #[serde(rename = "type", alias = "_type", default)]
    kind: String,
    #[serde(default)]
    upload_urls: Vec<Url>,
    #[serde(default)]
    upload_completed_at: Option<String>,
    #[serde(default)]
    uploaded_at: Option<String>,
    #[serde(default)]
    filesize: Option<u64>,
}

impl Assets {
    fn sending(&self, action: &'static str, method: Method, segments: &[&str]) -> Sending<'static> {
        Sending::new(action, method, below(&self.base, segments)).bearer(&self.access.developer_token)
    }

    /// Creates an asset, without retries.
    async fn make(&self, action: &'static str, parent: &str, body: &Value) -> ProviderResult<Asset> {
        let sending = self.sending(action, Method::POST, &["assets", parent, "children"]).json(body);
        self.http.ask_once(&sending).await?.success(read_error)?.json()
    }
}

#[async_trait]
impl Shelf for Assets {
    fn http(&self) -> &HttpClient {
        &self.http
    }

    async fn list(&self, folder: &str) -> ProviderResult<Vec<Item>> {
        let mut items = Vec::new();
        for page in 1.. {
            let mut url = below(&self.base, &["assets", folder, "children"]);
            url.query_pairs_mut()
                .append_pair("page_size", &PER_PAGE.to_string())
                .append_pair("page", &format!("{page}"));
            let sending = Sending::new("list a folder", Method::GET, url).bearer(&self.access.developer_token);
            let assets: Vec<Asset> = self.http.call(&sending, read_error).await?.json()?;
            let is_last = assets.len() < PER_PAGE;
            items.extend(assets.into_iter().map(|asset| Item {
                is_folder: asset.kind == "folder",
                id: asset.id,
                name: asset.name,
            }));
            if is_last {
                break;
            }
        }
        Ok(items)
    }

    async fn make_folder(&self, parent: &str, name: &str) -> ProviderResult<String> {
        let body = json!({ "name": name, "type": "folder" });
        Ok(self.make("create a folder", parent, &body).await?.id)
    }

    async fn remove(&self, id: &str) -> ProviderResult<()> {
        let sending = self.sending("delete a file", Method::DELETE, &["assets", id]);
        self.http.call(&sending, read_error).await.map(drop)
    }
}

#[async_trait]
impl Platform for Assets {
    fn identity(&self) -> String {
        format!("{} {} {}", self.base, self.access.account_id, self.access.project_id)
    }

    async fn root(&self) -> ProviderResult<String> {
        #[derive(Deserialize)]
        struct Project {
            root_asset_id: String,
            #[serde(default)]
            team_id: Option<String>,
        }
        let sending = self.sending("show the project", Method::GET, &["projects", &self.access.project_id]);
        let project: Project = self.http.call(&sending, read_error).await?.json()?;
        if project.team_id.is_some_and(|team| team != self.access.team_id) {
            return Err(ProviderError::new(Fault::Missing, "the project does not belong to this team"));
        }
        Ok(project.root_asset_id)
    }

    async fn announce(&self, folder: &str, name: &str, size: u64) -> ProviderResult<SignedUpload> {
        let kind = media_type(name);
        let body = json!({ "name": name, "type": "file", "filesize": size, "filetype": kind });
        let asset = self.make("create a file", folder, &body).await?;
        let count = asset.upload_urls.len() as u64;
        let part_size = size.div_ceil(count.max(1));
        let sizes = (0..count).map(|index| part_size.min(size.saturating_sub(index * part_size)));
        let parts = sizes.zip(asset.upload_urls).map(|(size, url)| SignedPart { size, url }).collect();
        Ok(SignedUpload { id: asset.id, content_type: kind.to_owned(), parts })
    }

    async fn plan(&self) -> Option<u64> {
        #[derive(Deserialize)]
        struct Account {
            plan: Plan,
        }
        #[derive(Deserialize)]
        struct Plan {
            storage_limit: u64,
        }
        let sending = self.sending("show the plan of the account", Method::GET, &["accounts", &self.access.account_id]);
        let answer = self.http.ask_once(&sending).await.ok()?.success(read_error).ok()?;
        answer.json::<Account>().ok().map(|account| account.plan.storage_limit)
    }

    async fn progress(&self, id: &str) -> ProviderResult<Progress> {
        let sending = self.sending("show a file", Method::GET, &["assets", id]);
        let asset: Asset = self.http.call(&sending, read_error).await?.json()?;
        let is_complete = asset.upload_completed_at.or(asset.uploaded_at).is_some();
        Ok(if is_complete { Progress::Complete(asset.filesize) } else { Progress::Waiting })
    }
}

/// The platform plays files with a video type.
fn media_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "mp4" | "m4v" => "video/mp4",
        "mov" => "video/quicktime",
        "mxf" => "application/mxf",
        "avi" => "video/x-msvideo",
        "mkv" => "video/x-matroska",
        "webm" => "video/webm",
        "mpg" | "mpeg" => "video/mpeg",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "aac" => "audio/aac",
        "aif" | "aiff" => "audio/aiff",
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "tif" | "tiff" => "image/tiff",
        "gif" => "image/gif",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "txt" => "text/plain",
        _ => "application/octet-stream",
    }
}

fn read_error(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    struct Body {
        #[serde(default)]
        message: String,
        #[serde(default)]
        errors: Vec<Problem>,
    }
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Problem {
        title: String,
        detail: String,
    }
    let body: Body = serde_json::from_slice(&answer.body).unwrap_or_default();
    let problem = body.errors.into_iter().next().unwrap_or_default();
    let message = if problem.detail.is_empty() { body.message } else { problem.detail };
    let is_refusal = answer.status.is_client_error() && answer.status.as_u16() != 429;
    let fault = (is_refusal && speaks_of_room(&message)).then_some(Fault::Full);
    Said { code: problem.title, message, fault }
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    fn refused(authorization: &Value) -> String {
        refused_field(access(ProviderKind::VendorF, Direction::ServiceToCloud, authorization)).0
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let whole = json!({ "developer_token": "fio-u-x", "account_id": "a", "team_id": "b", "project_id": "c" });
        assert_eq!(refused(&whole), "");
        for field in ["developer_token", "account_id", "team_id", "project_id"] {
            for wrong in [Value::Null, json!(7), json!("two\nlines")] {
                let mut changed = whole.clone();
                changed[field] = wrong;
                assert_eq!(refused(&changed), format!("authorization.{field}"));
            }
        }
        let mut changed = whole;
        changed["workspace_id"] = "d".into();
        assert_eq!(refused(&changed), "authorization.workspace_id");
    }
}
