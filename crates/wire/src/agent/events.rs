//! Messages of the event stream.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::automations::AutomationBody;
use super::downloads::DownloadSummary;
use super::gateways::GatewayBody;
use super::ids::{AutomationId, DownloadId, UploadId};
use super::session::SessionBody;
use super::settings::SettingsBody;
use super::uploads::UploadSummary;
use crate::ids::GatewayId;

/// One message; each contains the full object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum AgentEvent {
    Upload(UploadSummary),
    Download(DownloadSummary),
    Automation(Box<AutomationBody>),
    Gateway(GatewayBody),
    Removed(Removed),
    Session(SessionBody),
    Settings(Box<SettingsBody>),
}

/// The id of the deleted object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Removed {
    Upload { upload_id: UploadId },
    Download { download_id: DownloadId },
    Automation { automation_id: AutomationId },
    Gateway { gateway_id: GatewayId },
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AgentEvent, Removed};
    use crate::agent::{DownloadId, UploadBody};

    #[test]
    fn an_event_names_its_kind_beside_the_fields() {
        let download_id = DownloadId::from_chance([7; 16]);
        let event = AgentEvent::Removed(Removed::Download { download_id: download_id.clone() });
        let text = json!({ "event": "removed", "download_id": download_id });
        assert_eq!(serde_json::to_value(&event).unwrap(), text);
        assert_eq!(serde_json::from_value::<AgentEvent>(text).unwrap(), event);
    }

    #[test]
    fn an_upload_is_its_summary_and_its_items() {
        let body = json!({
            "upload_id": "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d",
            "package_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
            "name": "a", "package_name": "a", "state": "transferring", "progress": 1, "under_way": 3,
            "size": 2,
            "items": [{
                "id": "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d", "path": "", "name": "a", "size": 2, "progress": 1,
                "under_way": 4, "state": "error", "error": { "code": 458_755, "message": "full", "recoverable": true },
            }],
        });
        let upload: UploadBody = serde_json::from_value(body.clone()).unwrap();
        assert_eq!(serde_json::to_value(&upload).unwrap(), body);
    }
}
