//! Notifies a Team that a connection or webhook has failed for good.
//!
//! Its Owner and Admins get up to one mail a day for each connection and each webhook, since a broken one may be used a
//! thousand times. The mails name no package that not everybody may see, such as those of a private Portal.

use domain::connection::CloudConnection;
use domain::membership::MemberStatus;
use domain::role::Role;
use domain::team::Team;
use domain::transfer::Transfer;
use store::{Tx, memberships, packages, portals, teams, webhooks};
use wire::ids::{CustomWebhookId, PackageId, TeamId};

use super::{About, To, post};
use crate::app::App;
use crate::error::ApiResult;
use crate::mail::Message;
use crate::operations::requests::rate_limit::{Limit, is_allowed};

/// How many transfers with withheld files are reported in a day for one connection.
const WITHHELD_MOST: i64 = 20;
/// How many files a mail names.
const NAMED: usize = 20;

pub(in crate::operations) async fn connection_fails(
    app: &App,
    tx: &mut Tx,
    connection: &CloudConnection,
    reason: &str,
) -> ApiResult<()> {
    let limit = Limit::per_day("connection_notice", connection.id.as_str(), 1);
    let Some(team) = team_to_tell(app, tx, &connection.team_id, &limit).await? else { return Ok(()) };
    let message = Message::ConnectionFailing { team: &team.name, connection: &connection.name, reason };
    tell(app, tx, &team, &message).await
}

/// Does nothing if the webhook no longer exists.
pub(in crate::operations) async fn webhook_fails(
    app: &App,
    tx: &mut Tx,
    id: &CustomWebhookId,
    attempts: usize,
    reason: &str,
) -> ApiResult<()> {
    let Some(webhook) = webhooks::by_id(tx, id).await? else { return Ok(()) };
    let limit = Limit::per_day("webhook_notice", id.as_str(), 1);
    let Some(team) = team_to_tell(app, tx, &webhook.team_id, &limit).await? else { return Ok(()) };
    let message = Message::WebhookFailing { team: &team.name, webhook: &webhook.name, attempts, reason };
    tell(app, tx, &team, &message).await
}

/// Reports the files that a transfer, which is complete now, did not send.
pub(in crate::operations) async fn files_withheld(
    app: &App,
    tx: &mut Tx,
    connection: &CloudConnection,
    transfer: &Transfer,
) -> ApiResult<()> {
    let withheld = &transfer.withheld;
    if withheld.count == 0 {
        return Ok(());
    }
    let limit = Limit::per_day("withheld_notice", connection.id.as_str(), WITHHELD_MOST);
    let Some(team) = team_to_tell(app, tx, &connection.team_id, &limit).await? else { return Ok(()) };
    let (mut package, mut names) = (None, Vec::new());
    if !is_hidden(tx, &transfer.package_id).await? {
        package = packages::by_id(tx, &transfer.package_id).await?.map(|package| package.name);
        names.extend(withheld.first.iter().take(NAMED).map(|file| format!("{} ({})", file.name, file.reason)));
    }
    let message = Message::FilesWithheld {
        team: &team.name,
        connection: &connection.name,
        package: package.as_deref(),
        count: withheld.count,
        names: &names,
    };
    tell(app, tx, &team, &message).await
}

/// The Team, unless it was already notified today.
pub(in crate::operations) async fn team_to_tell(
    app: &App,
    tx: &mut Tx,
    id: &TeamId,
    limit: &Limit,
) -> ApiResult<Option<Team>> {
    if !is_allowed(tx, limit, app.clock.now()).await? {
        return Ok(None);
    }
    Ok(teams::by_id(tx, id).await?)
}

pub(in crate::operations) async fn tell(app: &App, tx: &mut Tx, team: &Team, message: &Message<'_>) -> ApiResult<()> {
    for member in memberships::of_team(tx, &team.id).await? {
        let membership = &member.membership;
        if membership.status == MemberStatus::Active && matches!(membership.role, Role::Owner | Role::Admin) {
            post(app, tx, About::Team(&team.id), To::User(&membership.user_id), message).await?;
        }
    }
    Ok(())
}

/// Whether not everybody who manages connections can see the package.
pub(in crate::operations) async fn is_hidden(tx: &mut Tx, package: &PackageId) -> ApiResult<bool> {
    let package = packages::by_id(tx, package).await?;
    let portal = match package.as_ref().and_then(|package| package.portal_id.as_ref()) {
        Some(portal) => portals::of_package(tx, portal).await?,
        None => None,
    };
    let is_in_teamspace = package.as_ref().is_none_or(|package| package.teamspace_id.is_some());
    Ok(is_in_teamspace || portal.is_some_and(|portal| portal.is_private()))
}
