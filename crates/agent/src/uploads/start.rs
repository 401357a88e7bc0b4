//! Starts an upload. Everything is validated before anything is saved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use client::ClientError;
use domain::agent_upload::AgentUpload;
use domain::chunk_plan::{CHUNK_DEFAULT, check_chunk_size};
use serving::secret::Secret;
use transfer::Fault;
use wire::agent::{StartPortalUpload, StartUpload, StartedUpload, UploadId};
use wire::forms::{FormAnswer, FormAnswers, GivenValue};
use wire::ids::TeamId;
use wire::packages::{CreatePackage, PackageBody};
use wire::portals::CreatePortalPackage;
use wire::time::{OptionalTime, Time};

use super::run;
use crate::app::App;
use crate::choice;
use crate::clock;
use crate::error::{AgentError, AgentResult};
use crate::journal::uploads::{self as rows, Choice, Origin, UploadRow};
use crate::journal::{JournalError, Tables};
use crate::once::{keyed, once};

const DELETE_AFTER_MOST: i64 = 65_535;

/// Additional data from an automation that starts the upload; empty if a person does.
#[derive(Default)]
pub struct Start {
    pub origin: Origin,
    /// Written in the same transaction as the upload.
    pub note: Option<Note>,
}

pub type Note = Box<dyn FnOnce(&Tables, &UploadId) -> Result<(), JournalError> + Send>;

pub async fn start_for_team(app: &App, request: StartUpload, start: Start) -> AgentResult<StartedUpload> {
    let session = app.sessions.require()?;
    let paths = readable(app, &request.paths).await?;
    let chunk_size = chunk_size(request.chunk_size)?;
    check_delete_after(request.delete_after)?;
    let expires_at = expiry(&request)?;
    let choice = chosen(request.exclude, request.include, request.ignore_files)?;
    let team: TeamId = request.team_id.parse().map_err(|_| AgentError::not_found("Team"))?;
    let name = named(request.package_name, &paths);
    let package = CreatePackage {
        name: name.clone(),
        description: request.package_description.unwrap_or_default(),
        recipients: request.recipients,
        access_limit: request.download_limit,
        password: request.password,
        unlimited_storage: request.unlimited_storage,
        chunk_size: Some(i64::try_from(chunk_size.unwrap_or(CHUNK_DEFAULT)).unwrap_or(i64::MAX)),
        tag: request.tag,
        teamspace_id: request.teamspace_id,
    };
    let cloud = keyed(&session.client);
    let created = once(|| cloud.create_package(&team, &package)).await.map_err(|error| refused(app, &error))?;
    let upload = Beginning {
        team: Some(team),
        paths,
        chunk_size,
        priority: request.priority.unwrap_or_default(),
        delete_after: request.delete_after,
        expires_at,
        expires_after: request.expires_after,
        choice,
        start,
    };
    begin(app, created, upload).await
}

pub fn check_delete_after(days: Option<i64>) -> AgentResult<()> {
    if days.is_some_and(|days| !(1..=DELETE_AFTER_MOST).contains(&days)) {
        return Err(AgentError::invalid("delete_after", "must be a number of days from 1 to 65535"));
    }
    Ok(())
}

pub async fn start_through_portal(app: &App, request: StartPortalUpload, start: Start) -> AgentResult<StartedUpload> {
    let paths = readable(app, &request.paths).await?;
    let chunk_size = chunk_size(request.chunk_size)?;
    let choice = chosen(request.exclude, request.include, request.ignore_files)?;
    let stranger = match &request.access_code {
        Some(code) if !code.is_empty() => app.anyone.with_access_code(code),
        _ => app.anyone.clone(),
    };
    let subdomain = subdomain("subdomain", &request.subdomain)?;
    let portal = stranger.public_portal(subdomain).await.map_err(|error| refused(app, &error))?;
    let form_data_id = if request.metadata.is_empty() {
        None
    } else {
        let (cloud, answers) = (keyed(&stranger), answers(request.metadata));
        let filled = once(|| cloud.fill_in_form(&portal.id, &answers)).await;
        Some(filled.map_err(|error| refused(app, &error))?.id.to_string())
    };
    let package = CreatePortalPackage {
        name: Some(named(request.package_name, &paths)),
        description: Some(request.package_description.unwrap_or_default()),
        sender: Some(request.sender_email),
        form_data_id,
        chunk_size: Some(i64::try_from(chunk_size.unwrap_or(CHUNK_DEFAULT)).unwrap_or(i64::MAX)),
    };
    let cloud = keyed(&stranger);
    let created = once(|| cloud.create_portal_package(&portal.id, &package)).await;
    let created = created.map_err(|error| refused(app, &error))?;
    let priority = request.priority.unwrap_or_default();
    let upload = Beginning {
        team: None,
        paths,
        chunk_size,
        priority,
        delete_after: None,
        expires_at: None,
        expires_after: None,
        choice,
        start,
    };
    begin(app, created, upload).await
}

/// Refuses an expiry before anything is sent, because the recipients get their mails before it is set.
fn expiry(request: &StartUpload) -> AgentResult<Option<Time>> {
    let StartUpload { delete_after, expires_at: OptionalTime(end), expires_after, .. } = request;
    if usize::from(delete_after.is_some()) + usize::from(end.is_some()) + usize::from(expires_after.is_some()) > 1 {
        return Err(AgentError::invalid("expires_at", "give only one of expires_at, expires_after and delete_after"));
    }
    if expires_after.is_some_and(|seconds| seconds < 1) {
        return Err(AgentError::invalid("expires_after", "must be a number of seconds, at least 1"));
    }
    if end.is_some_and(|end| end <= clock::in_seconds(0)) {
        return Err(AgentError::invalid("expires_at", "must be in the future"));
    }
    Ok(*end)
}

fn chosen(exclude: Vec<String>, include: Vec<String>, ignore_files: Option<bool>) -> AgentResult<Choice> {
    let choice = Choice { exclude, include, ignore_files: ignore_files.unwrap_or_default() };
    choice::check(&choice)?;
    Ok(choice)
}

/// `field` is named in the error.
pub fn subdomain<'a>(field: &str, text: &'a str) -> AgentResult<&'a str> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(AgentError::invalid(field, "must be the subdomain of a Portal"));
    }
    Ok(text)
}

fn answers(metadata: BTreeMap<String, String>) -> FormAnswers {
    let given = |(field, value)| (field, FormAnswer::Given(GivenValue { value: Some(value) }));
    FormAnswers(metadata.into_iter().map(given).collect())
}

/// Fields that have a different name in the cloud's API and its errors.
const NAMES: &[(&str, &str)] = &[
    ("access_limit", "download_limit"),
    ("name", "package_name"),
    ("description", "package_description"),
    ("sender", "sender_email"),
];

/// Passes on the cloud's error, with the names of our fields. If the credential was refused, the session is checked.
fn refused(app: &App, error: &ClientError) -> AgentError {
    if matches!(error.status().map(|status| status.as_u16()), Some(401 | 402)) {
        app.sessions.doubt();
    }
    let mut fault = Fault::from(error);
    if let Fault::Refused { message, .. } = &mut fault {
        let named = NAMES.iter().find_map(|(theirs, ours)| {
            let rest = message.strip_prefix(theirs)?.strip_prefix(": ")?;
            Some(format!("{ours}: {rest}"))
        });
        *message = named.unwrap_or_else(|| std::mem::take(message));
    }
    AgentError::Cloud(fault)
}

struct Beginning {
    team: Option<TeamId>,
    paths: Vec<PathBuf>,
    chunk_size: Option<u64>,
    priority: i64,
    delete_after: Option<i64>,
    expires_at: Option<Time>,
    expires_after: Option<i64>,
    choice: Choice,
    start: Start,
}

async fn begin(app: &App, package: PackageBody, beginning: Beginning) -> AgentResult<StartedUpload> {
    let Beginning { team, paths, chunk_size, priority, delete_after, expires_at, expires_after, choice, start } =
        beginning;
    let Start { origin, note } = start;
    let upload = UploadRow {
        id: UploadId::from_chance(rand::random()),
        team,
        package: package.id.clone(),
        token: Secret::new(package.access_token),
        name: package.name.clone(),
        package_name: package.name,
        paths,
        priority,
        chunk_size,
        delete_after,
        expires_at,
        expires_after,
        life: AgentUpload::started(),
        walked: false,
        stream: None,
        failure: None,
        origin: Origin { choice, ..origin },
        size: 0,
        proven: 0,
        skipped: 0,
    };
    let started = StartedUpload { package_id: package.id, upload_id: upload.id.clone() };
    app.journal
        .write(move |tables| {
            rows::insert(tables, &upload)?;
            note.map_or(Ok(()), |note| note(tables, &upload.id))
        })
        .await?;
    run::spawn(app, &started.upload_id);
    Ok(started)
}

async fn readable(app: &App, paths: &[String]) -> AgentResult<Vec<PathBuf>> {
    if paths.is_empty() {
        return Err(AgentError::invalid("paths", "must name at least one file or directory"));
    }
    let mut all = Vec::with_capacity(paths.len());
    for (place, path) in paths.iter().enumerate() {
        let (owned, asked) = (app.clone(), path.clone());
        let resolve = move || owned.paths.readable(&format!("paths[{place}]"), &asked);
        all.push(app.disks.ask(Path::new(path), resolve).await?);
    }
    Ok(all)
}

/// The requested chunk size; `None` if the size of each file decides.
fn chunk_size(asked: Option<i64>) -> AgentResult<Option<u64>> {
    let asked = u64::try_from(asked.unwrap_or_default())
        .map_err(|_| AgentError::invalid("chunk_size", "must not be negative"))?;
    let checked = check_chunk_size("chunk_size", asked)?;
    Ok((checked > 0).then_some(checked))
}

/// The given name, or one derived from the paths.
fn named(given: Option<String>, paths: &[PathBuf]) -> String {
    if let Some(name) = given.filter(|name| !name.trim().is_empty()) {
        return name;
    }
    let first = paths.first().and_then(|path| path.file_name());
    let first = first.map_or_else(|| "Files".to_owned(), |name| name.to_string_lossy().into_owned());
    match paths.len() {
        0 | 1 => first,
        more => format!("{first} and {} more", more - 1),
    }
}
