//! A Team with a Portal, a webhook attached to it, and someone who receives.

use std::time::Duration;

use serde_json::Value;
use testkit::{Parcel, Person, Setup, TestCloud, TestReceiver, plain_package};
use wire::ids::{CustomWebhookId, PackageId};
use wire::webhooks::{DeliveryBody, WebhookWithSecret, WriteWebhook};

pub(super) const PORTAL: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

pub(super) struct Scene {
    pub(super) cloud: TestCloud,
    pub(super) owner: Person,
    pub(super) receiver: TestReceiver,
    pub(super) webhook: WebhookWithSecret,
}

/// A service whose neighbours may be called.
pub(super) fn neighbourly() -> Setup {
    TestCloud::setup().with(|config| config.egress.allow = vec!["127.0.0.0/8".parse().unwrap()])
}

/// A webhook for all events without anything special.
pub(super) fn plain(url: &str) -> WriteWebhook {
    WriteWebhook {
        active: Some(true),
        events: vec!["package.created".to_owned(), "package.finalized".to_owned()],
        method: "POST".to_owned(),
        url: url.to_owned(),
        name: None,
        headers: None,
        body_extras: None,
    }
}

impl Scene {
    pub(super) async fn new() -> Self {
        Self::with(neighbourly(), plain("")).await
    }

    /// The webhook of the request, at a receiver of its own.
    pub(super) async fn with(setup: Setup, request: WriteWebhook) -> Self {
        let (cloud, receiver) = (setup.start().await, TestReceiver::start().await);
        let owner = cloud.owner("Film", "owner@example.org").await;
        let portal = format!(
            "INSERT INTO portals (id, team_id, creator_id, teamspace_id, tag_id, name, name_key, subdomain, active,
                 access_level, settings, created_at, updated_at, version)
             VALUES ('{PORTAL}', '{}', '{}', '', '', 'Dailies', 'dailies', 'dailies', 1, 'regular', '{{}}', 0, 0, 1)",
            owner.team_id, owner.user_id
        );
        cloud.execute_sql(&portal).await;
        let request = WriteWebhook { url: receiver.url(), ..request };
        let webhook = owner.client.create_webhook(&owner.team_id, &request).await.unwrap();
        let scene = Self { cloud, owner, receiver, webhook };
        scene.attach(&scene.webhook.webhook.id).await;
        scene
    }

    pub(super) const fn id(&self) -> &CustomWebhookId {
        &self.webhook.webhook.id
    }

    pub(super) async fn attach(&self, webhook: &CustomWebhookId) {
        let attached =
            format!("INSERT INTO portal_webhooks (portal_id, custom_webhook_id) VALUES ('{PORTAL}', '{webhook}')");
        self.cloud.execute_sql(&attached).await;
    }

    pub(super) async fn detach(&self) {
        self.cloud.execute_sql("DELETE FROM portal_webhooks").await;
    }

    /// A package that came through the Portal, ready to be finalized.
    pub(super) async fn package(&self) -> Parcel {
        let parcel = Parcel::create(&self.owner.client, &self.owner.team_id, &plain_package("Day 1")).await;
        parcel.put("", "a.txt", b"hello").await;
        let received = format!("UPDATE packages SET portal_id = '{PORTAL}', received = 1 WHERE id = '{}'", parcel.id);
        self.cloud.execute_sql(&received).await;
        parcel
    }

    /// Something happened, and nobody was told yet.
    pub(super) async fn event(&self) -> PackageId {
        let parcel = self.package().await;
        parcel.finalize().await;
        parcel.id
    }

    pub(super) async fn log(&self) -> Vec<DeliveryBody> {
        self.owner.client.deliveries(self.id()).await.unwrap()
    }

    /// The state of the newest delivery, with what was answered to each attempt.
    pub(super) async fn newest(&self) -> (String, Vec<Option<i64>>) {
        let delivery = self.log().await.into_iter().next().unwrap();
        (delivery.state, delivery.attempts.into_iter().map(|attempt| attempt.status).collect())
    }

    /// Runs what is due, and lets the longest pause pass, until nothing is left to do.
    pub(super) async fn run_to_the_end(&self) {
        for _ in 0..8 {
            self.cloud.run_due_jobs().await;
            self.cloud.advance(Duration::from_hours(3));
        }
    }

    pub(super) fn bodies(&self) -> Vec<Value> {
        self.receiver.deliveries().iter().map(testkit::Received::json).collect()
    }
}
