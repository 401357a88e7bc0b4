//! Creating packages of a Team.

use domain::audit::AuditAction;
use domain::package::Package;
use domain::policy::Action;
use store::{Tx, audit};
use wire::ids::TeamId;
use wire::packages::{CreatePackage, PackageBody};

use super::bodies::{self, Viewer};
use super::{hash_password, insert, new_package};
use crate::app::App;
use crate::auth::Caller;
use crate::error::ApiResult;
use crate::operations::mail::recipients;
use crate::operations::quotas;
use crate::operations::teams::tags::{self, NamedTag};
use crate::operations::teams::teamspaces;

pub async fn create(app: &App, caller: &Caller, team_id: &TeamId, request: &CreatePackage) -> ApiResult<PackageBody> {
    quotas::noting(app, create_one(app, caller, team_id, request).await).await
}

async fn create_one(app: &App, caller: &Caller, team_id: &TeamId, request: &CreatePackage) -> ApiResult<PackageBody> {
    let now = app.clock.now();
    let recipients = recipients(&request.recipients)?;
    let password_hash = hash_password(app, request.password.as_deref()).await?;
    let mut tx = app.store.begin().await?;
    let protected = Protected { recipients, password_hash };
    let (package, tag) = insert_new(app, &mut tx, caller, team_id, request, protected).await?;
    let entry = caller.audit(now, AuditAction::PackageCreated, package.id.as_str(), package.name.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    let tag_entry = tag.and_then(|tag| tag.entry(|action, id, name| caller.audit(now, action, id, name)));
    audit::append_all(&mut tx, team_id, tag_entry.as_slice()).await?;
    let body = bodies::one(app, &mut tx, package, Viewer::Creator(&caller.as_holder())).await?;
    tx.commit().await?;
    Ok(body)
}

/// Who gets a package, and with which password.
pub(super) struct Protected {
    pub(super) recipients: Vec<String>,
    pub(super) password_hash: Option<String>,
}

/// Saves a new package, if the rules of its Team allow it.
pub(super) async fn insert_new(
    app: &App,
    tx: &mut Tx,
    caller: &Caller,
    team_id: &TeamId,
    request: &CreatePackage,
    protected: Protected,
) -> ApiResult<(Package, Option<NamedTag>)> {
    let now = app.clock.now();
    let Protected { recipients, password_hash } = protected;
    let access = caller.access_to(tx, team_id).await?;
    access.require(Action::SendPackages)?;
    access.team.check_sending()?;
    access.team.check_recipients(recipients.len())?;
    quotas::admit_package(app, tx, &access.team).await?;
    let mut package = new_package(app, caller, &access.team, request, app.trusted_time())?;
    package.recipients = recipients;
    package.password_hash = password_hash;
    package.teamspace_id =
        teamspaces::named(tx, &access, Action::ManageSentPackages, request.teamspace_id.as_deref()).await?;
    let tag = tags::resolve(tx, &app.ids, team_id, request.tag.as_ref(), now).await?;
    package.tag_id = tag.as_ref().map(|tag| tag.id.clone());
    insert(app, tx, &package, &caller.user.email, now).await?;
    Ok((package, tag))
}
