//! Filters: created, read, replaced, deleted; errors name what is not valid RE2.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Refusal as _, Reply, TestCloud};
use wire::error::ErrorCode;
use wire::filters::{CreateFilter, FilterRule, TryFilter, UpdateFilter};

fn rule(action: &str, values: &[&str]) -> FilterRule {
    FilterRule {
        action: action.into(),
        criterion: "file_name".into(),
        operator: "regex_match".into(),
        values: values.iter().map(|value| (*value).into()).collect(),
    }
}

fn movies() -> CreateFilter {
    CreateFilter { name: "movies".into(), rules: vec![rule("include", &[r"\.mov$", r"(?i)\.mxf$"])] }
}

#[tokio::test]
async fn a_filter_from_beginning_to_end() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/teams/{}/filters", owner.team_id);
    let sent = json!({
        "name": "movies", "unknown": 1,
        "rules": [{ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": [r"\.mov$"] }],
    });
    let created = Reply::of(&owner.client, &format!("POST {path}"), &sent).await.expect(201);
    let now = "2026-01-01T00:00:00.000Z";
    let expected = json!({
        "id": created["id"], "name": "movies", "rules": sent["rules"], "created_at": now, "updated_at": now,
    });
    assert_eq!(created, expected);
    let other = owner.client.create_filter(&owner.team_id, &movies()).await.unwrap();
    let listed = Reply::of(&owner.client, &format!("GET {path}"), &Value::Null).await.expect(200);
    assert_eq!(listed, json!([created, other]));

    cloud.advance(Duration::from_mins(1));
    let change = UpdateFilter { name: None, rules: vec![rule("exclude", &["^\\."])] };
    let updated = owner.client.update_filter(&other.id, &change).await.unwrap();
    assert_eq!((updated.name.as_str(), &updated.rules), ("movies", &change.rules), "the name stays");
    assert_eq!((updated.created_at, updated.updated_at), (other.created_at, cloud.now()));
    let renamed = UpdateFilter { name: Some("visible".into()), ..change };
    let renamed = owner.client.update_filter(&other.id, &renamed).await.unwrap();
    assert_eq!(owner.client.filter(&other.id).await.unwrap(), renamed);

    let deleted = Reply::of(&owner.client, &format!("DELETE /v1/filters/{}", other.id), &Value::Null).await;
    assert_eq!(deleted.expect(204), Value::Null);
    assert_eq!(owner.client.filter(&other.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.delete_filter(&other.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.filters(&owner.team_id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn rules_are_tried_before_they_are_made() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let names = ["a.mov", "b.MXF", "notes.txt", "mov"];
    let request = TryFilter { rules: movies().rules, names: names.iter().map(|name| (*name).to_owned()).collect() };
    let tried = owner.client.try_filter(&owner.team_id, &request).await.unwrap();
    let found: Vec<_> = tried.iter().map(|tried| (tried.name.as_str(), tried.passes, tried.rule)).collect();
    let expected =
        [("a.mov", true, None), ("b.MXF", true, None), ("notes.txt", false, Some(0)), ("mov", false, Some(0))];
    assert_eq!(found, expected);
    let hidden = TryFilter { rules: vec![rule("exclude", &["^[.]"])], names: vec![".x".into(), "x".into()] };
    let tried = owner.client.try_filter(&owner.team_id, &hidden).await.unwrap();
    assert_eq!(tried.iter().map(|tried| tried.passes).collect::<Vec<_>>(), [false, true]);
    assert!(owner.client.filters(&owner.team_id).await.unwrap().is_empty(), "nothing is saved");

    let broken = json!([rule("include", &["a", "é(b"])]);
    let line = format!("POST /v1/teams/{}/filters", owner.team_id);
    let created = Reply::of(&owner.client, &line, &json!({ "name": "f", "rules": broken })).await;
    let tried = Reply::of(&owner.client, &format!("{line}/try"), &json!({ "names": ["a"], "rules": broken })).await;
    assert_eq!((created.status.as_u16(), &created.text), (400, &tried.text), "the same refusal");
    assert_eq!(tried.field(), "rules[0].values[1]");
    assert!(tried.text.contains("at character 2"), "{}", tried.text);
    let many = json!({ "rules": movies().rules, "names": vec!["a"; 1_001] });
    let refused = Reply::of(&owner.client, &format!("{line}/try"), &many).await;
    assert_eq!(refused.status, 413, "{}", refused.text);
}

#[tokio::test]
async fn what_is_wrong_is_named_with_its_place() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let filter = owner.client.create_filter(&owner.team_id, &movies()).await.unwrap();
    let rule = |change: Value| {
        let mut rule =
            json!({ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": ["a", "b"] });
        for (name, value) in change.as_object().unwrap() {
            rule[name] = value.clone();
        }
        rule
    };
    let good = rule(json!({}));
    let cases = [
        (json!([]), "rules"),
        (json!("all"), "rules"),
        (json!(null), "rules"),
        (json!([good, good]), "rules[1].criterion"),
        (json!([rule(json!({ "action": "keep" }))]), "rules[0].action"),
        (json!([rule(json!({ "action": 1 }))]), "rules[0].action"),
        (json!([rule(json!({ "criterion": "size" }))]), "rules[0].criterion"),
        (json!([rule(json!({ "operator": "glob" }))]), "rules[0].operator"),
        (json!([rule(json!({ "values": [] }))]), "rules[0].values"),
        (json!([rule(json!({ "values": ["a", 1] }))]), "rules[0].values[1]"),
        (json!([rule(json!({ "values": ["a", "a**"] }))]), "rules[0].values[1]"),
        (json!([rule(json!({ "values": ["(?x)a"] }))]), "rules[0].values[0]"),
        (json!([rule(json!({ "values": ["(?=a)"] }))]), "rules[0].values[0]"),
        (json!([rule(json!({ "values": [r"a\"] }))]), "rules[0].values[0]"),
        (json!([rule(json!({ "values": ["a".repeat(1_025)] }))]), "rules[0].values[0]"),
        (json!([rule(json!({ "values": [r"(\pL{30}){30}"] }))]), "rules[0].values[0]"),
    ];
    for (rules, field) in cases {
        let body = json!({ "name": "f", "rules": rules });
        for line in [format!("POST /v1/teams/{}/filters", owner.team_id), format!("PUT /v1/filters/{}", filter.id)] {
            let reply = Reply::of(&owner.client, &line, &body).await;
            assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{line} {body}");
        }
    }
    let nameless = json!({ "rules": [good] });
    let reply = Reply::of(&owner.client, &format!("POST /v1/teams/{}/filters", owner.team_id), &nameless).await;
    assert_eq!(reply.field(), "name");
    assert_eq!(owner.client.filter(&filter.id).await.unwrap(), filter, "nothing happened to it");
}

#[tokio::test]
async fn filters_are_for_those_who_manage_connections() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let filter = owner.client.create_filter(&owner.team_id, &movies()).await.unwrap();
    for (role, allowed) in [("admin", true), ("integration_manager", true), ("member", false), ("guest", false)] {
        let person = cloud.member(&owner, role, &format!("{role}@example.org")).await;
        let made = person.client.create_filter(&person.team_id, &movies()).await;
        let read = person.client.filter(&filter.id).await;
        let listed = person.client.filters(&person.team_id).await;
        if allowed {
            assert!(read.is_ok() && listed.is_ok(), "{role}");
            person.client.delete_filter(&made.unwrap().id).await.unwrap();
        } else {
            let codes = [made.refusal(), read.refusal(), listed.refusal()];
            assert_eq!(codes, [ErrorCode::Forbidden; 3], "{role}");
        }
    }
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let change = UpdateFilter { name: None, rules: movies().rules };
    for id in [filter.id.clone(), "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap()] {
        assert_eq!(stranger.client.filter(&id).await.refusal(), ErrorCode::NotFound);
        assert_eq!(stranger.client.update_filter(&id, &change).await.refusal(), ErrorCode::NotFound);
        assert_eq!(stranger.client.delete_filter(&id).await.refusal(), ErrorCode::NotFound);
    }
    assert_eq!(stranger.client.filters(&owner.team_id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(owner.client.filter(&filter.id).await.unwrap(), filter);
}

/// As many values as allowed, each expensive, while the service still answers others.
#[tokio::test]
async fn costly_values_are_refused_soon() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let costly = [r"(\pL{7}){7}"; 50];
    let begun = std::time::Instant::now();
    let request = CreateFilter { name: "costly".into(), rules: vec![rule("include", &costly)] };
    let create = owner.client.create_filter(&owner.team_id, &request);
    let (created, me) = tokio::join!(create, owner.client.who_am_i());
    assert!(me.is_ok());
    assert!(created.is_ok() || created.refusal() == ErrorCode::InvalidField);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
