//! Operations as requests, and their outcomes.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::operations::{End, NewLink, NewPackage, Operation, Password, Target};
use super::reference::{Package, Team, written};

const RIGHT_PASSWORD: &str = "open sesame";

#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// A request that can be sent to any router.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    method: Method,
    path: String,
    header: (&'static str, String),
    password: Option<&'static str>,
    body: Option<Value>,
}

impl Call {
    fn new(method: Method, path: String, header: (&'static str, &str)) -> Self {
        Self { method, path, header: (header.0, header.1.to_owned()), password: None, body: None }
    }

    /// With the Team's API key.
    pub(crate) fn of_team(team: &Team, path: &str) -> Self {
        Self::new(Method::GET, path.to_owned(), ("x-api-key", &team.api_key))
    }

    fn of_package(package: &Package, method: Method, rest: &str) -> Self {
        let token = &package.tokens[package.full].value;
        Self::new(method, format!("/v1/packages/{}{rest}", package.id), ("x-package-token", token))
    }

    fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub(crate) async fn send(self, router: Router) -> Reply {
        let mut request = Request::builder()
            .method(self.method)
            .uri(self.path)
            .header("host", "model")
            .header(self.header.0, self.header.1);
        if let Some(password) = self.password {
            request = request.header("x-link-password", password);
        }
        let body = match &self.body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let response =
            router.oneshot(request.body(body).expect("a request")).await.unwrap_or_else(|never| match never {});
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.expect("a whole body").to_bytes();
        Reply { status, body: serde_json::from_slice(&bytes).unwrap_or(Value::Null) }
    }
}

/// The single request of an operation. Times are relative to `now`.
pub(crate) fn call_of(team: &Team, operation: &Operation, now: i64) -> Call {
    match operation {
        Operation::Create(new) => create(team, new),
        Operation::List => {
            let path = format!("/v1.1/teams/{}/packages?status=new,finalized,expired,archived&limit=50", team.id);
            Call::of_team(team, &path)
        }
        Operation::On { package, target } => target_call(team, &team.packages[*package], target, now),
    }
}

fn create(team: &Team, new: &NewPackage) -> Call {
    let mut body = json!({ "name": new.name, "description": "", "recipients": new.recipients });
    set_options(&mut body, new.limit, new.has_password);
    let path = format!("/v1/teams/{}/packages", team.id);
    Call { method: Method::POST, ..Call::of_team(team, &path) }.body(body)
}

fn set_options(body: &mut Value, limit: Option<i64>, has_password: bool) {
    if let Some(limit) = limit {
        body["access_limit"] = json!(limit);
    }
    if has_password {
        body["password"] = json!(RIGHT_PASSWORD);
    }
}

fn target_call(team: &Team, package: &Package, target: &Target, now: i64) -> Call {
    let call = |method, rest: &str| Call::of_package(package, method, rest);
    match target {
        Target::Look => Call::of_team(team, &format!("/v1.1/teams/{}/packages/{}", team.id, package.id)),
        // Its steps are made one by one; this is the first.
        Target::ReadMail { .. } => Call::of_team(team, &format!("/v1.1/teams/{}/outbox", team.id)),
        Target::Rename { name } => call(Method::PUT, "").body(json!({ "name": name })),
        Target::AddFile { name, size } => call(Method::POST, "/files").body(json!({ "name": name, "size": size })),
        Target::FinalizeFile { file, is_wrong } => {
            let file = &package.files[*file];
            let size = file.size + i64::from(*is_wrong);
            call(Method::POST, &format!("/files/{}/finalize", file.id)).body(json!({ "size": size }))
        }
        Target::RemoveFile { file } => call(Method::DELETE, &format!("/files/{}", package.files[*file].id)),
        Target::ListFiles => call(Method::GET, "/files"),
        Target::Finalize => call(Method::POST, "/finalize"),
        Target::Delete => call(Method::DELETE, ""),
        Target::Archive => call(Method::PUT, "/archive"),
        Target::Unarchive => call(Method::PUT, "/unarchive"),
        Target::ChangeExpiry { end } => call(Method::PUT, "/expiry").body(match end {
            End::In(millis) => json!({ "expiry": written(Some(now + millis)) }),
            End::Never => json!({ "unlimited_storage": true }),
            End::Missing => json!({}),
        }),
        Target::CreateLink(new) => call(Method::POST, "/links").body(link_body(new, now)),
        Target::DeleteLink { link } => call(Method::DELETE, &format!("/links/{}", package.links[*link].id)),
        Target::Open { link, is_right, password } => open(package, *link, *is_right, *password),
        Target::Download { token, file } => {
            let path = format!("/v1/packages/{}/files/{}/download", package.id, package.files[*file].id);
            Call::new(Method::GET, path, ("x-package-token", &package.tokens[*token].value))
        }
    }
}

fn link_body(new: &NewLink, now: i64) -> Value {
    let mut body = json!({ "active": new.is_active });
    set_options(&mut body, new.limit, new.has_password);
    if let Some(email) = &new.email {
        body["email"] = json!(email);
    }
    if let Some(millis) = new.ends_in {
        body["expiry"] = written(Some(now + millis));
    }
    body
}

fn open(package: &Package, link: usize, is_right: bool, password: Password) -> Call {
    let link = &package.links[link];
    let secret = link.secret.as_deref().filter(|_| is_right).unwrap_or("guessed");
    let path = format!("/v1/links/{}?secret={secret}", link.id);
    let password = match password {
        Password::None => None,
        Password::Right => Some(RIGHT_PASSWORD),
        Password::Wrong => Some("close sesame"),
    };
    Call { password, ..Call::new(Method::GET, path, ("accept", "application/json")) }
}

/// Whether the reply is the expected one, or how it differs.
pub(crate) fn difference(expected: &super::reference::Expected, reply: &Reply) -> Option<String> {
    if expected.status != reply.status {
        return Some(format!("status {} instead of {}: {}", reply.status, expected.status, reply.body));
    }
    difference_at("", &expected.facts, &reply.body)
}

/// Where a body lacks something that it must contain. It may contain more.
pub(crate) fn difference_at(place: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Null, _) if place.is_empty() => None,
        (Value::Object(fields), Value::Object(_)) => fields
            .iter()
            .find_map(|(name, value)| difference_at(&format!("{place}/{name}"), value, &found[name.as_str()])),
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let mut found: Vec<&Value> = found.iter().collect();
            found.sort_by_key(|element| element["id"].as_str());
            let pairs = expected.iter().zip(found).enumerate();
            pairs
                .into_iter()
                .find_map(|(index, (expected, found))| difference_at(&format!("{place}/{index}"), expected, found))
        }
        _ if expected == found => None,
        _ => Some(format!("{place} is {found} instead of {expected}")),
    }
}
