//! A Team with a Portal, a webhook attached to it, and a receiver.

use std::time::Duration;

use cloud::operations::webhooks::signed_requests::Request;
use serde_json::Value;
use testkit::{Parcel, Person, Setup, TestCloud, TestReceiver};
use wire::ids::{CustomWebhookId, PackageId, PortalId};
use wire::portals::{CreatePortalPackage, Named, WritePortal};
use wire::webhooks::{DeliveryBody, WebhookWithSecret, WriteWebhook};

pub(super) struct Scene {
    pub(super) cloud: TestCloud,
    pub(super) owner: Person,
    pub(super) portal: PortalId,
    pub(super) receiver: TestReceiver,
    pub(super) webhook: WebhookWithSecret,
}

/// A service that may call local addresses.
pub(super) fn neighbourly() -> Setup {
    TestCloud::setup().with(|config| config.egress.allow = vec!["127.0.0.0/8".parse().unwrap()])
}

/// A plain webhook for received packages.
pub(super) fn plain(url: &str) -> WriteWebhook {
    WriteWebhook {
        active: Some(true),
        events: vec!["package.finalized".to_owned()],
        method: "POST".to_owned(),
        url: url.to_owned(),
        name: None,
        headers: None,
        body_extras: None,
    }
}

fn dailies(webhooks: &[&CustomWebhookId]) -> WritePortal {
    WritePortal {
        name: Some("Dailies".to_owned()),
        subdomain: Some("dailies".to_owned()),
        active: Some(true),
        custom_webhooks: Some(webhooks.iter().map(|id| Named(id.to_string())).collect()),
        ..WritePortal::default()
    }
}

impl Scene {
    pub(super) async fn new() -> Self {
        Self::with(neighbourly(), plain("")).await
    }

    /// The webhook of the request, with its own receiver.
    pub(super) async fn with(setup: Setup, request: WriteWebhook) -> Self {
        Self::at("127.0.0.1:0", setup, request).await
    }

    /// The receiver at an address of this machine.
    pub(super) async fn at(address: &str, setup: Setup, request: WriteWebhook) -> Self {
        let (cloud, receiver) = (setup.start().await, TestReceiver::start_at(address).await);
        let owner = cloud.owner("Film", "owner@example.org").await;
        let request = WriteWebhook { url: receiver.url(), ..request };
        let webhook = owner.client.create_webhook(&owner.team_id, &request).await.unwrap();
        let portal = owner.client.create_portal(&owner.team_id, &dailies(&[&webhook.webhook.id])).await.unwrap().id;
        Self { cloud, owner, portal, receiver, webhook }
    }

    pub(super) const fn id(&self) -> &CustomWebhookId {
        &self.webhook.webhook.id
    }

    /// Replaces the webhooks of the Portal.
    pub(super) async fn attach(&self, webhooks: &[&CustomWebhookId]) {
        self.owner.client.update_portal(&self.portal, &dailies(webhooks)).await.unwrap();
    }

    /// Saves an address bypassing all checks, as for one that was valid when it was saved.
    pub(super) async fn set_address(&self, url: &str) {
        let request = Request { url: url.to_owned(), headers: [].into(), body_extras: [].into() };
        let sealed = request.seal(&self.cloud.app().vault, self.id()).unwrap();
        self.cloud.execute_sql(&format!("UPDATE custom_webhooks SET request = '{sealed}'")).await;
    }

    /// A package that someone begins to send through the Portal.
    pub(super) async fn package(&self) -> Parcel {
        let request = CreatePortalPackage {
            name: Some("Day 1".to_owned()),
            description: Some(String::new()),
            sender: Some("ben@example.org".to_owned()),
            ..CreatePortalPackage::default()
        };
        let anyone = self.cloud.anyone();
        let body = anyone.create_portal_package(&self.portal, &request).await.unwrap();
        Parcel { client: anyone.with_package_token(&body.access_token), id: body.id.clone(), body }
    }

    /// An event happened, and was not delivered yet.
    pub(super) async fn event(&self) -> PackageId {
        let parcel = self.package().await;
        parcel.put("", "a.txt", b"hello").await;
        parcel.finalize().await;
        parcel.id
    }

    pub(super) async fn log(&self) -> Vec<DeliveryBody> {
        self.owner.client.deliveries(self.id()).await.unwrap()
    }

    /// The state of the newest delivery, with the status of each attempt.
    pub(super) async fn newest(&self) -> (String, Vec<Option<i64>>) {
        let delivery = self.log().await.into_iter().next().unwrap();
        (delivery.state, delivery.attempts.into_iter().map(|attempt| attempt.status).collect())
    }

    /// Runs due jobs, and lets the longest pause pass, until nothing is left to do.
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
