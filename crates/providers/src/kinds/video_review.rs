//! The video review platform in its fourth generation, with server-to-server authentication.
//!
//! Written from the public API reference of Frame.io V4 and the guides to its authentication and uploads: a token for
//! client credentials from Adobe's identity service, folders of a project, and files that are announced with their size
//! and then put, part by part, to signed URLs.

use std::sync::Arc;

use async_trait::async_trait;
use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use http::Method;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use crate::address::below;
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::review::{Platform, Progress, ReviewTarget, speaks_of_room};
use crate::session::{Grant, Session};
use crate::shelves::{Item, Shelf};
use crate::signed_parts::{SignedPart, SignedUpload};
use crate::{Access, Fault, Fields, Place, ProviderError, ProviderResult};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_f_v4";
const SCOPES: &str = "openid,AdobeID,frame.s2s.all";
const PER_PAGE: &str = "100";

#[derive(Clone)]
struct ServerAccess {
    client_id: String,
    client_secret: Secret,
    account_id: String,
    workspace_id: String,
    project_id: String,
}

pub(super) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    if fields.text("auth_strategy")? != "server" {
        return Err(Fields::refuse("auth_strategy", "must be server"));
    }
    let access = ServerAccess {
        client_id: fields.text("client_id")?,
        client_secret: fields.secret("client_secret")?,
        account_id: fields.text("account_id")?,
        workspace_id: fields.text("workspace_id")?,
        project_id: fields.text("project_id")?,
    };
    fields.finish()?;
    Ok(Box::new(access))
}

impl Access for ServerAccess {
    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let base = http.address(PROVIDER, "base_url", "https://api.frame.io")?;
        let token_url = http.address(PROVIDER, "token_url", "https://ims-na1.adobelogin.com/ims/token/v3")?;
        let session = Session::new(http, ClientCredentials { access: self.clone(), token_url });
        let base = below(&base, &["v4", "accounts", &self.account_id]);
        Ok(Place::Target(Box::new(ReviewTarget::new(Account { session, base, access: self.clone() }))))
    }
}

struct ClientCredentials {
    access: ServerAccess,
    token_url: Url,
}

#[async_trait]
impl Grant for ClientCredentials {
    async fn token(&self, http: &HttpClient) -> ProviderResult<(Secret, i64)> {
        #[derive(Deserialize)]
        struct Token {
            access_token: Secret,
            expires_in: i64,
        }
        let set = http.setting(PROVIDER, "scope");
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", &self.access.client_id),
            ("client_secret", self.access.client_secret.expose()),
            ("scope", if set.is_empty() { SCOPES } else { set }),
        ];
        let sending = Sending::new("issue a token", Method::POST, self.token_url.clone()).form(&form);
        let token: Token = http.call(&sending, read_refusal).await?.json()?;
        Ok((token.access_token, token.expires_in))
    }
}

fn read_refusal(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Refused {
        error: String,
        error_description: String,
    }
    let refused: Refused = serde_json::from_slice(&answer.body).unwrap_or_default();
    let fault = matches!(answer.status.as_u16(), 400 | 401 | 403).then_some(Fault::Credentials);
    Said { code: refused.error, message: refused.error_description, fault }
}

/// An account of the platform.
struct Account {
    session: Session<ClientCredentials>,
    base: Url,
    access: ServerAccess,
}

/// The platform wraps every answer in this.
#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

#[derive(Deserialize)]
struct Child {
    id: String,
    #[serde(default)]
    name: String,
    #[serde(rename = "type", default)]
    kind: String,
}

impl Account {
    fn url(&self, segments: &[&str]) -> Url {
        below(&self.base, segments)
    }

    /// The next page, which must be on the same host, since our token is sent with the call.
    fn next(&self, link: &str) -> ProviderResult<Url> {
        let joined = self.base.join(link).ok().filter(|next| next.origin() == self.base.origin());
        joined.ok_or_else(|| ProviderError::unusable("the provider's answer leads to another host"))
    }
}

#[async_trait]
impl Shelf for Account {
    fn http(&self) -> &HttpClient {
        &self.session.http
    }

    async fn list(&self, folder: &str) -> ProviderResult<Vec<Item>> {
        #[derive(Deserialize)]
        struct Page {
            data: Vec<Child>,
            #[serde(default)]
            links: Option<Links>,
        }
        #[derive(Deserialize)]
        struct Links {
            #[serde(default)]
            next: Option<String>,
        }
        let mut url = self.url(&["folders", folder, "children"]);
        url.query_pairs_mut().append_pair("page_size", PER_PAGE);
        let mut items = Vec::new();
        loop {
            let sending = || Sending::new("list a folder", Method::GET, url.clone());
            let page: Page = self.session.call(sending, read_error).await?.json()?;
            items.extend(page.data.into_iter().map(|child| Item {
                is_folder: child.kind == "folder",
                id: child.id,
                name: child.name,
            }));
            match page.links.and_then(|links| links.next).filter(|next| !next.is_empty()) {
                None => return Ok(items),
                Some(next) => url = self.next(&next)?,
            }
        }
    }

    async fn make_folder(&self, parent: &str, name: &str) -> ProviderResult<String> {
        let url = self.url(&["folders", parent, "folders"]);
        let body = json!({ "data": { "name": name } });
        let sending = || Sending::new("create a folder", Method::POST, url.clone()).json(&body);
        let answer = self.session.ask_once(sending).await?.success(read_error)?;
        Ok(answer.json::<Data<Child>>()?.data.id)
    }

    async fn remove(&self, id: &str) -> ProviderResult<()> {
        let url = self.url(&["files", id]);
        let sending = || Sending::new("delete a file", Method::DELETE, url.clone());
        self.session.call(sending, read_error).await.map(drop)
    }
}

#[async_trait]
impl Platform for Account {
    fn identity(&self) -> String {
        format!("{} {}", self.base, self.access.project_id)
    }

    async fn root(&self) -> ProviderResult<String> {
        #[derive(Deserialize)]
        struct Project {
            root_folder_id: String,
            #[serde(default)]
            workspace_id: Option<String>,
        }
        let url = self.url(&["projects", &self.access.project_id]);
        let sending = || Sending::new("show the project", Method::GET, url.clone());
        let project: Project = self.session.call(sending, read_error).await?.json::<Data<Project>>()?.data;
        if project.workspace_id.is_some_and(|workspace| workspace != self.access.workspace_id) {
            return Err(ProviderError::new(Fault::Missing, "the project is not in this workspace"));
        }
        Ok(project.root_folder_id)
    }

    async fn announce(&self, folder: &str, name: &str, size: u64) -> ProviderResult<SignedUpload> {
        #[derive(Deserialize)]
        struct Announced {
            id: String,
            media_type: String,
            upload_urls: Vec<SignedPart>,
        }
        let url = self.url(&["folders", folder, "files", "local_upload"]);
        let body = json!({ "data": { "name": name, "file_size": size } });
        let sending = || Sending::new("announce a file", Method::POST, url.clone()).json(&body);
        let answer = self.session.ask_once(sending).await?.success(read_error)?;
        let file = answer.json::<Data<Announced>>()?.data;
        Ok(SignedUpload { id: file.id, content_type: file.media_type, parts: file.upload_urls })
    }

    /// A plan is shown only in the list of accounts.
    async fn plan(&self) -> Option<u64> {
        #[derive(Deserialize)]
        struct Shown {
            id: String,
            #[serde(default)]
            storage_limit: Option<u64>,
        }
        let mut url = self.base.clone();
        url.path_segments_mut().ok()?.pop();
        url.query_pairs_mut().append_pair("page_size", PER_PAGE);
        let sending = || Sending::new("show the plan of the account", Method::GET, url.clone());
        let answer = self.session.ask_once(sending).await.ok()?.success(read_error).ok()?;
        let shown = answer.json::<Data<Vec<Shown>>>().ok()?.data;
        shown.into_iter().find(|account| account.id == self.access.account_id)?.storage_limit
    }

    /// The status says whether a file is complete, and the file itself contains its size.
    async fn progress(&self, id: &str) -> ProviderResult<Progress> {
        #[derive(Deserialize)]
        struct Status {
            #[serde(default)]
            upload_complete: bool,
            #[serde(default)]
            upload_failed: bool,
        }
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            file_size: Option<u64>,
        }
        let url = self.url(&["files", id, "status"]);
        let sending = || Sending::new("show the progress of a file", Method::GET, url.clone());
        let status = self.session.call(sending, read_error).await?.json::<Data<Status>>()?.data;
        if status.upload_failed {
            return Ok(Progress::Failed);
        }
        if !status.upload_complete {
            return Ok(Progress::Waiting);
        }
        let url = self.url(&["files", id]);
        let sending = || Sending::new("show a file", Method::GET, url.clone());
        let file = self.session.call(sending, read_error).await?.json::<Data<File>>()?.data;
        Ok(Progress::Complete(file.file_size))
    }
}

fn read_error(answer: &Answer) -> Said {
    #[derive(Deserialize, Default)]
    struct Body {
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
    let is_refusal = answer.status.is_client_error() && answer.status.as_u16() != 429;
    let fault = (is_refusal && speaks_of_room(&problem.detail)).then_some(Fault::Full);
    Said { code: problem.title, message: problem.detail, fault }
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    fn refused(authorization: &Value) -> String {
        refused_field(access(ProviderKind::VendorFV4, Direction::ServiceToCloud, authorization)).0
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        let whole = json!({
            "auth_strategy": "server", "client_id": "a", "client_secret": "b", "account_id": "c", "workspace_id": "d",
            "project_id": "e",
        });
        assert_eq!(refused(&whole), "");
        for field in ["auth_strategy", "client_id", "client_secret", "account_id", "workspace_id", "project_id"] {
            for wrong in [Value::Null, json!(7), json!("two\nlines")] {
                let mut changed = whole.clone();
                changed[field] = wrong;
                assert_eq!(refused(&changed), format!("authorization.{field}"));
            }
        }
        for (field, wrong) in [("auth_strategy", "user"), ("developer_token", "x")] {
            let mut changed = whole.clone();
            changed[field] = wrong.into();
            assert_eq!(refused(&changed), format!("authorization.{field}"));
        }
    }
}
