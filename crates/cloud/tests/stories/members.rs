//! Members of a Team: who may change whom, and the one Owner.

use client::{Client, ClientError};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Person, Refusal as _, Reply, TestCloud};
use wire::api_keys::WriteApiKey;
use wire::error::ErrorCode;
use wire::ids::MembershipId;
use wire::members::{InviteMember, MemberBody, UpdateMember};
use wire::teams::UpdateTeam;

const UNKNOWN: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

fn role(role: &str) -> UpdateMember {
    UpdateMember { role: role.into() }
}

fn invitation(email: &str, role: &str) -> InviteMember {
    InviteMember { email: email.into(), name: None, role: role.into() }
}

/// Whether it was allowed; any refusal but `Forbidden` is a failure of the test.
#[track_caller]
fn allowed<T>(result: Result<T, ClientError>) -> bool {
    if result.is_ok() {
        return true;
    }
    assert_eq!(result.refusal(), ErrorCode::Forbidden);
    false
}

async fn owners(owner: &Person) -> Vec<MemberBody> {
    let key = owner.client.with_api_key(owner.api_key.as_ref().unwrap());
    let members = key.members(&owner.team_id).await.unwrap();
    members.into_iter().filter(|member| member.role == "owner").collect()
}

#[tokio::test]
async fn members_are_listed_whole() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let named = InviteMember { name: Some(" Gil ".into()), ..invitation("Guest@Example.org", "guest") };
    let path = format!("/v1/teams/{}/members", owner.team_id);
    let invited = Reply::to(owner.client.request(Method::POST, &path).json(&named)).await.expect(201);
    let expected = json!([
        {
            "id": owner.membership_id, "user_id": owner.user_id, "email": "owner@example.org", "name": "",
            "role": "owner", "status": "active", "teamspaces": [],
        },
        {
            "id": admin.membership_id, "user_id": admin.user_id, "email": "admin@example.org", "name": "",
            "role": "admin", "status": "active", "teamspaces": [],
        },
        {
            "id": invited["id"], "user_id": invited["user_id"], "email": "guest@example.org", "name": "Gil",
            "role": "guest", "status": "invited", "teamspaces": [],
        },
    ]);
    assert_eq!(invited, expected[2]);
    assert_eq!(Reply::to(owner.client.request(Method::GET, &path)).await.expect(200), expected);
}

/// Which of the management calls a client may make: list, invite, change, remove, settings.
async fn management(client: &Client, owner: &Person, subject: &MembershipId, email: &str) -> [bool; 5] {
    let team = &owner.team_id;
    let listed = allowed(client.members(team).await);
    let invited = client.invite_member(team, &invitation(email, "guest")).await;
    let change = UpdateTeam { free_storage_days: Some(30), ..UpdateTeam::default() };
    let settings = allowed(client.update_team(team, &change).await);
    let changed = allowed(client.update_member(subject, &role("member")).await);
    let removable = match &invited {
        Ok(invited) => invited.id.clone(),
        Err(_) => subject.clone(),
    };
    let removed = allowed(client.remove_member(&removable).await);
    [listed, allowed(invited), changed, removed, settings]
}

async fn api_key(cloud: &TestCloud, person: &Person) -> Option<Client> {
    let created = person.client.create_api_key(&person.team_id, &WriteApiKey::named("")).await.ok()?;
    Some(cloud.anyone().with_api_key(&created.key))
}

#[tokio::test]
async fn only_owner_and_admin_manage_people() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let subject = cloud.member(&owner, "guest", "subject@example.org").await;
    for (name, may) in [("admin", true), ("integration_manager", false), ("member", false), ("guest", false)] {
        let person = cloud.member(&owner, name, &format!("{name}@example.org")).await;
        let clients = [Some(person.client.clone()), api_key(&cloud, &person).await];
        assert_eq!(clients[1].is_some(), matches!(name, "admin" | "integration_manager"), "{name}");
        for (number, client) in clients.into_iter().flatten().enumerate() {
            let email = format!("{name}{number}@example.org");
            let rights = management(&client, &owner, &subject.membership_id, &email).await;
            // Members may list people, for the access lists of their Portals.
            assert_eq!(rights, [may || name == "member", may, may, may, may], "{name} {number}");
            assert!(!allowed(client.update_member(&owner.membership_id, &role("admin")).await), "{name}");
            assert!(!allowed(client.remove_member(&owner.membership_id).await), "{name}");
            assert!(!allowed(client.update_member(&person.membership_id, &role("owner")).await), "{name}");
            assert!(!allowed(client.update_member(&subject.membership_id, &role("owner")).await), "{name}");
        }
    }
    for client in [owner.client.clone(), api_key(&cloud, &owner).await.unwrap()] {
        let rights = management(&client, &owner, &subject.membership_id, "next@example.org").await;
        assert_eq!(rights, [true; 5]);
        assert!(!allowed(client.update_member(&owner.membership_id, &role("admin")).await), "the Owner stays");
        assert!(!allowed(client.remove_member(&owner.membership_id).await), "the Owner stays");
    }
    assert_eq!(owners(&owner).await[0].id, owner.membership_id);
}

#[tokio::test]
async fn a_changed_role_counts_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let person = cloud.member(&owner, "admin", "person@example.org").await;
    assert!(allowed(person.client.members(&owner.team_id).await));
    let changed = owner.client.update_member(&person.membership_id, &role("guest")).await.unwrap();
    assert_eq!((changed.role.as_str(), changed.status.as_str()), ("guest", "active"));
    assert!(!allowed(person.client.members(&owner.team_id).await));
    for bad in ["", "Admin", "king"] {
        let path = format!("/v1/members/{}", person.membership_id);
        let request = owner.client.request(Method::PUT, &path).json(&role(bad));
        assert_eq!(Reply::to(request).await.error().details[0].field, "role", "{bad:?}");
    }
}

#[tokio::test]
async fn the_removed_are_strangers() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let person = cloud.member(&owner, "admin", "person@example.org").await;
    owner.client.remove_member(&person.membership_id).await.unwrap();
    assert_eq!(person.client.team(&owner.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(person.client.members(&owner.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(person.client.who_am_i().await.unwrap().teams, []);
    assert_eq!(owner.client.remove_member(&person.membership_id).await.refusal(), ErrorCode::NotFound);
    let back = cloud.member(&owner, "guest", "back@example.org").await;
    assert!(back.client.team(&owner.team_id).await.is_ok());
}

#[tokio::test]
async fn handing_over_makes_another_owner_and_an_admin() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let person = cloud.member(&owner, "guest", "person@example.org").await;
    let invited = owner.client.invite_member(&owner.team_id, &invitation("new@example.org", "admin")).await.unwrap();
    assert_eq!(owner.client.update_member(&invited.id, &role("owner")).await.refusal(), ErrorCode::WrongState);
    let to_self = owner.client.update_member(&owner.membership_id, &role("owner")).await;
    assert_eq!(to_self.refusal(), ErrorCode::WrongState);

    let handed = owner.client.update_member(&person.membership_id, &role("owner")).await.unwrap();
    assert_eq!((handed.id, handed.role.as_str()), (person.membership_id.clone(), "owner"));
    let members = person.client.members(&owner.team_id).await.unwrap();
    let roles: Vec<&str> = members.iter().map(|member| member.role.as_str()).collect();
    assert_eq!(roles, ["admin", "owner", "admin"]);
    assert!(!allowed(owner.client.update_member(&owner.membership_id, &role("owner")).await));
    assert!(!allowed(owner.client.remove_member(&person.membership_id).await));
    person.client.remove_member(&owner.membership_id).await.unwrap();
}

#[tokio::test]
async fn handing_over_twice_at_once_leaves_one_owner() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let one = cloud.member(&owner, "admin", "one@example.org").await;
    let two = cloud.member(&owner, "admin", "two@example.org").await;
    for _ in 0..5 {
        let tries = [&one, &two].map(|person| {
            let (client, id) = (owner.client.clone(), person.membership_id.clone());
            tokio::spawn(async move { client.update_member(&id, &role("owner")).await })
        });
        let mut successors = Vec::new();
        for attempt in tries {
            match attempt.await.unwrap() {
                Ok(member) => successors.push(member.id),
                refused => {
                    let code = refused.refusal();
                    assert!([ErrorCode::Forbidden, ErrorCode::Stale, ErrorCode::Duplicate].contains(&code), "{code:?}");
                }
            }
        }
        assert_eq!(successors.len(), 1);
        let found: Vec<MembershipId> = owners(&owner).await.into_iter().map(|member| member.id).collect();
        assert_eq!(found, successors);
        let successor = if found[0] == one.membership_id { &one } else { &two };
        successor.client.update_member(&owner.membership_id, &role("owner")).await.unwrap();
    }
}

#[tokio::test]
async fn another_teams_members_look_like_none() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let theirs = cloud.member(&stranger, "member", "theirs@example.org").await;
    let unknown: MembershipId = UNKNOWN.parse().unwrap();
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    for client in [&owner.client, &key] {
        let mut replies = Vec::new();
        for id in [&theirs.membership_id, &unknown] {
            let path = format!("/v1/members/{id}");
            let changed = client.request(Method::PUT, &path).json(&role("guest"));
            replies
                .push((Reply::to(changed).await.expect(404), Reply::to(client.request(Method::DELETE, &path)).await));
        }
        assert_eq!(replies[0].0, replies[1].0);
        assert_eq!(replies[0].1.expect(404), replies[1].1.expect(404));
    }
}

#[tokio::test]
async fn a_key_acts_only_in_its_own_team() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    other.client.invite_member(&other.team_id, &invitation(&owner.email, "admin")).await.unwrap();
    cloud.run_due_jobs().await;
    let token = cloud.mails.take_to(&owner.email).token();
    let acceptance = wire::auth::RedeemToken { token, password: String::new(), name: None };
    owner.client.accept_invitation(&acceptance).await.unwrap();
    assert!(owner.client.members(&other.team_id).await.is_ok(), "by token in both Teams");
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    assert_eq!(key.who_am_i().await.unwrap().teams.len(), 1);
    let mut roles: Vec<_> = owner.client.who_am_i().await.unwrap().teams.into_iter().map(|own| own.role).collect();
    roles.sort();
    assert_eq!(roles, ["admin", "owner"]);
    assert_eq!(key.team(&other.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(key.members(&other.team_id).await.refusal(), ErrorCode::NotFound);
    let removed = key.remove_member(&other.membership_id).await;
    assert_eq!(removed.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn a_member_finds_the_people_for_an_access_list() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let guest = cloud.member(&owner, "guest", "guest@example.org").await;
    let spaces = format!("POST /v1/teams/{}/spaces", owner.team_id);
    for (name, member) in [("Sound", &ben), ("Vision", &guest)] {
        let space = json!({ "name": name, "member_ids": [member.membership_id] });
        Reply::of(&owner.client, &spaces, &space).await.expect(201);
    }
    let line = format!("GET /v1/teams/{}/members", owner.team_id);
    let listed = Reply::of(&ben.client, &line, &Value::Null).await.expect(200);
    let people: Vec<(&str, usize)> = (listed.as_array().unwrap().iter())
        .map(|member| (member["email"].as_str().unwrap(), member["teamspaces"].as_array().unwrap().len()))
        .collect();
    assert_eq!(people, [("anna@example.org", 0), ("ben@example.org", 1), ("guest@example.org", 0)]);
    let portal = json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "access_level": "private",
        "has_access_code": true, "access_code": "code", "access_list": [listed[2]["id"]] });
    let portals = format!("POST /v1/teams/{}/portals", owner.team_id);
    let made = Reply::of(&ben.client, &portals, &portal).await.expect(201);
    assert_eq!(made["access_list"].as_array().unwrap().len(), 2, "{made}");
    Reply::of(&guest.client, &line, &Value::Null).await.expect(403);
}
