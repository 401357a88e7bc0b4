//! Lists the Portals of a Team for download automations.

use std::collections::HashMap;

use client::ClientError;
use transfer::Fault;
use wire::ids::TeamId;
use wire::portals::PortalBody;

use crate::app::App;
use crate::error::{AgentError, AgentResult};
use crate::session::Session;

/// The maximum page size of the cloud.
const PAGE: usize = 50;

/// Converts an error of the cloud. If the credential was refused, the session is checked.
pub(in crate::automations) fn refused(app: &App, error: &ClientError) -> AgentError {
    if matches!(error.status().map(|status| status.as_u16()), Some(401 | 402)) {
        app.sessions.doubt();
    }
    AgentError::Cloud(Fault::from(error))
}

/// All Portals that the session may see.
pub(in crate::automations) async fn of_team(
    app: &App,
    session: &Session,
    team: &TeamId,
) -> AgentResult<Vec<PortalBody>> {
    let mut portals = Vec::new();
    for page in 1_usize.. {
        let found = session.client.portals(team, &format!("page={page}&limit={PAGE}")).await;
        let found = found.map_err(|error| refused(app, &error))?.records;
        let is_last = found.len() < PAGE;
        portals.extend(found);
        if is_last {
            break;
        }
    }
    Ok(portals)
}

/// Names of Portals by their ids.
#[derive(Default)]
pub(super) struct PortalNames(HashMap<String, String>);

impl PortalNames {
    /// Falls back to the id if the Portal no longer exists.
    pub(super) async fn name(&mut self, app: &App, session: &Session, team: &TeamId, id: &str) -> AgentResult<String> {
        if !self.0.contains_key(id) {
            let portals = of_team(app, session, team).await?;
            self.0.extend(portals.into_iter().map(|portal| (portal.id.to_string(), portal.name)));
        }
        Ok(self.0.entry(id.to_owned()).or_insert_with(|| id.to_owned()).clone())
    }
}
