//! Text that does harm if it is not handled as text, in every field that is shown later.

use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud, TestReceiver, hostile_strings};

use super::access_scene::{filter, form};
use super::webhook_scene::neighbourly;

/// How a field stores its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Without surrounding whitespace.
    Trimmed,
    Exactly,
    /// And never shown.
    Masked,
}

/// A field of an existing object, and where it is read.
struct Field {
    write: String,
    /// `TEXT` marks the place of the text.
    body: Value,
    read: String,
    pointer: &'static str,
    kept: Kept,
}

impl Field {
    /// Whether a reply shows the text; whitespace alone may become empty.
    fn check(&self, reply: &Value, text: &str) {
        // Two replies differ: a Teamspace comes as a list with one entry, and a user is nested in the account.
        let shown = reply.pointer("/teamspaces/0").or_else(|| reply.get("user")).unwrap_or(reply);
        let found = shown.pointer(self.pointer).and_then(Value::as_str);
        let expected = match self.kept {
            Kept::Trimmed => text.trim(),
            Kept::Exactly => text,
            Kept::Masked => "****",
        };
        let is_none = text.trim().is_empty() && found.is_none_or(str::is_empty);
        assert!(found == Some(expected) || is_none, "{} {}: {text:?} became {found:?}", self.write, self.pointer);
    }
}

/// The body with the text instead of every `TEXT`.
fn holding(body: &Value, text: &str) -> Value {
    match body {
        Value::String(word) if word == "TEXT" => json!(text),
        Value::Array(items) => items.iter().map(|item| holding(item, text)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), holding(value, text))).collect(),
        other => other.clone(),
    }
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

/// Creates something, and returns the path for changing and reading it.
async fn made(owner: &Person, path: &str, body: &Value, under: &str) -> String {
    let made = Reply::of(&owner.client, &format!("POST {path}"), body).await.expect(201);
    format!("{under}/{}", made["id"].as_str().unwrap())
}

async fn fields(owner: &Person, receiver: &TestReceiver) -> Vec<Field> {
    use Kept::{Exactly, Masked, Trimmed};
    let (team, user) = (format!("/v1/teams/{}", owner.team_id), format!("/v1/users/{}", owner.user_id));
    let field = |write: &str, body: Value, pointer: &'static str, kept: Kept| Field {
        write: format!("PUT {write}"),
        body,
        read: format!("GET {write}"),
        pointer,
        kept,
    };
    let name = json!({ "name": "TEXT" });
    let portal = json!({ "name": "Portal", "subdomain": "portal", "active": true });
    let webhook = json!({ "active": false, "events": ["package.created"], "method": "POST", "url": receiver.url() });
    let space = made(owner, &format!("{team}/spaces"), &json!({ "name": "Space" }), "/v1/spaces").await;
    let path = made(owner, &format!("{team}/portals"), &portal, "/v1/portals").await;
    let hook = made(owner, &format!("{team}/custom_webhooks"), &webhook, "/v1/custom_webhooks").await;
    let template = made(owner, &format!("{team}/forms/templates"), &form("T"), "/v1/metadata/forms/templates").await;
    let sieve = made(owner, &format!("{team}/filters"), &filter(), "/v1/filters").await;
    let choice = json!([{ "name": "a", "type": "dropdown", "options": ["TEXT"], "default_value": "TEXT" }]);
    let terms = json!({ "title": "TEXT", "description": "TEXT", "checkbox_label": "TEXT" });
    vec![
        field(&team, name.clone(), "/name", Trimmed),
        Field { read: "GET /v1/auth".to_owned(), ..field(&user, name.clone(), "/name", Trimmed) },
        field(&space, name.clone(), "/name", Trimmed),
        field(&path, with(portal.clone(), "name", json!("TEXT")), "/name", Trimmed),
        field(&path, with(portal.clone(), "tag", name.clone()), "/tag/name", Trimmed),
        field(&path, with(portal.clone(), "message", json!("TEXT")), "/message", Exactly),
        field(&path, with(portal, "terms_of_service", terms), "/terms_of_service/title", Exactly),
        field(&hook, with(webhook.clone(), "name", json!("TEXT")), "/name", Trimmed),
        field(&hook, with(webhook, "headers", json!({ "X-Text": "TEXT" })), "/headers/X-Text", Masked),
        field(&template, with(form("T"), "name", json!("TEXT")), "/name", Trimmed),
        field(&template, with(form("T"), "fields", choice), "/fields/0/options/0", Exactly),
        field(&sieve, with(filter(), "name", json!("TEXT")), "/name", Trimmed),
    ]
}

#[tokio::test]
async fn is_kept_as_it_is_or_refused() {
    let (cloud, receiver) = (neighbourly().start().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    for field in fields(&owner, &receiver).await {
        let mut taken = 0;
        for text in hostile_strings() {
            let reply = Reply::of(&owner.client, &field.write, &holding(&field.body, &text)).await;
            if reply.status == 400 {
                assert!(!reply.field().is_empty(), "{} {text:?}: {}", field.write, reply.text);
                continue;
            }
            field.check(&reply.expect(200), &text);
            field.check(&Reply::of(&owner.client, &field.read, &Value::Null).await.expect(200), &text);
            taken += 1;
        }
        assert!(taken > 100, "{} {} takes {taken} of them", field.write, field.pointer);
    }
    assert!(receiver.deliveries().is_empty());
}

#[tokio::test]
async fn names_of_tags_are_one_line() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for text in hostile_strings() {
        let line = format!("POST /v1/teams/{}/tags", owner.team_id);
        let reply = Reply::of(&owner.client, &line, &json!({ "name": text })).await;
        match reply.status.as_u16() {
            201 => assert_eq!(reply.expect(201)["name"], json!(text.trim())),
            status => assert!([400, 409].contains(&status), "{text:?}: {}", reply.text),
        }
    }
    let tags = owner.client.tags(&owner.team_id).await.unwrap();
    assert!(tags.len() > 100 && tags.iter().all(|tag| !tag.name.contains(char::is_control)));
}
