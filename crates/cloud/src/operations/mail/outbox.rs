//! The mails sent for a Team, for its Owner and Admins. If no mail server is configured, this is how people get their
//! mail.
//!
//! Mails about an account, such as a password reset, belong to no Team and are not shown here.

use domain::Refusal;
use domain::audit::AuditAction;
use domain::policy::Action;
use serving::query::Page;
use store::audit;
use store::mails::{self, MailRow, MailState};
use wire::ids::{MailId, TeamId};
use wire::outbox::{MailBody, MailSummary, OutboxPage};
use wire::packages::PageMetadata;

use super::first_state;
use crate::app::App;
use crate::auth::Caller;
use crate::auth::sight::viewer;
use crate::error::{ApiError, ApiResult};
use crate::mail::{Content, INVITATION};
use crate::queue::{self, SendMail};
use crate::vault::Column;

pub async fn list(app: &App, caller: &Caller, team_id: &TeamId, page: Page) -> ApiResult<OutboxPage> {
    let mut snapshot = app.store.snapshot().await?;
    let access = caller.access_to(&mut snapshot, team_id).await?;
    access.require(Action::ReadOutbox)?;
    let viewer = viewer(&access)?;
    let total = mails::total_of_team(&mut snapshot, team_id, &viewer).await?;
    let found = mails::of_team(&mut snapshot, team_id, &viewer, page.offset(), page.limit).await?;
    let summary = |mail: MailRow| Ok(summary(&mail, opened(app, &mail)?.subject));
    let records = found.into_iter().map(summary).collect::<ApiResult<_>>()?;
    Ok(OutboxPage { metadata: PageMetadata { total }, records })
}

pub async fn get(app: &App, caller: &Caller, team_id: &TeamId, id: &MailId) -> ApiResult<MailBody> {
    let mut connection = app.store.read().await?;
    let access = caller.access_to(&mut connection, team_id).await?;
    access.require(Action::ReadOutbox)?;
    let mail = mails::one_of_team(&mut connection, team_id, &viewer(&access)?, id).await?;
    let mail = mail.ok_or(ApiError::NotFound("mail"))?;
    drop(connection);
    let content = opened(app, &mail)?;
    let is_shown = is_shown(&mail);
    Ok(MailBody {
        summary: summary(&mail, content.subject),
        text: is_shown.then_some(content.text),
        html: is_shown.then_some(content.html),
    })
}

/// Sends a mail that failed once more, with all its attempts.
pub async fn retry(app: &App, caller: &Caller, team_id: &TeamId, id: &MailId) -> ApiResult<MailBody> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let access = caller.access_to(&mut tx, team_id).await?;
    access.require(Action::ReadOutbox)?;
    let viewer = viewer(&access)?;
    let mail = mails::one_of_team(&mut tx, team_id, &viewer, id).await?.ok_or(ApiError::NotFound("mail"))?;
    if !mails::retry(&mut tx, id, first_state(app)).await? {
        let reason = format!("the email is {}: only one that failed can be sent again", mail.state.shown());
        return Err(Refusal::wrong_state(reason).into());
    }
    if app.mailer.has_server() {
        queue::retry(&mut tx, &app.ids, &SendMail { mail: id.clone() }, now).await?;
    }
    let entry = caller.audit(now, AuditAction::MailRetried, id.as_str(), mail.recipient.as_str());
    audit::append(&mut tx, team_id, &entry).await?;
    tx.commit().await?;
    get(app, caller, team_id, id).await
}

/// Anyone who has an invitation can accept it, so only the recipient may see it once it is sent.
fn is_shown(mail: &MailRow) -> bool {
    mail.kind != INVITATION || matches!(mail.state, MailState::Kept | MailState::Refused)
}

fn opened(app: &App, mail: &MailRow) -> ApiResult<Content> {
    let content = app.vault.open_sealed(Column::MailContent, mail.id.as_str(), &mail.content)?;
    Ok(serde_json::from_slice(&content).map_err(anyhow::Error::from)?)
}

fn summary(mail: &MailRow, subject: String) -> MailSummary {
    MailSummary {
        id: mail.id.clone(),
        kind: mail.kind.clone(),
        recipient: mail.recipient.clone(),
        subject,
        state: mail.state.shown().to_owned(),
        created_at: mail.created_at,
        last_error: mail.last_error.clone().unwrap_or_default(),
        package_id: mail.package_id.as_ref().map(ToString::to_string),
    }
}
