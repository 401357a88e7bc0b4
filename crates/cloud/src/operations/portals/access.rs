//! Access to Portals: for members of the Team, and for visitors with an access code.

use domain::audit::AuditAction;
use domain::policy::Action;
use domain::portal::Portal;
use store::{Connection, Tx, portals};
use wire::ids::PortalId;

use crate::app::App;
use crate::auth::sight::viewer;
use crate::auth::{Caller, Stranger, TeamAccess};
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};
use crate::operations::record::wrong_guesses;
use crate::operations::requests::rate_limit::Guesses;
use crate::vault::Column;

const NOT_FOUND: ApiError = ApiError::NotFound("Portal");

/// A Portal that a member of its Team can see.
pub struct SeenPortal {
    pub access: TeamAccess,
    pub portal: Portal,
}

impl SeenPortal {
    /// Whether the role alone is sufficient.
    pub fn has_permission(&self) -> bool {
        self.access.require(Action::ManagePortals).is_ok()
    }

    pub fn may_manage(&self) -> bool {
        self.require_manage().is_ok()
    }

    /// Anyone who can see a private Portal is on its access list, and may change it whatever their role.
    pub fn require_manage(&self) -> ApiResult<()> {
        if !self.portal.is_private() {
            self.access.require(Action::ManagePortals)?;
        }
        Ok(())
    }
}

/// A Portal that the caller can see. To others, it does not exist.
pub async fn readable(connection: &mut Connection, caller: &Caller, id: &PortalId) -> ApiResult<SeenPortal> {
    let portal = portals::by_id(connection, id).await?.ok_or(NOT_FOUND)?;
    see(connection, caller, portal).await
}

/// As [`readable`], locked against changes until the transaction ends.
pub async fn locked(tx: &mut Tx, caller: &Caller, id: &PortalId) -> ApiResult<SeenPortal> {
    let portal = portals::lock(tx, id).await?.ok_or(NOT_FOUND)?;
    see(tx, caller, portal).await
}

async fn see(connection: &mut Connection, caller: &Caller, portal: Portal) -> ApiResult<SeenPortal> {
    let access = caller.access_to_team_of(connection, &portal.team_id, "Portal").await?;
    if !portals::is_visible(connection, &viewer(&access)?, &portal.id).await? {
        return Err(NOT_FOUND);
    }
    Ok(SeenPortal { access, portal })
}

/// A Portal for a visitor who knows its access code, if it has one.
pub async fn by_code(app: &App, id: &PortalId, stranger: &Stranger) -> ApiResult<Portal> {
    let portal = portals::by_id(&mut *app.store.read().await?, id).await?.ok_or(NOT_FOUND)?;
    check_code(app, &portal, stranger).await?;
    Ok(portal)
}

async fn check_code(app: &App, portal: &Portal, stranger: &Stranger) -> ApiResult<()> {
    let Some(sealed) = portal.access_code.as_ref().filter(|_| portal.settings.has_access_code) else { return Ok(()) };
    let Some(given) = stranger.code.as_deref().filter(|code| !code.is_empty()) else {
        return Err(ApiError::AccessCode);
    };
    let guess = Guesses::count(app, "access_code", portal.id.as_str(), stranger.address).await?;
    let code = app.vault.open_sealed(Column::AccessCode, portal.id.as_str(), sealed)?;
    // Hashes are compared, so that the time taken reveals nothing about the code.
    if random::hash(given) != random::hash(&String::from_utf8_lossy(&code)) {
        let (action, object) = (AuditAction::AccessCodeWrong, portal.id.as_str());
        wrong_guesses::note(app, &portal.team_id, action, object, stranger.address).await;
        guess.wrong(app).await?;
        return Err(ApiError::AccessCode);
    }
    guess.right(app).await
}
