//! Packages with text that does harm if it is not handled as text: in mails, events, headers and archives.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use client::Client;
use serde_json::{Value, json};
use testkit::{
    Parcel, Person, ReceivedMail, Reply, Setup, TestCloud, TestReceiver, file, hostile_strings, plain_package,
    request_of,
};
use wire::ids::PortalId;
use wire::packages::PackageBody;

use super::webhook_scene::neighbourly;

const TEAM_ADDRESS: &str = "team@example.org";
/// Elements that our mails contain once; nothing that anyone writes adds another.
const HEADERS: [&str; 9] =
    ["Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "References", "Subject", "To"];

fn patient() -> Setup {
    neighbourly().with(|config| {
        config.limits.address_tries_per_minute = 1_000_000;
        config.limits.portal_packages_per_hour = 1_000_000;
        config.limits.mails_per_address_per_hour = 1_000_000;
    })
}

/// Adds files of one word each, sends and finalizes them; refused ones are left out. Returns their names.
async fn put_all(parcel: &Parcel, files: &[Value]) -> Vec<String> {
    let added = parcel.reply("POST /files/batch", &json!(files)).await.expect(200);
    let (mut names, mut finished) = (Vec::new(), Vec::new());
    for (asked, added) in files.iter().zip(added.as_array().unwrap()) {
        if added["error"].is_object() {
            let field = added["error"]["details"][0]["field"].as_str().unwrap_or_default();
            assert!(["name", "path"].contains(&field), "{asked}: {added}");
            continue;
        }
        let put = serde_json::from_value(added["put_blueprint"].clone()).unwrap();
        let reply = request_of(&put).body("hello").send().await.unwrap();
        let etag = reply.headers()["etag"].to_str().unwrap().to_owned();
        finished.push(json!({ "file_id": added["file"]["id"], "size": 5, "etag": etag }));
        names.push(asked["name"].as_str().unwrap().to_owned());
    }
    for some in finished.chunks(1_000) {
        let replies = parcel.reply("POST /files/finalize", &json!(some)).await.expect(200);
        assert!(replies.as_array().unwrap().iter().all(|reply| reply["error"].is_null()), "{replies}");
    }
    names
}

/// The headers are ours, and the HTML has as many elements as with harmless words.
fn check_mail(mail: &ReceivedMail, marks: usize, text: &str) {
    let (head, _) = mail.data.split_once("\r\n\r\n").unwrap();
    let is_first = |line: &&str| !line.starts_with([' ', '\t']);
    let mut names: Vec<&str> =
        head.split("\r\n").filter(is_first).filter_map(|line| Some(line.split_once(':')?.0)).collect();
    names.sort_unstable();
    // Only the Team can reply to the sender.
    let answers = names.extract_if(.., |name| *name == "Reply-To").count();
    assert_eq!(answers, usize::from(mail.recipients == [TEAM_ADDRESS]), "{text:?}: {head}");
    assert_eq!(names, HEADERS, "{text:?}: {head}");
    assert_eq!(mail.recipients.len(), 1, "{text:?}");
    assert_eq!(count_marks(&mail.part("text/html")), marks, "{text:?} is markup");
    assert!(!mail.part("text/html").to_lowercase().contains("<script"), "{text:?}");
}

/// An event describes a package exactly as it was created.
fn check_event(event: &Value, package: &PackageBody) {
    let object = &event["object"];
    let told = [&object["id"], &object["name"], &object["sender"]];
    let made = [json!(package.id), json!(package.name), json!(package.sender)];
    assert_eq!(told, made.each_ref());
}

fn count_marks(page: &str) -> usize {
    page.matches(['<', '>', '"']).count()
}

struct Scene {
    cloud: TestCloud,
    stranger: Client,
    owner: Person,
    portal: PortalId,
    receiver: TestReceiver,
}

impl Scene {
    /// A Portal that notifies the Team by mail, and a receiver for one kind of event, with these extras.
    async fn set(event: &str, extras: &Value) -> Self {
        let (cloud, receiver) = (patient().start().await, TestReceiver::start().await);
        let owner = cloud.owner("Film", "owner@example.org").await;
        let team = format!("/v1/teams/{}", owner.team_id);
        let webhook = json!({ "active": true, "events": [event], "method": "POST", "url": receiver.url(),
            "body_extras": extras });
        let webhook = Reply::of(&owner.client, &format!("POST {team}/custom_webhooks"), &webhook).await.expect(201);
        let portal = json!({ "name": "Portal", "subdomain": "portal", "active": true, "recipients": [TEAM_ADDRESS],
            "custom_webhooks": [webhook["id"]] });
        let portal = Reply::of(&owner.client, &format!("POST {team}/portals"), &portal).await.expect(201);
        let portal = portal["id"].as_str().unwrap().parse().unwrap();
        Self { stranger: cloud.anyone(), cloud, owner, portal, receiver }
    }

    /// Uses the text as name of the Portal and of a package, if possible; returns the package, and the mails about its
    /// arrival.
    async fn send(&self, portal: &str, name: &str) -> (PackageBody, Vec<ReceivedMail>) {
        // A Portal sends a limited number of mails to one address.
        self.cloud.advance(Duration::from_mins(1));
        let line = format!("PUT /v1/portals/{}", self.portal);
        let renamed = Reply::of(&self.owner.client, &line, &json!({ "name": portal, "subdomain": "portal" })).await;
        assert!([200, 400].contains(&renamed.status.as_u16()), "{portal:?}: {}", renamed.text);
        let made = self.create(name, &format!("Note: {name} {portal}")).await;
        let client = self.stranger.with_package_token(&made.access_token);
        let parcel = Parcel { client, id: made.id.clone(), body: made };
        put_all(&parcel, &[json!(file("", "a", 5))]).await;
        parcel.finalize().await;
        self.cloud.run_due_jobs().await;
        (parcel.body, self.cloud.mails.take())
    }

    /// A package with harmless words where others were refused.
    async fn create(&self, name: &str, description: &str) -> PackageBody {
        let line = format!("POST /v1/portals/{}/packages", self.portal);
        // The sink accepts only ASCII addresses.
        let sender = if name.is_ascii() { format!("{name}@example.net") } else { "stranger@example.net".to_owned() };
        let mut body = json!({ "name": name, "description": description, "sender": sender });
        loop {
            let reply = Reply::of(&self.stranger, &line, &body).await;
            if reply.status == 201 {
                return serde_json::from_value(reply.expect(201)).unwrap();
            }
            assert_eq!(reply.status, 400, "{name:?}: {}", reply.text);
            let field = reply.field();
            let harmless = if field == "sender" { "stranger@example.net" } else { "harmless" };
            assert_ne!(body[&field], json!(harmless), "{name:?}: {}", reply.text);
            body[&field] = json!(harmless);
        }
    }
}

#[tokio::test]
async fn their_mails_are_ours_in_every_header_and_mark() {
    let scene = Scene::set("package.finalized", &json!({})).await;
    let by_reader = |mut mails: Vec<ReceivedMail>| {
        mails.sort_by_key(|mail| mail.recipients.concat() != TEAM_ADDRESS);
        mails
    };
    let plain = by_reader(scene.send("harmless", "harmless").await.1);
    let marks: Vec<usize> = plain.iter().map(|mail| count_marks(&mail.part("text/html"))).collect();
    assert_eq!(marks.len(), 2);
    for pair in hostile_strings().chunks(2) {
        let (package, mails) = scene.send(&pair[0], pair.last().unwrap()).await;
        let mails = by_reader(mails);
        let readers: Vec<String> = mails.iter().map(|mail| mail.recipients.concat()).collect();
        assert_eq!(readers, [TEAM_ADDRESS, &package.sender], "{pair:?}");
        check_event(&scene.receiver.deliveries().pop().unwrap().json(), &package);
        for (mail, marks) in mails.iter().zip(&marks) {
            check_mail(mail, *marks, &format!("{pair:?}"));
        }
    }
}

#[tokio::test]
async fn their_events_say_what_was_written() {
    let extras: BTreeMap<String, String> = hostile_strings().into_iter().map(|text| (text.clone(), text)).collect();
    let scene = Scene::set("package.created", &json!(extras)).await;
    let mut made = BTreeMap::new();
    for text in hostile_strings() {
        let package = scene.create(&text, &format!("Note: {text}")).await;
        made.insert(package.id.to_string(), package);
    }
    scene.cloud.run_due_jobs().await;
    let events = scene.receiver.deliveries();
    assert_eq!(events.len(), hostile_strings().len());
    for event in events {
        let event = event.json();
        let package = made.remove(event["object"]["id"].as_str().unwrap()).expect("each is told once");
        check_event(&event, &package);
        assert_eq!(event["body_extras"], json!(extras));
    }
}

#[tokio::test]
async fn their_files_are_named_as_they_are_and_harm_nobody() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("../\"Dailies\"; x=\u{202e}")).await;
    let in_names = hostile_strings().into_iter().map(|text| json!(file("names", &text, 5)));
    let in_paths = hostile_strings().into_iter().map(|text| json!(file(&format!("paths/{text}"), "a", 5)));
    let names = put_all(&parcel, &in_names.chain(in_paths).collect::<Vec<_>>()).await;
    assert!(names.len() > 300, "{}", names.len());
    parcel.finalize().await;
    let files = parcel.client.files(&parcel.id, "").await.unwrap();
    let listed: BTreeSet<(&str, &str)> = files.iter().map(|file| (file.path.as_str(), file.name.as_str())).collect();
    assert_eq!(listed.len(), names.len(), "each under its own name");
    for name in names.iter().filter(|name| *name != "a") {
        assert!(listed.contains(&("names", name.as_str())), "{name:?}");
    }
    let http = reqwest::Client::new();
    for file in files.iter().filter(|file| file.path == "names") {
        let address = parcel.client.download_address(&parcel.id, &file.id).await.unwrap();
        let reply = http.get(&address.url).send().await.unwrap();
        let dispositions: Vec<_> = reply.headers().get_all("content-disposition").iter().collect();
        assert_eq!((reply.status().as_u16(), dispositions.len()), (200, 1), "{:?}", file.name);
        let disposition = dispositions[0].to_str().unwrap();
        assert!(disposition.starts_with("attachment; filename=\""), "{disposition}");
        assert_eq!(disposition.matches('"').count(), 2, "{disposition}");
        assert_eq!(reply.headers()["x-content-type-options"], "nosniff");
    }
    let zip = parcel.client.zip(&parcel.id, "").await.unwrap();
    let entries = entry_names(&testkit::fetch(&zip.url).await);
    let whole: BTreeSet<String> = files.iter().map(|file| format!("{}/{}", file.path, file.name)).collect();
    assert_eq!((entries.len(), &BTreeSet::from_iter(entries)), (files.len(), &whole));
    for name in whole {
        let climbs = name.split('/').any(|part| matches!(part, "" | "." | ".."));
        assert!(!climbs && !name.contains('\\'), "{name:?}");
    }
}

/// The names in the central directory of a small archive.
fn entry_names(archive: &[u8]) -> Vec<String> {
    let number = |at: usize| usize::from(u16::from_le_bytes([archive[at], archive[at + 1]]));
    let mut names = Vec::new();
    let mut at = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    while archive[at..].starts_with(b"PK\x01\x02") {
        let (name, extra, comment) = (number(at + 28), number(at + 30), number(at + 32));
        names.push(String::from_utf8(archive[at + 46..at + 46 + name].to_vec()).unwrap());
        at += 46 + name + extra + comment;
    }
    names
}
