//! `portal_download`: downloads every package that arrives in one Portal of the Team.

use wire::agent::{AutomationType, PortalDownload};

use super::check;
use super::kind::{self, Task};
use super::receive::{self, Inbox, Rules, Source, portals};
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::session::Session;
use crate::uploads;

pub(super) struct Kind;

impl kind::Kind for Kind {
    type Fields = PortalDownload;
    const TYPE: AutomationType = AutomationType::PortalDownload;
    const NEEDS_SESSION: bool = true;

    fn check(_: &App, fields: &PortalDownload) -> AgentResult<()> {
        check::name(&fields.name)?;
        uploads::subdomain("portal_subdomain", &fields.portal_subdomain).map(|_| ())
    }

    async fn admit(app: &App, fields: &PortalDownload) -> AgentResult<()> {
        let found = found(app, &app.sessions.require()?, fields).await;
        if matches!(found, Ok(None)) { Err(AgentError::not_found("Portal")) } else { Ok(()) }
    }

    async fn run(task: Task, fields: PortalDownload) {
        let rules = Rules {
            dst_folder: fields.dst_folder.clone(),
            effective_time: fields.effective_time,
            package_folders: fields.create_package_folder,
            portal_folders: false,
            priority: fields.download_priority,
        };
        receive::run(&task, rules, &fields).await;
    }
}

impl Source for PortalDownload {
    async fn inbox(&self, app: &App, session: &Session) -> AgentResult<Inbox> {
        found(app, session, self).await?.ok_or_else(|| {
            let subdomain = self.portal_subdomain.trim();
            let reason = format!("no Team of the session has a Portal {subdomain:?}, or you may not see it");
            AgentError::invalid("portal_subdomain", &reason)
        })
    }
}

/// Finds the Portal; searches every Team of the session.
async fn found(app: &App, session: &Session, fields: &PortalDownload) -> AgentResult<Option<Inbox>> {
    let subdomain = fields.portal_subdomain.trim();
    for team in &session.login.teams {
        let portals = portals::of_team(app, session, &team.id).await?;
        if let Some(portal) = portals.into_iter().find(|portal| portal.subdomain.eq_ignore_ascii_case(subdomain)) {
            return Ok(Some(Inbox { team: team.id.clone(), portal: Some(portal.id) }));
        }
    }
    Ok(None)
}
