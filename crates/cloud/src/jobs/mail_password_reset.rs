//! Mails a password reset, if the address has an account.
//!
//! A job so that asking for a reset takes as long for a known address as for
//! an unknown one.

use serde::{Deserialize, Serialize};

use super::{Job, JobError};
use crate::app::App;
use crate::operations::accounts;

#[derive(Serialize, Deserialize)]
pub struct MailPasswordReset {
    pub email: String,
}

impl Job for MailPasswordReset {
    const NAME: &'static str = "mail_password_reset";
    const MAX_ATTEMPTS: i64 = 5;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(accounts::mail_password_reset(app, &self.email).await?)
    }
}
