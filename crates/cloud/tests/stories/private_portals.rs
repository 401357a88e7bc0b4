//! Private Portals: for members on the access list, and for nobody else.

use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud};
use wire::error::ErrorCode;
use wire::ids::PortalId;
use wire::packages::PackageBody;

struct Scene {
    cloud: TestCloud,
    owner: Person,
    admin: Person,
    manager: Person,
    member: Person,
    guest: Person,
    portal: PortalId,
    package: PackageBody,
}

impl Scene {
    fn all(&self) -> [&Person; 5] {
        [&self.owner, &self.admin, &self.manager, &self.member, &self.guest]
    }
}

/// A private Portal that the Member created, with the Guest on its list too; one package was received.
async fn scene() -> Scene {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let manager = cloud.member(&owner, "integration_manager", "manager@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let guest = cloud.member(&owner, "guest", "guest@example.org").await;
    let body = json!({ "name": "Secret cut", "subdomain": "secret", "active": true, "access_level": "private",
        "has_access_code": true, "access_code": "code", "access_list": [guest.membership_id] });
    let made = Reply::of(&member.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await.expect(201);
    let portal: PortalId = made["id"].as_str().unwrap().parse().unwrap();
    let listed: Vec<&Value> =
        made["access_list"].as_array().unwrap().iter().map(|entry| &entry["membership_id"]).collect();
    assert!(listed.contains(&&json!(member.membership_id)), "whoever makes it is on the list");
    assert!(listed.contains(&&json!(guest.membership_id)));
    let parcel = Parcel::through(&cloud.anyone().with_access_code("code"), &portal, "Hidden package").await;
    parcel.put("", "x", b"x").await;
    let package = parcel.finalize().await;
    cloud.run_due_jobs().await;
    Scene { cloud, owner, admin, manager, member, guest, portal, package }
}

async fn sees(scene: &Scene, person: &Person) -> bool {
    let (team, client) = (&scene.owner.team_id, &person.client);
    let there = client.portal(&scene.portal).await.is_ok();
    let legacy = Reply::of(client, &format!("GET /v1/portals/{}/packages", scene.portal), &json!(null)).await;
    assert_eq!(legacy.status == 200, there, "{}", legacy.text);
    assert_eq!(client.portals(team, "").await.unwrap().metadata.total == 1, there);
    assert_eq!(client.legacy_portals(team).await.unwrap().len() == 1, there);
    assert_eq!(client.inbox(team, "").await.unwrap().metadata.total == 1, there);
    assert_eq!(client.inbox(team, &format!("portal={}", scene.portal)).await.unwrap().metadata.total == 1, there);
    assert_eq!(client.package(team, &scene.package.id).await.is_ok(), there);
    let record = client.audit(team, "").await.unwrap();
    let told = serde_json::to_string(&record).unwrap();
    assert!(
        !told.contains("Hidden package") && !told.contains("Secret cut"),
        "the record names nothing private: {told}"
    );
    there
}

#[tokio::test]
async fn only_the_list_sees_it() {
    let scene = Box::pin(scene()).await;
    for (person, expected) in scene.all().into_iter().zip([false, false, false, true, true]) {
        assert_eq!(sees(&scene, person).await, expected, "{}", person.email);
    }
    let activities =
        async |person: &Person| person.client.activities(&scene.owner.team_id, "").await.unwrap().metadata.total;
    assert_eq!(activities(&scene.owner).await, 0, "not even that something came");
    for person in [&scene.owner, &scene.admin] {
        let whole = json!({ "name": "x", "subdomain": "secret" });
        let line = format!("PUT /v1/portals/{}", scene.portal);
        assert_eq!(Reply::of(&person.client, &line, &whole).await.error().code, ErrorCode::NotFound);
        assert_eq!(person.client.delete_portal(&scene.portal).await.refusal(), ErrorCode::NotFound);
    }
    let range = json!({ "expiry_start": "2020-01-01", "expiry_end": "2030-01-01" });
    scene.cloud.execute_sql("UPDATE packages SET state = 'expired'").await;
    let archive = format!("PUT /v1/teams/{}/inbox/archive", scene.owner.team_id);
    assert_eq!(Reply::of(&scene.owner.client, &archive, &range).await.expect(200)["total_updated"], 0);
    assert_eq!(Reply::of(&scene.member.client, &archive, &range).await.expect(200)["total_updated"], 1);
}

#[tokio::test]
async fn who_is_listed_may_change_it_within_limits() {
    let scene = Box::pin(scene()).await;
    let put = async |person: &Person, body: &Value| {
        Reply::of(&person.client, &format!("PUT /v1/portals/{}", scene.portal), body).await
    };
    let (guest, member) = (json!(scene.guest.membership_id), json!(scene.member.membership_id));
    let base = json!({ "name": "Renamed", "subdomain": "secret" });
    let with = |fields: Value| {
        let mut body = base.clone();
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    };
    let read = scene.guest.client.portal(&scene.portal).await.unwrap();
    assert_eq!(read.access_code, "code", "who may change it may read it");
    assert_eq!(put(&scene.guest, &base).await.expect(200)["name"], "Renamed");
    put(&scene.guest, &with(json!({ "access_list": [guest, member] }))).await.expect(200);
    for refused in [
        json!({ "access_list": [member] }),
        json!({ "access_list": [] }),
        json!({ "access_level": "regular" }),
        json!({ "tag": { "name": "new" } }),
    ] {
        assert_eq!(put(&scene.guest, &with(refused.clone())).await.status, 403, "{refused}");
    }
    assert_eq!(scene.guest.client.delete_portal(&scene.portal).await.refusal(), ErrorCode::Forbidden);
    for wrong in [json!({ "access_list": [] }), json!({ "has_access_code": false }), json!({ "teamspace_id": "x" })] {
        let status = put(&scene.member, &with(wrong.clone())).await.status.as_u16();
        assert!([400, 404].contains(&status), "{wrong}: {status}");
    }
    // A Member has the permission: they may leave the list, and then no longer see it.
    put(&scene.member, &with(json!({ "access_list": [guest] }))).await.expect(200);
    assert!(!sees(&scene, &scene.member).await);
    let add = json!({ "access_list": [guest, member, scene.admin.membership_id] });
    put(&scene.guest, &with(add)).await.expect(200);
    assert!(sees(&scene, &scene.admin).await);
    put(&scene.admin, &with(json!({ "access_level": "regular" }))).await.expect(200);
    for person in scene.all() {
        let expected = person.email != scene.guest.email;
        assert_eq!(person.client.portal(&scene.portal).await.is_ok(), expected, "{}", person.email);
    }
    let record = scene.owner.client.audit(&scene.owner.team_id, "action=portal_access_changed").await.unwrap();
    assert!(record.metadata.total >= 3);
}

#[tokio::test]
async fn a_portal_that_becomes_private_keeps_who_made_it_so() {
    let scene = Box::pin(scene()).await;
    let body = json!({ "name": "Open", "subdomain": "open", "active": true });
    let line = format!("POST /v1/teams/{}/portals", scene.owner.team_id);
    let open = Reply::of(&scene.admin.client, &line, &body).await.expect(201);
    let id = open["id"].as_str().unwrap();
    let private = json!({ "name": "Open", "subdomain": "open", "access_level": "private", "has_access_code": true,
        "access_code": "x" });
    let made = Reply::of(&scene.owner.client, &format!("PUT /v1/portals/{id}"), &private).await.expect(200);
    assert_eq!(made["access_list"].as_array().unwrap().len(), 1);
    assert_eq!(made["access_list"][0]["email"], "owner@example.org");
    assert_eq!(scene.admin.client.portal(&id.parse().unwrap()).await.refusal(), ErrorCode::NotFound);
    // Read as objects, written as objects.
    let again = Reply::of(&scene.owner.client, &format!("PUT /v1/portals/{id}"), &made).await.expect(200);
    assert_eq!(again["access_list"], made["access_list"]);
}

#[tokio::test]
async fn a_portal_whose_last_listed_member_leaves_falls_to_the_owner() {
    let scene = Box::pin(scene()).await;
    scene.owner.client.remove_member(&scene.guest.membership_id).await.unwrap();
    assert!(!sees(&scene, &scene.owner).await, "the Member still has it");
    scene.owner.client.remove_member(&scene.member.membership_id).await.unwrap();
    assert!(sees(&scene, &scene.owner).await);
    let record = scene.owner.client.audit(&scene.owner.team_id, "action=portal_access_changed").await.unwrap();
    assert_eq!((record.metadata.total, record.records[0].actor.as_str()), (1, "service"));
    let read = scene.owner.client.portal(&scene.portal).await.unwrap();
    assert_eq!(read.access_list.unwrap().len(), 1);
}

#[tokio::test]
async fn a_token_shows_no_more_than_its_holder_sees() {
    let scene = Box::pin(scene()).await;
    let team = &scene.owner.team_id;
    let token = async |person: &Person| {
        let package = person.client.package(team, &scene.package.id).await.unwrap();
        Parcel {
            client: scene.cloud.anyone().with_package_token(&package.access_token),
            id: package.id.clone(),
            body: package,
        }
    };
    let (of_member, of_guest) = (token(&scene.member).await, token(&scene.guest).await);
    let calls = [
        ("GET /files", json!(null), 200, 200),
        ("GET /zip", json!(null), 200, 200),
        ("POST /links", json!({}), 201, 403),
        ("GET /links", json!(null), 200, 403),
        ("PUT ", json!({ "name": "Renamed" }), 200, 403),
        ("PUT ", json!({ "name": "Tagged", "tag": { "name": "red" } }), 201, 403),
        ("PUT /expiry", json!({ "unlimited_storage": true }), 200, 403),
    ];
    for (call, body, member, guest) in &calls {
        assert_eq!(of_guest.reply(call, body).await.status.as_u16(), *guest, "{call} by a Guest");
        assert_eq!(of_member.reply(call, body).await.status.as_u16(), *member, "{call} by a Member");
    }
    assert_eq!(of_guest.reply("DELETE ", &json!(null)).await.status, 403);
    let only_guest = json!({ "name": "x", "subdomain": "secret", "access_list": [scene.guest.membership_id] });
    Reply::of(&scene.member.client, &format!("PUT /v1/portals/{}", scene.portal), &only_guest).await.expect(200);
    for call in ["GET /files", "GET /zip", "DELETE "] {
        assert_eq!(of_member.reply(call, &json!(null)).await.status, 404, "{call} by someone off the list");
    }
    assert_eq!(of_guest.reply("GET /files", &json!(null)).await.status, 200);
    scene.owner.client.remove_member(&scene.guest.membership_id).await.unwrap();
    assert_eq!(of_guest.reply("GET /files", &json!(null)).await.status, 401, "who left the Team has no token");
}
