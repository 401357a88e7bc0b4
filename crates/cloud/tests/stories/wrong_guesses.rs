//! Wrong passwords and codes: recorded with their address, but not without end.

use reqwest::{Method, RequestBuilder};
use serde_json::json;
use testkit::{Parcel, Person, Reply, TestCloud, plain_package};
use wire::links::CreateLink;
use wire::portals::WritePortal;
use wire::record::AuditLine;

async fn lines(owner: &Person, action: &str) -> Vec<AuditLine> {
    owner.client.audit(&owner.team_id, &format!("action={action}&limit=50")).await.unwrap().records
}

/// A request with a wrong secret, from another address each time.
async fn guess(cloud: &TestCloud, request: RequestBuilder, address: &str) {
    let reply = Reply::to(request.header("X-Forwarded-For", address)).await;
    assert!(matches!(reply.status.as_u16(), 401 | 403), "{}", reply.status);
    cloud.run_due_jobs().await;
}

#[tokio::test]
async fn wrong_guesses_are_recorded_but_not_without_end() {
    let local = "127.0.0.0/8".parse().unwrap();
    let cloud = TestCloud::setup().with(|config| config.trusted_proxies = vec![local]).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let link = CreateLink { password: Some("open".into()), ..CreateLink::default() };
    let link = parcel.client.create_link(&parcel.id, &link).await.unwrap();
    let portal = WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some("rushes".to_owned()),
        active: Some(true),
        access_code: Some("sesame".to_owned()),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    let link_path = format!("/v1/links/{}?secret={}", link.id, link.download_secret.as_deref().unwrap());
    let requests: [(&str, String, &dyn Fn() -> RequestBuilder); 3] = [
        ("sign_in_failed", owner.user_id.to_string(), &|| {
            let body = json!({ "email": owner.email, "password": "wrong password" });
            cloud.anyone().request(Method::POST, "/v1/auth").json(&body)
        }),
        ("link_password_wrong", link.id.to_string(), &|| {
            cloud.anyone().request(Method::GET, &link_path).header("X-Link-Password", "wrong")
        }),
        ("access_code_wrong", portal.id.to_string(), &|| {
            cloud.anyone().request(Method::GET, &format!("/v1/portals/{}", portal.id)).header("X-Access-Code", "wrong")
        }),
    ];
    for (action, object, request) in requests {
        for _ in 0..5 {
            guess(&cloud, request(), "203.0.113.7").await;
        }
        let first = lines(&owner, action).await;
        assert_eq!(first.len(), 3, "{action}: three from one network in an hour");
        let entry = &first[0];
        assert_eq!((entry.actor.as_str(), entry.address.as_str()), ("stranger", "203.0.113.7"), "{action}");
        assert_eq!((&entry.object, entry.detail.as_str()), (&object, ""), "{action}");
        for number in 0..60 {
            guess(&cloud, request(), &format!("198.51.100.{number}")).await;
        }
        let all = lines(&owner, action).await;
        assert_eq!((all.len(), all[0].detail.as_str()), (50, "more are not recorded within 24 hours"), "{action}");
    }
}
