//! Links to complete uploads.

use domain::Refusal;
use url::Url;
use wire::agent::{AgentLink, UploadId, UploadState};
use wire::ids::LinkId;
use wire::links::CreateLink;

use super::row;
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::once::{keyed, once};

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
    let holder = keyed(&app.anyone.with_package_token(&package.access_token));
    let link = once(|| holder.create_link(&upload.package, request)).await.map_err(cloud)?;
    let address = |secret: &String| address(&app.options.cloud_url, &link.id, secret);
    Ok(AgentLink {
        url: link.download_secret.as_ref().map(address),
        id: link.id,
        secret: link.download_secret.unwrap_or_default(),
        email: link.email,
        expiry: link.expiry,
        locked: false,
    })
}

/// The URL for a browser or `tonnage-agent get`.
fn address(cloud: &Url, link: &LinkId, secret: &str) -> String {
    let mut url = cloud.clone();
    url.set_path(&format!("{}/d/{link}", cloud.path().trim_end_matches('/')));
    url.query_pairs_mut().clear().append_pair("secret", secret);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn a_link_leads_below_the_address_of_the_cloud() {
        let link = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        for (cloud, expected) in [
            ("https://files.example.org", "https://files.example.org/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s%2B1"),
            ("http://a:7070/files/", "http://a:7070/files/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s%2B1"),
        ] {
            assert_eq!(address(&cloud.parse().unwrap(), &link.parse().unwrap(), "s+1"), expected);
        }
    }
}
