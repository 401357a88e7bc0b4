//! Notifies a Team that a connection or webhook has failed for good.
//!
//! Its Owner and Admins get up to one mail a day for each connection and each webhook, since a broken one may be used a
//! thousand times. The mails name no package, because not everybody may see those of a private Portal.

use domain::connection::CloudConnection;
use domain::membership::MemberStatus;
use domain::role::Role;
use domain::team::Team;
use store::{Tx, memberships, teams, webhooks};
use wire::ids::{CustomWebhookId, TeamId};

use super::{About, post};
use crate::app::App;
use crate::error::ApiResult;
use crate::mail::Message;
use crate::operations::requests::rate_limit::{Limit, is_allowed};

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

/// The Team, unless it was already notified today.
async fn team_to_tell(app: &App, tx: &mut Tx, id: &TeamId, limit: &Limit) -> ApiResult<Option<Team>> {
    if !is_allowed(tx, limit, app.clock.now()).await? {
        return Ok(None);
    }
    Ok(teams::by_id(tx, id).await?)
}

async fn tell(app: &App, tx: &mut Tx, team: &Team, message: &Message<'_>) -> ApiResult<()> {
    for member in memberships::of_team(tx, &team.id).await? {
        let membership = &member.membership;
        if membership.status == MemberStatus::Active && matches!(membership.role, Role::Owner | Role::Admin) {
            post(app, tx, About::Team(&team.id), &member.email, message).await?;
        }
    }
    Ok(())
}
