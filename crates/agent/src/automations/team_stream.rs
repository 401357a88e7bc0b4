//! `team_stream`: sends files to a Team while they grow.

use std::time::Duration;

use wire::agent::{AutomationType, StartUpload, StartedUpload, TeamStream, TimeoutUnit};

use super::check;
use super::kind::{self, Task};
use super::streams::{self, Rules};
use super::watch::{Parcel, Sends};
use crate::app::App;
use crate::error::AgentResult;
use crate::globs::Globs;
use crate::uploads;

pub(super) struct Kind;

impl kind::Kind for Kind {
    type Fields = TeamStream;
    const TYPE: AutomationType = AutomationType::TeamStream;
    const NEEDS_SESSION: bool = true;

    fn check(app: &App, fields: &TeamStream) -> AgentResult<()> {
        check::name(&fields.name)?;
        check::timeout(fields.timeout, TimeoutUnit::Seconds)?;
        check::team(app, &fields.team_id)?;
        check::recipients(&fields.recipient_emails)?;
        check::message(fields.message.as_deref())?;
        uploads::check_delete_after(fields.delete_after)?;
        Globs::new("whitelist", &fields.whitelist).map(|_| ())
    }

    async fn run(task: Task, fields: TeamStream) {
        let rules = Rules {
            root: fields.path.clone(),
            idle: Duration::from_secs(fields.timeout.into()),
            whitelist: fields.whitelist.clone(),
            form: None,
            is_followed: fields.followable,
        };
        streams::run(&task, rules, &fields).await;
    }
}

impl Sends for TeamStream {
    async fn send(&self, app: &App, parcel: Parcel) -> AgentResult<StartedUpload> {
        let request = StartUpload {
            team_id: self.team_id.clone(),
            paths: vec![parcel.path],
            recipients: self.recipient_emails.clone(),
            package_name: Some(parcel.package_name),
            package_description: self.message.clone(),
            password: self.download_password.clone(),
            priority: Some(self.upload_priority),
            delete_after: self.delete_after,
            download_limit: self.download_limit,
            tag: self.tag.clone(),
            unlimited_storage: Some(self.unlimited_storage),
            ..StartUpload::default()
        };
        uploads::start_for_team(app, request, parcel.start).await
    }
}
