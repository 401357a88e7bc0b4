//! Wrong values in every field, however deep, of requests of a Team: an error that names the field, never a 5xx.

use serde_json::{Value, json};
use testkit::Reply;

use super::access_scene::{Scene, World, filter};

/// Values that hardly any field accepts, or that try to break one.
pub(super) fn bad_values() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let texts = ["", "\u{0}", "\r\nBcc: x@example.org", "' OR '1'='1", "../../etc/passwd", "\u{202e}\u{1f4a9}"];
    let mut values = vec![json!(null), json!([]), json!({}), json!([["x"]]), json!({ "$gt": "" }), json!([null])];
    values.extend([json!(true), json!(1.5), json!(-1), json!(i64::MAX), json!(u64::MAX), json!(1e300), deep]);
    values.extend(texts.map(Value::from));
    values.push(json!("x".repeat(100_000)));
    values
}

/// Every place in a body, as a pointer.
pub(super) fn places(body: &Value, above: &str) -> Vec<String> {
    let below = |name: &str, value: &Value| {
        let place = format!("{above}/{name}");
        let mut all = places(value, &place);
        all.push(place);
        all
    };
    match body {
        Value::Object(fields) => fields.iter().flat_map(|(name, value)| below(name, value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(index, value)| below(&index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    }
}

fn whole_portal(scene: &Scene, subdomain: &str) -> Value {
    let terms =
        json!({ "title": "T", "description": "D", "checkbox_label": "C", "checkbox_url": "https://a.example/" });
    let format = json!({ "label": "Reel", "value": "R[0-9]+" });
    json!({ "name": "Rushes", "subdomain": subdomain, "message": "Send", "active": true, "has_access_code": true,
        "access_code": "code", "custom_expiry_days": 3, "logo_url": "https://a.example/l.png",
        "background_url": "https://a.example/b.png", "primary_color": "#12abcd", "recipients": ["ben@example.org"],
        "disable_upload_receipt": true, "tag": { "id": scene.ids["tag"], "name": "red" }, "access_level": "private",
        "access_list": [scene.person.membership_id], "teamspace_id": "", "terms_of_service_enabled": true,
        "terms_of_service": terms, "package_size_restriction_enabled": true, "max_package_size": 100,
        "max_file_size": 50, "max_file_count": 3, "file_type_restriction_enabled": true, "file_types": [".mov"],
        "file_type_restriction_exclude": true, "expiry_enabled": true, "expiry": "2026-12-24T00:00:00.000Z",
        "package_name_format": format, "package_name_format_enabled": true, "language": "pt-BR",
        "custom_webhooks": [{ "id": scene.ids["webhook"] }], "cloud_connections": [],
        "configure_cloud_connections": true, "filter_id": scene.ids["filter"] })
}

fn whole_form() -> Value {
    let field = json!({ "name": "take", "label": "Take", "type": "dropdown", "visibility": "required",
        "default_value": "a", "position": 1, "options": ["a", "b"] });
    json!({ "name": "Form", "delivery_formats": ["json", "csv"], "disabled": false, "fields": [field] })
}

/// Calls whose body has more than a field or two, with a valid one.
pub(super) fn calls(scene: &Scene) -> Vec<(&'static str, Value)> {
    let mut webhook = scene.webhook();
    webhook["headers"] = json!({ "X-Site": "north" });
    webhook["body_extras"] = json!({ "site": "north" });
    let package = json!({ "name": "New", "description": "d", "recipients": ["ben@example.org"], "access_limit": 3,
        "unlimited_storage": true, "chunk_size": 5_242_880, "tag": { "id": scene.ids["tag"], "name": "red" },
        "teamspace_id": scene.ids["space_own"] });
    let connection = json!({ "name": "Disk", "provider": "desktop_sg", "direction": "service_to_cloud",
        "authorization": {}, "target_directory_id": "", "source_directory_ids": [], "upload_transfer_manifest": false });
    let members = json!({ "name": "Space", "member_ids": [scene.ids["member"]] });
    let sent = json!({ "name": "New", "description": "", "sender": "a@example.org", "chunk_size": 5_242_880 });
    vec![
        ("POST /v1/portals/{portal_plain}/packages", sent),
        ("POST /v1/teams/{team}/portals", whole_portal(scene, "a-new-one")),
        ("PUT /v1/portals/{portal_plain}", whole_portal(scene, "film-plain")),
        ("POST /v1/portals/{portal_plain}/form", whole_form()),
        ("PUT /v1/metadata/forms/{form_open}", whole_form()),
        ("POST /v1/teams/{team}/forms/templates", whole_form()),
        ("PUT /v1/metadata/forms/templates/{template}", whole_form()),
        ("POST /v1/portals/{portal_own}/form/responses", json!({ "scene": { "value": "1" } })),
        ("POST /v1/teams/{team}/filters", filter()),
        ("PUT /v1/filters/{filter}", filter()),
        ("PUT /v1/custom_webhooks/{webhook}", webhook),
        ("POST /v1/teams/{team}/cloud_connections", connection.clone()),
        ("PUT /v1/cloud_connections/{connection}", connection),
        ("POST /v1/teams/{team}/spaces", members.clone()),
        ("POST /v1/spaces/{space_own}/members", members),
        ("POST /v1/teams/{team}/tags", json!({ "name": "Tag" })),
        ("POST /v1/teams/{team}/packages", package),
        ("PUT /v1/teams/{team}/archive", json!({ "expiry_start": "2020-01-01", "expiry_end": "2020-02-01" })),
    ]
}

#[tokio::test]
async fn are_refused_by_name() {
    let world = World::start().await;
    let scene = Scene::set(&world, "owner", "film").await;
    let (mut tried, mut wrong) = (0, Vec::new());
    for (call, good) in calls(&scene) {
        let line = scene.filled(call);
        for place in places(&good, "") {
            let field = place.split('/').nth(1).unwrap();
            for bad in bad_values() {
                let mut body = good.clone();
                *body.pointer_mut(&place).unwrap() = bad.clone();
                let reply = Reply::of(&scene.person.client, &line, &body).await;
                tried += 1;
                if tried % 50 == 0 {
                    world.cloud.advance(std::time::Duration::from_mins(1));
                }
                let status = reply.status.as_u16();
                let is_ours = [200, 201, 400, 404, 409, 413].contains(&status);
                let is_named = status != 400 || reply.field().starts_with(field);
                if !is_ours || !is_named {
                    let shown: String = bad.to_string().chars().take(60).collect();
                    wrong.push(format!("{call} {place} = {shown}: {status} {}", reply.text));
                }
            }
        }
    }
    assert!(tried > 2_000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}
