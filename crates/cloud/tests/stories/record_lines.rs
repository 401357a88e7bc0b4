//! The audit record has a line for what happens in passing, and counts are of what is there.

use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, file, plain_package};
use wire::error::ErrorCode;
use wire::files::AddFile;
use wire::links::CreateLink;
use wire::packages::{CreatePackage, TagChoice};
use wire::portals::WritePortal;
use wire::teamspaces::CreateTeamspace;

/// The details of all lines with this action, oldest first.
async fn details(owner: &Person, action: &str) -> Vec<String> {
    let found = owner.client.audit(&owner.team_id, "limit=50").await.unwrap().records;
    let mut found: Vec<_> = found.into_iter().filter(|line| line.action == action).collect();
    found.sort_by_key(|line| line.sequence);
    found.into_iter().map(|line| line.detail).collect()
}

async fn begin() -> (TestCloud, Person) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    (cloud, owner)
}

fn tag(name: &str) -> TagChoice {
    TagChoice { name: name.to_owned(), ..TagChoice::default() }
}

#[tokio::test]
async fn a_tag_that_is_made_in_passing_is_recorded_once() {
    let (_cloud, owner) = begin().await;
    let request = |name: &str| CreatePackage { tag: Some(tag(name)), ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request("Rushes")).await;
    Parcel::create(&owner.client, &owner.team_id, &request("Rushes")).await;
    let body = json!({ "name": "Dailies", "tag": { "name": "Sound" } });
    for _ in 0..2 {
        parcel.reply("PUT ", &body).await.expect(201);
    }
    let portal = WritePortal {
        name: Some("Day 4".into()),
        subdomain: Some("day-4".into()),
        active: Some(true),
        tag: Some(tag("Portal")),
        ..WritePortal::default()
    };
    let made = owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    let changed = WritePortal { tag: Some(tag("Another")), ..portal };
    owner.client.update_portal(&made.id, &changed).await.unwrap();
    assert_eq!(details(&owner, "tag_created").await, ["Rushes", "Sound", "Portal", "Another"]);
}

#[tokio::test]
async fn a_removed_file_and_the_links_of_recipients_are_recorded() {
    let (_cloud, owner) = begin().await;
    let recipients = vec!["ben@example.net".to_owned(), "cleo@example.net".to_owned()];
    let request = CreatePackage { recipients, ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    parcel.put("", "kept", b"hello").await;
    let removed = parcel.put("day 4", "removed", b"hello").await;
    parcel.client.remove_file(&parcel.id, &removed.id).await.unwrap();
    let expected = format!("day 4/removed of package {}", parcel.id);
    assert_eq!(details(&owner, "file_removed").await, [expected]);

    parcel.finalize().await;
    parcel.finalize().await;
    assert_eq!(details(&owner, "link_created").await, [parcel.id.as_str(); 2], "one line for each link");
    let links = parcel.client.links(&parcel.id).await.unwrap();
    let record = owner.client.audit(&owner.team_id, "limit=50").await.unwrap().records;
    for link in links {
        let line = record.iter().find(|line| line.object == link.id.as_str()).expect("a line for the link");
        assert_eq!(line.actor, owner.user_id.as_str());
    }
}

#[tokio::test]
async fn deleted_links_do_not_count_towards_the_limit() {
    let (cloud, owner) = begin().await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let first = parcel.link().await;
    cloud
        .execute_sql(&format!(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 9999)
             INSERT INTO links (id, package_id, email, access_limit, access_limit_enabled, accesses, active,
                 receipt_sent, created_at)
             SELECT 'link ' || CAST(number AS TEXT), '{}', '', 0, 0, 0, 1, 0, 0 FROM numbers",
            parcel.id
        ))
        .await;
    let create = async || parcel.client.create_link(&parcel.id, &CreateLink::default()).await;
    assert_eq!(create().await.refusal(), ErrorCode::LimitExceeded);
    parcel.client.delete_link(&parcel.id, &first.id).await.unwrap();
    create().await.unwrap();
    assert_eq!(create().await.refusal(), ErrorCode::LimitExceeded);
}

#[tokio::test]
async fn folders_are_not_files() {
    let (cloud, owner) = begin().await;
    let request = CreatePackage { recipients: vec!["ben@example.net".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    for name in ["day 4", "day 5"] {
        let folder = AddFile { kind: Some("directory".into()), ..file("", name, 0) };
        parcel.client.add_file(&parcel.id, &folder).await.unwrap();
    }
    parcel.put("day 4", "a", b"hello").await;
    assert_eq!(parcel.finalize().await.total_files, 1);
    cloud.run_due_jobs().await;
    let text = cloud.mails.take_to("ben@example.net").part("text/plain");
    assert!(text.contains("1 file (5 bytes)") && !text.contains("day 5"), "{text}");

    let (opened, reader) = parcel.open(&parcel.link().await).await.unwrap();
    assert_eq!(opened.total_files, 1);
    let listed = reader.files(&parcel.id, "").await.unwrap();
    assert_eq!(listed.iter().filter(|file| file.kind == "directory").count(), 2);
    let all: Vec<&str> = listed.iter().map(|file| file.id.as_str()).collect();
    reader.zip(&parcel.id, &format!("files={}", all.join(","))).await.unwrap();
    let path = format!("GET /v1.1/teams/{}/packages/{}/timeline", owner.team_id, parcel.id);
    let timeline = Reply::of(&owner.client, &path, &Value::Null).await.expect(200);
    let download = timeline["records"].as_array().unwrap().iter().find(|record| record["kind"] == "download").unwrap();
    assert_eq!(download["count"], 1, "{download}");
}

#[tokio::test]
async fn a_teamspace_outlives_its_creator_and_can_be_deleted() {
    let (cloud, owner) = begin().await;
    let admin = cloud.member(&owner, "admin", "ada@example.org").await;
    let member = cloud.member(&owner, "member", "ben@example.org").await;
    let request = CreateTeamspace { name: "Sound".into(), member_ids: Some(vec![member.membership_id.to_string()]) };
    let space = admin.client.create_teamspace(&owner.team_id, &request).await.unwrap().id;
    assert_eq!(owner.client.delete_teamspace(&space).await.refusal(), ErrorCode::Forbidden);
    owner.client.remove_member(&admin.membership_id).await.unwrap();
    assert_eq!(member.client.delete_teamspace(&space).await.refusal(), ErrorCode::Forbidden, "not by any member");
    owner.client.delete_teamspace(&space).await.unwrap();
}
