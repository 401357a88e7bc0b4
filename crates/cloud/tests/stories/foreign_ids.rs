//! Objects of another Team look as if they did not exist: in paths, in bodies and in queries.

use client::Client;
use cloud::routes::CallerKind;
use serde_json::{Value, json};
use testkit::{Reply, TestCloud};

use super::access_bodies::body;
use super::access_matrix::{Line, lines};
use super::access_scene::{NOBODY, Scene, World};

/// Two Teams of one service: `theirs` tries to reach what is `ours`.
struct Neighbours {
    world: World,
    ours: Scene,
    theirs: Scene,
}

impl Neighbours {
    async fn meet() -> Self {
        let world = World::start().await;
        let ours = Scene::set(&world, "owner", "ours").await;
        let theirs = Scene::set(&world, "owner", "theirs").await;
        Self { world, ours, theirs }
    }

    /// The number of audit entries of each Team.
    async fn recorded(&self) -> (i64, i64) {
        let total = async |scene: &Scene| {
            let owner = &scene.owner;
            owner.client.audit(&owner.team_id, "limit=1").await.unwrap().metadata.total
        };
        (total(&self.ours).await, total(&self.theirs).await)
    }

    fn cloud(&self) -> &TestCloud {
        &self.world.cloud
    }

    /// All of their credentials that the route accepts.
    fn credentials(&self, line: &Line, path: &str) -> Vec<Client> {
        let person = &self.theirs.person.client;
        let token = |name: &str| person.with_package_token(&self.theirs.tokens[name]);
        match line.route.caller {
            CallerKind::TeamKeyOrUserToken | CallerKind::TeamKeyOrAccessCode | CallerKind::AccessCode => {
                vec![person.clone(), self.theirs.key.clone().unwrap()]
            }
            CallerKind::UserToken => vec![person.clone()],
            CallerKind::PackageToken => vec![token(names(path)[0])],
            CallerKind::PackageTokenOrUserToken => vec![token(names(path)[0]), person.clone()],
            _ => Vec::new(),
        }
    }

    /// Requests a path with one of our objects in it, and the same with an object that does not exist.
    async fn compare(&self, client: &Client, line: &Line, path: &str, mixture: &[&str], body: &Value) {
        let query = if line.route.path.ends_with("/files/{file_id}") { "?start=0&count=1" } else { "" };
        let ask = async |other: &dyn Fn(&str) -> String| {
            let own = |name: &str| self.theirs.ids.get(name).cloned();
            let id = |name: &str| if mixture.contains(&name) { Some(other(name)) } else { own(name) };
            let filled = self.theirs.filled_by(path, id);
            Reply::of(client, &format!("{} {filled}{query}", line.method), body).await
        };
        let foreign = ask(&|name| self.ours.ids[name].clone()).await;
        let unknown = ask(&|_| NOBODY.to_owned()).await;
        let told = format!("{} {path} with another's {mixture:?}", line.method);
        assert_eq!((foreign.status, &foreign.text), (unknown.status, &unknown.text), "{told}");
        let is_finished = line.route.caller == CallerKind::PackageToken && !mixture.contains(&names(path)[0]);
        assert!(foreign.status == 404 || (is_finished && foreign.status == 409), "{told}: {}", foreign.text);
    }
}

/// The names in a path of the table.
fn names(path: &str) -> Vec<&str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
}

/// Which of the names in a path are not theirs: each alone, and all together.
fn mixtures(path: &str) -> Vec<Vec<&str>> {
    let names = names(path);
    let alone = names.iter().map(|name| vec![*name]);
    if names.len() > 1 { alone.chain([names.clone()]).collect() } else { alone.collect() }
}

#[tokio::test]
async fn in_paths() {
    let neighbours = Box::pin(Neighbours::meet()).await;
    let before = neighbours.recorded().await;
    let mut tried = 0;
    for (number, line) in lines().into_iter().enumerate() {
        // Anyone can send through a Portal, also someone of another Team.
        if line.call().starts_with("POST /v1/portals/{portal_id}/packages") {
            continue;
        }
        let body = body(&neighbours.theirs, &line.call(), line.special, number);
        let mut paths = vec![line.path.to_owned(), line.path.replace("{sent_open}", "{draft}")];
        paths.truncate(if line.route.caller == CallerKind::PackageToken { 2 } else { 1 });
        for path in paths {
            for client in neighbours.credentials(&line, &path) {
                for mixture in mixtures(&path) {
                    neighbours.compare(&client, &line, &path, &mixture, &body).await;
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 250, "{tried}");
    assert_eq!(neighbours.recorded().await, before, "nothing was done");
}

/// A request of theirs with one id in its body or query, written `ID`, and the kind of object that it names.
type Reference = (&'static str, &'static str, Value);

/// The fields that refer to something, on every route that has them.
fn references() -> Vec<Reference> {
    let package = |field: Value| with(json!({ "name": "New", "description": "", "recipients": [] }), field);
    let new = |field: Value| with(json!({ "name": "New", "subdomain": "a-new-one", "active": true }), field);
    let open = |field: Value| with(json!({ "name": "Open", "subdomain": "theirs-open" }), field);
    let private = json!({ "access_level": "private", "has_access_code": true, "access_code": "x" });
    let listed = |field: Value| with(json!({ "name": "Listed", "subdomain": "theirs-listed" }), field);
    let (tag, space) = (json!({ "tag": { "id": "ID" } }), json!({ "teamspace_id": "ID" }));
    let (plain, object) = (json!({ "access_list": ["ID"] }), json!({ "access_list": [{ "membership_id": "ID" }] }));
    let webhooks = json!({ "custom_webhooks": [{ "id": "ID" }] });
    let connections = json!({ "configure_cloud_connections": true, "cloud_connections": [{ "id": "ID" }] });
    vec![
        ("POST /v1/teams/{team}/packages", "tag", package(tag.clone())),
        ("POST /v1/teams/{team}/packages", "space_own", package(space.clone())),
        ("PUT /v1/packages/{sent_open}", "tag", package(tag.clone())),
        ("POST /v1/teams/{team}/spaces", "member", json!({ "name": "New", "member_ids": ["ID"] })),
        ("POST /v1/spaces/{space_own}/members", "member", json!({ "member_ids": ["ID"] })),
        ("POST /v1/teams/{team}/portals", "tag", new(tag.clone())),
        ("POST /v1/teams/{team}/portals", "space_own", new(space.clone())),
        ("POST /v1/teams/{team}/portals", "member", new(with(private.clone(), plain.clone()))),
        ("POST /v1/teams/{team}/portals", "member", new(with(private, object.clone()))),
        ("POST /v1/teams/{team}/portals", "webhook", new(webhooks.clone())),
        ("POST /v1/teams/{team}/portals", "connection", new(connections.clone())),
        ("PUT /v1/portals/{portal_open}", "tag", open(tag)),
        ("PUT /v1/portals/{portal_open}", "space_own", open(space)),
        ("PUT /v1/portals/{portal_open}", "webhook", open(webhooks)),
        ("PUT /v1/portals/{portal_open}", "connection", open(connections)),
        ("POST /v1/packages/{sent_open}/transfer", "connection", json!({ "cloud_connection_id": "ID" })),
        ("PUT /v1/portals/{portal_open}", "filter", open(json!({ "filter_id": "ID" }))),
        ("PUT /v1/portals/{portal_listed}", "member", listed(plain)),
        ("PUT /v1/portals/{portal_listed}", "member", listed(object)),
        (
            "POST /v1/portals/{portal_plain}/form",
            "template",
            json!({ "name": "F", "delivery_formats": [], "form_template_id": "ID" }),
        ),
        (
            "POST /v1/portals/{portal_open}/packages",
            "response",
            json!({ "name": "New", "description": "", "sender": "a@b.c", "form_data_id": "ID" }),
        ),
        ("PUT /v1/users/{user}", "team", json!({ "preferred_team_id": "ID" })),
        ("GET /v1/packages/{sent_open}/zip?files=ID", "file", Value::Null),
        ("POST /v1/packages/{draft}/files/finalize", "file", json!([{ "file_id": "ID", "size": 5, "etag": "x" }])),
        ("POST /v1/packages/{sent_open}/files/download", "file", json!(["ID"])),
        ("POST /v1/packages/{sent_open}/files/downloaded", "file", json!(["ID"])),
        ("GET /v1.1/teams/{team}/packages?tags=ID", "tag", Value::Null),
        ("GET /v1.1/teams/{team}/packages?teamspaces=ID", "space_own", Value::Null),
        ("GET /v1.1/teams/{team}/inbox?portal=ID", "portal_open", Value::Null),
        ("GET /v1.1/teams/{team}/portals?teamspaces=ID", "space_own", Value::Null),
        ("GET /v1.1/teams/{team}/activities?package_id=ID", "sent_open", Value::Null),
        ("GET /v1.1/teams/{team}/audit?object=ID", "portal_open", Value::Null),
        ("GET /v1.1/teams/{team}/audit?actor=ID", "user", Value::Null),
    ]
}

fn with(mut body: Value, fields: Value) -> Value {
    let Value::Object(fields) = fields else { return body };
    body.as_object_mut().unwrap().extend(fields);
    body
}

#[tokio::test]
async fn in_bodies_and_queries() {
    let mut neighbours = Box::pin(Neighbours::meet()).await;
    let answers = json!({ "scene": { "value": "1" } });
    let line = neighbours.ours.filled("POST /v1/portals/{portal_open}/form/responses");
    let response = Reply::of(&neighbours.cloud().anyone(), &line, &answers).await.expect(201);
    neighbours.ours.ids.insert("response".to_owned(), response["id"].as_str().unwrap().to_owned());
    let (ours, theirs) = (&neighbours.ours, &neighbours.theirs);
    let before = neighbours.recorded().await;
    for (line, name, body) in references() {
        let client = match names(line.split('?').next().unwrap())[0] {
            package @ ("sent_open" | "draft") => {
                neighbours.cloud().anyone().with_package_token(&theirs.tokens[package])
            }
            _ if name == "response" => neighbours.cloud().anyone(),
            _ => theirs.person.client.clone(),
        };
        let ask = async |id: &str| {
            let body = serde_json::from_str(&body.to_string().replace("\"ID\"", &json!(id).to_string())).unwrap();
            let (path, query) = line.split_once('?').unwrap_or((line, ""));
            let line = format!("{}?{}", theirs.filled(path), query.replace("ID", id));
            Reply::of(&client, line.trim_end_matches('?'), &body).await
        };
        let (foreign, unknown, wrong) = (ask(&ours.ids[name]).await, ask(NOBODY).await, ask("no id").await);
        let neutral = |reply: &Reply, id: &str| reply.text.replace(id, "ID");
        let told = format!("{line} with another's {name}: {body}");
        assert_eq!(foreign.status, unknown.status, "{told}: {}", foreign.text);
        assert_eq!(neutral(&foreign, &ours.ids[name]), neutral(&unknown, NOBODY), "{told}");
        let is_each_answered = body.is_array() && !line.ends_with("/downloaded");
        let expected = if is_each_answered || (body.is_null() && name != "file") { 200 } else { 404 };
        assert_eq!(
            (foreign.status.as_u16(), wrong.status.as_u16() < 500),
            (expected, true),
            "{told}: {}",
            foreign.text
        );
        if expected == 404 {
            assert!(!foreign.field().is_empty(), "{told}: {}", foreign.text);
        }
    }
    assert_eq!(neighbours.recorded().await, before, "nothing was done");
}

/// Objects of their own Team that the person cannot see, named in a body.
#[tokio::test]
async fn hidden_things_of_the_own_team_look_unknown_too() {
    for role in ["member", "guest"] {
        let world = World::start().await;
        let scene = Scene::set(&world, role, "film").await;
        let portal = |kind: &str| {
            let body = with(scene.portal(kind, &format!("film-{kind}")), json!({ "teamspace_id": "ID" }));
            (format!("PUT /v1/portals/{{portal_{kind}}}"), "space_other", body)
        };
        let sent = json!({ "name": "New", "description": "", "recipients": [], "teamspace_id": "ID" });
        let mut calls = vec![portal("listed")];
        if role == "member" {
            let new = with(scene.portal("own", "a-new-one"), json!({ "teamspace_id": "ID" }));
            calls.extend([portal("own"), portal("open")]);
            calls.push(("POST /v1/teams/{team}/packages".to_owned(), "space_other", sent));
            calls.push(("POST /v1/teams/{team}/portals".to_owned(), "space_other", new));
        }
        for query in ["inbox?portal=portal_unlisted", "inbox?teamspaces=space_other", "portals?teamspaces=space_other"]
        {
            let (path, name) = query.rsplit_once('=').unwrap();
            calls.push((format!("GET /v1.1/teams/{{team}}/{path}=ID"), name, Value::Null));
        }
        for (line, name, body) in calls {
            let ask = async |id: &str| {
                let body = serde_json::from_str(&body.to_string().replace("\"ID\"", &json!(id).to_string())).unwrap();
                Reply::of(&scene.person.client, &scene.filled(&line).replace("=ID", &format!("={id}")), &body).await
            };
            let (hidden, unknown) = (ask(&scene.ids[name]).await, ask(NOBODY).await);
            assert_eq!((hidden.status, &hidden.text), (unknown.status, &unknown.text), "{role} {line} {name}");
            assert_eq!(hidden.status, if body.is_null() { 200 } else { 404 }, "{role} {line}: {}", hidden.text);
        }
    }
}
