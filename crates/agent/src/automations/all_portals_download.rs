//! `all_portals_download`: downloads every package that arrives in any Portal of a Team.

use wire::agent::{AllPortalsDownload, AutomationType};

use super::check;
use super::kind::{self, Task};
use super::receive::{self, Inbox, Rules, Source};
use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::session::Session;

pub(super) struct Kind;

impl kind::Kind for Kind {
    type Fields = AllPortalsDownload;
    const TYPE: AutomationType = AutomationType::AllPortalsDownload;
    const NEEDS_SESSION: bool = true;

    fn check(app: &App, fields: &AllPortalsDownload) -> AgentResult<()> {
        check::name(&fields.name)?;
        check::team(app, &fields.team_id)
    }

    async fn run(task: Task, fields: AllPortalsDownload) {
        let rules = Rules {
            dst_folder: fields.dst_folder.clone(),
            effective_time: fields.effective_time,
            package_folders: false,
            portal_folders: fields.create_portal_subfolder,
            priority: fields.download_priority,
        };
        receive::run(&task, rules, &fields).await;
    }
}

impl Source for AllPortalsDownload {
    async fn inbox(&self, _: &App, session: &Session) -> AgentResult<Inbox> {
        let team = session.login.teams.iter().find(|team| team.id.as_str() == self.team_id);
        let team = team.ok_or_else(|| AgentError::invalid("team_id", "the session does not belong to this Team"))?;
        Ok(Inbox { team: team.id.clone(), portal: None })
    }
}
