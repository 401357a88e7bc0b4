//! The API calls of a storage gateway, with its token.

use reqwest::Method;
use wire::connections::{GatewayFailure, GatewayLease, GatewayProgress, GatewayWork};
use wire::gateway_files::{GatewayListings, ListingAnswer};
use wire::ids::{FileId, GatewayId, GatewayListingId, TransferId};

use crate::Client;
use crate::calls::Reply;

impl Client {
    /// Waits for the next work item, with up to `count` files; `None` if there was none in that time. The caller promises
    /// to deliver to the target directory.
    pub async fn gateway_work(
        &self,
        gateway: &GatewayId,
        wait_seconds: u64,
        count: usize,
    ) -> Reply<Option<GatewayWork>> {
        let query = format!("wait={wait_seconds}&target_directory=true&count={count}");
        self.call(Method::GET, &format!("/v1/gateways/{gateway}/work?{query}")).await
    }

    /// A work item that the gateway already has, with new URLs of up to `count` files: from the start, or from this file
    /// on.
    pub async fn gateway_work_again(
        &self,
        gateway: &GatewayId,
        work: &TransferId,
        from: Option<&FileId>,
        count: usize,
    ) -> Reply<GatewayWork> {
        let from = from.map(|from| format!("&from={from}")).unwrap_or_default();
        self.call(Method::GET, &format!("/v1/gateways/{gateway}/work/{work}?count={count}{from}")).await
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

    /// Waits until someone wants to list directories; `None` if nobody did in that time.
    pub async fn gateway_listings(&self, gateway: &GatewayId, wait_seconds: u64) -> Reply<Option<GatewayListings>> {
        self.call(Method::GET, &format!("/v1/gateways/{gateway}/listings?wait={wait_seconds}")).await
    }

    pub async fn answer_gateway_listing(
        &self,
        gateway: &GatewayId,
        listing: &GatewayListingId,
        answer: &ListingAnswer,
    ) -> Reply<()> {
        self.call_with(Method::POST, &format!("/v1/gateways/{gateway}/listings/{listing}"), answer).await
    }
}
