//! Gets access to a package, by its link or by the session of its Team.

use client::Client;
use serving::secret::Secret;
use transfer::{Fault, with_retries};
use wire::ids::{LinkId, PackageId, TeamId};

use crate::app::App;
use crate::error::AgentError;
use crate::journal::downloads::{self as rows, DownloadRow};
use crate::runs::Broken;

/// A package whose files can be requested.
pub(super) struct Opened {
    pub(super) cloud: Client,
    pub(super) package: PackageId,
}

/// Opens the link, unless it was opened before.
pub(super) async fn open(app: &App, row: &DownloadRow, again: bool) -> Result<Opened, Broken> {
    if let Some(team) = &row.team {
        return open_for_team(app, row, team, again).await;
    }
    let client = Client::new(&row.server).map_err(|error| Fault::from(&error))?;
    if let (false, Ok(package)) = (again, row.package.parse()) {
        return Ok(Opened { cloud: client.with_package_token(row.token.expose()), package });
    }
    let link: LinkId = row.link.parse().map_err(|_| AgentError::invalid("url", "is not a download link"))?;
    let password = row.password.as_ref().map(Secret::expose);
    let policy = app.engine.retry_policy();
    let resolved = with_retries(policy, || client.resolve_link(&link, row.secret.expose(), password)).await?;
    let (id, package, name) = (row.id.clone(), resolved.package_id.clone(), resolved.name);
    let token = Secret::new(resolved.package_token);
    let cloud = client.with_package_token(token.expose());
    let opened = app.journal.write(move |tables| rows::opened(tables, &id, &package, &name, &token));
    opened.await?;
    Ok(Opened { cloud, package: resolved.package_id })
}

/// Uses the saved token of the package, or requests a new one.
async fn open_for_team(app: &App, row: &DownloadRow, team: &TeamId, again: bool) -> Result<Opened, Broken> {
    let package: PackageId = row.package.parse().map_err(|_| AgentError::not_found("package"))?;
    let cloud = if again { renewed(app, row, team, &package).await? } else { with_token(app, &row.token) };
    Ok(Opened { cloud, package })
}

fn with_token(app: &App, token: &Secret) -> Client {
    app.anyone.with_package_token(token.expose())
}

async fn renewed(app: &App, row: &DownloadRow, team: &TeamId, package: &PackageId) -> Result<Client, Broken> {
    let session = app.sessions.require()?;
    let found = with_retries(app.engine.retry_policy(), || session.client.package(team, package)).await?;
    let (id, token) = (row.id.clone(), Secret::new(found.access_token));
    let cloud = with_token(app, &token);
    let (package, name) = (package.clone(), row.name.clone());
    app.journal.write(move |tables| rows::opened(tables, &id, &package, &name, &token)).await?;
    Ok(cloud)
}
