//! The table of operations. A new operation that writes gets a row here.

use serde_json::{Value, json};

use super::operations::Thing::{
    Connection, Expired, Filter, Finished, Invitation, Member, Portal, Private, Received, Sent, Space, Tag, Webhook,
};
use super::operations::Who::{self, Anyone, Finisher, Owner, Sender, Visitor};
use super::operations::{Operation, Thing};
use super::scene::{self, Scene};

const fn operation(
    name: &'static str,
    things: &'static [Thing],
    who: Who,
    line: fn(&Scene) -> String,
    body: fn(&Scene) -> Value,
) -> Operation {
    Operation { name, things, who, line, body }
}

const fn nothing(_: &Scene) -> Value {
    Value::Null
}

/// A body with other values for some fields.
fn with(mut body: Value, change: &Value) -> Value {
    for (field, value) in change.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

/// The Portal of the scene with other values for some fields.
fn portal_with(scene: &Scene, change: &Value) -> Value {
    with(scene::portal(scene.number), change)
}

fn update_portal(scene: &Scene) -> String {
    format!("PUT /v1/portals/{}", scene.portal)
}

fn create_package(scene: &Scene) -> String {
    format!("POST /v1/teams/{}/packages", scene.team)
}

/// A body for a new package with one more field.
fn package_with(field: &str, value: Value) -> Value {
    let mut package = json!({ "name": "New", "description": "", "recipients": [] });
    package[field] = value;
    package
}

fn invite(email: String) -> Value {
    json!({ "email": email, "role": "admin" })
}

fn range(_: &Scene) -> Value {
    json!({ "expiry_start": "2020-01-01T00:00:00Z", "expiry_end": "2040-01-01T00:00:00Z" })
}

fn one_file(_: &Scene) -> Value {
    json!({ "name": "b.txt", "size": 3 })
}

pub(super) const OPERATIONS: &[Operation] = &[
    operation("attach the filter", &[Filter, Portal, Connection], Owner, update_portal, |scene| {
        let attached = json!([{ "id": scene.connection, "filter_id": scene.filter }]);
        portal_with(scene, &json!({ "configure_cloud_connections": true, "cloud_connections": attached }))
    }),
    operation(
        "change the filter",
        &[Filter],
        Owner,
        |scene| format!("PUT /v1/filters/{}", scene.filter),
        |_| scene::filter(),
    ),
    operation("delete the filter", &[Filter], Owner, |scene| format!("DELETE /v1/filters/{}", scene.filter), nothing),
    operation("attach the webhook", &[Webhook, Portal], Owner, update_portal, |scene| {
        portal_with(scene, &json!({ "custom_webhooks": [{ "id": scene.webhook }] }))
    }),
    operation(
        "delete the webhook",
        &[Webhook],
        Owner,
        |scene| format!("DELETE /v1/custom_webhooks/{}", scene.webhook),
        nothing,
    ),
    operation(
        "rename the connection",
        &[Connection],
        Owner,
        |scene| format!("PUT /v1/cloud_connections/{}", scene.connection),
        |_| json!({ "name": "Other" }),
    ),
    operation(
        "delete the connection",
        &[Connection],
        Owner,
        |scene| format!("DELETE /v1/cloud_connections/{}", scene.connection),
        nothing,
    ),
    operation(
        "forward the package",
        &[Connection, Finished],
        Finisher,
        |scene| format!("POST /v1/packages/{}/transfer", scene.finished.id),
        |scene| json!({ "cloud_connection_id": scene.connection, "direction": "service_to_cloud" }),
    ),
    operation("delete the tag", &[Tag], Owner, |scene| format!("DELETE /v1/tags/{}", scene.tag), nothing),
    operation("create a package with the tag", &[Tag], Owner, create_package, |scene| {
        package_with("tag", json!({ "id": scene.tag }))
    }),
    operation("create a package with the tag's name", &[Tag], Owner, create_package, |_| {
        package_with("tag", json!({ "name": "Tag" }))
    }),
    operation(
        "create another tag",
        &[Tag],
        Owner,
        |scene| format!("POST /v1/teams/{}/tags", scene.team),
        |_| json!({ "name": "Other" }),
    ),
    operation("create a package with another tag", &[Tag], Owner, create_package, |_| {
        package_with("tag", json!({ "name": "Other" }))
    }),
    operation(
        "tag the sent package",
        &[Tag, Sent],
        Sender,
        |scene| format!("PUT /v1/packages/{}", scene.sent.id),
        |scene| json!({ "name": "Rushes", "tag": { "id": scene.tag } }),
    ),
    operation("tag the Portal", &[Tag, Portal], Owner, update_portal, |scene| {
        portal_with(scene, &json!({ "tag": { "id": scene.tag } }))
    }),
    operation(
        "remove the member",
        &[Member, Private],
        Owner,
        |scene| format!("DELETE /v1/members/{}", scene.member),
        nothing,
    ),
    operation(
        "change the member's role",
        &[Member],
        Owner,
        |scene| format!("PUT /v1/members/{}", scene.member),
        |_| json!({ "role": "member" }),
    ),
    operation(
        "hand the Team over",
        &[Member, Private],
        Owner,
        |scene| format!("PUT /v1/members/{}", scene.member),
        |_| json!({ "role": "owner" }),
    ),
    operation(
        "put only the member on the list",
        &[Member, Private],
        Owner,
        |scene| format!("PUT /v1/portals/{}", scene.private),
        |scene| with(scene::private_portal(scene.number), &json!({ "access_list": [{ "id": scene.member }] })),
    ),
    operation(
        "create a key as the member",
        &[Member],
        Who::Member,
        |scene| format!("POST /v1/teams/{}/api_keys", scene.team),
        |_| json!({ "name": "Another", "state": "active" }),
    ),
    operation(
        "delete the member's key",
        &[Member],
        Owner,
        |scene| format!("DELETE /v1/api_keys/{}", scene.key),
        nothing,
    ),
    operation(
        "switch the member's key on",
        &[Member],
        Owner,
        |scene| format!("PUT /v1/api_keys/{}/active", scene.key),
        nothing,
    ),
    operation(
        "change the member's key",
        &[Member],
        Who::Member,
        |scene| format!("PUT /v1/api_keys/{}", scene.key),
        |_| json!({ "name": "Renamed", "state": "active" }),
    ),
    operation(
        "add the member to the Teamspace",
        &[Member, Space],
        Owner,
        |scene| format!("POST /v1/spaces/{}/members", scene.space),
        |scene| json!({ "member_ids": [scene.member] }),
    ),
    operation(
        "accept the invitation",
        &[Invitation],
        Anyone,
        |_| "POST /v1/auth/accept_invitation".to_owned(),
        |scene| json!({ "token": scene.invitation, "password": testkit::PASSWORD }),
    ),
    operation(
        "invite again",
        &[Invitation],
        Owner,
        |scene| format!("POST /v1/teams/{}/members", scene.team),
        |scene| invite(format!("invited-{}@example.org", scene.number)),
    ),
    operation(
        "remove the invited",
        &[Invitation],
        Owner,
        |scene| format!("DELETE /v1/members/{}", scene.invited),
        nothing,
    ),
    operation(
        "put only the invited on the list",
        &[Invitation, Private],
        Owner,
        |scene| format!("PUT /v1/portals/{}", scene.private),
        |scene| {
            with(
                scene::private_portal(scene.number),
                &json!({ "access_list": [{ "id": scene.invited }, { "id": scene.member }] }),
            )
        },
    ),
    operation(
        "invite a new address",
        &[Invitation],
        Owner,
        |scene| format!("POST /v1/teams/{}/members", scene.team),
        |scene| invite(format!("new-{}@example.org", scene.number)),
    ),
    operation("delete the Teamspace", &[Space], Owner, |scene| format!("DELETE /v1/spaces/{}", scene.space), nothing),
    operation(
        "rename the Teamspace",
        &[Space],
        Owner,
        |scene| format!("PUT /v1/spaces/{}", scene.space),
        |_| json!({ "name": "Renamed" }),
    ),
    operation("move the Portal", &[Space, Portal, Received, Expired], Owner, update_portal, |scene| {
        portal_with(scene, &json!({ "teamspace_id": scene.space }))
    }),
    operation("create a package in the Teamspace", &[Space], Owner, create_package, |scene| {
        package_with("teamspace_id", json!(scene.space))
    }),
    operation("forbid names", &[Portal, Received], Owner, update_portal, |scene| {
        portal_with(scene, &json!({ "file_type_restriction_enabled": true, "file_types": [".mov"] }))
    }),
    operation(
        "delete the Portal",
        &[Portal, Received],
        Owner,
        |scene| format!("DELETE /v1/portals/{}", scene.portal),
        nothing,
    ),
    operation(
        "send through the Portal",
        &[Portal, Tag, Space],
        Anyone,
        |scene| format!("POST /v1/portals/{}/packages", scene.portal),
        |_| json!({ "name": "New", "description": "", "sender": "stranger@example.net" }),
    ),
    operation(
        "remove the file",
        &[Sent],
        Sender,
        |scene| format!("DELETE /v1/packages/{}/files/{}", scene.sent.id, scene.sent.file),
        nothing,
    ),
    operation(
        "remove the visitor's file",
        &[Received],
        Visitor,
        |scene| format!("DELETE /v1/packages/{}/files/{}", scene.received.id, scene.received.file),
        nothing,
    ),
    operation(
        "purge the finished package",
        &[Finished],
        Finisher,
        |scene| format!("DELETE /v1/packages/{}?purge=true", scene.finished.id),
        nothing,
    ),
    operation("add a file", &[Sent], Sender, |scene| format!("POST /v1/packages/{}/files", scene.sent.id), one_file),
    operation(
        "finalize the sent package",
        &[Sent],
        Sender,
        |scene| format!("POST /v1/packages/{}/finalize", scene.sent.id),
        nothing,
    ),
    operation(
        "delete the sent package",
        &[Sent],
        Sender,
        |scene| format!("DELETE /v1/packages/{}", scene.sent.id),
        nothing,
    ),
    operation(
        "extend the finished package",
        &[Finished],
        Finisher,
        |scene| format!("PUT /v1/packages/{}/expiry", scene.finished.id),
        |_| json!({ "unlimited_storage": true }),
    ),
    operation(
        "add a file through the Portal",
        &[Received, Portal],
        Visitor,
        |scene| format!("POST /v1/packages/{}/files", scene.received.id),
        one_file,
    ),
    operation(
        "finalize the received package",
        &[Received, Portal, Connection, Filter],
        Visitor,
        |scene| format!("POST /v1/packages/{}/finalize", scene.received.id),
        nothing,
    ),
    operation(
        "link the finished package",
        &[Finished],
        Finisher,
        |scene| format!("POST /v1/packages/{}/links", scene.finished.id),
        |_| json!({ "email": "reader@example.org" }),
    ),
    operation(
        "delete the finished package",
        &[Finished],
        Finisher,
        |scene| format!("DELETE /v1/packages/{}?purge=true", scene.finished.id),
        nothing,
    ),
    operation(
        "archive what was sent",
        &[Expired],
        Owner,
        |scene| format!("PUT /v1/teams/{}/archive", scene.team),
        range,
    ),
    operation(
        "archive the inbox",
        &[Expired, Portal],
        Owner,
        |scene| format!("PUT /v1/teams/{}/inbox/archive", scene.team),
        range,
    ),
    operation(
        "unarchive the inbox",
        &[Expired, Portal],
        Owner,
        |scene| format!("PUT /v1/teams/{}/inbox/unarchive", scene.team),
        range,
    ),
];
