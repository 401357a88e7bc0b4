//! A Team of its own for every duel, with one of everything.

use client::Client;
use serde_json::{Value, json};
use testkit::{PASSWORD, Parcel, Reply, TestCloud, TestReceiver};
use wire::auth::{RedeemToken, SignIn};
use wire::ids::{PortalId, TeamId};

/// A package, and the token of its creator.
pub(super) struct Package {
    pub(super) id: String,
    pub(super) token: String,
    pub(super) file: String,
}

pub(super) struct Scene {
    /// Differs from every other scene.
    pub(super) number: u64,
    pub(super) team: String,
    pub(super) owner_token: String,
    /// An Admin.
    pub(super) member: String,
    pub(super) member_token: String,
    /// Someone who has not answered yet, and their token.
    pub(super) invited: String,
    pub(super) invitation: String,
    /// An API key of the Admin.
    pub(super) key: String,
    pub(super) filter: String,
    pub(super) tag: String,
    pub(super) space: String,
    pub(super) webhook: String,
    pub(super) connection: String,
    pub(super) portal: String,
    /// Only the Owner is on its list.
    pub(super) private: String,
    /// New, with one file.
    pub(super) sent: Package,
    /// New, with one file, through the Portal.
    pub(super) received: Package,
    /// Finalized.
    pub(super) finished: Package,
}

pub(super) struct Maker<'a> {
    pub(super) cloud: &'a TestCloud,
    pub(super) receiver: &'a TestReceiver,
}

impl Maker<'_> {
    pub(super) async fn scene(&self, number: u64) -> Scene {
        let email = format!("owner-{number}@example.org");
        let owner = self.cloud.owner(&format!("Team {number}"), &email).await;
        let (client, team) = (&owner.client, owner.team_id.clone());
        let owner_token = self.token(&email).await;
        let (member, member_token) = self.member(client, &team, number).await;
        let (invited, invitation) = self.invite(client, &team, &format!("invited-{number}@example.org")).await;
        let key = json!({ "name": "Key", "state": "active" });
        let member_client = self.cloud.anyone().with_user_token(&member_token);
        let key = made(&member_client, &format!("POST /v1/teams/{team}/api_keys"), &key).await;
        let made_here =
            async |path: &str, body: Value| made(client, &format!("POST /v1/teams/{team}/{path}"), &body).await;
        let filter = made_here("filters", filter()).await;
        let tag = made_here("tags", json!({ "name": "Tag" })).await;
        let space = made_here("spaces", json!({ "name": "Space" })).await;
        let webhook = made_here("custom_webhooks", webhook(&self.receiver.url())).await;
        let connection = made_here("cloud_connections", connection(&self.receiver.url())).await;
        let portal = made_here("portals", portal(number)).await;
        let private = made_here("portals", private_portal(number)).await;
        let [sent, finished, expired_sent] =
            [self.sent(client, &team).await, self.sent(client, &team).await, self.sent(client, &team).await];
        let portal_id: PortalId = id(&portal).try_into().unwrap();
        let [received, expired_received] = [self.received(&portal_id).await, self.received(&portal_id).await];
        let finish = client.with_package_token(&finished.token);
        Reply::of(&finish, &format!("POST /v1/packages/{}/finalize", finished.id), &Value::Null).await.expect(200);
        let expire = format!(
            "UPDATE packages SET state = 'expired' WHERE id IN ('{}', '{}')",
            expired_sent.id, expired_received.id
        );
        self.cloud.execute_sql(&expire).await;
        // Their content is gone, so they hold nothing.
        self.cloud.execute_sql(&format!("DELETE FROM held_bytes WHERE team_id = '{team}'")).await;
        let hold = format!(
            "INSERT INTO held_bytes SELECT team_id, portal_id, 0, CAST(SUM(bytes_added) AS BIGINT) FROM packages
             WHERE team_id = '{team}' AND state <> 'expired' GROUP BY team_id, portal_id"
        );
        self.cloud.execute_sql(&hold).await;
        Scene {
            number,
            team: team.to_string(),
            owner_token,
            member,
            member_token,
            invited,
            invitation,
            key: id(&key),
            filter: id(&filter),
            tag: id(&tag),
            space: id(&space),
            webhook: id(&webhook),
            connection: id(&connection),
            portal: id(&portal),
            private: id(&private),
            sent,
            received,
            finished,
        }
    }

    async fn token(&self, email: &str) -> String {
        let request = SignIn { email: email.to_owned(), password: PASSWORD.to_owned(), otp: None };
        self.cloud.anyone().sign_in(&request).await.unwrap().token
    }

    async fn member(&self, owner: &Client, team: &TeamId, number: u64) -> (String, String) {
        let email = format!("member-{number}@example.org");
        let (member, token) = self.invite(owner, team, &email).await;
        let acceptance = RedeemToken { token, password: PASSWORD.to_owned(), name: None };
        self.cloud.anyone().accept_invitation(&acceptance).await.unwrap();
        (member, self.token(&email).await)
    }

    async fn invite(&self, owner: &Client, team: &TeamId, email: &str) -> (String, String) {
        let invitation = json!({ "email": email, "role": "admin" });
        let member = made(owner, &format!("POST /v1/teams/{team}/members"), &invitation).await;
        self.cloud.run_due_jobs().await;
        (id(&member), self.cloud.mails.take_to(email).token())
    }

    async fn sent(&self, owner: &Client, team: &TeamId) -> Package {
        let request = testkit::plain_package("Rushes");
        with_file(Parcel::create(owner, team, &request).await).await
    }

    async fn received(&self, portal: &PortalId) -> Package {
        with_file(Parcel::through(&self.cloud.anyone(), portal, "Rushes").await).await
    }
}

async fn with_file(parcel: Parcel) -> Package {
    let file = parcel.put("", "a.txt", b"content").await;
    Package { id: parcel.id.to_string(), token: parcel.body.access_token, file: file.id.to_string() }
}

async fn made(client: &Client, line: &str, body: &Value) -> Value {
    Reply::of(client, line, body).await.expect(201)
}

fn id(made: &Value) -> String {
    made["id"].as_str().unwrap().to_owned()
}

pub(super) fn filter() -> Value {
    let rule =
        json!({ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": [r"\.mov$"] });
    json!({ "name": "movies", "rules": [rule] })
}

pub(super) fn webhook(url: &str) -> Value {
    json!({ "active": true, "events": ["package.created"], "method": "POST", "url": url })
}

fn connection(url: &str) -> Value {
    let authorization = json!({
        "client_id": "key", "client_secret": "secret", "destination": "box", "region": "eu", "endpoint": url,
    });
    json!({ "name": "Archive", "provider": "vendor_e_s3", "authorization": authorization })
}

/// The Portal of a scene, unchanged.
pub(super) fn portal(number: u64) -> Value {
    json!({ "name": "Portal", "subdomain": format!("portal-{number}"), "active": true })
}

/// The private Portal of a scene, unchanged.
pub(super) fn private_portal(number: u64) -> Value {
    json!({ "name": "Private", "subdomain": format!("private-{number}"), "active": true, "access_level": "private",
        "has_access_code": true, "access_code": "open" })
}
