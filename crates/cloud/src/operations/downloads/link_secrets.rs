//! The secrets of links: made once, and kept sealed so that who may create links can see them again.

use domain::Refusal;
use domain::audit::AuditAction;
use domain::link::Link;
use domain::package_token::Right;
use store::links::KeptSecret;
use store::{Tx, audit, links, teams};
use wire::ids::{LinkId, TeamId};
use wire::links::LinkSecret;

use crate::app::App;
use crate::auth::PackageHolder;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::vault::{Column, VaultError};

/// A secret for a link, and what is kept of it.
pub struct NewSecret {
    pub secret: String,
    hash: String,
    sealed: Option<String>,
}

impl NewSecret {
    pub async fn make(app: &App, tx: &mut Tx, team: &TeamId, link: &LinkId) -> ApiResult<Self> {
        let secret = random::secret("");
        let sealed = if is_shown_once(tx, team).await? {
            None
        } else {
            Some(app.vault.seal(Column::LinkSecret, link.as_str(), secret.as_bytes())?)
        };
        Ok(Self { hash: random::hash(&secret), secret, sealed })
    }

    pub fn kept(&self) -> KeptSecret<'_> {
        KeptSecret { hash: &self.hash, sealed: self.sealed.as_deref() }
    }
}

/// Shows the secret of a link again. Each time is recorded.
pub async fn show(app: &App, holder: &PackageHolder, id: &LinkId) -> ApiResult<LinkSecret> {
    holder.require(Right::UseLinks)?;
    holder.package.check_alive("show the link of")?;
    let package = &holder.package;
    let mut tx = app.store.begin().await?;
    let link = links::by_id(&mut tx, id).await?;
    let link = link.filter(|link| link.package_id == package.id && link.deleted_at.is_none());
    let link = link.ok_or(ApiError::NotFound("link"))?;
    if is_shown_once(&mut tx, &package.team_id).await? {
        return Err(Refusal::Forbidden("the Team shows links only once: create another link").into());
    }
    let sealed = links::sealed_secret(&mut tx, id).await?.ok_or_else(|| not_kept(&link))?;
    let secret = app.vault.open_sealed(Column::LinkSecret, id.as_str(), &sealed)?;
    let download_secret = String::from_utf8(secret).map_err(|_| VaultError::Sealed)?;
    let entry = holder.audit(app.clock.now(), AuditAction::LinkSecretShown, id.as_str(), package.id.as_str());
    audit::append(&mut tx, &package.team_id, &entry).await?;
    tx.commit().await?;
    Ok(LinkSecret { id: link.id, download_secret })
}

async fn is_shown_once(tx: &mut Tx, team: &TeamId) -> ApiResult<bool> {
    Ok(teams::by_id(tx, team).await?.is_some_and(|team| team.links_shown_once))
}

fn not_kept(link: &Link) -> Refusal {
    Refusal::wrong_state(if link.email.is_some() && link.notified_at.is_none() {
        "the link has not been mailed yet, and gets its secret then"
    } else {
        "the secret of this link was not kept: create another link"
    })
}
