//! Sends one mail of the mail queue.
//!
//! At least once: only a crash between the mail server's "accepted" and our record of it can send a mail twice, with
//! the same `Message-ID`.

use anyhow::{Context as _, anyhow};
use store::CrashPoint;
use store::mails::{self, MailRow, MailState};

use super::{Job, JobError};
use crate::app::App;
use crate::mail::{Content, Delivery};
use crate::metrics::mail_ended;
use crate::queue::SendMail;
use crate::vault::Column;

impl Job for SendMail {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let mail = mails::by_id(&mut *app.store.read().await?, &self.mail).await?;
        // A refused mail gets here again only if the operator retries its job.
        let is_unsent = |mail: &MailRow| matches!(mail.state, MailState::Waiting | MailState::Refused);
        let Some(mail) = mail.filter(is_unsent) else {
            return Ok(()); // Sent before, or removed by the operator.
        };
        let content = app
            .vault
            .open_sealed(Column::MailContent, mail.id.as_str(), &mail.content)
            .map_err(|error| JobError::GiveUp(error.into()))?;
        let content: Content = serde_json::from_slice(&content).map_err(|error| JobError::GiveUp(error.into()))?;
        let sending = app.mailer.send(&mail.id, &mail.recipient, &content).await;
        let delivery = sending.inspect_err(|_| mail_ended("failed")).context("cannot send a mail")?;
        let mut tx = app.store.begin().await?;
        match &delivery {
            Delivery::Accepted => mails::mark_sent(&mut tx, &mail.id, app.clock.now()).await?,
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
}
