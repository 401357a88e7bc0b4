//! Forms of Portals and their templates: created, read, replaced, deleted, filled in.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Person, Refusal as _, Reply, TestCloud};
use wire::error::ErrorCode;
use wire::forms::{CreateForm, CreateFormTemplate, FormAnswer, FormAnswers, UpdateForm};
use wire::ids::PortalId;
use wire::portals::WritePortal;

pub(super) const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
const NOW: &str = "2026-01-01T00:00:00.000Z";

/// A Portal that accepts uploads, with an access code if one is given.
pub(super) async fn open_portal(owner: &Person, subdomain: &str, code: Option<&str>) -> PortalId {
    let request = WritePortal {
        name: Some("Dailies".into()),
        subdomain: Some(subdomain.into()),
        active: Some(true),
        has_access_code: Some(code.is_some()),
        access_code: code.map(str::to_owned),
        ..WritePortal::default()
    };
    owner.client.create_portal(&owner.team_id, &request).await.unwrap().id
}

/// Fields for a request, each with its differences from a plain optional text.
pub(super) fn fields(given: &[(&str, Value)]) -> Value {
    let field = |(name, change): &(&str, Value)| {
        let mut field = json!({ "name": name, "type": "short_text" });
        for (key, value) in change.as_object().unwrap() {
            field[key] = value.clone();
        }
        field
    };
    given.iter().map(field).collect()
}

fn form(given: &[(&str, Value)]) -> CreateForm {
    let body = json!({ "name": "Camera report", "delivery_formats": ["json"], "fields": fields(given) });
    serde_json::from_value(body).unwrap()
}

fn update(given: &[(&str, Value)]) -> UpdateForm {
    let body = json!({ "name": "Camera report", "delivery_formats": ["json"], "fields": fields(given) });
    serde_json::from_value(body).unwrap()
}

pub(super) fn answers(given: &[(&str, &str)]) -> FormAnswers {
    FormAnswers(given.iter().map(|(name, value)| ((*name).to_owned(), FormAnswer::text(value))).collect())
}

#[tokio::test]
async fn a_portal_has_one_form() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let path = format!("/v1/portals/{portal}/form");
    let none = Reply::of(&owner.client, &format!("GET {path}"), &Value::Null).await;
    assert_eq!(none.error().code, ErrorCode::NotFound);
    let body = json!({
        "name": "Camera report", "delivery_formats": ["json", "email_body", "json"], "unknown": true,
        "fields": fields(&[
            ("note", json!({ "type": "long_text", "position": 9 })),
            ("camera", json!({ "type": "dropdown", "label": "Camera", "visibility": "required", "options": ["A", "B"],
                "default_value": "B", "position": 1, "id": "ignored" })),
        ]),
    });
    let created = Reply::of(&owner.client, &format!("POST {path}"), &body).await.expect(201);
    let field = |index: usize| created["fields"][index]["id"].clone();
    let expected = json!({
        "id": created["id"], "name": "Camera report", "delivery_formats": ["json", "email_body"], "disabled": false,
        "owner_id": format!("portal-{portal}"), "team_id": owner.team_id, "created_at": NOW, "updated_at": NOW,
        "fields": [
            { "id": field(0), "form_id": created["id"], "name": "camera", "label": "Camera", "type": "dropdown",
              "visibility": "required", "default_value": "B", "position": 1, "options": ["A", "B"],
              "created_at": NOW, "updated_at": NOW },
            { "id": field(1), "form_id": created["id"], "name": "note", "label": "note", "type": "long_text",
              "visibility": "optional", "default_value": "", "position": 9, "options": [],
              "created_at": NOW, "updated_at": NOW },
        ],
    });
    assert_eq!(created, expected);
    let again = Reply::of(&owner.client, &format!("POST {path}"), &body).await;
    assert_eq!(again.error().code, ErrorCode::Duplicate);
    let by_id = format!("GET /v1/metadata/forms/{}", created["id"].as_str().unwrap());
    for line in [format!("GET {path}"), by_id] {
        assert_eq!(Reply::of(&owner.client, &line, &Value::Null).await.expect(200), created);
    }
}

#[tokio::test]
async fn an_update_replaces_all_fields() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let made = owner.client.create_form(&portal, &form(&[("a", json!({})), ("b", json!({}))])).await.unwrap();
    cloud.advance(Duration::from_mins(1));
    let change = UpdateForm { disabled: Some(true), ..update(&[("b", json!({})), ("c", json!({}))]) };
    let changed = owner.client.update_form(&made.id, &change).await.unwrap();
    let names: Vec<_> = changed.fields.iter().map(|field| field.attributes.name.as_str()).collect();
    assert_eq!((names, changed.disabled), (vec!["b", "c"], true));
    assert!(changed.fields.iter().all(|field| made.fields.iter().all(|old| old.id != field.id)), "ids are new");
    assert_eq!((changed.created_at, changed.updated_at), (made.created_at, cloud.now()));
    let kept = owner.client.update_form(&made.id, &update(&[])).await.unwrap();
    assert!(kept.disabled && kept.fields.is_empty(), "what is left out of `disabled` stays");
    assert_eq!(owner.client.form(&made.id).await.unwrap(), kept);
    let line = format!("PUT /v1/metadata/forms/{}", made.id);
    let whole = json!({ "name": "x", "delivery_formats": [], "fields": [], "disabled": "false" });
    assert_eq!(Reply::of(&owner.client, &line, &whole).await.expect(200)["disabled"], false);
    for missing in ["name", "delivery_formats", "fields"] {
        let mut body = whole.clone();
        body.as_object_mut().unwrap().remove(missing);
        assert_eq!(Reply::of(&owner.client, &line, &body).await.field(), missing);
    }

    let deleted = Reply::of(&owner.client, &format!("DELETE /v1/metadata/forms/{}", made.id), &Value::Null).await;
    assert_eq!(deleted.expect(204), Value::Null);
    assert_eq!(owner.client.delete_form(&made.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.form_of_portal(&portal).await.refusal(), ErrorCode::NotFound);
    assert!(owner.client.create_form(&portal, &form(&[])).await.is_ok(), "there is room for another");
}

#[tokio::test]
async fn what_is_wrong_is_named_with_its_place() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let templates = format!("POST /v1/teams/{}/forms/templates", owner.team_id);
    let cases = [
        (json!({ "name": "" }), "name"),
        (json!({ "name": null }), "name"),
        (json!({ "delivery_formats": "json" }), "delivery_formats"),
        (json!({ "delivery_formats": ["pdf"] }), "delivery_formats[0]"),
        (json!({ "fields": {} }), "fields"),
        (json!({ "fields": [{ "name": "a" }] }), "fields[0].type"),
        (json!({ "fields": [{ "type": "date" }] }), "fields[0].name"),
        (json!({ "fields": [{ "name": "a", "type": "colour" }] }), "fields[0].type"),
        (json!({ "fields": fields(&[("a", json!({ "visibility": "shown" }))]) }), "fields[0].visibility"),
        (json!({ "fields": fields(&[("a", json!({ "position": "first" }))]) }), "fields[0].position"),
        (json!({ "fields": fields(&[("a", json!({})), ("a", json!({}))]) }), "fields[1].name"),
        (json!({ "fields": fields(&[("a", json!({ "type": "radio" }))]) }), "fields[0].options"),
        (
            json!({ "fields": fields(&[("a", json!({ "type": "radio", "options": ["x"], "default_value": "y" }))]) }),
            "fields[0].default_value",
        ),
        (
            json!({ "fields": fields(&[("a", json!({ "type": "sender_email" })), ("b", json!({ "type": "sender_email" }))]) }),
            "fields[1].type",
        ),
    ];
    for (change, field) in cases {
        let mut body = json!({ "name": "f", "delivery_formats": [] });
        for (key, value) in change.as_object().unwrap() {
            body[key] = value.clone();
        }
        for line in [format!("POST /v1/portals/{portal}/form"), templates.clone()] {
            let reply = Reply::of(&owner.client, &line, &body).await;
            assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{line} {body} {}", reply.text);
        }
    }
    assert_eq!(owner.client.form_of_portal(&portal).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn a_template_is_copied_not_shared() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let path = format!("/v1/teams/{}/forms/templates", owner.team_id);
    let bare = json!({ "name": "Report", "delivery_formats": ["csv"] });
    let created = Reply::of(&owner.client, &format!("POST {path}"), &bare).await.expect(201);
    let expected = json!({
        "id": created["id"], "name": "Report", "delivery_formats": ["csv"], "fields": [], "team_id": owner.team_id,
        "created_at": NOW, "updated_at": NOW,
    });
    assert_eq!(created, expected);
    let one = format!("/v1/metadata/forms/templates/{}", created["id"].as_str().unwrap());
    let whole = json!({ "name": "Report", "delivery_formats": ["csv"], "fields": fields(&[("scene", json!({}))]) });
    let updated = Reply::of(&owner.client, &format!("PUT {one}"), &whole).await.expect(200);
    assert_eq!(updated["fields"][0]["form_id"], created["id"]);
    assert_eq!(Reply::of(&owner.client, &format!("GET {one}"), &Value::Null).await.expect(200), updated);
    assert_eq!(Reply::of(&owner.client, &format!("GET {path}"), &Value::Null).await.expect(200), json!([updated]));

    let request = json!({ "name": "Form", "delivery_formats": [], "form_template_id": created["id"] });
    let line = format!("POST /v1/portals/{portal}/form");
    let form = Reply::of(&owner.client, &line, &request).await.expect(201);
    assert_eq!((&form["fields"][0]["name"], &form["fields"][0]["form_id"]), (&json!("scene"), &form["id"]));
    assert_ne!(form["fields"][0]["id"], updated["fields"][0]["id"]);
    assert_eq!(Reply::of(&owner.client, &format!("DELETE {one}"), &Value::Null).await.expect(204), Value::Null);
    assert_eq!(Reply::of(&owner.client, &format!("GET {one}"), &Value::Null).await.error().code, ErrorCode::NotFound);
    assert_eq!(owner.client.form_of_portal(&portal).await.unwrap().fields.len(), 1, "the copy stays");

    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let template = CreateFormTemplate { name: "t".into(), delivery_formats: Vec::new(), fields: None };
    let theirs = stranger.client.create_form_template(&stranger.team_id, &template).await.unwrap();
    let other = open_portal(&owner, "other", None).await;
    let line = format!("POST /v1/portals/{other}/form");
    for id in [theirs.id.as_str(), ID, form["id"].as_str().unwrap(), "no id"] {
        let request = json!({ "name": "Form", "delivery_formats": [], "form_template_id": id });
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::ReferenceNotFound, "form_template_id"));
    }
    assert_eq!(owner.client.form_template(&theirs.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.delete_form_template(&theirs.id).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn roles_manage_what_the_table_says() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let made = owner.client.create_form(&portal, &form(&[])).await.unwrap();
    let template = CreateFormTemplate { name: "t".into(), delivery_formats: Vec::new(), fields: None };
    for (role, may) in [("admin", true), ("integration_manager", false), ("member", true), ("guest", false)] {
        let person = cloud.member(&owner, role, &format!("{role}@example.org")).await;
        let updated = person.client.update_form(&made.id, &update(&[])).await;
        let templated = person.client.create_form_template(&owner.team_id, &template).await;
        let listed = person.client.form_templates(&owner.team_id).await;
        if may {
            assert!(updated.is_ok() && templated.is_ok() && listed.is_ok(), "{role}");
        } else {
            assert_eq!([templated.refusal(), listed.refusal()], [ErrorCode::Forbidden; 2], "{role}");
            // Guests see no Portal that was not shared with them.
            let expected = if role == "guest" { ErrorCode::NotFound } else { ErrorCode::Forbidden };
            assert_eq!(updated.refusal(), expected, "{role}");
            assert_eq!(person.client.delete_form(&made.id).await.refusal(), expected, "{role}");
        }
    }
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let unknown = ID.parse().unwrap();
    for id in [&made.id, &unknown] {
        assert_eq!(stranger.client.form(id).await.refusal(), ErrorCode::NotFound);
        assert_eq!(stranger.client.update_form(id, &update(&[])).await.refusal(), ErrorCode::NotFound);
        assert_eq!(stranger.client.delete_form(id).await.refusal(), ErrorCode::NotFound);
    }
    assert_eq!(stranger.client.create_form(&portal, &form(&[])).await.refusal(), ErrorCode::NotFound);
    assert_eq!(stranger.client.form_of_portal(&portal).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn a_response_is_the_form_with_values() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    let request = form(&[
        ("scene", json!({ "visibility": "required", "label": "Scene" })),
        ("take", json!({ "type": "number" })),
        ("unit", json!({ "visibility": "readonly", "default_value": "second" })),
        ("cost", json!({ "visibility": "hidden", "default_value": "4711" })),
    ]);
    let formed = owner.client.create_form(&portal, &request).await.unwrap();
    let line = format!("POST /v1/portals/{portal}/form/responses");
    let body = json!({
        "scene": { "value": "12a" }, "take": { "value": "not a number" }, "unit": { "value": "first" },
        "cost": { "value": "0" }, "unknown": { "value": 1 }, "more": 2,
    });
    let made = Reply::of(&cloud.anyone(), &line, &body).await.expect(201);
    assert_eq!((&made["form_id"], &made["package_id"]), (&json!(formed.id), &json!("")));
    assert_eq!((&made["name"], &made["delivery_formats"]), (&json!("Camera report"), &json!(["json"])));
    assert_eq!(made["owner_id"], format!("portal-{portal}"));
    let values: Vec<_> = made["fields"].as_array().unwrap().iter().map(|field| &field["value"]).collect();
    assert_eq!(values, ["12a", "not a number", "second", "4711"], "only the form decides on the last two");
    let (first, attributes) = (&made["fields"][0], &formed.fields[0]);
    assert_eq!((&first["field_id"], &first["form_data_id"]), (&json!(attributes.id), &made["id"]));
    assert!(first["id"].is_string() && first["id"] != first["field_id"]);
    assert_eq!(
        (&first["label"], &first["type"], &first["visibility"]),
        (&json!("Scene"), &json!("short_text"), &json!("required"))
    );

    for body in [json!({}), json!({ "scene": { "value": "" } }), json!({ "scene": {} }), json!({ "scene": "12a" })] {
        let reply = Reply::of(&cloud.anyone(), &line, &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "scene"), "{body}");
    }
    for credential in [owner.client.clone(), cloud.anyone().with_api_key(owner.api_key.as_deref().unwrap())] {
        assert!(credential.fill_in_form(&portal, &answers(&[("scene", "1")])).await.is_ok());
    }
    let disabled = UpdateForm { disabled: Some(true), ..update(&[]) };
    owner.client.update_form(&formed.id, &disabled).await.unwrap();
    assert_eq!(cloud.anyone().fill_in_form(&portal, &answers(&[])).await.refusal(), ErrorCode::WrongState);
    owner.client.delete_form(&formed.id).await.unwrap();
    assert_eq!(cloud.anyone().fill_in_form(&portal, &answers(&[])).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn an_access_code_guards_the_form_too() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", Some("säsam öffne")).await;
    owner.client.create_form(&portal, &form(&[])).await.unwrap();
    let path = format!("/v1/portals/{portal}/form/responses");
    let send = async |code: Option<&str>| {
        let request = cloud.anyone().request(reqwest::Method::POST, &path).json(&json!({}));
        Reply::to(code.into_iter().fold(request, |request, code| request.header("X-Access-Code", code))).await
    };
    assert_eq!(send(None).await.error().code, ErrorCode::AccessCode);
    assert_eq!(send(Some("wrong")).await.error().code, ErrorCode::AccessCode);
    send(Some("s%C3%A4sam%20%C3%B6ffne")).await.expect(201);
    assert!(owner.client.fill_in_form(&portal, &answers(&[])).await.is_ok(), "members need no code");
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    assert_eq!(stranger.client.fill_in_form(&portal, &answers(&[])).await.refusal(), ErrorCode::NotFound);
    assert_eq!(cloud.anyone().fill_in_form(&ID.parse().unwrap(), &answers(&[])).await.refusal(), ErrorCode::NotFound);

    cloud.execute_sql("UPDATE portals SET active = 0").await;
    assert_eq!(send(Some("s%C3%A4sam%20%C3%B6ffne")).await.error().code, ErrorCode::Forbidden);
}

#[tokio::test]
async fn strangers_answer_only_so_often() {
    let cloud = TestCloud::setup().with(|config| config.limits.address_tries_per_minute = 3).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let portal = open_portal(&owner, "dailies", None).await;
    owner.client.create_form(&portal, &form(&[])).await.unwrap();
    for _ in 0..3 {
        cloud.anyone().fill_in_form(&portal, &answers(&[])).await.unwrap();
    }
    assert_eq!(cloud.anyone().fill_in_form(&portal, &answers(&[])).await.refusal(), ErrorCode::RateLimited);
    assert!(owner.client.fill_in_form(&portal, &answers(&[])).await.is_ok(), "members are not visitors");
    cloud.advance(Duration::from_mins(1));
    assert!(cloud.anyone().fill_in_form(&portal, &answers(&[])).await.is_ok());
}
