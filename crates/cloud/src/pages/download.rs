//! The download page, and its forms for browsers without scripts.
//!
//! Opening it does not count as a download. The forms contain their own proof of access, so a foreign page cannot make
//! a visitor's browser do anything (no CSRF).

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::{Extension, extract::rejection::FormRejection};
use domain::file::FileKind;
use serde::{Deserialize, Serialize};
use serving::body::PathParts;
use serving::query::QueryParts;
use store::files;
use texts::{Language, Texts, readable_size};
use web::{Boot, Brand, Shell, View};
use wire::ids::{FileId, LinkId};
use wire::links::ResolvedLink;

use super::{fault, language, look, sentence};
use crate::app::App;
use crate::auth::{ClientAddress, PackageHolder};
use crate::error::{ApiError, ApiResult};
use crate::operations::downloads;
use crate::operations::downloads::links::{self, Visitor};

/// Nobody reads a longer list without a script.
const FILES_SHOWN: i64 = 500;

#[derive(Serialize)]
struct Contents {
    link_id: LinkId,
    name: String,
    message: String,
    total_files: i64,
    size: String,
    token: String,
    files: Vec<ShownFile>,
    more: i64,
}

#[derive(Serialize)]
struct ShownFile {
    id: FileId,
    path: String,
    size: String,
}

#[derive(Serialize)]
struct PasswordStep<'a> {
    link_id: &'a LinkId,
    password: bool,
    secret: &'a str,
    wrong: bool,
}

/// `GET /d/{link_id}?secret=`
pub(super) async fn page(
    State(app): State<App>,
    PathParts(link_id): PathParts<LinkId>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    query: QueryParts,
) -> Response {
    let language = language::choose(None, &query, &headers);
    let visitor = Visitor { secret: query.text("secret").unwrap_or_default(), password: None, address };
    show(&app, language, &link_id, &visitor).await
}

#[derive(Deserialize)]
pub(super) struct Unlock {
    #[serde(default)]
    secret: String,
    #[serde(default)]
    password: String,
}

/// `POST /d/{link_id}`: the password, from a browser without scripts.
pub(super) async fn unlock(
    State(app): State<App>,
    PathParts(link_id): PathParts<LinkId>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    headers: HeaderMap,
    query: QueryParts,
    form: Result<Form<Unlock>, FormRejection>,
) -> Response {
    let language = language::choose(None, &query, &headers);
    let Ok(Form(Unlock { secret, password })) = form else { return fault(not_a_form()) };
    let visitor = Visitor { secret: &secret, password: Some(&password), address };
    show(&app, language, &link_id, &visitor).await
}

async fn show(app: &App, language: Language, link_id: &LinkId, visitor: &Visitor<'_>) -> Response {
    let boot = || Boot::Download { link_id: link_id.as_str() };
    let say = |status, name| sentence(app, language, boot(), status, name);
    match links::resolve(app, link_id, visitor).await {
        Ok(link) => contents(app, language, link, visitor).await.unwrap_or_else(fault),
        Err(ApiError::LinkPassword) => password_step(app, language, link_id, visitor),
        Err(ApiError::NotFound(_)) => say(StatusCode::NOT_FOUND, "shell-link-unknown"),
        Err(ApiError::Gone(_)) => say(StatusCode::GONE, "shell-link-expired"),
        Err(ApiError::LinkInactive) => say(StatusCode::FORBIDDEN, "shell-link-inactive"),
        Err(ApiError::LinkLocked) => say(StatusCode::FORBIDDEN, "shell-link-locked"),
        Err(error) => fault(error),
    }
}

async fn contents(app: &App, language: Language, link: ResolvedLink, visitor: &Visitor<'_>) -> ApiResult<Response> {
    let holder = PackageHolder::of_token(app, &link.package_token, visitor.address).await?;
    let page = files::page(&mut *app.store.read().await?, &holder.package.id, 0, FILES_SHOWN).await?;
    let files: Vec<ShownFile> = page
        .into_iter()
        .filter(|file| file.kind == FileKind::File)
        .map(|file| ShownFile { path: file.place.whole(), size: readable_size(language, file.size), id: file.id })
        .collect();
    let shown = i64::try_from(files.len()).unwrap_or(FILES_SHOWN);
    let texts = Texts::of(language);
    let shell = Shell {
        language,
        title: texts.say("shell-download-title", &[("sender", link.sender_email.as_str().into())]),
        boot: Boot::Download { link_id: link.id.as_str() },
        brand: look::brand(&link.branding),
        view: View::download(Contents {
            link_id: link.id.clone(),
            name: link.name,
            message: link.message,
            total_files: link.total_files,
            size: readable_size(language, link.package_size),
            token: link.package_token,
            more: (link.total_files - shown).max(0),
            files,
        }),
        storage: Some(app.storage.public_origin()),
    };
    Ok(shell.respond(&app.pages, StatusCode::OK))
}

fn password_step(app: &App, language: Language, link_id: &LinkId, visitor: &Visitor<'_>) -> Response {
    let step = PasswordStep { link_id, password: true, secret: visitor.secret, wrong: visitor.password.is_some() };
    let shell = Shell {
        language,
        title: Texts::of(language).say("shell-download-title-plain", &[]),
        boot: Boot::Download { link_id: link_id.as_str() },
        view: View::download(step),
        brand: Brand::default(),
        storage: Some(app.storage.public_origin()),
    };
    // A wrong password counts as it does in the API.
    let status = if visitor.password.is_some() { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
    shell.respond(&app.pages, status)
}

#[derive(Deserialize)]
pub(super) struct Wanted {
    token: String,
    file: FileId,
}

/// `POST /d/{link_id}/download`: one file, for a browser without scripts. This is what counts as a download.
pub(super) async fn without_script(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    form: Result<Form<Wanted>, FormRejection>,
) -> ApiResult<Response> {
    let Form(Wanted { token, file }) = form.map_err(|_| not_a_form())?;
    let holder = PackageHolder::of_token(&app, &token, address).await?;
    let address = downloads::file_address(&app, &holder, &file, false).await?;
    Ok(Redirect::to(&address.url).into_response())
}

fn not_a_form() -> ApiError {
    ApiError::InvalidField { field: "body".to_owned(), reason: "must be a form as the page sends it".to_owned() }
}
