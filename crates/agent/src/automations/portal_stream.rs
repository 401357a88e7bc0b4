//! `portal_stream`: sends files through a Portal while they grow.

use std::time::Duration;

use wire::agent::{AutomationType, PortalStream, StartPortalUpload, StartedUpload, TimeoutUnit};

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
    type Fields = PortalStream;
    const TYPE: AutomationType = AutomationType::PortalStream;
    const NEEDS_SESSION: bool = false;

    fn check(_: &App, fields: &PortalStream) -> AgentResult<()> {
        check::name(&fields.name)?;
        check::timeout(fields.timeout, TimeoutUnit::Seconds)?;
        uploads::subdomain("portal_subdomain", &fields.portal_subdomain)?;
        check::address("sender_email", &fields.sender_email)?;
        check::message(fields.message.as_deref())?;
        check::form(&fields.form)?;
        Globs::new("whitelist", &fields.whitelist).map(|_| ())
    }

    async fn run(task: Task, fields: PortalStream) {
        let rules = Rules {
            root: fields.path.clone(),
            idle: Duration::from_secs(fields.timeout.into()),
            whitelist: fields.whitelist.clone(),
            form: Some(fields.form.clone()),
            // Senders to a Portal cannot see packages, and nobody can see a Portal's package before it is finalized.
            is_followed: false,
        };
        streams::run(&task, rules, &fields).await;
    }
}

impl Sends for PortalStream {
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
