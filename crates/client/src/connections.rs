//! Cloud connections, transfers and gateways: one method for each API call.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Method;
use wire::connections::{CloudConnectionBody, CloudFile, StartTransfer, TransferBody, WriteCloudConnection};
use wire::gateway_files::GatewayFiles;
use wire::ids::{CloudConnectionId, PackageId, TeamId};

use crate::Client;
use crate::calls::Reply;

impl Client {
    pub async fn create_connection(&self, team: &TeamId, request: &WriteCloudConnection) -> Reply<CloudConnectionBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/cloud_connections"), request).await
    }

    pub async fn connections(&self, team: &TeamId) -> Reply<Vec<CloudConnectionBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/cloud_connections")).await
    }

    pub async fn connection(&self, id: &CloudConnectionId) -> Reply<CloudConnectionBody> {
        self.call(Method::GET, &format!("/v1/cloud_connections/{id}")).await
    }

    pub async fn update_connection(
        &self,
        id: &CloudConnectionId,
        request: &WriteCloudConnection,
    ) -> Reply<CloudConnectionBody> {
        self.call_with(Method::PUT, &format!("/v1/cloud_connections/{id}"), request).await
    }

    pub async fn delete_connection(&self, id: &CloudConnectionId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/cloud_connections/{id}")).await
    }

    /// Tests the connection now.
    pub async fn test_connection(&self, id: &CloudConnectionId) -> Reply<CloudConnectionBody> {
        self.call(Method::POST, &format!("/v1/cloud_connections/{id}/test")).await
    }

    /// Entries directly below `prefix`, after `after`, up to `count`.
    pub async fn connection_files(
        &self,
        id: &CloudConnectionId,
        prefix: &str,
        after: &str,
        count: u32,
    ) -> Reply<Vec<CloudFile>> {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let query = format!("prefix={}&prev_key={}&count={count}", encoded(prefix), encoded(after));
        self.call(Method::GET, &format!("/v1/cloud_connections/{id}/files?{query}")).await
    }

    /// Entries of a directory of a gateway, after the first `offset`, up to `count`.
    pub async fn gateway_files(
        &self,
        id: &CloudConnectionId,
        path: &str,
        offset: u64,
        count: u64,
    ) -> Reply<GatewayFiles> {
        let path = utf8_percent_encode(path, NON_ALPHANUMERIC);
        let query = format!("path={path}&offset={offset}&count={count}");
        self.call(Method::GET, &format!("/v1/cloud_connections/providers/storage_gateway/{id}/files?{query}")).await
    }

    pub async fn start_transfer(&self, package: &PackageId, request: &StartTransfer) -> Reply<TransferBody> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/transfer"), request).await
    }

    pub async fn transfers(&self, package: &PackageId) -> Reply<Vec<TransferBody>> {
        self.call(Method::GET, &format!("/v1/packages/{package}/transfer")).await
    }
}
