//! A Team that has one of everything, for tests of who may do what.

use std::collections::BTreeMap;

use client::Client;
use serde_json::{Value, json};
use store::mails::{self, MailRow};
use testkit::{Parcel, Person, Reply, TestCloud, TestReceiver};
use wire::api_keys::WriteApiKey;
use wire::ids::PackageId;
use wire::members::InviteMember;

use super::connection_scene::{bucket_at, to};
use super::webhook_scene::neighbourly;

/// An id that nothing has.
pub(super) const NOBODY: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
const CODE: &str = "open sesame";

/// The kinds of Portals, by who can see them: regular in no Teamspace, in one with the person, in one without them;
/// private, with the person on the access list and without.
pub(super) const PORTALS: [&str; 5] = ["open", "own", "other", "listed", "unlisted"];

/// A service for many requests, and a receiver of events.
pub(super) struct World {
    pub(super) cloud: TestCloud,
    receiver: TestReceiver,
    /// Takes files like a bucket.
    provider: TestReceiver,
}

impl World {
    pub(super) async fn start() -> Self {
        let setup = neighbourly().with(|config| {
            config.limits.address_tries_per_minute = 1_000_000;
            config.limits.sign_in_tries_per_minute = 1_000_000;
            config.limits.sign_in_tries_per_hour = 1_000_000;
            config.limits.portal_packages_per_hour = 1_000_000;
            config.limits.mails_per_address_per_hour = 1_000_000;
        });
        let provider = TestReceiver::start().await;
        provider.react_by(testkit::obliging);
        Self { cloud: setup.start().await, receiver: TestReceiver::start().await, provider }
    }
}

/// A Team, as one of its members sees it. A colleague, who is an Admin, created what the person did not.
pub(super) struct Scene {
    pub(super) label: String,
    pub(super) owner: Person,
    pub(super) person: Person,
    pub(super) colleague: Person,
    /// A key that the person created, if their role may.
    pub(super) key: Option<Client>,
    /// A token of each package, by the package's name in [`ids`](Self::ids).
    pub(super) tokens: BTreeMap<String, String>,
    /// The values of path parameters, by their names in the tables.
    pub(super) ids: BTreeMap<String, String>,
    receiver: String,
    provider: String,
}

/// Creates something as `client`, and returns its id.
async fn make(client: &Client, line: &str, body: &Value) -> (String, Value) {
    let reply = Reply::of(client, line, body).await;
    assert_eq!(reply.status, 201, "{line}: {}", reply.text);
    let made = reply.expect(201);
    (made["id"].as_str().unwrap().to_owned(), made)
}

impl Scene {
    /// `label` distinguishes Teams of the same service.
    pub(super) async fn set(world: &World, role: &str, label: &str) -> Self {
        let cloud = &world.cloud;
        let owner = cloud.owner(label, &format!("owner@{label}.example")).await;
        let colleague = cloud.member(&owner, "admin", &format!("colleague@{label}.example")).await;
        let email = format!("person@{label}.example");
        let person = match role {
            "owner" => Person { client: owner.client.clone(), api_key: None, ..cast(&owner) },
            role => cloud.member(&owner, role, &email).await,
        };
        let mut scene = Self {
            label: label.to_owned(),
            owner,
            person,
            colleague,
            key: None,
            tokens: BTreeMap::new(),
            ids: BTreeMap::new(),
            receiver: world.receiver.url(),
            provider: format!("http://127.0.0.1:{}", world.provider.port()),
        };
        scene.add_people(cloud, role).await;
        scene.add_spaces(role).await;
        scene.add_rules().await;
        scene.add_portals().await;
        scene.add_packages(cloud, role).await;
        scene.add_forms().await;
        let webhook = scene.ids["webhook"].parse().unwrap();
        let delivery = scene.colleague.client.deliveries(&webhook).await.unwrap().pop().unwrap();
        scene.keep("delivery", delivery.id.as_str());
        scene.add_mails(cloud).await;
        // A package that is being sent cannot be sent again, no matter who asks.
        cloud.execute_sql("UPDATE webhook_deliveries SET state = 'exhausted'").await;
        scene
    }

    fn keep(&mut self, name: &str, id: &str) {
        self.ids.insert(name.to_owned(), id.to_owned());
    }

    /// Something of the Team that the colleague creates.
    async fn add(&mut self, name: &str, path: &str, body: &Value) {
        let line = format!("POST {}", self.filled(path));
        let (id, _) = make(&self.colleague.client, &line, body).await;
        self.keep(name, &id);
    }

    async fn add_people(&mut self, cloud: &TestCloud, role: &str) {
        let label = self.label.clone();
        self.keep("team", self.owner.team_id.clone().as_str());
        self.keep("user", self.person.user_id.clone().as_str());
        self.keep("other_user", self.colleague.user_id.clone().as_str());
        self.keep("owner_member", self.owner.membership_id.clone().as_str());
        self.keep("colleague_member", self.colleague.membership_id.clone().as_str());
        let invited = InviteMember { email: format!("invited@{label}.example"), name: None, role: "member".to_owned() };
        let invited = self.owner.client.invite_member(&self.owner.team_id, &invited).await.unwrap();
        self.keep("member", invited.id.as_str());
        let key = || WriteApiKey::named("Key");
        let other = self.colleague.client.create_api_key(&self.owner.team_id, &key()).await.unwrap();
        self.keep("key_other", other.api_key.id.as_str());
        if !matches!(role, "member" | "guest") {
            let own = self.person.client.create_api_key(&self.owner.team_id, &key()).await.unwrap();
            self.key = Some(cloud.anyone().with_api_key(&own.key));
            let spare = self.person.client.create_api_key(&self.owner.team_id, &key()).await.unwrap();
            self.keep("key_own", spare.api_key.id.as_str());
        }
    }

    /// One Teamspace with the person, one without, and one that they created, if they may.
    async fn add_spaces(&mut self, role: &str) {
        let (person, member) = (self.person.membership_id.clone(), self.ids["member"].clone());
        let spaces = "/v1/teams/{team}/spaces";
        self.add("space_own", spaces, &json!({ "name": "Own space", "member_ids": [person, member] })).await;
        self.add("space_other", spaces, &json!({ "name": "Other space", "member_ids": [member] })).await;
        for space in ["own", "other"] {
            let id = self.ids[&format!("space_{space}")].parse().unwrap();
            let all = self.colleague.client.teamspace_memberships(&id).await.unwrap();
            let found = all.into_iter().find(|found| found.membership_id.as_str() == member).unwrap();
            self.keep(&format!("space_{space}_member"), found.id.as_str());
        }
        if matches!(role, "owner" | "admin") {
            let line = format!("POST {}", self.filled(spaces));
            let (id, _) = make(&self.person.client, &line, &json!({ "name": "Space of mine" })).await;
            self.keep("space_mine", &id);
        }
    }

    async fn add_rules(&mut self) {
        self.add("tag", "/v1/teams/{team}/tags", &json!({ "name": "A tag" })).await;
        self.add("filter", "/v1/teams/{team}/filters", &filter()).await;
        self.add("template", "/v1/teams/{team}/forms/templates", &form("Template")).await;
        self.add("webhook", "/v1/teams/{team}/custom_webhooks", &self.webhook()).await;
        let line = format!("POST {}", self.filled("/v1/teams/{team}/cloud_connections"));
        let made = Reply::of(&self.colleague.client, &line, &gateway()).await.expect(201);
        self.keep("connection", made["id"].as_str().unwrap());
        self.keep("gateway", made["gateway"]["id"].as_str().unwrap());
        // What a Portal uses that the person does not see.
        self.add("filter_unlisted", "/v1/teams/{team}/filters", &filter()).await;
        self.add("webhook_unlisted", "/v1/teams/{team}/custom_webhooks", &self.webhook()).await;
        let bucket = json!(to("vendor_e_s3", bucket_at(&self.provider)));
        self.add("connection_unlisted", "/v1/teams/{team}/cloud_connections", &bucket).await;
    }

    async fn add_portals(&mut self) {
        for kind in PORTALS.into_iter().chain(["plain"]) {
            let body = self.portal(kind, &format!("{}-{kind}", self.label));
            self.add(&format!("portal_{kind}"), "/v1/teams/{team}/portals", &body).await;
        }
        self.keep("subdomain", &format!("{}-open", self.label.clone()));
    }

    /// One received through each Portal, one that the colleague sent in each Teamspace, one that the person sent.
    async fn add_packages(&mut self, cloud: &TestCloud, role: &str) {
        for kind in PORTALS {
            let portal = self.ids[&format!("portal_{kind}")].parse().unwrap();
            let stranger = cloud.anyone().with_access_code(CODE);
            let parcel = Parcel::through(&stranger, &portal, &format!("Received {kind}")).await;
            self.send(&format!("received_{kind}"), &parcel).await;
        }
        let colleague = self.colleague.client.clone();
        for (kind, space) in [("open", None), ("own", Some("space_own")), ("other", Some("space_other"))] {
            let parcel = self.parcel(&colleague, &format!("Sent {kind}"), space).await;
            let file = self.send(&format!("sent_{kind}"), &parcel).await;
            if kind == "open" {
                let link = parcel.link().await;
                self.keep("file", &file);
                self.keep("link", link.id.as_str());
                self.keep("secret", link.download_secret.as_deref().unwrap());
                let zip = parcel.client.zip(&parcel.id, "").await.unwrap();
                self.keep("zip", zip.url.rsplit('/').nth(1).unwrap());
            }
        }
        if role != "guest" {
            let client = self.person.client.clone();
            let parcel = self.parcel(&client, "Sent by me", None).await;
            self.send("sent_mine", &parcel).await;
        }
        let draft = self.parcel(&colleague, "Draft", None).await;
        self.keep("draft", draft.id.as_str());
        self.tokens.insert("draft".to_owned(), draft.body.access_token);
    }

    async fn parcel(&self, client: &Client, name: &str, space: Option<&str>) -> Parcel {
        let request = wire::packages::CreatePackage {
            teamspace_id: space.map(|space| self.ids[space].clone()),
            ..testkit::plain_package(name)
        };
        Parcel::create(client, &self.owner.team_id, &request).await
    }

    /// Remembers a package after it was sent with one file; its activity has the same id.
    async fn send(&mut self, name: &str, parcel: &Parcel) -> String {
        let file = parcel.put("", "a.txt", b"hello").await;
        parcel.finalize().await;
        self.keep(name, parcel.id.as_str());
        self.tokens.insert(name.to_owned(), parcel.body.access_token.clone());
        file.id.to_string()
    }

    /// A mail of the Team, and receipts of packages from private Portals.
    async fn add_mails(&mut self, cloud: &TestCloud) {
        let all = mails::latest(&mut cloud.app().store.read().await.unwrap(), 1_000).await.unwrap();
        let of_team = |mail: &&MailRow| mail.team_id.as_ref() == Some(&self.owner.team_id);
        let of_package = |name: &str| {
            let package = Some(self.ids[name].as_str());
            let found =
                all.iter().filter(of_team).find(|mail| mail.package_id.as_ref().map(PackageId::as_str) == package);
            found.unwrap().id.to_string()
        };
        let mail = all.iter().filter(of_team).find(|mail| mail.package_id.is_none()).unwrap().id.to_string();
        let (listed, unlisted) = (of_package("received_listed"), of_package("received_unlisted"));
        self.keep("mail", &mail);
        self.keep("mail_listed", &listed);
        self.keep("mail_unlisted", &unlisted);
    }

    async fn add_forms(&mut self) {
        for kind in PORTALS {
            self.add(&format!("form_{kind}"), &format!("/v1/portals/{{portal_{kind}}}/form"), &form("Form")).await;
        }
    }

    /// A path of the tables, with the ids of this Team.
    pub(super) fn filled(&self, path: &str) -> String {
        self.filled_by(path, |name| self.ids.get(name).cloned())
    }

    /// A path of the tables; an unknown name is an error.
    pub(super) fn filled_by(&self, path: &str, id: impl Fn(&str) -> Option<String>) -> String {
        let part = |part: &str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) => id(name).unwrap_or_else(|| panic!("{} has no {name}", self.label)),
            None => part.to_owned(),
        };
        path.split('/').map(part).collect::<Vec<_>>().join("/")
    }

    pub(super) fn webhook(&self) -> Value {
        json!({ "name": "Receiver", "active": true, "events": ["package.created", "package.finalized"],
            "method": "POST", "url": self.receiver })
    }

    /// A valid body for a Portal of the Team.
    pub(super) fn portal(&self, kind: &str, subdomain: &str) -> Value {
        let mut body = json!({ "name": format!("Portal {kind}"), "subdomain": subdomain, "active": true });
        match kind {
            "own" | "other" => body["teamspace_id"] = json!(self.ids[&format!("space_{kind}")]),
            "listed" | "unlisted" => {
                body["access_level"] = json!("private");
                body["has_access_code"] = json!(true);
                body["access_code"] = json!(CODE);
            }
            _ => {}
        }
        if kind == "open" {
            body["custom_webhooks"] = json!([{ "id": self.ids["webhook"] }]);
        }
        if kind == "unlisted" {
            let (connection, filter) = (&self.ids["connection_unlisted"], &self.ids["filter_unlisted"]);
            body["custom_webhooks"] = json!([{ "id": self.ids["webhook_unlisted"] }]);
            body["cloud_connections"] = json!([{ "id": connection, "filter_id": filter }]);
        }
        if kind == "listed" {
            body["access_list"] = json!([self.person.membership_id, self.colleague.membership_id]);
        }
        body
    }
}

/// The same person again.
fn cast(person: &Person) -> Person {
    Person {
        email: person.email.clone(),
        user_id: person.user_id.clone(),
        team_id: person.team_id.clone(),
        membership_id: person.membership_id.clone(),
        client: person.client.clone(),
        api_key: None,
    }
}

/// A connection that needs no external party.
pub(super) fn gateway() -> Value {
    json!({ "name": "Disk", "provider": "desktop_sg" })
}

pub(super) fn filter() -> Value {
    let rule =
        json!({ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": ["[.]mov$"] });
    json!({ "name": "Films", "rules": [rule] })
}

/// A form or a template of one.
pub(super) fn form(name: &str) -> Value {
    let field = json!({ "name": "scene", "label": "Scene", "type": "short_text", "position": 0 });
    json!({ "name": name, "delivery_formats": ["json"], "fields": [field] })
}
