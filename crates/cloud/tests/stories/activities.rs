//! Activities and the audit record, as members of a Team read them.

use serde_json::json;
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::packages::CreatePackage;

#[tokio::test]
async fn activities_follow_what_happens() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let team = &owner.team_id;
    let request = CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, team, &request).await;
    let first = owner.client.activities(team, "").await.unwrap();
    assert_eq!((first.metadata.total, first.records[0].state.as_str()), (1, "pending"));
    let file = parcel.put("", "a.mov", b"content").await;
    parcel.finalize().await;
    let link = parcel.link().await;
    let (_, visitor) = parcel.open(&link).await.unwrap();
    visitor.download_address(&parcel.id, &file.id).await.unwrap();
    visitor.confirm_download(&parcel.id, &file.id).await.unwrap();
    let told = async |query: &str| {
        let page = owner.client.activities(team, query).await.unwrap();
        assert_eq!(page.metadata.total, i64::try_from(page.records.len()).unwrap(), "{query}");
        page.records.into_iter().map(|record| format!("{} {}", record.kind, record.state)).collect::<Vec<_>>()
    };
    assert_eq!(told("kind=upload").await, ["upload complete"]);
    assert_eq!(told("kind=download").await, ["download complete"]);
    assert_eq!(told("kind=link_creation&state=complete").await, ["link_creation complete"]);
    assert_eq!(told("").await.len(), 3);
    assert_eq!(told(&format!("package_id={}", parcel.id)).await.len(), 3);
    assert_eq!(told("package_id=x").await, [""; 0]);
    assert_eq!(told("state=error,cancelled").await, [""; 0]);
    assert_eq!(told("created_at_end=2020-01-01").await, [""; 0]);
    for (query, field) in
        [("kind=x", "kind"), ("state=x", "state"), ("page=0", "page"), ("created_at_end=x", "created_at_end")]
    {
        let reply = Reply::of(&owner.client, &format!("GET /v1.1/teams/{team}/activities?{query}"), &json!(null)).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{query}");
    }
    let download = owner.client.activities(team, "kind=download").await.unwrap().records.remove(0);
    assert_eq!((download.package_name.as_str(), &download.link_id), ("Dailies", &link.id.to_string()));
    let steps = owner.client.activity_events(team, &download.id).await.unwrap();
    let states: Vec<&str> = steps.iter().map(|step| step.state.as_str()).collect();
    assert_eq!(states, ["pending", "started", "started", "complete"]);
    let details: Vec<&str> = steps.iter().map(|step| step.detail.as_str()).collect();
    assert_eq!(details, ["", "from 127.0.0.1", "from 127.0.0.1: a.mov", "a.mov"]);

    let page = async |query: &str| {
        let call = format!("GET /v1/teams/{team}/activities/{}/events?{query}", download.id);
        Reply::of(&owner.client, &call, &json!(null)).await
    };
    for (query, expected) in [("limit=3", &steps[..3]), ("limit=3&page=2", &steps[3..]), ("page=2", &[]), ("", &steps)]
    {
        assert_eq!(page(query).await.expect(200), json!(expected), "{query}");
    }
    for (query, field) in [("page=0", "page"), ("limit=0", "limit"), ("limit=x", "limit"), ("offset=1", "offset")] {
        assert_eq!(page(query).await.field(), field, "{query}");
    }

    let cancelled = Parcel::create(&owner.client, team, &plain_package("never sent")).await;
    cancelled.reply("DELETE ", &json!(null)).await;
    assert_eq!(told("kind=upload&state=cancelled").await, ["upload cancelled"]);
}

#[tokio::test]
async fn others_see_their_own() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let admin = cloud.member(&owner, "admin", "ada@example.org").await;
    let guest = cloud.member(&owner, "guest", "gus@example.org").await;
    let other = cloud.owner("Other", "olga@example.org").await;
    let team = &owner.team_id;
    Parcel::sent(&owner.client, team, &plain_package("Anna's")).await;
    Parcel::sent(&ben.client, team, &plain_package("Ben's")).await;
    let uploads = async |person: &Person| person.client.activities(team, "kind=upload").await.unwrap();
    assert_eq!(uploads(&owner).await.metadata.total, 2);
    assert_eq!(uploads(&admin).await.metadata.total, 2);
    let of_ben = uploads(&ben).await;
    assert_eq!((of_ben.metadata.total, of_ben.records[0].package_name.as_str()), (1, "Ben's"));
    assert_eq!(uploads(&guest).await.metadata.total, 0);
    let annas = uploads(&owner).await.records.into_iter().find(|record| record.package_name == "Anna's").unwrap();
    assert_eq!(ben.client.activity_events(team, &annas.id).await.refusal(), ErrorCode::NotFound);
    admin.client.activity_events(team, &annas.id).await.unwrap();
    for refused in [
        other.client.activities(team, "").await.refusal(),
        other.client.activity_events(team, &annas.id).await.refusal(),
        other.client.activity_events(&other.team_id, &annas.id).await.refusal(),
        other.client.audit(team, "").await.refusal(),
    ] {
        assert_eq!(refused, ErrorCode::NotFound);
    }
}

#[tokio::test]
async fn the_record_tells_who_did_what() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let ben = cloud.member(&owner, "member", "ben@example.org").await;
    let team = &owner.team_id;
    let tag = ben.client.create_tag(team, "red").await.unwrap();
    let page = owner.client.audit(team, &format!("object={}", tag.id)).await.unwrap();
    assert_eq!(page.metadata.total, 1);
    let line = &page.records[0];
    assert_eq!((line.action.as_str(), line.actor.as_str()), ("tag_created", ben.user_id.as_str()));
    assert_eq!((line.credential.as_str(), line.detail.as_str()), ("user_token", "red"));
    assert!(line.address.parse::<std::net::IpAddr>().is_ok() && line.hash.len() == 64);
    let all = owner.client.audit(team, "").await.unwrap();
    let newest = all.records[0].sequence;
    assert_eq!(newest, all.metadata.total, "without gaps, the newest first");
    assert!(all.records.windows(2).all(|pair| pair[0].sequence == pair[1].sequence + 1));
    let few = owner.client.audit(team, "limit=1&page=2").await.unwrap();
    assert_eq!((few.records.len(), few.records[0].sequence), (1, newest - 1));
    let of_ben = ben.client.audit(team, "").await.unwrap();
    assert!(of_ben.metadata.total >= 1 && of_ben.records.iter().all(|line| line.actor == ben.user_id.as_str()));
    let others = ben.client.audit(team, &format!("actor={}", owner.user_id)).await.unwrap();
    assert_eq!((others.metadata.total, others.records.len()), (0, 0));
    let by_action = owner.client.audit(team, "action=tag_created&created_at_start=2020-01-01").await.unwrap();
    assert_eq!(by_action.metadata.total, 1);
    assert_eq!(owner.client.audit(team, "created_at_end=2020-01-01").await.unwrap().metadata.total, 0);
}
