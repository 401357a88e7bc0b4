//! Tags of a Team: created, listed, deleted, and created by many callers at once.

use serde_json::json;
use testkit::{Parcel, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::packages::{CreatePackage, TagChoice};
use wire::portals::WritePortal;

#[tokio::test]
async fn tags_are_made_listed_and_deleted() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let made = Reply::of(&owner.client, &format!("POST /v1/teams/{}/tags", owner.team_id), &json!({ "name": " red " }))
        .await
        .expect(201);
    let now = cloud.now().to_string();
    let expected = json!({ "id": made["id"], "name": "red", "team_id": owner.team_id, "active": true,
        "created_at": now, "updated_at": now });
    assert_eq!(made, expected);
    assert_eq!(owner.client.create_tag(&owner.team_id, "red").await.refusal(), ErrorCode::Duplicate);
    owner.client.create_tag(&owner.team_id, "blue").await.unwrap();
    let tags = owner.client.tags(&owner.team_id).await.unwrap();
    assert_eq!(tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["blue", "red"]);
    let red = &tags[1];
    let choice = TagChoice { id: red.id.to_string(), name: String::new() };
    let tagged = CreatePackage { tag: Some(choice.clone()), ..plain_package("tagged") };
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &tagged).await;
    let portal = WritePortal {
        name: Some("Rushes".into()),
        subdomain: Some("rushes".into()),
        active: Some(true),
        tag: Some(choice),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    assert_eq!(Parcel::through(&cloud.anyone(), &portal.id, "a").await.body.tag.unwrap().id, red.id);
    owner.client.delete_tag(&red.id).await.unwrap();
    assert_eq!(owner.client.delete_tag(&red.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.package(&owner.team_id, &parcel.id).await.unwrap().tag, None);
    assert_eq!(owner.client.portal(&portal.id).await.unwrap().tag, None);
    assert_eq!(Parcel::through(&cloud.anyone(), &portal.id, "b").await.body.tag, None);
    let listed = owner.client.packages(&owner.team_id, &format!("tags={}", red.id)).await.unwrap();
    assert_eq!(listed.metadata.total, 0);
    let again = owner.client.create_tag(&owner.team_id, "red").await.unwrap();
    assert_ne!(again.id, red.id, "a new tag is not the old one");
}

#[tokio::test]
async fn a_tag_belongs_to_its_team() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let guest = cloud.member(&owner, "guest", "gus@example.org").await;
    let member = cloud.member(&owner, "member", "ben@example.org").await;
    let tag = member.client.create_tag(&owner.team_id, "red").await.unwrap();
    assert_eq!(other.client.delete_tag(&tag.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(other.client.tags(&owner.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(guest.client.tags(&owner.team_id).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(guest.client.create_tag(&owner.team_id, "blue").await.refusal(), ErrorCode::Forbidden);
    assert_eq!(guest.client.delete_tag(&tag.id).await.refusal(), ErrorCode::Forbidden);
    for name in ["", " ", "two\nlines"] {
        assert_eq!(owner.client.create_tag(&owner.team_id, name).await.refusal(), ErrorCode::InvalidField);
    }
    owner.client.delete_tag(&tag.id).await.unwrap();
}

#[tokio::test]
async fn many_who_make_the_same_tag_at_once_get_one() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let makers = (0..16).map(|number| {
        let (client, team) = (owner.client.clone(), owner.team_id.clone());
        let choice = TagChoice { id: String::new(), name: "red".into() };
        tokio::spawn(async move {
            if number % 2 == 0 {
                let request = CreatePackage { tag: Some(choice), ..plain_package("a") };
                return Ok(client.create_package(&team, &request).await.unwrap().tag.unwrap().id);
            }
            client.create_tag(&team, "red").await.map(|tag| tag.id)
        })
    });
    let mut ids = Vec::new();
    for maker in makers.collect::<Vec<_>>() {
        match maker.await.unwrap() {
            Ok(id) => ids.push(id),
            refused => assert_eq!(refused.refusal(), ErrorCode::Duplicate),
        }
    }
    assert!(ids.len() >= 8 && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(owner.client.tags(&owner.team_id).await.unwrap().len(), 1);
}
