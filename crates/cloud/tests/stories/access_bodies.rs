//! Valid bodies for the calls of the access matrix: an invalid one could be refused before authorization.

use serde_json::{Value, json};
use testkit::{PASSWORD, file};

use super::access_scene::{Scene, filter, form, gateway};
use super::connection_scene::bucket_at;

/// The body of a call; `number` makes names unique, and `special` is what a line of the matrix asks for.
pub(super) fn body(scene: &Scene, call: &str, special: &str, number: usize) -> Value {
    if call.starts_with("GET") {
        return Value::Null;
    }
    let name = json!({ "name": format!("Name {number}") });
    account(scene, call)
        .or_else(|| of_package(call))
        .or_else(|| of_portal(scene, call, special, number))
        .or_else(|| of_team(scene, call, special, number))
        .unwrap_or(name)
}

fn account(scene: &Scene, call: &str) -> Option<Value> {
    let email = &scene.person.email;
    Some(match call {
        "POST /v1/auth" => json!({ "email": email, "password": PASSWORD }),
        "POST /v1/links/{link_id}/open" => json!({ "secret": scene.ids["secret"] }),
        "POST /v1/auth/forgot" => json!({ "email": email }),
        "POST /v1/auth/reset" | "POST /v1/auth/accept_invitation" => json!({ "token": "none", "password": PASSWORD }),
        "POST /v1/auth/confirm_email" => json!({ "token": "none" }),
        "POST /v1/users/{user_id}/password" => {
            json!({ "current_password": PASSWORD, "new_password": format!("{PASSWORD}!") })
        }
        "PUT /v1/users/{user_id}/email" => json!({ "email": format!("new-{email}"), "password": PASSWORD }),
        "POST /v1/users/{user_id}/mfa" => json!({ "password": PASSWORD }),
        "POST /v1/users/{user_id}/mfa/confirm" => json!({ "otp": "000000" }),
        "DELETE /v1/users/{user_id}/mfa" => json!({ "password": PASSWORD, "otp": "000000" }),
        _ => return None,
    })
}

fn of_package(call: &str) -> Option<Value> {
    let content = json!({ "size": 5, "file_extras": { "upload_id": "some" }, "chunk_extras": [{ "partNumber": 1, "etag": "x" }] });
    let (method, path) = call.split_once(' ').unwrap();
    let call = path.strip_prefix("/v1/packages/{package_id}")?;
    Some(match (method, call) {
        ("PUT", "/expiry") => json!({ "expiry": "2026-03-01" }),
        ("POST", "/files") => json!(file("", "new.txt", 5)),
        ("POST", "/files/batch") => json!([file("", "new.txt", 5)]),
        ("POST", "/files/finalize" | "/files/download" | "/files/downloaded") => json!([]),
        ("POST", "/files/{file_id}") => json!({ "upload_id": "some" }),
        ("POST", "/files/{file_id}/finalize") => content,
        ("POST", "/files/{file_id}/segments") => json!({ "first": 1, "count": 1 }),
        ("POST", "/files/{file_id}/segments/done") => json!({ "number": 1, "size": 5, "checksum": "AAAAAAAAAAA=" }),
        ("POST", "/links") => json!({}),
        ("POST", "/transfer") => json!({ "cloud_connection_id": "" }),
        ("PUT", "") => json!({ "name": "Other" }),
        _ => Value::Null,
    })
}

fn of_portal(scene: &Scene, call: &str, special: &str, number: usize) -> Option<Value> {
    let subdomain = format!("{}-new{number}", scene.label);
    Some(match call {
        "POST /v1/teams/{team_id}/portals" => match special {
            "" => scene.portal("plain", &subdomain),
            "attach" => scene.portal("open", &subdomain),
            kind => scene.portal(kind, &subdomain),
        },
        "PUT /v1/portals/{portal_id}" => portal_change(scene, special),
        "POST /v1/portals/{portal_id}/packages" => {
            json!({ "name": "New", "description": "", "sender": "stranger@example.net" })
        }
        "POST /v1/portals/{portal_id}/packages/check" => {
            json!({ "package": { "name": "New", "description": "", "sender": "stranger@example.net" } })
        }
        "POST /v1/portals/{portal_id}/form/responses" => json!({ "scene": { "value": "1" } }),
        "POST /v1/portals/{portal_id}/form"
        | "PUT /v1/metadata/forms/{form_id}"
        | "POST /v1/teams/{team_id}/forms/templates"
        | "PUT /v1/metadata/forms/templates/{form_template_id}" => form("Changed"),
        _ => return None,
    })
}

/// A whole Portal as it is; `attach-kind` and `regular-kind` change something that not everybody may.
fn portal_change(scene: &Scene, special: &str) -> Value {
    let (change, kind) = special.split_once('-').unwrap_or(("", special));
    let mut body = scene.portal(kind, &format!("{}-{kind}", scene.label));
    match change {
        "attach" => body["custom_webhooks"] = json!([{ "id": scene.ids["webhook"] }]),
        "regular" => body["access_level"] = json!("regular"),
        _ => {}
    }
    body
}

fn of_team(scene: &Scene, call: &str, special: &str, number: usize) -> Option<Value> {
    Some(match call {
        "POST /v1/teams/{team_id}/members" => {
            json!({ "email": format!("new{number}@{}.example", scene.label), "role": "member" })
        }
        "PUT /v1/members/{membership_id}" => json!({ "role": if special.is_empty() { "guest" } else { special } }),
        "POST /v1/teams/{team_id}/api_keys" | "PUT /v1/api_keys/{api_key_id}" => json!({ "state": "active" }),
        "POST /v1/teams/{team_id}/packages" => {
            let space = scene.ids.get(special).cloned().unwrap_or_default();
            json!({ "name": "New", "description": "", "recipients": [], "teamspace_id": space })
        }
        "POST /v1/teams/{team_id}/packages/check" => {
            let space = scene.ids.get(special).cloned().unwrap_or_default();
            json!({ "package": { "name": "New", "description": "", "recipients": [], "teamspace_id": space } })
        }
        "PUT /v1/teams/{team_id}/archive"
        | "PUT /v1/teams/{team_id}/unarchive"
        | "PUT /v1/teams/{team_id}/inbox/archive"
        | "PUT /v1/teams/{team_id}/inbox/unarchive" => {
            json!({ "expiry_start": "2020-01-01", "expiry_end": "2020-02-01" })
        }
        "POST /v1/spaces/{space_id}/members" => json!({ "member_ids": [scene.ids["colleague_member"]] }),
        "POST /v1/teams/{team_id}/filters" => filter(),
        "PUT /v1/filters/{filter_id}" => filter_change(special),
        "POST /v1/teams/{team_id}/filters/try" => json!({ "rules": filter()["rules"], "names": ["a.mov"] }),
        "POST /v1/teams/{team_id}/cloud_connections" => gateway(),
        "PUT /v1/cloud_connections/{cloud_connection_id}" => connection_change(special),
        "POST /v1/teams/{team_id}/custom_webhooks" => scene.webhook(),
        "PUT /v1/custom_webhooks/{custom_webhook_id}" => webhook_change(scene, special),
        _ if call.starts_with("DELETE") => Value::Null,
        _ => return None,
    })
}

fn connection_change(special: &str) -> Value {
    match special {
        "directory" => json!({ "target_directory_id": "elsewhere" }),
        "credentials" => json!({ "authorization": bucket_at("http://127.0.0.1:9") }),
        "manifest" => json!({ "upload_transfer_manifest": true }),
        _ => json!({ "name": "Changed" }),
    }
}

fn filter_change(special: &str) -> Value {
    let mut body = filter();
    match special {
        "rules" => body["rules"][0]["values"] = json!(["[.]mxf$"]),
        _ => body["name"] = json!("Changed"),
    }
    body
}

fn webhook_change(scene: &Scene, special: &str) -> Value {
    let mut body = scene.webhook();
    match special {
        "events" => body["events"] = json!(["package.created"]),
        "off" => body["active"] = json!(false),
        "address" => body["url"] = json!(format!("{}/elsewhere", body["url"].as_str().unwrap())),
        _ => body["name"] = json!("Changed"),
    }
    body
}
