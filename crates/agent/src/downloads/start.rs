//! Starts a download: of a link, of a package of the Team, or of a package that an automation found.

use std::path::{Path, PathBuf};

use client::ClientError;
use domain::Refusal;
use serving::secret::Secret;
use url::Url;
use wire::agent::{AutomationId, DownloadId, StartDownload, StartedDownload};
use wire::error::ErrorCode;
use wire::ids::{LinkId, PackageId, TeamId};
use wire::packages::PackageBody;

use super::only::Only;
use super::run;
use crate::app::App;
use crate::error::{AgentError, AgentResult, tolerated};
use crate::folders::{self, FolderUse};
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::journal::received;
use crate::mounts;

pub async fn start(app: &App, request: StartDownload) -> AgentResult<StartedDownload> {
    // Patterns are compiled when the files are listed; wrong ones are refused here.
    Only::new("only", &request.only)?;
    let (owned, text) = (app.clone(), request.dst_folder.clone());
    let resolve = move || owned.paths.writable("dst_folder", &text);
    let dst_folder = app.disks.ask(Path::new(&request.dst_folder), resolve).await?;
    folders::check(app, None, &FolderUse::written(dst_folder.clone())).await?;
    let source = source(app, &request).await?;
    let may_resume = request.resume.unwrap_or_default();
    let download = DownloadRow {
        create_package_folder: request.create_package_folder.unwrap_or_default(),
        own_folder: request.own_folder.unwrap_or_default(),
        only: request.only,
        priority: request.priority.unwrap_or_default(),
        mounted_at: mounts::mount_of(app, &dst_folder).await?,
        dst_folder,
        ..source
    };
    let id = download.id.clone();
    // In one step, so that of two callers at the same time only one starts a download.
    let same = app.journal.write(move |tables| {
        let same = if may_resume { rows::take_same(tables, &download)? } else { None };
        if same.is_none() {
            rows::insert(tables, &download)?;
        }
        Ok(same)
    });
    match same.await? {
        None => {
            run::spawn(app, &id);
            Ok(StartedDownload { download_id: id, resumed: false })
        }
        Some(id) => {
            // It is running, or someone else has just resumed it.
            tolerated(super::resume(app, &id).await)?;
            Ok(StartedDownload { download_id: id, resumed: true })
        }
    }
}

/// What is downloaded: the package of a link, or one of the session's Teams.
async fn source(app: &App, request: &StartDownload) -> AgentResult<DownloadRow> {
    let starting = DownloadRow::starting(DownloadId::from_chance(rand::random()), PathBuf::new());
    if let Some(package) = &request.package_id {
        if !request.url.is_empty() {
            return Err(AgentError::invalid("package_id", "give either this or a url"));
        }
        let package = package.parse().map_err(|_| AgentError::invalid("package_id", "is not a package id"))?;
        let (team, found) = finalized(app, &package).await?;
        let token = Secret::new(found.access_token);
        return Ok(DownloadRow { team: Some(team), package: package.to_string(), name: found.name, token, ..starting });
    }
    let link = Link::parse(&request.url)?;
    let password = request.password.as_deref().filter(|password| !password.is_empty()).map(Secret::new);
    Ok(DownloadRow { server: link.server, link: link.id.to_string(), secret: link.secret, password, ..starting })
}

/// A finalized package, which one of the session's Teams has.
async fn finalized(app: &App, package: &PackageId) -> AgentResult<(TeamId, PackageBody)> {
    let session = app.sessions.require()?;
    for team in &session.login.teams {
        let found = match session.client.package(&team.id, package).await {
            Ok(found) => found,
            Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::NotFound => continue,
            Err(error) => {
                if matches!(error.status().map(|status| status.as_u16()), Some(401 | 402)) {
                    app.sessions.doubt();
                }
                return Err(AgentError::Cloud((&error).into()));
            }
        };
        return match found.state.as_str() {
            "finalized" => Ok((team.id.clone(), found)),
            "new" => Err(Refusal::wrong_state("the package is not finalized yet").into()),
            state => Err(Refusal::wrong_state(format!("the package is {state}")).into()),
        };
    }
    Err(AgentError::not_found("package"))
}

/// A package that the session may download, and its target folder.
pub struct PackageDownload {
    pub team: TeamId,
    pub package: PackageId,
    pub name: String,
    pub token: Secret,
    pub dst_folder: PathBuf,
    /// Whether it gets its own folder.
    pub create_package_folder: bool,
    pub priority: i64,
    pub automation: AutomationId,
}

/// Starts to download a package. `None` if the automation has handled it before: each is downloaded once.
pub async fn start_for_package(app: &App, wanted: PackageDownload) -> AgentResult<Option<DownloadId>> {
    let id = DownloadId::from_chance(rand::random());
    let download = DownloadRow {
        mounted_at: mounts::mount_of(app, &wanted.dst_folder).await?,
        team: Some(wanted.team),
        automation: Some(wanted.automation.clone()),
        create_package_folder: wanted.create_package_folder,
        priority: wanted.priority,
        package: wanted.package.to_string(),
        token: wanted.token,
        name: wanted.name,
        ..DownloadRow::starting(id.clone(), wanted.dst_folder)
    };
    let is_new = app.journal.write(move |tables| {
        let is_new = received::insert(tables, &wanted.automation, &wanted.package, &download.name, None)?;
        if is_new {
            rows::insert(tables, &download)?;
        }
        Ok(is_new)
    });
    if !is_new.await? {
        return Ok(None);
    }
    run::spawn(app, &id);
    Ok(Some(id))
}

/// `{server}/d/{id}?secret={secret}`.
pub struct Link {
    pub server: String,
    pub id: LinkId,
    pub secret: Secret,
}

impl Link {
    pub fn parse(text: &str) -> AgentResult<Self> {
        let wrong = |reason| AgentError::invalid("url", reason);
        let url = Url::parse(text.trim()).map_err(|_| wrong("must be a complete download link"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(wrong("must be a link with http or https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong("must not contain a user name or password"));
        }
        let secret = url.query_pairs().find(|(name, _)| name == "secret").map(|(_, secret)| secret.into_owned());
        let secret = secret.filter(|secret| !secret.is_empty());
        let secret =
            secret.ok_or_else(|| wrong("has no secret: copy the complete link, including the part after the ?"))?;
        let path = url.path().trim_end_matches('/');
        let (before, id) = path.rsplit_once('/').ok_or_else(|| wrong("is not a download link"))?;
        let id = id.parse().map_err(|_| wrong("is not a download link"))?;
        let mut server = url.clone();
        server.set_path(before.strip_suffix("/d").unwrap_or(before));
        server.set_query(None);
        server.set_fragment(None);
        Ok(Self { server: server.as_str().trim_end_matches('/').to_owned(), id, secret: Secret::new(secret) })
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn links_are_taken_apart_and_what_is_none_is_named() {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        for (text, server) in [
            (format!("https://files.example.org/d/{id}?secret=s%2B1"), "https://files.example.org"),
            (format!("http://127.0.0.1:8080/d/{id}/?lang=en&secret=s%2B1#top"), "http://127.0.0.1:8080"),
            (format!(" https://example.org/files/d/{id}?secret=s%2B1 "), "https://example.org/files"),
        ] {
            let link = Link::parse(&text).unwrap();
            assert_eq!((link.server.as_str(), link.id.as_str(), link.secret.expose()), (server, id, "s+1"), "{text}");
        }
        for (wrong, said) in [
            (String::new(), "complete download link"),
            ("files.example.org/d/x".into(), "complete download link"),
            (format!("ftp://example.org/d/{id}?secret=s"), "http"),
            (format!("https://example.org/d/{id}"), "no secret"),
            (format!("https://example.org/d/{id}?secret="), "no secret"),
            ("https://example.org/d/nothing?secret=s".into(), "is not a download link"),
            ("https://example.org?secret=s".into(), "is not a download link"),
            (format!("https://me:pass@example.org/d/{id}?secret=s"), "user name or password"),
            (format!("file:///d/{id}?secret=s"), "http"),
        ] {
            let error = Link::parse(&wrong).err().expect(&wrong).message();
            assert!(error.contains(said) && error.starts_with("url: "), "{wrong}: {error}");
        }
    }
}
