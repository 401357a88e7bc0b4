//! Starts an upload. Everything is validated before anything is saved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use client::{Client, ClientError};
use domain::agent_upload::AgentUpload;
use domain::chunk_plan::{CHUNK_DEFAULT, check_chunk_size};
use serving::secret::Secret;
use transfer::Fault;
use wire::agent::{StartPortalUpload, StartUpload, StartedUpload, UploadId};
use wire::forms::{FormAnswer, FormAnswers, GivenValue};
use wire::ids::{PortalId, TeamId};
use wire::packages::{CreatePackage, PackageBody};
use wire::portals::CreatePortalPackage;
use wire::time::{OptionalTime, Time};

use super::run;
use crate::app::App;
use crate::choice;
use crate::clock;
use crate::error::{AgentError, AgentResult};
use crate::journal::uploads::{self as rows, Asked, Choice, Origin, UploadRow};
use crate::journal::{JournalError, Tables};
use crate::once::once;

const DELETE_AFTER_MOST: i64 = 65_535;
/// Bytes of what a caller calls its request.
const REQUEST_LONGEST: usize = 200;

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
    let (team, package, beginning) = for_team(app, request, start).await?;
    let created = once(&session.client, |cloud| {
        let (team, package) = (&team, &package);
        async move { cloud.create_package(team, package).await }
    });
    begin(app, created.await.map_err(|error| refused(app, &error))?, beginning).await
}

/// What the request means, if it can be meant.
pub(super) async fn for_team(
    app: &App,
    request: StartUpload,
    start: Start,
) -> AgentResult<(TeamId, CreatePackage, Beginning)> {
    let paths = readable(app, &request.paths).await?;
    let chunk_size = chunk_size(request.chunk_size)?;
    check_delete_after(request.delete_after)?;
    let expires_at = expiry(&request)?;
    let choice = Choice {
        exclude: request.exclude,
        include: request.include,
        ignore_files: request.ignore_files.unwrap_or_default(),
        links: request.links.unwrap_or_default(),
        only: request.only,
    };
    choice::check(&choice)?;
    let asked = asked(request.request, request.wants_link)?;
    let team: TeamId = request.team_id.parse().map_err(|_| AgentError::not_found("Team"))?;
    let package = CreatePackage {
        name: named(request.package_name, &paths),
        description: request.package_description.unwrap_or_default(),
        recipients: request.recipients,
        access_limit: request.download_limit,
        password: request.password,
        unlimited_storage: request.unlimited_storage,
        chunk_size: Some(i64::try_from(chunk_size.unwrap_or(CHUNK_DEFAULT)).unwrap_or(i64::MAX)),
        tag: request.tag,
        teamspace_id: request.teamspace_id,
    };
    let beginning = Beginning {
        team: Some(team.clone()),
        paths,
        chunk_size,
        priority: request.priority.unwrap_or_default(),
        delete_after: request.delete_after,
        expires_at,
        expires_after: request.expires_after,
        choice,
        asked,
        start,
    };
    Ok((team, package, beginning))
}

pub fn check_delete_after(days: Option<i64>) -> AgentResult<()> {
    if days.is_some_and(|days| !(1..=DELETE_AFTER_MOST).contains(&days)) {
        return Err(AgentError::invalid("delete_after", "must be a number of days from 1 to 65535"));
    }
    Ok(())
}

pub async fn start_through_portal(app: &App, request: StartPortalUpload, start: Start) -> AgentResult<StartedUpload> {
    let through = through_portal(app, request, start).await?;
    let Through { cloud, portal, answers, mut package, beginning } = through;
    if let Some(answers) = answers {
        let filled = once(&cloud, |cloud| {
            let (portal, answers) = (&portal, &answers);
            async move { cloud.fill_in_form(portal, answers).await }
        });
        package.form_data_id = Some(filled.await.map_err(|error| refused(app, &error))?.id.to_string());
    }
    let created = once(&cloud, |cloud| {
        let (portal, package) = (&portal, &package);
        async move { cloud.create_portal_package(portal, package).await }
    });
    begin(app, created.await.map_err(|error| refused(app, &error))?, beginning).await
}

/// A package for a Portal, and who sends it.
pub(super) struct Through {
    pub(super) cloud: Client,
    pub(super) portal: PortalId,
    pub(super) answers: Option<FormAnswers>,
    pub(super) package: CreatePortalPackage,
    pub(super) beginning: Beginning,
}

/// What the request means, if it can be meant.
pub(super) async fn through_portal(app: &App, request: StartPortalUpload, start: Start) -> AgentResult<Through> {
    let paths = readable(app, &request.paths).await?;
    let chunk_size = chunk_size(request.chunk_size)?;
    let choice = Choice {
        exclude: request.exclude,
        include: request.include,
        ignore_files: request.ignore_files.unwrap_or_default(),
        links: request.links.unwrap_or_default(),
        only: request.only,
    };
    choice::check(&choice)?;
    let asked = asked(request.request, None)?;
    let cloud = match &request.access_code {
        Some(code) if !code.is_empty() => app.anyone.with_access_code(code),
        _ => app.anyone.clone(),
    };
    let subdomain = subdomain("subdomain", &request.subdomain)?;
    let portal = cloud.public_portal(subdomain).await.map_err(|error| refused(app, &error))?.id;
    let package = CreatePortalPackage {
        name: Some(named(request.package_name, &paths)),
        description: Some(request.package_description.unwrap_or_default()),
        sender: Some(request.sender_email),
        form_data_id: None,
        chunk_size: Some(i64::try_from(chunk_size.unwrap_or(CHUNK_DEFAULT)).unwrap_or(i64::MAX)),
    };
    let beginning = Beginning {
        team: None,
        paths,
        chunk_size,
        priority: request.priority.unwrap_or_default(),
        delete_after: None,
        expires_at: None,
        expires_after: None,
        choice,
        asked,
        start,
    };
    let answers = (!request.metadata.is_empty()).then(|| answers(request.metadata));
    Ok(Through { cloud, portal, answers, package, beginning })
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

fn asked(request: Option<String>, wants_link: Option<bool>) -> AgentResult<Asked> {
    if request.as_ref().is_some_and(|request| request.len() > REQUEST_LONGEST) {
        return Err(AgentError::invalid("request", "must be up to 200 bytes long"));
    }
    Ok(Asked { request, wants_link: wants_link.unwrap_or_default() })
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
pub(super) fn refused(app: &App, error: &ClientError) -> AgentError {
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

pub(super) struct Beginning {
    team: Option<TeamId>,
    pub(super) paths: Vec<PathBuf>,
    pub(super) chunk_size: Option<u64>,
    priority: i64,
    delete_after: Option<i64>,
    expires_at: Option<Time>,
    expires_after: Option<i64>,
    pub(super) choice: Choice,
    asked: Asked,
    start: Start,
}

async fn begin(app: &App, package: PackageBody, beginning: Beginning) -> AgentResult<StartedUpload> {
    let Beginning { team, paths, chunk_size, priority, delete_after, expires_at, expires_after, choice, asked, start } =
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
        asked,
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
