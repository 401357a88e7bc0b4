//! Lists of sent packages: filters, orders, pages, and visibility.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::ids::TeamspaceId;
use wire::packages::{ArchiveRange, CreatePackage, TagChoice};
use wire::teamspaces::CreateTeamspace;

const HOUR: Duration = Duration::from_hours(1);

/// A Teamspace with these members.
async fn space(owner: &Person, name: &str, members: &[&Person]) -> TeamspaceId {
    let member_ids = members.iter().map(|member| member.membership_id.to_string()).collect();
    let request = CreateTeamspace { name: name.to_owned(), member_ids: Some(member_ids) };
    owner.client.create_teamspace(&owner.team_id, &request).await.unwrap().id
}

async fn names(person: &Person, query: &str) -> Vec<String> {
    let query = if query.is_empty() { "sort=name".to_owned() } else { format!("{query}&sort=name") };
    let page = person.client.packages(&person.team_id, &query).await.unwrap();
    assert_eq!(page.metadata.total, i64::try_from(page.records.len()).unwrap(), "{query}");
    page.records.into_iter().map(|package| package.name).collect()
}

struct Row {
    name: &'static str,
    state: &'static str,
    tag: &'static str,
    in_space: bool,
    size: i64,
}

const fn row(name: &'static str, state: &'static str, tag: &'static str, in_space: bool, size: i64) -> Row {
    Row { name, state, tag, in_space, size }
}

/// One an hour from midnight on, all by Anna except `e`, which is by Ben.
const ROWS: &[Row] = &[
    row("a 50% off", "finalized", "red", false, 30),
    row("b 50x_off", "expired", "", true, 10),
    row("c", "new", "blue", false, 0),
    row("d 50!_OFF", "archived", "red", true, 20),
    row("e Über", "finalized", "", false, 40),
];

struct Scene {
    cloud: TestCloud,
    anna: Person,
    tags: [String; 2],
    space: TeamspaceId,
}

async fn scene() -> Scene {
    let cloud = TestCloud::start().await;
    let anna = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&anna, "admin", "ben@example.org").await;
    let space = space(&anna, "Sound", &[]).await;
    let mut tags = [String::new(), String::new()];
    for row in ROWS {
        let tag = TagChoice { name: row.tag.to_owned(), ..TagChoice::default() };
        let request = CreatePackage {
            tag: (!row.tag.is_empty()).then_some(tag),
            teamspace_id: row.in_space.then(|| space.to_string()),
            unlimited_storage: Some(row.name == "c"),
            ..plain_package(row.name)
        };
        let sender = if row.name.starts_with('e') { &ben } else { &anna };
        let body = Parcel::create(&sender.client, &sender.team_id, &request).await.body;
        let change = format!(
            "UPDATE packages SET state = '{}', size = {}, usage_total_bytes = {} WHERE id = '{}'",
            row.state,
            row.size,
            100 - row.size,
            body.id
        );
        cloud.execute_sql(&change).await;
        if let Some(tag) = body.tag {
            tags[usize::from(row.tag == "blue")] = tag.id.to_string();
        }
        cloud.advance(HOUR);
    }
    let other = cloud.owner("Other", "olga@example.org").await;
    Parcel::sent(&other.client, &other.team_id, &plain_package("a 50% off")).await;
    Scene { cloud, anna, tags, space }
}

#[tokio::test]
async fn every_filter_filters() {
    let Scene { cloud: _cloud, anna, tags: [red, blue], space } = scene().await;
    let every = "status=new,finalized,expired,archived";
    let nobody = "01KA2B3C4D5E6F7G8H9JKMNPQR";
    let cases = [
        (String::new(), "abe"),
        ("status=".to_owned(), "abe"),
        (every.to_owned(), "abcde"),
        ("status=new&status=archived".to_owned(), "cd"),
        ("status[]=new&status[]=archived".to_owned(), "cd"),
        ("status=new,archived".to_owned(), "cd"),
        ("status=expired".to_owned(), "b"),
        (format!("{every}&name=50"), "abd"),
        (format!("{every}&name=50%25"), "a"),
        (format!("{every}&name=_off"), "bd"),
        (format!("{every}&name=%25"), "a"),
        (format!("{every}&name=!"), "d"),
        (format!("{every}&name=%C3%BCBER"), "e"),
        (format!("{every}&name=nothing"), ""),
        (format!("{every}&sender=Ben@example.org"), "e"),
        (format!("{every}&sender=ben"), ""),
        (format!("{every}&tags={red}"), "ad"),
        (format!("{every}&tags={red},{blue}"), "acd"),
        (format!("{every}&tags={red}&tags={blue}"), "acd"),
        (format!("{every}&tags={nobody}"), ""),
        (format!("{every}&teamspaces={space}"), "bd"),
        (format!("{every}&teamspaces={nobody},{space}"), "bd"),
        (format!("{every}&teamspaces={nobody}"), ""),
        (format!("{every}&created_at_start=2026-01-01T02:00:00Z"), "cde"),
        (format!("{every}&created_at_end=2026-01-01T02:00:00.000Z"), "abc"),
        (format!("{every}&created_at_start=2026-01-01T02:00:00%2B01:00&created_at_end=2026-01-01T02:30:00"), "bc"),
        (format!("{every}&created_at_end=2026-01-01"), "a"),
        (format!("{every}&expiry_start=2026-01-11T01:30:00Z"), "de"),
        (format!("{every}&expiry_end=2026-01-11T01:30:00Z"), "ab"),
        (format!("{every}&expiry_start=0001-01-01"), "abde"),
        (format!("{every}&extra_storage=true"), "c"),
        (format!("{every}&extra_storage=false"), "abde"),
        (format!("tags={red}&name=50&teamspaces={space}&status=archived&extra_storage=0"), "d"),
    ];
    for (query, expected) in cases {
        let found: String = names(&anna, &query).await.iter().map(|name| &name[..1]).collect();
        assert_eq!(found, expected, "{query}");
    }
}

#[tokio::test]
async fn wrong_parameters_are_named() {
    let Scene { cloud: _cloud, anna, .. } = scene().await;
    for query in [
        "page=0",
        "page=-1",
        "page=x",
        "page=1.5",
        "limit=0",
        "limit=-1",
        "limit=x",
        "sort=password",
        "sort=-",
        "sort=name,size",
        "status=lost",
        "status=new,lost",
        "created_at_start=soon",
        "created_at_end=2026-13-01",
        "expiry_start=x",
        "expiry_end=x",
        "extra_storage=maybe",
        "name=%00",
    ] {
        let reply =
            Reply::of(&anna.client, &format!("GET /v1.1/teams/{}/packages?{query}", anna.team_id), &Value::Null).await;
        let parameter = query.split('=').next().unwrap();
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, parameter), "{query}");
    }
}

#[tokio::test]
async fn every_order_has_two_directions() {
    let Scene { cloud: _cloud, anna, .. } = scene().await;
    let fields = ["name", "created_at", "size", "usage_total_bytes", "expiry", "sender", "status", "teamspace_id"];
    for field in fields {
        let list = async |sort: &str| {
            let path =
                format!("/v1.1/teams/{}/packages?status=new,finalized,expired,archived&sort={sort}", anna.team_id);
            let body = Reply::of(&anna.client, &format!("GET {path}"), &Value::Null).await.expect(200);
            body["records"].as_array().unwrap().clone()
        };
        let (rising, falling) = (list(field).await, list(&format!("-{field}")).await);
        let ids = |records: &[Value]| records.iter().map(|record| record["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(&rising), ids(&falling).into_iter().rev().collect::<Vec<_>>(), "{field}");
        let key = if field == "status" { "state" } else { field };
        let dated = rising.iter().filter(|record| record["unlimited_storage"] == json!(false));
        let values: Vec<Value> = dated.map(|record| record[key].clone()).collect();
        let sorted = values.windows(2).all(|pair| match (&pair[0], &pair[1]) {
            (Value::Number(one), Value::Number(two)) => one.as_i64() <= two.as_i64(),
            (one, two) => one.as_str() <= two.as_str(),
        });
        assert!(sorted && values.len() == 4, "{field}: {values:?}");
    }
}

#[tokio::test]
async fn pages_hold_fifty_at_most_and_the_total_counts_all() {
    let cloud = TestCloud::start().await;
    let anna = cloud.owner("Film", "anna@example.org").await;
    for number in 0..53 {
        anna.client.create_package(&anna.team_id, &plain_package(&format!("{number:02}"))).await.unwrap();
    }
    let cases: [(&str, usize, &str); 10] = [
        ("", 50, "00"),
        ("&limit=", 50, "00"),
        ("&limit=50", 50, "00"),
        ("&limit=51", 50, "00"),
        ("&limit=1000000", 50, "00"),
        ("&page=2", 3, "50"),
        ("&page=2&limit=1000", 3, "50"),
        ("&page=6&limit=10", 3, "50"),
        ("&page=7&limit=10", 0, ""),
        ("&page=9223372036854775807", 0, ""),
    ];
    for (query, count, first) in cases {
        let page = anna.client.packages(&anna.team_id, &format!("status=new&sort=name{query}")).await.unwrap();
        assert_eq!((page.metadata.total, page.records.len()), (53, count), "{query}");
        assert_eq!(page.records.first().map_or("", |package| &package.name), first, "{query}");
    }
    let all = anna.client.legacy_packages(&anna.team_id, "new=1").await.unwrap();
    assert_eq!(all.len(), 53, "the legacy list has no pages");
}

#[tokio::test]
async fn a_list_shows_a_hundred_links_of_each_package() {
    let cloud = TestCloud::start().await;
    let anna = cloud.owner("Film", "anna@example.org").await;
    let team = format!("PUT /v1/teams/{}", anna.team_id);
    Reply::of(&anna.client, &team, &json!({ "max_email_recipients": 200 })).await.expect(200);
    let recipients = (0..103).map(|number| format!("ben{number}@example.org")).collect();
    let request = CreatePackage { recipients, ..plain_package("Dailies") };
    let many = Parcel::sent(&anna.client, &anna.team_id, &request).await;
    let few = CreatePackage { recipients: vec!["ben@example.org".to_owned()], ..plain_package("Rushes") };
    Parcel::sent(&anna.client, &anna.team_id, &few).await;

    let page = anna.client.packages(&anna.team_id, "sort=name").await.unwrap().records;
    let shown: Vec<_> = page.iter().map(|package| (package.links.len(), package.extras.more_links)).collect();
    assert_eq!(shown, [(100, Some(3)), (1, None)]);
    let whole = anna.client.package(&anna.team_id, &many.id).await.unwrap();
    assert_eq!((whole.links.len(), whole.extras.more_links), (103, None));
    assert_eq!(page[0].links[..], whole.links[..100], "the first of them");
}

#[tokio::test]
async fn the_legacy_list_has_flags() {
    let Scene { cloud: _cloud, anna, .. } = scene().await;
    for (query, expected) in [
        ("", "abe"),
        ("new=true", "abce"),
        ("new=1&archived=1", "abcde"),
        ("expired=false", "ae"),
        ("finalized=0", "b"),
        ("finalized=false&expired=false", ""),
        ("finalized=false&expired=false&archived=true", "d"),
    ] {
        let mut found: Vec<String> = Vec::new();
        for package in anna.client.legacy_packages(&anna.team_id, query).await.unwrap() {
            found.push(package.name[..1].to_owned());
        }
        found.sort();
        assert_eq!(found.concat(), expected, "{query}");
    }
    for flag in ["expired", "finalized", "new", "archived"] {
        let line = format!("GET /v1/teams/{}/packages?{flag}=maybe", anna.team_id);
        let reply = Reply::of(&anna.client, &line, &Value::Null).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, flag));
    }
}

#[tokio::test]
async fn everybody_sees_their_own_spaces_and_no_more() {
    let cloud = TestCloud::start().await;
    let anna = cloud.owner("Film", "anna@example.org").await;
    let mut people = Vec::new();
    for role in ["admin", "integration_manager", "member", "guest"] {
        people.push((role, cloud.member(&anna, role, &format!("{role}@example.org")).await));
    }
    let [_, (_, manager), (_, member), (_, guest)] = &people[..] else { panic!("four people") };
    let open = space(&anna, "Sound", &[manager, member, guest]).await;
    let closed = space(&anna, "Colour", &[]).await;
    let mut ids = Vec::new();
    for (name, space) in [("a none", None), ("b own", Some(&open)), ("c closed", Some(&closed))] {
        let request = CreatePackage { teamspace_id: space.map(ToString::to_string), ..plain_package(name) };
        let body = anna.client.create_package(&anna.team_id, &request).await.unwrap();
        let named = json!({ "id": space, "name": space.map(|_| if name == "b own" { "Sound" } else { "Colour" }) });
        let named = if space.is_some() { named } else { json!({}) };
        assert_eq!(json!(body.teamspace), named);
        anna.client.with_package_token(&body.access_token).delete_package(&body.id).await.unwrap();
        ids.push(body.id);
    }
    for (role, person) in &people {
        let query = format!("teamspaces={open},{closed}");
        if *role == "guest" {
            let list = person.client.packages(&anna.team_id, "").await;
            assert_eq!(list.refusal(), ErrorCode::Forbidden);
            assert_eq!(person.client.legacy_packages(&anna.team_id, "").await.refusal(), ErrorCode::Forbidden);
            let created = person.client.create_package(&anna.team_id, &plain_package("x")).await;
            assert_eq!(created.refusal(), ErrorCode::Forbidden);
            continue;
        }
        let sees_all = *role == "admin";
        let all = if sees_all { vec!["a none", "b own", "c closed"] } else { vec!["a none", "b own"] };
        assert_eq!(names(person, "").await, all, "{role}");
        assert_eq!(names(person, &query).await, all[1..], "{role}");
        assert_eq!(person.client.legacy_packages(&anna.team_id, "").await.unwrap().len(), all.len(), "{role}");
        for (number, id) in ids.iter().enumerate() {
            let found = person.client.package(&anna.team_id, id).await;
            if number < all.len() {
                found.unwrap();
            } else {
                assert_eq!(found.refusal(), ErrorCode::NotFound, "{role}");
            }
        }
        let request = CreatePackage { teamspace_id: Some(closed.to_string()), ..plain_package("d") };
        if !sees_all {
            let refused = person.client.create_package(&anna.team_id, &request).await;
            assert_eq!(refused.refusal(), ErrorCode::ReferenceNotFound, "{role}");
        }
    }
    let range = ArchiveRange { expiry_start: cloud.now().plus_days(-1), expiry_end: cloud.now() };
    assert_eq!(guest.client.archive_packages(&anna.team_id, &range).await.refusal(), ErrorCode::Forbidden);
    assert_eq!(member.client.archive_packages(&anna.team_id, &range).await.unwrap().total_updated, 2);
    assert_eq!(manager.client.unarchive_packages(&anna.team_id, &range).await.unwrap().total_updated, 2);
    assert_eq!(anna.client.archive_packages(&anna.team_id, &range).await.unwrap().total_updated, 3);
    assert_eq!(member.client.unarchive_packages(&anna.team_id, &range).await.unwrap().total_updated, 2);
    assert_eq!(anna.client.package(&anna.team_id, &ids[2]).await.unwrap().state, "archived");
}

#[tokio::test]
async fn another_team_is_not_there() {
    let cloud = TestCloud::start().await;
    let anna = cloud.owner("Film", "anna@example.org").await;
    let olga = cloud.owner("Other", "olga@example.org").await;
    let package = anna.client.create_package(&anna.team_id, &plain_package("a")).await.unwrap();
    let key = cloud.anyone().with_api_key(olga.api_key.as_deref().unwrap());
    for client in [&olga.client, &key] {
        let team = &anna.team_id;
        assert_eq!(client.packages(team, "").await.refusal(), ErrorCode::NotFound);
        assert_eq!(client.legacy_packages(team, "").await.refusal(), ErrorCode::NotFound);
        assert_eq!(client.package(team, &package.id).await.refusal(), ErrorCode::NotFound);
        assert_eq!(client.package(&olga.team_id, &package.id).await.refusal(), ErrorCode::NotFound);
    }
    let theirs = space(&olga, "Theirs", &[]).await;
    let nobody: TeamspaceId = cloud.app().ids.next();
    let line = format!("POST /v1/teams/{}/packages", anna.team_id);
    let mut replies = Vec::new();
    for id in [theirs.to_string(), nobody.to_string(), "no id".to_owned()] {
        let request = json!({ "name": "a", "description": "", "recipients": [], "teamspace_id": id });
        replies.push(Reply::of(&anna.client, &line, &request).await);
    }
    for reply in &replies {
        assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::ReferenceNotFound, "teamspace_id"));
        assert_eq!(reply.text, replies[0].text);
    }
}
