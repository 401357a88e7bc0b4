//! The secret of a link is shown again to those who may create links, unless the Team shows links once.

use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::links::{CreateLink, LinkBody};

struct Stage {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
}

impl Stage {
    async fn set() -> Self {
        let cloud = TestCloud::start().await;
        let owner = cloud.owner("Film", "anna@example.org").await;
        let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        Self { cloud, owner, parcel }
    }

    async fn mailed(&self) -> LinkBody {
        let request = CreateLink { email: Some("ben@example.org".into()), ..CreateLink::default() };
        self.parcel.client.create_link(&self.parcel.id, &request).await.unwrap()
    }

    async fn show_links_once(&self, once: bool) {
        let line = format!("PUT /v1/teams/{}", self.owner.team_id);
        let team = Reply::of(&self.owner.client, &line, &json!({ "links_shown_once": once })).await.expect(200);
        assert_eq!(team["links_shown_once"], json!(once));
    }

    /// The status of showing the secret, and what is said if it is refused.
    async fn shown(&self, link: &LinkBody) -> (u16, String) {
        let reply = self.parcel.reply(&format!("GET /links/{}/secret", link.id), &Value::Null).await;
        let said = if reply.status.is_success() { String::new() } else { reply.error().message };
        (reply.status.as_u16(), said)
    }

    async fn times_recorded(&self) -> usize {
        let record = self.owner.client.audit(&self.owner.team_id, "limit=100").await.unwrap();
        record.records.iter().filter(|entry| entry.action == "link_secret_shown").count()
    }
}

#[tokio::test]
async fn a_secret_is_shown_again_and_each_time_is_recorded() {
    let stage = Stage::set().await;
    let (package, client) = (&stage.parcel.id, &stage.parcel.client);
    let link = stage.parcel.link().await;
    let by_token = client.link_secret(package, &link.id).await.unwrap();
    assert_eq!(Some(&by_token.download_secret), link.download_secret.as_ref());
    let by_session = stage.owner.client.link_secret(package, &link.id).await.unwrap();
    assert_eq!(by_session.download_secret, by_token.download_secret);
    assert_eq!(stage.times_recorded().await, 2);

    let mailed = stage.mailed().await;
    let refused = stage.shown(&mailed).await;
    assert_eq!(refused.0, 409);
    assert!(refused.1.contains("not been mailed yet"), "{}", refused.1);
    stage.cloud.run_due_jobs().await;
    let secret = client.link_secret(package, &mailed.id).await.unwrap().download_secret;
    stage.cloud.anyone().resolve_link(&mailed.id, &secret, None).await.unwrap();

    client.delete_link(package, &link.id).await.unwrap();
    assert_eq!(client.link_secret(package, &link.id).await.refusal(), ErrorCode::NotFound);
    let stranger = stage.cloud.owner("Sound", "eve@example.org").await;
    assert_eq!(stranger.client.link_secret(package, &mailed.id).await.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn a_team_can_show_links_once() {
    let stage = Stage::set().await;
    let before = stage.parcel.link().await;
    stage.show_links_once(true).await;
    let while_on = stage.parcel.link().await;
    assert!(while_on.download_secret.is_some(), "the reply to its creation shows it");
    let mailed = stage.mailed().await;
    stage.cloud.run_due_jobs().await;
    for link in [&before, &while_on, &mailed] {
        let refused = stage.shown(link).await;
        assert_eq!(refused.0, 403);
        assert!(refused.1.contains("only once"), "{}", refused.1);
    }
    stage.show_links_once(false).await;
    assert_eq!(stage.shown(&before).await.0, 200);
    for link in [&while_on, &mailed] {
        let refused = stage.shown(link).await;
        assert_eq!(refused.0, 409, "it was never kept");
        assert!(refused.1.contains("was not kept"), "{}", refused.1);
    }
    assert_eq!(stage.times_recorded().await, 1, "a refusal shows nothing");
}
