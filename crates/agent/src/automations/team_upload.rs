//! `team_upload`: a watch folder whose subfolders are sent for a Team.

use wire::agent::{AutomationType, StartUpload, StartedUpload, TeamUpload};

use super::check;
use super::kind::{self, Task};
use super::watch::{self, Parcel, Sends};
use super::watch_rules::Rules;
use crate::app::App;
use crate::error::AgentResult;
use crate::globs::Globs;
use crate::uploads;

pub(super) struct Kind;

impl kind::Kind for Kind {
    type Fields = TeamUpload;
    const TYPE: AutomationType = AutomationType::TeamUpload;
    const NEEDS_SESSION: bool = true;

    fn check(app: &App, fields: &TeamUpload) -> AgentResult<()> {
        check::name(&fields.name)?;
        check::timeout(fields.timeout, fields.timeout_unit)?;
        check::team(app, &fields.team_id)?;
        check::recipients(&fields.recipient_emails)?;
        check::message(fields.message.as_deref())?;
        check::suffix(fields.package_name_suffix.as_deref())?;
        uploads::check_delete_after(fields.delete_after)?;
        Globs::new("blacklist", &fields.blacklist).map(|_| ())
    }

    fn watched(fields: &TeamUpload) -> Option<Rules> {
        Some(rules(fields))
    }

    async fn run(task: Task, fields: TeamUpload) {
        watch::run(&task, rules(&fields), &fields).await;
    }
}

fn rules(fields: &TeamUpload) -> Rules {
    Rules {
        root: fields.path.clone(),
        quiet: check::timeout(fields.timeout, fields.timeout_unit).unwrap_or(watch::QUIET_USUAL),
        blacklist: fields.blacklist.clone(),
        sends_loose_files: fields.send_loose_files,
        deletes_sources: fields.delete_files_after_upload,
        suffix: fields.package_name_suffix.clone().unwrap_or_default(),
        form: None,
    }
}

impl Sends for TeamUpload {
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
