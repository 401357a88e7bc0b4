//! `portal_upload`: a watch folder whose subfolders are sent through a Portal.

use wire::agent::{AutomationType, PortalUpload, StartPortalUpload, StartedUpload};

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
    type Fields = PortalUpload;
    const TYPE: AutomationType = AutomationType::PortalUpload;
    const NEEDS_SESSION: bool = false;

    fn check(_: &App, fields: &PortalUpload) -> AgentResult<()> {
        check::name(&fields.name)?;
        check::timeout(fields.timeout, fields.timeout_unit)?;
        uploads::subdomain("portal_subdomain", &fields.portal_subdomain)?;
        check::address("sender_email", &fields.sender_email)?;
        check::message(fields.message.as_deref())?;
        check::suffix(fields.package_name_suffix.as_deref())?;
        check::form(&fields.form)?;
        Globs::new("blacklist", &fields.blacklist).map(|_| ())
    }

    fn watched(fields: &PortalUpload) -> Option<Rules> {
        Some(rules(fields))
    }

    async fn run(task: Task, fields: PortalUpload) {
        watch::run(&task, rules(&fields), &fields).await;
    }
}

fn rules(fields: &PortalUpload) -> Rules {
    Rules {
        root: fields.path.clone(),
        quiet: check::timeout(fields.timeout, fields.timeout_unit).unwrap_or(watch::QUIET_USUAL),
        blacklist: fields.blacklist.clone(),
        sends_loose_files: fields.send_loose_files,
        deletes_sources: fields.delete_files_after_upload,
        suffix: fields.package_name_suffix.clone().unwrap_or_default(),
        form: Some(fields.form.clone()),
    }
}

impl Sends for PortalUpload {
    async fn send(&self, app: &App, parcel: Parcel) -> AgentResult<StartedUpload> {
        let request = StartPortalUpload {
            subdomain: self.portal_subdomain.clone(),
            sender_email: self.sender_email.clone(),
            paths: vec![parcel.path],
            access_code: self.portal_password.clone(),
            package_name: Some(parcel.package_name),
            package_description: self.message.clone(),
            metadata: parcel.answers,
            priority: Some(self.upload_priority),
            ..StartPortalUpload::default()
        };
        uploads::start_through_portal(app, request, parcel.start).await
    }
}
