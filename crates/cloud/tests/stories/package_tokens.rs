//! Package tokens: the rights of each level, in each state of the package, on every route.

use client::Client;
use cloud::credentials::{Basis, Grant, IssuedTo};
use cloud::routes::{CallerKind, Route, routes};
use domain::key_scope::{KeyScope, Needs, needs};
use domain::package_token::Level;
use serde_json::{Value, json};
use testkit::{GrowingFile, Parcel, Person, Reply, TestCloud, file, plain_package};
use wire::error::ErrorCode;
use wire::files::FinalizeFile;
use wire::ids::{FileId, LinkId};
use wire::time::Time;

use super::key_scopes::{key_with, scopes};

/// The result for a level in each state: new, finalized, expired, archived; 0 if there cannot be such a token.
struct Row {
    call: &'static str,
    full: [u16; 4],
    upload: [u16; 4],
    download: [u16; 4],
}

const fn row(call: &'static str, full: [u16; 4], upload: [u16; 4], download: [u16; 4]) -> Row {
    Row { call, full, upload, download }
}

const NO: [u16; 4] = [403; 4];
/// No writes, and nothing at all once the link's package has ended.
const NOT: [u16; 4] = [0, 403, 410, 410];

/// `{a}` is a finalized file, `{b}` one that is not, `{g}` a growing one, `{l}` a link.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    row("PUT  rename",               [200, 200, 409, 409], [200, 403, 403, 403], NOT),
    row("PUT  describe",             [201, 201, 409, 409], NO,                   NOT),
    row("PUT /expiry expiry",        [409, 200, 409, 409], NO,                   NOT),
    row("POST /files file",          [201, 409, 409, 409], [201, 403, 403, 403], NOT),
    row("POST /files/batch files",   [200, 409, 409, 409], [200, 403, 403, 403], NOT),
    row("POST /files/{b}?start=0&count=1 chunks", [200, 409, 409, 409], [200, 403, 403, 403], NOT),
    row("POST /files/{a}/finalize content", [200, 200, 409, 409], [200, 403, 403, 403], NOT),
    row("POST /files/finalize contents", [200, 200, 409, 409], [200, 403, 403, 403], NOT),
    row("GET /files",                [200, 200, 200, 200], [200, 403, 403, 403], [0, 200, 410, 410]),
    row("GET /files/{a}/download",   [200, 200, 410, 410], NO,                   [0, 200, 410, 410]),
    row("POST /files/download ids",  [200, 200, 410, 410], NO,                   [0, 200, 410, 410]),
    row("POST /files/downloaded ids", [204, 204, 409, 409], NO,                  [0, 204, 410, 410]),
    row("POST /files/{a}/downloaded", [204, 204, 409, 409], NO,                  [0, 204, 410, 410]),
    row("POST /files/{g}/segments segments", [200, 409, 409, 409], [200, 403, 403, 403], NOT),
    row("POST /files/{g}/segments/done segment", [400, 409, 409, 409], [400, 403, 403, 403], NOT),
    row("GET /files/{g}/segments",   [200, 200, 410, 410], NO,                   NOT),
    row("GET /zip",                  [409, 200, 410, 410], NO,                   [0, 200, 410, 410]),
    row("POST /links link",          [201, 201, 409, 409], NO,                   NOT),
    row("GET /links",                [200, 200, 200, 200], NO,                   NOT),
    row("GET /links/{l}/secret",     [200, 200, 409, 409], NO,                   NOT),
    row("DELETE /links/{l}",         [204, 204, 409, 409], NO,                   NOT),
    row("POST /transfer transfer",   [404, 404, 404, 404], NO,                   NOT),
    row("GET /transfer",             [200, 200, 200, 200], NO,                   NOT),
    row("GET /metadata",             [404, 404, 404, 404], NO,                   NOT),
    row("DELETE /files/{a}",         [204, 409, 409, 409], [204, 403, 403, 403], NOT),
    row("POST /finalize",            [200, 200, 409, 409], [200, 200, 409, 409], NOT),
    row("PUT /restore",              [409, 409, 409, 409], NO,                   NOT),
    row("PUT /archive",              [409, 409, 204, 409], NO,                   NOT),
    row("PUT /unarchive",            [409, 409, 409, 204], NO,                   NOT),
    row("DELETE ",                   [204, 204, 409, 409], [204, 403, 403, 403], NOT),
];

const STATES: [&str; 4] = ["new", "finalized", "expired", "archived"];

/// The call of a route, with empty path parameters.
fn shape(method: &str, path: &str) -> String {
    let part = |part: &str| if part.starts_with('{') { "{}".to_owned() } else { part.to_owned() };
    format!("{method} {}", path.split('/').map(part).collect::<Vec<_>>().join("/"))
}

fn takes_package_tokens(route: &Route) -> bool {
    matches!(route.caller, CallerKind::PackageToken | CallerKind::PackageTokenOrUserToken)
}

#[test]
fn every_route_has_a_row() {
    let rows: Vec<String> = TABLE
        .iter()
        .map(|row| {
            let (method, rest) = row.call.split_once(' ').unwrap();
            shape(method, rest.split([' ', '?']).next().unwrap())
        })
        .collect();
    for route in routes().table.into_iter().filter(takes_package_tokens) {
        let rest = route.path.strip_prefix("/v1/packages/{package_id}").unwrap();
        assert!(rows.contains(&shape(route.method, rest)), "no row for {} {}", route.method, route.path);
    }
}

struct Stage {
    parcel: Parcel,
    finalized: FileId,
    content: FinalizeFile,
    open: Option<FileId>,
    growing: Option<FileId>,
    link: LinkId,
}

impl Stage {
    async fn set(cloud: &TestCloud, owner: &Person, state: &str) -> Self {
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        let added = parcel.add("", "a.txt", 5).await;
        let upload_id = parcel.begin(&added).await;
        let content = parcel.send(&added.file.id, &upload_id, b"hello", 5 << 20).await;
        parcel.client.finalize_file(&parcel.id, &added.file.id, &content).await.unwrap();
        let link = parcel.link().await.id;
        let mut set = Self { parcel, finalized: added.file.id, content, open: None, growing: None, link };
        if state == "new" {
            set.open = Some(set.parcel.add("", "b.txt", 5).await.file.id);
            set.growing = Some(GrowingFile::add(&set.parcel, "g.mxf").await.id);
            return set;
        }
        set.parcel.finalize().await;
        if state != "finalized" {
            set.parcel.client.delete_package(&set.parcel.id).await.unwrap();
            cloud.run_due_jobs().await;
        }
        if state == "archived" {
            set.parcel.client.archive_package(&set.parcel.id).await.unwrap();
        }
        set
    }

    fn holder(&self, cloud: &TestCloud, level: Level) -> Client {
        if level == Level::Full {
            return self.parcel.client.clone();
        }
        let grant = Grant {
            package_id: self.parcel.id.clone(),
            level,
            link_id: (level == Level::Download).then(|| self.link.clone()),
            issued_to: None,
            download_id: cloud.app().ids.next(),
        };
        let token = cloud.app().package_tokens.until(grant, None, cloud.now()).unwrap();
        cloud.anyone().with_package_token(&token)
    }

    async fn call(&self, client: &Client, call: &str) -> Reply {
        let (method, rest) = call.split_once(' ').unwrap();
        let (path, body) = rest.rsplit_once(' ').unwrap_or((rest, ""));
        let open = self.open.as_ref().unwrap_or(&self.finalized);
        let path = path.replace("{a}", self.finalized.as_str()).replace("{b}", open.as_str());
        let path = path.replace("{g}", self.growing.as_ref().unwrap_or(&self.finalized).as_str());
        let path = path.replace("{l}", self.link.as_str());
        Reply::of(client, &format!("{method} /v1/packages/{}{path}", self.parcel.id), &self.body(body)).await
    }

    fn body(&self, name: &str) -> Value {
        let mut content = json!(self.content);
        match name {
            "rename" => json!({ "name": "Other" }),
            "describe" => json!({ "name": "Other", "tag": { "name": "rushes" } }),
            "expiry" => json!({ "expiry": "2026-03-01" }),
            "file" => json!(file("", "c.txt", 5)),
            "files" => json!([file("", "d.txt", 5)]),
            "chunks" => json!({ "upload_id": "some" }),
            "content" => content,
            "contents" => {
                content["file_id"] = json!(self.finalized);
                json!([content])
            }
            "ids" => json!([self.finalized]),
            "segments" => json!({ "first": 1, "count": 1 }),
            "segment" => json!({ "number": 1, "size": 5, "checksum": "AAAAAAAAAAA=" }),
            "link" => json!({}),
            "transfer" => json!({ "cloud_connection_id": "01KA2B3C4D5E6F7G8H9JKMNPQR" }),
            _ => Value::Null,
        }
    }
}

/// Calls that change the state of the scene.
fn moves(call: &str) -> bool {
    matches!(call, "DELETE /files/{a}" | "POST /finalize" | "PUT /archive" | "PUT /unarchive" | "DELETE ")
}

async fn walk(level: Level, expected: impl Fn(&Row) -> [u16; 4]) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    for (column, state) in STATES.into_iter().enumerate() {
        let mut stage = Stage::set(&cloud, &owner, state).await;
        for row in TABLE {
            let status = expected(row)[column];
            if status == 0 {
                continue;
            }
            if row.call == "POST /finalize"
                && let (Some(open), Some(growing)) = (&stage.open, &stage.growing)
            {
                for file in [open, growing] {
                    stage.parcel.client.remove_file(&stage.parcel.id, file).await.unwrap();
                }
            }
            let reply = stage.call(&stage.holder(&cloud, level), row.call).await;
            assert_eq!(reply.status.as_u16(), status, "{level:?} {} while {state}: {}", row.call, reply.text);
            if status >= 400 {
                reply.error();
            } else if moves(row.call) {
                stage = Stage::set(&cloud, &owner, state).await;
            }
        }
    }
}

#[tokio::test]
async fn a_full_token_does_what_the_state_allows() {
    Box::pin(walk(Level::Full, |row| row.full)).await;
}

#[tokio::test]
async fn an_upload_token_uploads_and_no_more() {
    Box::pin(walk(Level::Upload, |row| row.upload)).await;
}

#[tokio::test]
async fn a_download_token_reads_and_no_more() {
    Box::pin(walk(Level::Download, |row| row.download)).await;
}

/// What a call of the table needs of a key.
fn needs_of(call: &str) -> Needs {
    let (method, rest) = call.split_once(' ').unwrap();
    let wanted = shape(method, rest.split([' ', '?']).next().unwrap());
    let is_meant = |route: &Route| {
        let rest = route.path.strip_prefix("/v1/packages/{package_id}");
        rest.is_some_and(|rest| shape(route.method, rest) == wanted)
    };
    let route = routes().table.into_iter().find(is_meant).unwrap();
    needs(route.method, route.path)
}

#[tokio::test]
async fn a_token_of_a_key_can_do_what_the_key_can() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    for scope in KeyScope::ALL {
        let with = Basis::Key(key_with(&owner, &[*scope]).await.api_key.id);
        for state in ["new", "finalized"] {
            let stage = Stage::set(&cloud, &owner, state).await;
            let issued = IssuedTo { user: owner.user_id.clone(), with: with.clone(), until: None };
            let (tokens, id) = (&cloud.app().package_tokens, cloud.app().ids.next());
            let token = tokens.full(stage.parcel.id.clone(), issued, id, cloud.now()).unwrap();
            let client = cloud.anyone().with_package_token(&token);
            for row in TABLE {
                let needs = needs_of(row.call);
                let needs = if state == "new" { needs.of_draft() } else { needs };
                let reply = stage.call(&client, row.call).await;
                let is_refused = reply.status == 403 && reply.error().message.contains("the API key does not have");
                let should_be = scopes(&[*scope]).require(needs).is_err();
                assert_eq!(is_refused, should_be, "{scope:?} {} while {state}: {}", row.call, reply.text);
            }
        }
    }
}

#[tokio::test]
async fn only_a_good_token_of_this_package_counts() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let stage = Stage::set(&cloud, &owner, "new").await;
    let other = Stage::set(&cloud, &owner, "new").await;
    let past = |level, end: Time| {
        let grant = Grant {
            package_id: stage.parcel.id.clone(),
            level,
            link_id: None,
            issued_to: Some(IssuedTo { user: owner.user_id.clone(), with: Basis::Session(0), until: None }),
            download_id: cloud.app().ids.next(),
        };
        cloud.app().package_tokens.until(grant, Some(end), cloud.now()).unwrap()
    };
    let good = stage.parcel.body.access_token.clone();
    let (head, signature) = good.rsplit_once('.').unwrap();
    let unsigned = format!("eyJhbGciOiJub25lIn0.{}.", head.split_once('.').unwrap().1);
    let user_token = {
        let request = owner.client.request(reqwest::Method::GET, "/").build().unwrap();
        request.headers()["X-User-Token"].to_str().unwrap().to_owned()
    };
    let bad = [
        past(Level::Full, cloud.now().plus_seconds(-1)),
        past(Level::Upload, cloud.now().plus_seconds(-1)),
        format!("{head}.{}", signature.chars().rev().collect::<String>()),
        unsigned,
        user_token.clone(),
        owner.api_key.clone().unwrap(),
    ];
    let of_others =
        [&other.parcel.client, &other.holder(&cloud, Level::Upload), &other.holder(&cloud, Level::Download)];
    let mut walked = 0;
    for route in routes().table.into_iter().filter(takes_package_tokens) {
        let path = route.path.replace("{package_id}", stage.parcel.id.as_str());
        let path = path.replace("{file_id}", stage.finalized.as_str()).replace("{link_id}", stage.link.as_str());
        let line = format!("{} {path}", route.method);
        for token in &bad {
            let reply = Reply::of(&cloud.anyone().with_package_token(token), &line, &json!({})).await;
            assert_eq!(reply.error().code, ErrorCode::Unauthorized, "{line} with {token}");
        }
        let mut clients = vec![cloud.anyone(), cloud.anyone().with_api_key(&bad[5])];
        clients.extend((route.caller == CallerKind::PackageToken).then(|| owner.client.clone()));
        for client in clients {
            let reply = Reply::of(&client, &line, &json!({})).await;
            assert_eq!(reply.error().code, ErrorCode::Unauthorized, "{line}");
        }
        for client in of_others {
            let reply = Reply::of(client, &line, &json!({})).await;
            assert_eq!(reply.error().code, ErrorCode::NotFound, "{line} with a token of another package");
        }
        walked += 1;
    }
    assert!(walked >= TABLE.len() - 1, "the table is walked whole");
    cloud.advance(std::time::Duration::from_hours(24 * 7 + 1));
    assert_eq!(stage.parcel.reply("GET /files", &json!(null)).await.status, 401, "a full token lives a week");
}

fn claims(token: &str) -> Value {
    use base64::Engine as _;
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

#[tokio::test]
async fn tokens_say_what_they_are_and_when_they_end() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let stage = Stage::set(&cloud, &owner, "finalized").await;
    let parcel = &stage.parcel;
    let full = claims(&parcel.body.access_token);
    assert_eq!((&full["typ"], &full["sub"], &full["lvl"]), (&json!("package"), &json!(parcel.id), &json!("f")));
    let days = |claims: &Value| (claims["exp"].as_i64().unwrap() - cloud.now().as_millis() / 1_000) / 86_400;
    assert_eq!(days(&full), 7);
    let request = wire::links::CreateLink {
        expiry: wire::time::OptionalTime(Some(cloud.now().plus_days(2))),
        ..wire::links::CreateLink::default()
    };
    let short = parcel.client.create_link(&parcel.id, &request).await.unwrap();
    let mut ids = Vec::new();
    for (link, life) in [(parcel.link().await, 10), (short, 2)] {
        for _ in 0..2 {
            let download = claims(&parcel.open(&link).await.unwrap().0.package_token);
            assert_eq!((&download["typ"], &download["sub"]), (&json!("package"), &json!(parcel.id)));
            assert_eq!((&download["lvl"], &download["lid"]), (&json!("d"), &json!(link.id)));
            assert_eq!(days(&download), life);
            ids.push(download["jti"].to_string());
        }
    }
    ids.dedup();
    assert_eq!(ids.len(), 4, "each token is a separate download");
}

#[tokio::test]
async fn an_uploader_learns_nothing_and_gets_no_better_token() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request =
        wire::packages::CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    parcel.put("", "a", b"a").await;
    parcel.link().await;
    let grant = Grant {
        package_id: parcel.id.clone(),
        level: Level::Upload,
        link_id: None,
        issued_to: None,
        download_id: cloud.app().ids.next(),
    };
    let token = cloud.app().package_tokens.until(grant, None, cloud.now()).unwrap();
    let uploader = cloud.anyone().with_package_token(&token);
    let bodies = [
        Reply::of(&uploader, &format!("PUT /v1/packages/{}", parcel.id), &json!({ "name": "b" })).await.expect(200),
        Reply::of(&uploader, &format!("POST /v1/packages/{}/finalize", parcel.id), &json!({})).await.expect(200),
        Reply::of(&uploader, &format!("POST /v1/packages/{}/finalize", parcel.id), &json!(null)).await.expect(200),
    ];
    for body in bodies {
        assert_eq!((&body["recipients"], &body["links"]), (&json!([]), &json!([])));
        assert_eq!(body["access_token"], json!(token));
    }
}
