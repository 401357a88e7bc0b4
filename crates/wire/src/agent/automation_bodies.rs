//! How the document of the agent describes the bodies that create and change automations.
//!
//! Their type is in the path, so the server reads them as fields; the schemas here say which fields there are.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AnyOfBuilder, Object, ObjectBuilder, Ref, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::automations::{AllPortalsDownload, PortalDownload, PortalStream, PortalUpload, TeamStream, TeamUpload};
use crate::example::{Example, Sample, example};

type Part = (String, RefOr<Schema>);

/// All fields of one type of automation.
pub enum AutomationFields {}

/// The fields of an automation that change.
pub enum AutomationChanges {}

/// Each type with everything that it refers to, in the order of the types.
fn types() -> [Vec<Part>; 6] {
    fn parts<T: ToSchema>() -> Vec<Part> {
        let mut parts = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut parts);
        parts
    }
    [
        parts::<PortalDownload>(),
        parts::<AllPortalsDownload>(),
        parts::<TeamUpload>(),
        parts::<PortalUpload>(),
        parts::<TeamStream>(),
        parts::<PortalStream>(),
    ]
}

impl PartialSchema for AutomationFields {
    /// Not `oneOf`: a body with the fields of two types is valid for both.
    fn schema() -> RefOr<Schema> {
        let mut any = AnyOfBuilder::new().description(Some("The fields of the type that the path names."));
        for (name, _) in types().iter().filter_map(|parts| parts.first()) {
            any = any.item(Ref::from_schema_name(name));
        }
        Schema::AnyOf(any.build()).into()
    }
}

impl ToSchema for AutomationFields {
    fn name() -> Cow<'static, str> {
        "AutomationFields".into()
    }

    fn schemas(parts: &mut Vec<Part>) {
        parts.extend(types().into_iter().flatten());
    }
}

impl PartialSchema for AutomationChanges {
    fn schema() -> RefOr<Schema> {
        let mut fields = Object::default();
        for (_, schema) in types().iter().flatten() {
            add_fields(schema, &mut fields);
        }
        let meaning = "The fields that change, of those that the type has. Missing fields keep their values.";
        let object = ObjectBuilder::from(fields).schema_type(Type::Object).description(Some(meaning));
        Schema::Object(object.build()).into()
    }
}

impl ToSchema for AutomationChanges {
    fn name() -> Cow<'static, str> {
        "AutomationChanges".into()
    }

    fn schemas(parts: &mut Vec<Part>) {
        AutomationFields::schemas(parts);
    }
}

/// The first type that has a field says what it means. What it refers to is among the parts.
fn add_fields(schema: &RefOr<Schema>, fields: &mut Object) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, field) in &object.properties {
                fields.properties.entry(name.clone()).or_insert_with(|| field.clone());
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter().for_each(|item| add_fields(item, fields)),
        _ => {}
    }
}

impl Example for AutomationFields {
    fn samples() -> Vec<Sample> {
        let samples = [
            PortalDownload::samples(),
            AllPortalsDownload::samples(),
            TeamUpload::samples(),
            PortalUpload::samples(),
            TeamStream::samples(),
            PortalStream::samples(),
        ];
        samples.into_iter().flatten().collect()
    }
}

impl Example for AutomationChanges {
    fn samples() -> Vec<Sample> {
        let body = serde_json::json!({ "enabled": false, "timeout": 10 });
        vec![Sample::of::<serde_json::Map<String, serde_json::Value>>("AutomationChanges", body)]
    }
}

example! {
    PortalDownload,
    {
        "name": "Rushes to the server room",
        "portal_subdomain": "rushes",
        "dst_folder": "/media/incoming",
        "create_package_folder": true,
        "effective_time": "2026-11-15T09:30:00.000Z",
        "enabled": true,
        "download_priority": 0,
    }
}

example! {
    AllPortalsDownload,
    {
        "name": "All Portals to the server room",
        "team_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "dst_folder": "/media/incoming",
        "create_portal_subfolder": true,
        "effective_time": "2026-11-15T09:30:00.000Z",
        "enabled": true,
        "download_priority": 0,
    }
}

example! {
    TeamUpload,
    {
        "name": "Camera cards",
        "path": "/media/cards",
        "timeout": 5,
        "timeout_unit": "minutes",
        "enabled": true,
        "team_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "recipient_emails": ["ben@example.org"],
        "blacklist": ["*.tmp"],
    }
}

example! {
    PortalUpload,
    {
        "name": "Camera cards to the lab",
        "path": "/media/cards",
        "timeout": 5,
        "timeout_unit": "minutes",
        "enabled": true,
        "portal_subdomain": "rushes",
        "sender_email": "anna@example.org",
        "metadata": { "scene": "12B" },
    }
}

example! {
    TeamStream,
    {
        "name": "Live recordings",
        "team_id": "01KA2B3C4D5E6F7G8H9JKMNPQR",
        "path": "/media/recordings",
        "timeout": 30,
        "recipient_emails": ["ben@example.org"],
        "enabled": true,
        "whitelist": ["*.mxf"],
        "followable": true,
    }
}

example! {
    PortalStream,
    {
        "name": "Live recordings to the lab",
        "path": "/media/recordings",
        "timeout": 30,
        "enabled": true,
        "portal_subdomain": "rushes",
        "sender_email": "anna@example.org",
        "whitelist": ["*.mxf"],
    }
}
