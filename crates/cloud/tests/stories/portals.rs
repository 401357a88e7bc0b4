//! Portals: created, shown, changed, made private, deleted.

use serde_json::{Value, json};
use testkit::{Person, Refusal as _, Reply, TestCloud};
use wire::error::ErrorCode;
use wire::portals::WritePortal;

const ZERO: &str = "0001-01-01T00:00:00.000Z";

fn plain(subdomain: &str) -> WritePortal {
    WritePortal {
        name: Some(format!("Portal {subdomain}")),
        subdomain: Some(subdomain.to_owned()),
        active: Some(true),
        ..WritePortal::default()
    }
}

async fn create(person: &Person, body: &Value) -> Reply {
    Reply::of(&person.client, &format!("POST /v1/teams/{}/portals", person.team_id), body).await
}

async fn put(person: &Person, id: &Value, body: &Value) -> Reply {
    Reply::of(&person.client, &format!("PUT /v1/portals/{}", id.as_str().unwrap()), body).await
}

#[tokio::test]
async fn a_portal_has_every_field_and_its_defaults() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let created = create(&owner, &json!({ "name": " Rushes ", "subdomain": "rushes" })).await.expect(201);
    let now = cloud.now().to_string();
    let expected = json!({ "id": created["id"], "name": "Rushes", "subdomain": "rushes", "message": "",
        "active": false, "has_access_code": false, "access_code": "", "has_download_password": false,
        "download_password": "", "custom_expiry_days": 0, "logo_url": "", "background_url": "", "primary_color": "",
        "recipients": [], "disable_upload_receipt": false, "cloud_connections": [], "custom_webhooks": [],
        "access_level": "regular", "access_list": [], "teamspace_id": "", "teamspace": {},
        "terms_of_service_enabled": false,
        "terms_of_service": { "title": "", "description": "", "checkbox_label": "", "checkbox_url": "" },
        "package_size_restriction_enabled": false, "max_package_size": 0, "max_file_size": 0, "max_file_count": 0,
        "max_stored_bytes": 0, "max_packages_per_hour": 0, "max_entries_per_hour": 0,
        "file_type_restriction_enabled": false, "file_types": [], "file_type_restriction_exclude": false,
        "expiry_enabled": false, "expiry": ZERO, "package_name_format": { "label": "", "value": "" },
        "package_name_format_enabled": false, "language": "", "created_at": now, "updated_at": now });
    // Lists do not have them.
    let without_held = |mut body: Value| {
        for field in ["held", "hourly"] {
            body.as_object_mut().unwrap().remove(field);
        }
        body
    };
    assert_eq!(created["held"], json!({ "bytes": 0, "limit": 0, "is_near": false }));
    assert_eq!(without_held(created.clone()), expected);
    let id = created["id"].as_str().unwrap();
    let team = &owner.team_id;
    for (path, pointer) in [
        (format!("/v1/portals/{id}"), ""),
        (format!("/v1.1/portals/{id}"), ""),
        (format!("/v1.1/teams/{team}/portals"), "/records/0"),
        (format!("/v1/teams/{team}/portals"), "/0"),
    ] {
        let reply = Reply::of(&owner.client, &format!("GET {path}"), &json!(null)).await.expect(200);
        assert_eq!(without_held(reply.pointer(pointer).unwrap().clone()), expected, "{path}");
    }
}

#[tokio::test]
async fn get_modify_update_keeps_everything() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let space = Reply::of(&owner.client, &format!("POST /v1/teams/{}/spaces", owner.team_id), &json!({ "name": "S" }))
        .await
        .expect(201);
    let whole = json!({ "name": "Rushes", "subdomain": "rushes", "message": "Send\nhere", "active": "true",
        "has_access_code": true, "access_code": "öffne dich", "has_download_password": true,
        "download_password": "sesame", "custom_expiry_days": -1, "logo_url": "https://example.org/l.png",
        "background_url": "https://example.org/b.png", "primary_color": "#12aBcd",
        "recipients": ["Ben@example.org", "ben@example.org"], "disable_upload_receipt": true,
        "tag": { "name": "red" }, "teamspace_id": space["id"], "terms_of_service_enabled": true,
        "terms_of_service": { "title": "T", "description": "D", "checkbox_label": "C", "checkbox_url": "https://example.org/" },
        "package_size_restriction_enabled": true, "max_package_size": 100, "max_file_size": 50, "max_file_count": 3,
        "file_type_restriction_enabled": true, "file_types": [".mov", ".WAV"], "file_type_restriction_exclude": true,
        "expiry_enabled": true, "expiry": "2026-12-24T00:00:00.000Z", "language": "pt-BR",
        "package_name_format": { "label": "Reel", "value": "R[0-9]+" }, "package_name_format_enabled": true });
    let created = create(&owner, &whole).await.expect(201);
    assert_eq!(created["access_code"], "öffne dich");
    assert_eq!(created["recipients"], json!(["ben@example.org"]));
    let read = Reply::of(&owner.client, &format!("GET /v1/portals/{}", created["id"].as_str().unwrap()), &json!(null))
        .await
        .expect(200);
    assert_eq!(read, created);
    let mut modified = read.clone();
    modified["name"] = json!("Rushes 2");
    for field in ["access_code", "download_password"] {
        modified[field] = json!("****");
    }
    let updated = put(&owner, &created["id"], &modified).await.expect(200);
    let mut expected = read;
    expected["name"] = json!("Rushes 2");
    assert_eq!(updated, expected);

    // Omitted fields are kept, except for the Teamspace and the tag.
    let updated = put(&owner, &created["id"], &json!({ "name": "Rushes 3", "subdomain": "rushes" })).await.expect(200);
    expected["name"] = json!("Rushes 3");
    expected["teamspace"] = json!({});
    expected["teamspace_id"] = json!("");
    expected.as_object_mut().unwrap().remove("tag");
    assert_eq!(updated, expected);
    let emptied = json!({ "name": "Rushes 3", "subdomain": "rushes", "recipients": null, "has_access_code": false,
        "access_code": "", "has_download_password": false, "download_password": "" });
    let updated = put(&owner, &created["id"], &emptied).await.expect(200);
    assert_eq!(updated["recipients"], json!([]));
    assert_eq!((&updated["access_code"], &updated["download_password"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let foreign =
        Reply::of(&other.client, &format!("POST /v1/teams/{}/spaces", other.team_id), &json!({ "name": "S" }))
            .await
            .expect(201)["id"]
            .clone();
    let unknown = json!("01KA2B3C4D5E6F7G8H9JKMNPQR");
    let good = json!({ "name": "Rushes", "subdomain": "rushes" });
    let cases = [
        (json!({ "name": null }), 400, "name"),
        (json!({ "name": " " }), 400, "name"),
        (json!({ "subdomain": null }), 400, "subdomain"),
        (json!({ "subdomain": "Rushes" }), 400, "subdomain"),
        (json!({ "subdomain": "ab" }), 400, "subdomain"),
        (json!({ "subdomain": "" }), 400, "subdomain"),
        (json!({ "active": "yes" }), 400, "active"),
        (json!({ "has_access_code": true }), 400, "access_code"),
        (json!({ "has_access_code": true, "access_code": "****" }), 400, "access_code"),
        (json!({ "access_code": "x".repeat(73) }), 400, "access_code"),
        (json!({ "has_download_password": true, "download_password": "" }), 400, "download_password"),
        (json!({ "download_password": "x".repeat(73) }), 400, "download_password"),
        (json!({ "user_authentication_required": true }), 400, "user_authentication_required"),
        (json!({ "user_authentication_required": "true" }), 400, "user_authentication_required"),
        (json!({ "download_user_authentication_required": true }), 400, "download_user_authentication_required"),
        (json!({ "custom_expiry_days": 65_536 }), 400, "custom_expiry_days"),
        (json!({ "logo_url": "javascript:alert(1)" }), 400, "logo_url"),
        (json!({ "primary_color": "red" }), 400, "primary_color"),
        (json!({ "recipients": ["nobody"] }), 400, "recipients[0]"),
        (json!({ "recipients": "ben@example.org" }), 400, "recipients"),
        (json!({ "terms_of_service_enabled": true }), 400, "terms_of_service"),
        (json!({ "package_size_restriction_enabled": true }), 400, "max_package_size"),
        (json!({ "file_type_restriction_enabled": true }), 400, "file_types"),
        (json!({ "file_types": ["mov"] }), 400, "file_types"),
        (json!({ "expiry_enabled": true }), 400, "expiry"),
        (json!({ "package_name_format_enabled": true }), 400, "package_name_format.value"),
        (json!({ "access_level": "secret" }), 400, "access_level"),
        (json!({ "access_level": "private" }), 400, "has_access_code"),
        (json!({ "access_list": [7] }), 400, "access_list[0]"),
        (json!({ "teamspace_id": unknown }), 404, "teamspace_id"),
        (json!({ "teamspace_id": foreign }), 404, "teamspace_id"),
        (json!({ "tag": { "id": unknown } }), 404, "tag.id"),
        (json!({ "custom_webhooks": [{ "id": unknown }] }), 404, "custom_webhooks"),
        (json!({ "cloud_connections": [{ "id": unknown }] }), 404, "cloud_connections"),
    ];
    for (change, status, field) in cases {
        let mut body = good.clone();
        for (name, value) in change.as_object().unwrap() {
            body[name] = value.clone();
        }
        let reply = create(&owner, &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (status, field), "{change}");
    }
    assert_eq!(owner.client.portals(&owner.team_id, "").await.unwrap().metadata.total, 0);
}

#[tokio::test]
async fn a_secret_without_its_flag_protects() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for (secret, flag) in [("access_code", "has_access_code"), ("download_password", "has_download_password")] {
        let subdomain = secret.replace('_', "-");
        let mut body = json!({ "name": "Rushes", "subdomain": subdomain, "active": true,
            "user_authentication_required": false, "download_user_authentication_required": null });
        body[secret] = json!("sesame");
        let created = create(&owner, &body).await.expect(201);
        assert_eq!((&created[flag], &created[secret]), (&json!(true), &json!("sesame")));
        let line = format!("PUT /v1/portals/{}", created["id"].as_str().unwrap());
        let put = async |change: Value| {
            let mut body = json!({ "name": "Rushes", "subdomain": subdomain });
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            Reply::of(&owner.client, &line, &body).await.expect(200)[flag].clone()
        };
        assert_eq!(put(json!({ flag: false, secret: "sesame" })).await, false, "the flag decides, if it is sent");
        assert_eq!(put(json!({ secret: "" })).await, false);
        assert_eq!(put(json!({})).await, false);
        assert_eq!(put(json!({ secret: "other" })).await, true);
        assert_eq!(put(json!({ secret: "****" })).await, true, "as it was");
        assert_eq!(put(json!({ flag: false })).await, false);
    }
}

#[tokio::test]
async fn a_subdomain_is_one_portals() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let portal = owner.client.create_portal(&owner.team_id, &plain("rushes")).await.unwrap();
    for person in [&owner, &other] {
        assert_eq!(
            person.client.create_portal(&person.team_id, &plain("rushes")).await.refusal(),
            ErrorCode::Duplicate
        );
    }
    let renamed = WritePortal { subdomain: Some("dailies".into()), ..plain("rushes") };
    owner.client.update_portal(&portal.id, &renamed).await.unwrap();
    let squatter = other.client.create_portal(&other.team_id, &plain("rushes")).await;
    assert_eq!(squatter.refusal(), ErrorCode::Duplicate, "nor does a Portal that moved leave its name to others");
    owner.client.update_portal(&portal.id, &plain("rushes")).await.unwrap();
    owner.client.delete_portal(&portal.id).await.unwrap();
    assert_eq!(owner.client.portal(&portal.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(cloud.anyone().public_portal("rushes").await.refusal(), ErrorCode::NotFound);
    let squatter = other.client.create_portal(&other.team_id, &plain("rushes")).await;
    assert_eq!(squatter.refusal(), ErrorCode::Duplicate, "old links must not lead to someone else");
    let again = owner.client.create_portal(&owner.team_id, &plain("rushes")).await.unwrap();
    owner.client.delete_portal(&again.id).await.unwrap();
    cloud.advance(std::time::Duration::from_hours(24 * 91));
    let key = cloud.anyone().with_api_key(&other.api_key.clone().unwrap());
    key.create_portal(&other.team_id, &plain("rushes")).await.unwrap();
}

#[tokio::test]
async fn strangers_see_what_the_page_needs() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "has_access_code": true,
        "access_code": "Zürich 50%", "recipients": ["ben@example.org"], "message": "Hello",
        "disable_upload_receipt": true, "expiry_enabled": true, "expiry": "2026-02-01" });
    let created = create(&owner, &body).await.expect(201);
    let id = created["id"].as_str().unwrap().parse().unwrap();
    let shown = cloud.anyone().public_portal("rushes").await.unwrap();
    assert_eq!((shown.id, shown.message.as_str(), shown.has_access_code), (created_id(&created), "Hello", true));
    assert_eq!((shown.team_name.as_str(), shown.disable_upload_receipt), ("Film", true));
    assert_eq!((shown.expiry_enabled, shown.expiry.0), (true, "2026-02-01".parse().ok()));
    let by_code = cloud.anyone().with_access_code("Zürich 50%").portal(&id).await.unwrap();
    assert_eq!((by_code.recipients, by_code.access_list), (None, None));
    assert_eq!((by_code.custom_webhooks, by_code.cloud_connections), (None, None));
    assert_eq!(by_code.access_code, "****");
    let wrong = cloud.anyone().with_access_code("Zurich 50%").portal(&id).await;
    assert_eq!(wrong.refusal(), ErrorCode::AccessCode);
    assert_eq!(cloud.anyone().portal(&id).await.refusal(), ErrorCode::Unauthorized);
    let unknown = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
    assert_eq!(cloud.anyone().with_access_code("x").portal(&unknown).await.refusal(), ErrorCode::NotFound);

    put(&owner, &created["id"], &json!({ "name": "Rushes", "subdomain": "rushes", "active": false })).await.expect(200);
    for nothing in ["rushes", "RUSHES", "%00", "a", "none-such"] {
        assert_eq!(cloud.anyone().public_portal(nothing).await.refusal(), ErrorCode::NotFound, "{nothing}");
    }
    let expired = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "expiry_enabled": true,
        "expiry": "2020-01-01" });
    put(&owner, &created["id"], &expired).await.expect(200);
    assert_eq!(cloud.anyone().public_portal("rushes").await.refusal(), ErrorCode::NotFound);
}

fn created_id(body: &Value) -> wire::ids::PortalId {
    body["id"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn an_access_code_is_not_guessed() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "has_access_code": true,
        "access_code": "right" });
    let id = created_id(&create(&owner, &body).await.expect(201));
    let ask = async |code: &str| cloud.anyone().with_access_code(code).portal(&id).await;
    for number in 0..10 {
        assert_eq!(ask(&format!("wrong {number}")).await.refusal(), ErrorCode::AccessCode);
    }
    assert_eq!(ask("right").await.refusal(), ErrorCode::RateLimited, "too late");
    cloud.advance(std::time::Duration::from_mins(2));
    ask("right").await.unwrap();
}

#[tokio::test]
async fn who_guesses_does_not_keep_out_who_knows() {
    let trusted = vec!["127.0.0.0/8".parse().unwrap()];
    let cloud = TestCloud::setup().with(|config| config.trusted_proxies = trusted).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "has_access_code": true,
        "access_code": "right" });
    let id = created_id(&create(&owner, &body).await.expect(201));
    let ask = async |address: &str, code: &str| {
        let request = cloud.anyone().with_access_code(code).request(reqwest::Method::GET, &format!("/v1/portals/{id}"));
        Reply::to(request.header("X-Forwarded-For", address)).await.status.as_u16()
    };
    assert_eq!(ask("203.0.113.1", "right").await, 200);
    for _ in 0..150 {
        assert_ne!(ask("198.51.100.1", "wrong").await, 200);
    }
    assert_eq!(ask("198.51.100.1", "right").await, 429, "from where guesses come, nobody gets in for a minute");
    assert_eq!(ask("203.0.113.2", "right").await, 200, "one address cannot shut it for all");
    for address in 2..=11 {
        for _ in 0..10 {
            ask(&format!("198.51.100.{address}"), "wrong").await;
        }
        assert_eq!(ask("203.0.113.1", "right").await, 200, "a right code does not make room for more guesses");
    }
    assert_eq!(ask("203.0.113.3", "right").await, 200, "however many guess, from wherever they come");
}
