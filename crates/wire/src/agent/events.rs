//! Messages of the event stream.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AllOfBuilder, Discriminator, ObjectBuilder, OneOfBuilder, Ref, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::automations::AutomationBody;
use super::downloads::DownloadSummary;
use super::gateways::GatewayBody;
use super::ids::{AutomationId, DownloadId, UploadId};
use super::session::SessionBody;
use super::settings::SettingsBody;
use super::uploads::UploadSummary;
use crate::ids::GatewayId;

type Part = (String, RefOr<Schema>);

/// One message; each contains the full object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Removed {
    Upload { upload_id: UploadId },
    Download { download_id: DownloadId },
    Automation { automation_id: AutomationId },
    Gateway { gateway_id: GatewayId },
}

/// How the document describes [`Removed`]: generated clients read one object better than four.
#[derive(ToSchema)]
#[schema(as = Removed)]
#[expect(dead_code, clippy::struct_field_names, reason = "only describes fields that have these names")]
struct RemovedIds {
    #[schema(required = false, nullable = false)]
    upload_id: Option<UploadId>,
    #[schema(required = false, nullable = false)]
    download_id: Option<DownloadId>,
    #[schema(required = false, nullable = false)]
    automation_id: Option<AutomationId>,
    #[schema(required = false, nullable = false)]
    gateway_id: Option<GatewayId>,
}

/// Each kind of event, the name of its schema, and its fields with what they refer to.
fn kinds() -> [(&'static str, &'static str, Vec<Part>); 7] {
    fn parts<T: ToSchema>() -> Vec<Part> {
        let mut parts = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut parts);
        parts
    }
    [
        ("upload", "UploadEvent", parts::<UploadSummary>()),
        ("download", "DownloadEvent", parts::<DownloadSummary>()),
        ("automation", "AutomationEvent", parts::<AutomationBody>()),
        ("gateway", "GatewayEvent", parts::<GatewayBody>()),
        ("removed", "RemovedEvent", parts::<RemovedIds>()),
        ("session", "SessionEvent", parts::<SessionBody>()),
        ("settings", "SettingsEvent", parts::<SettingsBody>()),
    ]
}

/// Generators of clients need a name for each kind of event, which deriving the schema does not give.
impl PartialSchema for AgentEvent {
    fn schema() -> RefOr<Schema> {
        let described = "One message; each contains the full object.";
        let mut one = OneOfBuilder::new().description(Some(described));
        let mut mapping = Vec::new();
        for (kind, name, _) in kinds() {
            let reference = Ref::from_schema_name(name);
            mapping.push((kind, reference.ref_location.clone()));
            one = one.item(reference);
        }
        one = one.discriminator(Some(Discriminator::with_mapping("event", mapping)));
        Schema::OneOf(one.build()).into()
    }
}

impl ToSchema for AgentEvent {
    fn name() -> Cow<'static, str> {
        "AgentEvent".into()
    }

    fn schemas(parts: &mut Vec<Part>) {
        for (kind, name, fields) in kinds() {
            let Some((of_fields, _)) = fields.first() else { continue };
            let event = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([kind]));
            let tag = ObjectBuilder::new().property("event", event).required("event");
            let all = AllOfBuilder::new().item(Ref::from_schema_name(of_fields)).item(tag).build();
            parts.push((name.to_owned(), Schema::AllOf(all).into()));
            parts.extend(fields);
        }
    }
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
            "size": 2, "skipped": 5,
            "items": [{
                "id": "9f1c2d3e-4b5a-4978-8c6d-0e1f2a3b4c5d", "path": "", "name": "a", "size": 2, "progress": 1,
                "under_way": 4, "state": "error", "error": { "code": 458_755, "message": "full", "recoverable": true },
            }],
        });
        let upload: UploadBody = serde_json::from_value(body.clone()).unwrap();
        assert_eq!(serde_json::to_value(&upload).unwrap(), body);
    }
}
