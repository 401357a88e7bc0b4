//! The API calls of a storage gateway, with its token.

use reqwest::Method;
use wire::connections::{GatewayFailure, GatewayLease, GatewayProgress, GatewayWork};
use wire::ids::{GatewayId, TransferId};

use crate::Client;
use crate::calls::Reply;

impl Client {
    /// Waits for the next work item; `None` if there was none in that time.
    pub async fn gateway_work(&self, gateway: &GatewayId, wait_seconds: u64) -> Reply<Option<GatewayWork>> {
        self.call(Method::GET, &format!("/v1/gateways/{gateway}/work?wait={wait_seconds}")).await
    }

    /// A work item that the gateway already has, with new URLs.
    pub async fn gateway_work_again(&self, gateway: &GatewayId, work: &TransferId) -> Reply<GatewayWork> {
        self.call(Method::GET, &format!("/v1/gateways/{gateway}/work/{work}")).await
    }

    pub async fn keep_gateway_work(&self, gateway: &GatewayId, work: &TransferId, bytes: i64) -> Reply<GatewayLease> {
        let progress = GatewayProgress { bytes: Some(bytes) };
        self.call_with(Method::POST, &format!("/v1/gateways/{gateway}/work/{work}/heartbeat"), &progress).await
    }

    pub async fn complete_gateway_work(&self, gateway: &GatewayId, work: &TransferId) -> Reply<()> {
        self.call(Method::POST, &format!("/v1/gateways/{gateway}/work/{work}/complete")).await
    }

    pub async fn fail_gateway_work(&self, gateway: &GatewayId, work: &TransferId, reason: &str) -> Reply<()> {
        let failure = GatewayFailure { reason: Some(reason.to_owned()) };
        self.call_with(Method::POST, &format!("/v1/gateways/{gateway}/work/{work}/fail"), &failure).await
    }
}
