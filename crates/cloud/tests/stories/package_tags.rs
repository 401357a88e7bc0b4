//! Tags of packages: absent, empty, by id, by name, and by many callers at once.

use serde_json::{Value, json};
use testkit::{Parcel, Reply, TestCloud, number_of_sql, plain_package};
use wire::error::ErrorCode;
use wire::ids::TagId;

async fn tags(cloud: &TestCloud) -> i64 {
    number_of_sql(cloud.app().config.database.url.expose(), "SELECT COUNT(*) FROM tags").await
}

#[tokio::test]
async fn a_rename_leaves_the_tag_and_the_whole_object_decides_it() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("one")).await;
    let put = async |body: Value| parcel.reply("PUT ", &body).await;

    assert_eq!(put(json!({ "name": "two" })).await.expect(200)["tag"], json!(null));
    let tagged = put(json!({ "name": "two", "tag": { "name": "rushes" } })).await.expect(201);
    let tag = tagged["tag"].clone();
    assert_eq!(tag["name"], "rushes");
    let renamed = put(json!({ "name": "three", "some other field": 1 })).await.expect(200);
    assert_eq!((&renamed["name"], &renamed["tag"]), (&json!("three"), &tag));

    // The whole object is read and sent back, as clients do it.
    let same = put(renamed.clone()).await.expect(201);
    assert_eq!((&same["name"], &same["tag"]), (&json!("three"), &tag));
    for empty in [json!(null), json!({}), json!({ "id": "", "name": "" }), json!({ "id": null, "name": null })] {
        assert_eq!(put(json!({ "name": "three", "tag": tag })).await.expect(201)["tag"], tag);
        let without = put(json!({ "name": "four", "tag": empty })).await.expect(201);
        assert_eq!((&without["name"], without.get("tag")), (&json!("four"), None), "{empty}");
    }
    put(json!({ "name": "three", "tag": tag })).await.expect(201);
    let without = put(json!({ "name": "three", "description": "left" })).await.expect(201);
    assert_eq!(without.get("tag"), None, "absent next to another field");
    assert_eq!(without["description"], "", "only name and tag are changed");

    for (body, field) in [
        (json!({}), "name"),
        (json!({ "name": "" }), "name"),
        (json!({ "name": 7 }), "name"),
        (json!({ "tag": {} }), "name"),
        (json!({ "name": "a", "tag": 7 }), "tag"),
        (json!({ "name": "a", "tag": { "id": 7 } }), "tag.id"),
    ] {
        let reply = put(body.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{body}");
    }
    assert_eq!(tags(&cloud).await, 1);
}

#[tokio::test]
async fn a_tag_is_found_by_id_then_by_name_then_made() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let (unknown, foreign): (TagId, TagId) = (cloud.app().ids.next(), cloud.app().ids.next());
    cloud.execute_sql(&format!("INSERT INTO tags VALUES ('{foreign}', '{}', 'theirs', 1, 0, 0)", other.team_id)).await;
    let line = format!("POST /v1/teams/{}/packages", owner.team_id);
    let create = async |tag: Value| {
        let request = json!({ "name": "a", "description": "", "recipients": [], "tag": tag });
        Reply::of(&owner.client, &line, &request).await
    };
    let made = create(json!({ "name": "rushes" })).await.expect(201)["tag"].clone();
    for same in [
        json!({ "name": "rushes" }),
        json!({ "id": made["id"] }),
        json!({ "id": made["id"], "name": "another name does not matter" }),
        json!({ "id": unknown, "name": "rushes" }),
        json!({ "id": foreign, "name": "rushes" }),
        json!({ "id": "no id at all", "name": "rushes" }),
    ] {
        assert_eq!(create(same.clone()).await.expect(201)["tag"], made, "{same}");
    }
    let ours = create(json!({ "id": foreign, "name": "theirs" })).await.expect(201)["tag"].clone();
    assert_ne!(ours["id"], json!(foreign), "a name of another Team is not ours");
    for none in [json!(null), json!({})] {
        assert_eq!(create(none).await.expect(201).get("tag"), None);
    }
    let count = tags(&cloud).await;
    let refusals = [create(json!({ "id": unknown })).await, create(json!({ "id": foreign, "name": "" })).await];
    for reply in &refusals {
        assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::ReferenceNotFound, "tag.id"));
        assert_eq!(reply.text, refusals[0].text, "unknown and foreign look the same");
    }
    assert_eq!(tags(&cloud).await, count);
    let page = owner.client.packages(&owner.team_id, "status=new&limit=1").await.unwrap();
    assert_eq!(page.metadata.total, 10, "nothing was made with a bad tag");
}

#[tokio::test]
async fn many_who_make_one_tag_at_once_get_the_same() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let mut requests = Vec::new();
    for _ in 0..10 {
        let (client, line) = (owner.client.clone(), format!("POST /v1/teams/{}/packages", owner.team_id));
        let request = json!({ "name": "a", "description": "", "recipients": [], "tag": { "name": "rushes" } });
        requests
            .push(tokio::spawn(async move { Reply::of(&client, &line, &request).await.expect(201)["tag"].clone() }));
    }
    let mut made = Vec::new();
    for request in requests {
        made.push(request.await.unwrap());
    }
    assert!(made.iter().all(|tag| *tag == made[0]), "{made:?}");
    assert_eq!(tags(&cloud).await, 1);
}
