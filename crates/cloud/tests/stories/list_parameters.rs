//! Parameters of lists: those that a list does not have, and those that clients of other services send.

use serde_json::{Value, json};
use testkit::{Parcel, Person, Reply, TestCloud, plain_package};
use wire::packages::CreatePackage;

async fn get(person: &Person, path: &str) -> Reply {
    let path = path.replace("TEAM", person.team_id.as_str());
    Reply::of(&person.client, &format!("GET {path}"), &Value::Null).await
}

async fn made(person: &Person, path: &str, body: &Value) -> String {
    let line = format!("POST /v1/teams/{}/{path}", person.team_id);
    Reply::of(&person.client, &line, body).await.expect(201)["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_parameter_that_a_list_does_not_have_is_named() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    for list in [
        "/v1.1/teams/TEAM/packages",
        "/v1/teams/TEAM/packages",
        "/v1.1/teams/TEAM/inbox",
        "/v1.1/teams/TEAM/portals",
        "/v1/teams/TEAM/portals",
        "/v1.1/teams/TEAM/spaces",
        "/v1.1/teams/TEAM/activities",
        "/v1.1/teams/TEAM/audit",
        "/v1.1/teams/TEAM/outbox",
        "/v1/teams/TEAM/members",
        "/v1/teams/TEAM/api_keys",
        "/v1/teams/TEAM/tags",
        "/v1/teams/TEAM/filters",
        "/v1/teams/TEAM/cloud_connections",
        "/v1/teams/TEAM/custom_webhooks",
        "/v1/teams/TEAM/forms/templates",
    ] {
        get(&owner, list).await.expect(200);
        let refused = get(&owner, &format!("{list}?colour=new")).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "colour"), "{list}");
        let refused = get(&owner, &format!("{list}?na%6De%5Bx%5D=")).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "name[x]"), "{list}");
    }
    for call in ["GET /files", "GET /links", "GET /transfer"] {
        parcel.reply(call, &Value::Null).await.expect(200);
        let refused = parcel.reply(&format!("{call}?offset=1"), &Value::Null).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "offset"), "{call}");
    }
    get(&owner, "/v1.1/teams/TEAM/packages?tags[]=x&limit=").await.expect(200);
    get(&owner, "/v1/teams/TEAM?refresh=1").await.expect(200);
}

#[tokio::test]
async fn activities_are_filtered_and_sorted_as_clients_ask() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let space = made(&owner, "spaces", &json!({ "name": "Sound" })).await;
    let inside = CreatePackage { teamspace_id: Some(space.clone()), ..plain_package("inside") };
    Parcel::create(&owner.client, &owner.team_id, &inside).await;
    Parcel::sent(&owner.client, &owner.team_id, &plain_package("outside")).await.link().await;
    let portal = made(&owner, "portals", &json!({ "name": "Rushes", "subdomain": "rushes", "active": true })).await;
    Parcel::through(&cloud.anyone(), &portal.parse().unwrap(), "received").await;
    let told = async |query: &str| {
        let page = get(&owner, &format!("/v1.1/teams/TEAM/activities?{query}")).await.expect(200);
        let records = page["records"].as_array().unwrap();
        assert_eq!(page["metadata"]["total"], records.len(), "{query}");
        let name = |record: &Value| record["package_name"].as_str().unwrap().to_owned();
        records.iter().map(name).collect::<Vec<_>>()
    };
    let newest_first = told("").await;
    assert_eq!(newest_first.len(), 4);
    assert_eq!(told("sort=-created_at").await, newest_first);
    assert_eq!(told("sort=created_at").await, newest_first.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(told("activity_types=link_creation").await, ["outside"]);
    assert_eq!(told("activity_types=upload&activity_states=complete").await, ["outside"]);
    assert_eq!(told(&format!("portals={portal}")).await, ["received"]);
    assert_eq!(told(&format!("teamspaces={space},x")).await, ["inside"]);
    for (query, field) in
        [("activity_types=x", "activity_types"), ("activity_states=x", "activity_states"), ("sort=kind", "sort")]
    {
        let refused = get(&owner, &format!("/v1.1/teams/TEAM/activities?{query}")).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, field));
    }
}

#[tokio::test]
async fn portals_are_found_by_subdomain_and_sorted_by_whether_they_are_on() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    for (subdomain, active) in [("rushes", true), ("sound", false), ("stills", true)] {
        made(&owner, "portals", &json!({ "name": subdomain, "subdomain": subdomain, "active": active })).await;
    }
    let named = async |query: &str| {
        let page = get(&owner, &format!("/v1.1/teams/TEAM/portals?{query}")).await.expect(200);
        let name = |portal: &Value| portal["name"].as_str().unwrap().to_owned();
        page["records"].as_array().unwrap().iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(named("subdomain=sound").await, ["sound"]);
    assert_eq!(named("subdomain=SOUND").await, ["sound"]);
    assert_eq!(named("subdomain=soun").await, [""; 0]);
    assert_eq!(named("sort=active").await[0], "sound");
    assert_eq!(named("sort=-active").await[2], "sound");
}
