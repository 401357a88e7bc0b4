//! Records a sign-in that failed, if the address has an account.
//!
//! A job, so that a wrong sign-in takes as long for a known address as for an unknown one.

use super::{Job, JobError};
use crate::app::App;
use crate::operations::record::wrong_guesses;
use crate::queue::NoteWrongPassword;

impl Job for NoteWrongPassword {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        Ok(wrong_guesses::append_sign_in(app, self).await?)
    }
}
