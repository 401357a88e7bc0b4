//! Posting mails: into the outbox, with the change that they tell of.

use url::Url;
use wire::ids::{LinkId, MailId};

use crate::app::App;
use crate::error::ApiResult;
use crate::mail::Message;
use crate::queue::{SendMail, enqueue};
use crate::store::Tx;
use crate::store::mails::{self, MailRow, MailState};

pub async fn post(app: &App, tx: &mut Tx, recipient: &str, message: &Message<'_>) -> ApiResult<()> {
    let id: MailId = app.ids.next();
    let now = app.clock.now();
    let content = serde_json::to_vec(&message.render(&app.public_url)?).map_err(anyhow::Error::from)?;
    let state = if app.mailer.has_server() { MailState::Waiting } else { MailState::Kept };
    let mail = MailRow {
        content: app.vault.seal(id.as_str(), &content)?,
        kind: message.kind().to_owned(),
        recipient: recipient.to_owned(),
        state,
        created_at: now,
        last_error: None,
        id,
    };
    mails::insert(tx, &mail).await?;
    if state == MailState::Waiting {
        enqueue(tx, &app.ids, &SendMail { mail: mail.id }, now).await?;
    }
    Ok(())
}

/// A page of ours that takes a one-time token.
pub fn link_with_token(app: &App, page: &str, token: &str) -> ApiResult<Url> {
    let mut link = app.public_url.join(page).map_err(anyhow::Error::from)?;
    link.query_pairs_mut().append_pair("token", token);
    Ok(link)
}

/// The page on which the holder of a link downloads.
pub fn download_page(app: &App, link: &LinkId, secret: &str) -> ApiResult<Url> {
    let mut page = app.public_url.join(&format!("d/{link}")).map_err(anyhow::Error::from)?;
    page.query_pairs_mut().append_pair("secret", secret);
    Ok(page)
}
