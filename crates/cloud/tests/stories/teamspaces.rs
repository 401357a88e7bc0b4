//! Teamspaces: their members, their visibility, and their deletion.

use serde_json::json;
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::packages::CreatePackage;
use wire::portals::WritePortal;
use wire::teamspaces::{AddTeamspaceMembers, CreateTeamspace};

fn named(name: &str) -> CreateTeamspace {
    CreateTeamspace { name: name.to_owned(), member_ids: None }
}

#[tokio::test]
async fn a_teamspace_is_made_read_renamed_and_listed() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let line = format!("POST /v1/teams/{}/spaces", owner.team_id);
    let ids = json!([ben.membership_id, ben.membership_id]);
    let made = Reply::of(&owner.client, &line, &json!({ "name": " Sound ", "member_ids": ids })).await.expect(201);
    assert_eq!((&made["name"], made["members"].as_array().unwrap().len()), (&json!("Sound"), 1));
    let member = &made["members"][0];
    assert_eq!(member["user_id"], json!(ben.user_id));
    let id = made["id"].as_str().unwrap().parse().unwrap();
    let memberships = owner.client.teamspace_memberships(&id).await.unwrap();
    assert_eq!(json!(memberships[0].id), member["id"], "members[].id is the Teamspace membership");
    assert_eq!((&memberships[0].membership_id, &memberships[0].teamspace_id), (&ben.membership_id, &id));
    assert_eq!(json!(owner.client.teamspace(&id).await.unwrap()), made);

    let renamed =
        Reply::of(&owner.client, &format!("PUT /v1/spaces/{id}"), &json!({ "name": "Tone" })).await.expect(200);
    assert_eq!(renamed["metadata"]["total"], 1, "the reply has the shape of the list");
    assert_eq!((&renamed["teamspaces"][0]["id"], &renamed["teamspaces"][0]["name"]), (&made["id"], &json!("Tone")));

    for number in 0..60 {
        owner.client.create_teamspace(&owner.team_id, &named(&format!("Space {number}"))).await.unwrap();
    }
    let page = async |query: &str| owner.client.teamspaces(&owner.team_id, query).await.unwrap();
    assert_eq!((page("").await.metadata.total, page("").await.teamspaces.len()), (61, 50));
    assert_eq!(page("").await.teamspaces[0].name, "Tone", "pages count from 0");
    assert_eq!(page("page=0&limit=500").await, page("").await);
    assert_eq!(page("page=1").await.teamspaces.len(), 11);
    assert_eq!(page("page=2").await.teamspaces.len(), 0);
    for (query, field) in [("page=-1", "page"), ("page=x", "page"), ("limit=0", "limit"), ("limit=-2", "limit")] {
        let line = format!("GET /v1.1/teams/{}/spaces?{query}", owner.team_id);
        let reply = Reply::of(&owner.client, &line, &json!(null)).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{query}");
    }
    let of_ben = ben.client.teamspaces(&owner.team_id, "").await.unwrap();
    assert_eq!((of_ben.metadata.total, of_ben.teamspaces.len()), (1, 1), "others see those that they are in");
}

#[tokio::test]
async fn members_come_and_go() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let cleo = cloud.member(&owner, "guest", "cleo@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let space = owner.client.create_teamspace(&owner.team_id, &named("Sound")).await.unwrap().id;
    let add = async |ids: &[&str]| {
        let member_ids = ids.iter().map(|id| (*id).to_owned()).collect();
        owner.client.add_to_teamspace(&space, &AddTeamspaceMembers { member_ids }).await
    };
    let (b, c) = (ben.membership_id.as_str(), cleo.membership_id.as_str());
    let first = add(&[b]).await.unwrap();
    assert_eq!(first.len(), 1);
    let both = add(&[b, c, b]).await.unwrap();
    assert_eq!(both.len(), 2);
    assert!(both.contains(&first[0]), "an existing member is left unchanged");
    for wrong in ["01KA2B3C4D5E6F7G8H9JKMNPQR", other.membership_id.as_str(), "x", ben.user_id.as_str()] {
        assert_eq!(add(&[c, wrong]).await.refusal(), ErrorCode::ReferenceNotFound, "{wrong}");
    }
    let members = owner.client.members(&owner.team_id).await.unwrap();
    let of_ben = members.iter().find(|member| member.id == ben.membership_id).unwrap();
    assert_eq!(of_ben.teamspaces, [space.to_string()]);
    ben.client.teamspace(&space).await.unwrap();
    let elsewhere = owner.client.create_teamspace(&owner.team_id, &named("Colour")).await.unwrap().id;
    let wrong_place = owner.client.remove_from_teamspace(&elsewhere, &first[0].id).await;
    assert_eq!(wrong_place.refusal(), ErrorCode::NotFound);
    owner.client.remove_from_teamspace(&space, &first[0].id).await.unwrap();
    assert_eq!(owner.client.remove_from_teamspace(&space, &first[0].id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(ben.client.teamspace(&space).await.refusal(), ErrorCode::NotFound);
    owner.client.remove_member(&cleo.membership_id).await.unwrap();
    assert!(owner.client.teamspace_memberships(&space).await.unwrap().is_empty(), "who leaves the Team leaves it too");
}

#[tokio::test]
async fn only_its_creator_deletes_it_and_nothing_in_it_is_exposed() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let admin = cloud.member(&owner, "admin", "ada@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let request = CreateTeamspace { name: "Sound".into(), member_ids: Some(vec![ben.membership_id.to_string()]) };
    let space = admin.client.create_teamspace(&owner.team_id, &request).await.unwrap().id;
    let inside = CreatePackage { teamspace_id: Some(space.to_string()), ..plain_package("inside") };
    Parcel::sent(&ben.client, &owner.team_id, &inside).await;
    let portal = WritePortal {
        name: Some("Rushes".into()),
        subdomain: Some("rushes".into()),
        active: Some(true),
        teamspace_id: Some(space.to_string()),
        ..WritePortal::default()
    };
    let portal = ben.client.create_portal(&owner.team_id, &portal).await.unwrap();
    let received = Parcel::through(&cloud.anyone(), &portal.id, "received").await;
    received.put("", "x", b"x").await;
    received.finalize().await;
    let names = async |query: &str| {
        let list = ben.client.teamspace_packages(&space, query).await.unwrap();
        list.into_iter().map(|package| package.name).collect::<Vec<_>>()
    };
    assert_eq!(names("sort=name").await, ["inside", "received"]);
    assert_eq!(names("sort=-name&limit=1&page=1").await, ["inside"]);
    assert_eq!(names("name=REC").await, ["received"]);
    assert_eq!(names("status=new").await, [""; 0]);
    let today = &cloud.now().to_string()[..10];
    assert_eq!(
        names(&format!("created_at_start={today}&created_at_end={today}&sort=name")).await.len(),
        2,
        "days are whole"
    );
    assert_eq!(names("created_at_end=2020-01-01").await, [""; 0]);

    assert_eq!(owner.client.delete_teamspace(&space).await.refusal(), ErrorCode::Forbidden, "not even the Owner");
    assert_eq!(ben.client.delete_teamspace(&space).await.refusal(), ErrorCode::Forbidden);
    admin.client.delete_teamspace(&space).await.unwrap();
    assert_eq!(admin.client.delete_teamspace(&space).await.refusal(), ErrorCode::NotFound);
    assert_eq!(ben.client.teamspace_packages(&space, "").await.refusal(), ErrorCode::NotFound);
    assert_eq!(ben.client.packages(&owner.team_id, "").await.unwrap().metadata.total, 1, "what he sent stays his");
    assert_eq!(ben.client.inbox(&owner.team_id, "").await.unwrap().metadata.total, 0);
    assert_eq!(ben.client.portal(&portal.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.packages(&owner.team_id, "").await.unwrap().metadata.total, 1, "nothing is lost");
    assert_eq!(owner.client.inbox(&owner.team_id, "").await.unwrap().metadata.total, 1);
    let refused = ben.client.create_package(&owner.team_id, &inside).await;
    assert_eq!(refused.refusal(), ErrorCode::ReferenceNotFound, "a deleted Teamspace takes nothing new");
}

#[tokio::test]
async fn what_was_sent_from_a_deleted_teamspace_stays_with_its_senders() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let eve = cloud.member(&owner, "member", "eve@example.org").await;
    let members = [&ben, &eve].map(|person| person.membership_id.to_string()).to_vec();
    let request = CreateTeamspace { name: "Sound".into(), member_ids: Some(members) };
    let space = owner.client.create_teamspace(&owner.team_id, &request).await.unwrap().id;
    let inside = |name: &str| CreatePackage { teamspace_id: Some(space.to_string()), ..plain_package(name) };
    let mut parcel = Parcel::sent(&ben.client, &owner.team_id, &inside("by Ben")).await;
    Parcel::sent(&eve.client, &owner.team_id, &inside("by Eve")).await;
    Parcel::sent(&owner.client, &owner.team_id, &inside("by Anna")).await;
    owner.client.delete_teamspace(&space).await.unwrap();

    let names = async |person: &Person| {
        let page = person.client.packages(&owner.team_id, "sort=name").await.unwrap();
        page.records.into_iter().map(|package| package.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&ben).await, ["by Ben"]);
    assert_eq!(names(&eve).await, ["by Eve"]);
    assert_eq!(names(&owner).await, ["by Anna", "by Ben", "by Eve"]);
    let body = ben.client.package(&owner.team_id, &parcel.id).await.unwrap();
    parcel.client = ben.client.with_package_token(&body.access_token);
    parcel.reply("PUT ", &json!({ "name": "Ben's" })).await.expect(200);
    assert_eq!(eve.client.package(&owner.team_id, &parcel.id).await.refusal(), ErrorCode::NotFound);
}
