//! Sends one mail of the mail queue.
//!
//! At least once: only a crash between the mail server's "accepted" and our record of it can send a mail twice, with
//! the same `Message-ID`.

use anyhow::anyhow;
use store::mails::{self, Cancelled, MailRow, MailState};
use store::{CrashPoint, StoreResult, Tx, links};
use wire::time::Time;

use super::{Job, JobError};
use crate::app::App;
use crate::mail::{Content, Delivery};
use crate::metrics::mail_ended;
use crate::operations::mail::{Fate, fate};
use crate::queue::SendMail;
use crate::vault::Column;

const GIVEN_UP: &str = "it could not be sent: ask the operator to check the log";

impl Job for SendMail {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let mail = mails::by_id(&mut *app.store.read().await?, &self.mail).await?;
        // A refused mail gets here again only if the operator retries its job.
        let is_unsent = |mail: &MailRow| matches!(mail.state, MailState::Waiting | MailState::Refused);
        let Some(mail) = mail.filter(is_unsent) else {
            return Ok(()); // Sent before, or removed by the operator.
        };
        let address = match fate(app, &mut *app.store.read().await?, &mail).await? {
            Fate::Send(address) => address,
            Fate::Cancel(why) => return cancel(app, &mail, why).await,
        };
        let content = app
            .vault
            .open_sealed(Column::MailContent, mail.id.as_str(), &mail.content)
            .map_err(|error| JobError::GiveUp(error.into()))?;
        let content: Content = serde_json::from_slice(&content).map_err(|error| JobError::GiveUp(error.into()))?;
        let delivery = match app.mailer.send(&mail.id, &address, &content).await {
            Ok(delivery) => delivery,
            Err(error) => return Err(failed(app, &mail, error).await),
        };
        let mut tx = app.store.begin().await?;
        match &delivery {
            Delivery::Accepted => record_sent(&mut tx, &mail, &address, app.clock.now()).await?,
            Delivery::Refused(reason) => mails::mark_refused(&mut tx, &mail.id, reason).await?,
        }
        tx.commit_at(CrashPoint::RecordMail).await?;
        match delivery {
            Delivery::Accepted => {
                mail_ended("sent");
                Ok(())
            }
            Delivery::Refused(reason) => {
                mail_ended("refused");
                Err(JobError::GiveUp(anyhow!("the mail server refused the mail: {reason}")))
            }
        }
    }

    async fn settle_dead(&self, app: &App) -> anyhow::Result<()> {
        let mut tx = app.store.begin().await?;
        mails::give_up(&mut tx, &self.mail, GIVEN_UP).await?;
        Ok(tx.commit().await?)
    }
}

/// The attempt failed, and the list of sent mail says why.
async fn failed(app: &App, mail: &MailRow, error: anyhow::Error) -> JobError {
    mail_ended("failed");
    let noted = async {
        let mut tx = app.store.begin().await?;
        mails::note_failure(&mut tx, &mail.id, &format!("{error:#}")).await?;
        tx.commit().await
    };
    if let Err(unsaved) = noted.await {
        tracing::warn!(error = %unsaved, mail = %mail.id, "cannot note why a mail was not sent");
    }
    JobError::Retry(error.context("cannot send a mail"))
}

/// From now on, the recipient of a link counts as notified.
async fn record_sent(tx: &mut Tx, mail: &MailRow, address: &str, now: Time) -> StoreResult<()> {
    // The link first, as deleting it does.
    if let Some(link) = &mail.link_id {
        links::mark_notified(tx, link, now).await?;
    }
    mails::mark_sent(tx, &mail.id, address, now).await
}

async fn cancel(app: &App, mail: &MailRow, why: Cancelled) -> Result<(), JobError> {
    let mut tx = app.store.begin().await?;
    mails::mark_cancelled(&mut tx, &mail.id, why).await?;
    Ok(tx.commit().await?)
}
