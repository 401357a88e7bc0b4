//! Custom webhooks: one method for each API call.

use reqwest::Method;
use wire::ids::{CustomWebhookId, DeliveryId, TeamId};
use wire::webhooks::{DeliveryBody, WebhookBody, WebhookWithSecret, WriteWebhook};

use crate::Client;
use crate::calls::Reply;

impl Client {
    pub async fn create_webhook(&self, team: &TeamId, request: &WriteWebhook) -> Reply<WebhookWithSecret> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/custom_webhooks"), request).await
    }

    pub async fn webhooks(&self, team: &TeamId) -> Reply<Vec<WebhookBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/custom_webhooks")).await
    }

    pub async fn webhook(&self, webhook: &CustomWebhookId) -> Reply<WebhookBody> {
        self.call(Method::GET, &format!("/v1/custom_webhooks/{webhook}")).await
    }

    pub async fn update_webhook(&self, webhook: &CustomWebhookId, request: &WriteWebhook) -> Reply<WebhookBody> {
        self.call_with(Method::PUT, &format!("/v1/custom_webhooks/{webhook}"), request).await
    }

    pub async fn delete_webhook(&self, webhook: &CustomWebhookId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/custom_webhooks/{webhook}")).await
    }

    pub async fn rotate_webhook_secret(&self, webhook: &CustomWebhookId) -> Reply<WebhookWithSecret> {
        self.call(Method::POST, &format!("/v1/custom_webhooks/{webhook}/rotate_secret")).await
    }

    /// Newest first.
    pub async fn deliveries(&self, webhook: &CustomWebhookId) -> Reply<Vec<DeliveryBody>> {
        self.call(Method::GET, &format!("/v1/custom_webhooks/{webhook}/deliveries")).await
    }

    /// Sends a `webhook.test` event.
    pub async fn test_webhook(&self, webhook: &CustomWebhookId) -> Reply<DeliveryBody> {
        self.call(Method::POST, &format!("/v1/custom_webhooks/{webhook}/test")).await
    }

    pub async fn redeliver(&self, webhook: &CustomWebhookId, delivery: &DeliveryId) -> Reply<DeliveryBody> {
        self.call(Method::POST, &format!("/v1/custom_webhooks/{webhook}/deliveries/{delivery}/redeliver")).await
    }
}
