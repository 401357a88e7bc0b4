//! Mails a password reset, if the address has an account.
//!
//! A job, so that requesting a reset takes as long for a known address as for an unknown one.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::accounts;
use crate::queue::MailPasswordReset;

impl Job for MailPasswordReset {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(accounts::mail_password_reset(app, &self.email).await?)
    }
}
