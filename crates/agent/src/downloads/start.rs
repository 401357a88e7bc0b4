//! Starts a download from a link, or from a package that an automation found.

use std::path::PathBuf;

use domain::agent_download::AgentDownload;
use serving::secret::Secret;
use url::Url;
use wire::agent::{AutomationId, DownloadId, StartDownload, StartedDownload};
use wire::ids::{LinkId, PackageId, TeamId};

use super::run;
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::folders::{self, FolderUse};
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::journal::received;

pub async fn start(app: &App, request: StartDownload) -> AgentResult<StartedDownload> {
    let link = Link::parse(&request.url)?;
    let dst_folder = app.paths.writable("dst_folder", &request.dst_folder)?;
    folders::check(app, None, &FolderUse::written(dst_folder.clone())).await?;
    let download = DownloadRow {
        id: DownloadId::from_chance(rand::random()),
        team: None,
        automation: None,
        server: link.server,
        link: link.id.to_string(),
        secret: link.secret,
        password: request.password.filter(|password| !password.is_empty()).map(Secret::new),
        dst_folder,
        create_package_folder: request.create_package_folder.unwrap_or_default(),
        priority: request.priority.unwrap_or_default(),
        package: String::new(),
        token: Secret::default(),
        name: String::new(),
        folder: None,
        is_taken: false,
        life: AgentDownload::started(),
        listed: false,
        failure: None,
        size: 0,
        proven: 0,
    };
    let started = StartedDownload { download_id: download.id.clone() };
    app.journal.write(move |tables| rows::insert(tables, &download)).await?;
    run::spawn(app, &started.download_id);
    Ok(started)
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
    let download = DownloadRow {
        id: DownloadId::from_chance(rand::random()),
        team: Some(wanted.team),
        automation: Some(wanted.automation.clone()),
        server: String::new(),
        link: String::new(),
        secret: Secret::default(),
        password: None,
        dst_folder: wanted.dst_folder,
        create_package_folder: wanted.create_package_folder,
        priority: wanted.priority,
        package: wanted.package.to_string(),
        token: wanted.token,
        name: wanted.name,
        folder: None,
        is_taken: false,
        life: AgentDownload::started(),
        listed: false,
        failure: None,
        size: 0,
        proven: 0,
    };
    let id = download.id.clone();
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
