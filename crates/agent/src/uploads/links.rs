//! Links to complete uploads.

use domain::Refusal;
use wire::agent::{AgentLink, UploadId, UploadState};
use wire::links::CreateLink;

use super::row;
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::journal::uploads as rows;
use crate::link_address::link_address;
use crate::once::once;

pub async fn create_link(app: &App, id: &UploadId, request: &CreateLink) -> AgentResult<AgentLink> {
    let session = app.sessions.require()?;
    let upload = row(app, id).await?;
    let Some(team) = &upload.team else {
        return Err(Refusal::wrong_state("an upload through a Portal cannot have links").into());
    };
    if upload.life.state != UploadState::Complete {
        let reason = format!("the upload is {}: links can be created once it is complete", upload.life.state);
        return Err(Refusal::wrong_state(reason).into());
    }
    let cloud = |error: client::ClientError| AgentError::Cloud((&error).into());
    let package = session.client.package(team, &upload.package).await.map_err(cloud)?;
    let holder = app.anyone.with_package_token(&package.access_token);
    let link = once(&holder, |holder| {
        let package = &upload.package;
        async move { holder.create_link(package, request).await }
    });
    let link = link.await.map_err(cloud)?;
    let created = id.clone();
    if let Err(error) = app.journal.write(move |tables| rows::link_created(tables, &created)).await {
        // The caller has the link. At worst, a resume creates another one.
        tracing::warn!(%error, "could not record that a link was created");
    }
    let address = |secret: &String| link_address(&app.options.cloud_url, &link.id, secret);
    Ok(AgentLink {
        url: link.download_secret.as_ref().map(address),
        id: link.id,
        secret: link.download_secret.unwrap_or_default(),
        email: link.email,
        expiry: link.expiry,
        locked: false,
    })
}
