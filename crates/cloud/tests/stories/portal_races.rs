//! Portals, forms and what they refer to, changed and deleted by several people at once.

use client::Client;
use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud, TestReceiver};

use super::webhook_scene::neighbourly;

const ROUNDS: usize = 8;

/// Sends all at once.
async fn at_once(calls: &[(&Client, String, Value)]) -> Vec<Reply> {
    let replies = join_all(calls.iter().map(|(client, line, body)| Reply::of(client, line, body))).await;
    for (reply, (_, line, _)) in replies.iter().zip(calls) {
        assert!(reply.status.as_u16() < 500, "{line}: {} {}", reply.status, reply.text);
    }
    replies
}

fn count(replies: &[Reply], status: u16) -> usize {
    replies.iter().filter(|reply| reply.status == status).count()
}

async fn made(person: &Person, line: &str, body: &Value) -> Value {
    Reply::of(&person.client, line, body).await.expect(201)
}

fn id(made: &Value) -> &str {
    made["id"].as_str().unwrap()
}

fn portal(subdomain: &str) -> Value {
    json!({ "name": "Portal", "subdomain": subdomain, "active": true })
}

fn package(name: &str) -> Value {
    json!({ "name": name, "description": "", "sender": "stranger@example.net" })
}

fn form() -> Value {
    json!({ "name": "Form", "delivery_formats": ["json"], "fields": [{ "name": "take", "type": "short_text" }] })
}

#[tokio::test]
async fn one_gets_the_subdomain_the_form_and_the_tag() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (anyone, team) = (&owner.client, format!("/v1/teams/{}", owner.team_id));
    for round in 0..ROUNDS {
        let line = format!("POST {team}/portals");
        let portals = vec![(anyone, line.clone(), portal(&format!("portal-{round}"))); 5];
        let replies = at_once(&portals).await;
        assert_eq!((count(&replies, 201), count(&replies, 409)), (1, 4));
        let first = replies.iter().find(|reply| reply.status == 201).unwrap().expect(201);
        let replies = at_once(&vec![(anyone, format!("POST /v1/portals/{}/form", id(&first)), form()); 5]).await;
        assert_eq!((count(&replies, 201), count(&replies, 409)), (1, 4));
        let tagged =
            json!({ "name": "New", "description": "", "recipients": [], "tag": { "name": format!("t{round}") } });
        let replies = at_once(&vec![(anyone, format!("POST {team}/packages"), tagged); 5]).await;
        let tags: Vec<Value> = replies.iter().map(|reply| reply.expect(201)["tag"]["id"].clone()).collect();
        assert!(tags.iter().all(|tag| *tag == tags[0]), "{tags:?}");
    }
}

#[tokio::test]
async fn an_update_is_whole_or_not_at_all() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let made = made(&owner, &format!("POST /v1/teams/{}/portals", owner.team_id), &portal("portal")).await;
    let line = format!("PUT /v1/portals/{}", id(&made));
    for round in 0..ROUNDS {
        let body = |number: usize| {
            let text = format!("{round} {number}");
            json!({ "name": text, "subdomain": "portal", "message": text, "tag": { "name": text } })
        };
        let replies =
            at_once(&(0..4).map(|number| (&owner.client, line.clone(), body(number))).collect::<Vec<_>>()).await;
        assert!(count(&replies, 200) > 0 && count(&replies, 200) + count(&replies, 409) == 4);
        let read = Reply::of(&owner.client, &line.replace("PUT", "GET"), &Value::Null).await.expect(200);
        assert_eq!((&read["name"], &read["name"]), (&read["message"], &read["tag"]["name"]));
    }
}

#[tokio::test]
async fn a_portal_that_is_deleted_takes_nothing_more() {
    let cloud = TestCloud::setup().with(|config| config.limits.portal_packages_per_hour = 1_000).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (stranger, team) = (cloud.anyone(), &owner.team_id);
    for round in 0..ROUNDS {
        let made = made(&owner, &format!("POST /v1/teams/{team}/portals"), &portal(&format!("portal-{round}"))).await;
        let (create, delete) =
            (format!("POST /v1/portals/{}/packages", id(&made)), format!("DELETE /v1/portals/{}", id(&made)));
        let mut calls = vec![(&stranger, create.clone(), package("New")); 4];
        calls.insert(2, (&owner.client, delete.clone(), Value::Null));
        calls.push((&owner.client, delete, Value::Null));
        let replies = at_once(&calls).await;
        assert_eq!(count(&replies, 204), 1, "deleted once");
        let created: Vec<Value> =
            replies.iter().filter(|reply| reply.status == 201).map(|reply| reply.expect(201)).collect();
        assert_eq!(created.len() + count(&replies, 404), 5);
        assert_eq!(Reply::of(&stranger, &create, &package("Late")).await.status, 404);
        for package in created {
            let line = format!("GET /v1.1/teams/{team}/packages/{}", id(&package));
            Reply::of(&owner.client, &line, &Value::Null).await.expect(200);
        }
    }
}

#[tokio::test]
async fn what_is_deleted_while_it_is_referred_to_breaks_nothing() {
    let (cloud, receiver) = (neighbourly().start().await, TestReceiver::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let team = format!("/v1/teams/{}", owner.team_id);
    let held = made(&owner, &format!("POST {team}/portals"), &portal("portal")).await;
    let line = format!("PUT /v1/portals/{}", id(&held));
    let private = json!({ "access_level": "private", "has_access_code": true, "access_code": "x" });
    for round in 0..ROUNDS {
        let webhook = json!({ "active": true, "events": ["package.created"], "method": "POST", "url": receiver.url() });
        let webhook = made(&owner, &format!("POST {team}/custom_webhooks"), &webhook).await;
        let tag = made(&owner, &format!("POST {team}/tags"), &json!({ "name": format!("tag {round}") })).await;
        let space = made(&owner, &format!("POST {team}/spaces"), &json!({ "name": "Space" })).await;
        let invited = json!({ "email": format!("invited{round}@example.org"), "role": "member" });
        let member = made(&owner, &format!("POST {team}/members"), &invited).await;
        let references = [
            (json!({ "custom_webhooks": [webhook["id"]] }), format!("/v1/custom_webhooks/{}", id(&webhook))),
            (json!({ "tag": { "id": tag["id"] } }), format!("/v1/tags/{}", id(&tag))),
            (json!({ "teamspace_id": space["id"] }), format!("/v1/spaces/{}", id(&space))),
            (json!({ "access_list": [member["id"], owner.membership_id] }), format!("/v1/members/{}", id(&member))),
        ];
        for (reference, path) in references {
            let mut body = portal("portal");
            let level = if reference["access_list"].is_array() {
                private.clone()
            } else {
                json!({ "access_level": "regular" })
            };
            for fields in [level, reference] {
                body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            }
            let delete = (&owner.client, format!("DELETE {path}"), Value::Null);
            let replies =
                at_once(&[(&owner.client, line.clone(), body.clone()), delete, (&owner.client, line.clone(), body)])
                    .await;
            assert_eq!(count(&replies, 204), 1, "{path}");
            let read = Reply::of(&owner.client, &line.replace("PUT", "GET"), &Value::Null).await.expect(200);
            assert!(
                !read.to_string().contains(path.rsplit('/').next().unwrap()) || path.contains("spaces"),
                "{path} stayed: {read}"
            );
        }
    }
}

#[tokio::test]
async fn what_was_filled_in_outlives_the_form() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let held = made(&owner, &format!("POST /v1/teams/{}/portals", owner.team_id), &portal("portal")).await;
    let path = format!("/v1/portals/{}", id(&held));
    let asked = made(&owner, &format!("POST {path}/form"), &form()).await;
    let stranger = cloud.anyone();
    let answers = json!({ "take": { "value": "1" } });
    let response = Reply::of(&stranger, &format!("POST {path}/form/responses"), &answers).await.expect(201);
    let mut body = package("New");
    body["form_data_id"] = response["id"].clone();
    let line = format!("POST {path}/packages");
    let delete = (&owner.client, format!("DELETE /v1/metadata/forms/{}", id(&asked)), Value::Null);
    let replies = at_once(&[delete, (&stranger, line.clone(), body.clone()), (&stranger, line, body)]).await;
    assert_eq!((count(&replies, 204), count(&replies, 201), count(&replies, 409)), (1, 1, 1));
}

#[tokio::test]
async fn the_owner_inherits_from_those_who_leave_together() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let team = format!("/v1/teams/{}", owner.team_id);
    for round in 0..ROUNDS {
        let mut members = Vec::new();
        for number in 0..3 {
            let invited = json!({ "email": format!("member{number}.{round}@example.org"), "role": "member" });
            members.push(made(&owner, &format!("POST {team}/members"), &invited).await["id"].clone());
        }
        let mut body = portal(&format!("portal-{round}"));
        let private = json!({ "access_level": "private", "has_access_code": true, "access_code": "x",
            "access_list": members });
        body.as_object_mut().unwrap().extend(private.as_object().unwrap().clone());
        let held = made(&admin, &format!("POST {team}/portals"), &body).await;
        // The creator of a Portal is on its access list, and can leave it.
        Reply::of(&admin.client, &format!("PUT /v1/portals/{}", id(&held)), &body).await.expect(200);
        let leave =
            |member: &Value| (&owner.client, format!("DELETE /v1/members/{}", member.as_str().unwrap()), Value::Null);
        let replies = at_once(&members.iter().map(leave).collect::<Vec<_>>()).await;
        assert_eq!(count(&replies, 204), 3);
        let read = Reply::of(&owner.client, &format!("GET /v1/portals/{}", id(&held)), &Value::Null).await;
        assert_eq!(read.expect(200)["access_list"][0]["membership_id"], json!(owner.membership_id));
    }
}
