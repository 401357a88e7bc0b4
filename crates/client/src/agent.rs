//! A client of the transfer agent's local API.

use std::path::PathBuf;
use std::time::Duration;

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wire::agent::{
    AddGateway, AddedGateway, AgentLink, AgentStatus, AutomationBody, AutomationId, AutomationType, CheckedUpload,
    Concurrency, CreatedAutomation, Done, DownloadBody, DownloadId, ExportedAutomation, FifoMode, GatewayBody,
    ImportAutomations, ImportedAutomations, LoginBody, RateLimit, SettingsBody, StartDownload, StartPortalUpload,
    StartUpload, StartedDownload, StartedUpload, UploadBody, UploadId, WriteConcurrency, WriteFifoMode, WriteRateLimit,
};
use wire::ids::GatewayId;
use wire::links::CreateLink;

use crate::calls::Reply;
use crate::{Client, Credential, builder};

/// If an agent does not respond within this time, there is none.
const CONNECT: Duration = Duration::from_secs(2);
/// Entries of a list per request.
const LIST_MOST: usize = 1_000;
/// Bytes of the longest reply: a list of transfers, each with a thousand files, of an agent of an earlier version.
const LONGEST_REPLY: usize = 512 << 20;

/// Where an agent listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentAddress {
    /// Such as `http://127.0.0.1:8080`.
    Http(String),
    Unix(PathBuf),
}

/// A client of one agent. Cheap to clone.
#[derive(Clone)]
pub struct AgentClient(Client);

impl AgentClient {
    /// The token is empty if the agent requires none. Never uses a proxy, because the agent is on this machine.
    pub fn new(address: &AgentAddress, token: &str) -> Reply<Self> {
        let http = builder().connect_timeout(CONNECT).no_proxy();
        let (http, base_url) = match address {
            AgentAddress::Http(url) => (http, url.trim_end_matches('/').to_owned()),
            AgentAddress::Unix(path) => (http.unix_socket(path.clone()), "http://localhost".to_owned()),
        };
        let credential = if token.is_empty() { Credential::None } else { Credential::Bearer(token.to_owned()) };
        let longest_reply = LONGEST_REPLY;
        Ok(Self(Client { http: http.build()?, base_url, credential, idempotency_key: None, longest_reply }))
    }

    pub async fn login(&self) -> Reply<LoginBody> {
        self.0.call(Method::GET, "/api/v1/login").await
    }

    pub async fn start_upload(&self, request: &StartUpload) -> Reply<StartedUpload> {
        self.0.call_with(Method::POST, "/api/v1/uploads", request).await
    }

    pub async fn start_portal_upload(&self, request: &StartPortalUpload) -> Reply<StartedUpload> {
        self.0.call_with(Method::POST, "/api/v1/portals/uploads", request).await
    }

    /// Whether the upload could be started.
    pub async fn check_upload(&self, request: &StartUpload) -> Reply<CheckedUpload> {
        self.0.call_with(Method::POST, "/api/v1/uploads/check", request).await
    }

    pub async fn check_portal_upload(&self, request: &StartPortalUpload) -> Reply<CheckedUpload> {
        self.0.call_with(Method::POST, "/api/v1/portals/uploads/check", request).await
    }

    /// All of them, or those in one of these states, separated by commas.
    pub async fn uploads(&self, states: &str) -> Reply<Vec<UploadBody>> {
        self.all("uploads", states, |upload: &UploadBody| upload.summary.upload_id.to_string()).await
    }

    /// A whole list, page by page from the newest ones. An agent of an earlier version sends everything as its first page.
    async fn all<T: DeserializeOwned>(
        &self,
        list: &str,
        states: &str,
        id: impl Fn(&T) -> String + Send,
    ) -> Reply<Vec<T>> {
        let states = if states.is_empty() { String::new() } else { format!("&states={states}") };
        let (mut all, mut before) = (Vec::new(), String::new());
        loop {
            let path = format!("/api/v1/{list}?limit={LIST_MOST}{states}{before}");
            let mut page: Vec<T> = self.0.call(Method::GET, &path).await?;
            let is_last = page.len() != LIST_MOST;
            let next = page.first().map(|oldest| format!("&before={}", id(oldest))).unwrap_or_default();
            if next == before {
                return Ok(all);
            }
            page.append(&mut all);
            all = page;
            if is_last {
                return Ok(all);
            }
            before = next;
        }
    }

    /// With one page of its items, counted from 1.
    pub async fn upload(&self, id: &UploadId, page: u64, limit: u64) -> Reply<UploadBody> {
        self.0.call(Method::GET, &format!("/api/v1/uploads/{id}?page={page}&limit={limit}")).await
    }

    pub async fn pause_upload(&self, id: &UploadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/uploads/{id}/pause")).await
    }

    pub async fn resume_upload(&self, id: &UploadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/uploads/{id}/resume")).await
    }

    pub async fn leave_out_failed(&self, id: &UploadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/uploads/{id}/leave_out_failed")).await
    }

    pub async fn finalize_upload(&self, id: &UploadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/uploads/{id}/finalize")).await
    }

    pub async fn delete_upload(&self, id: &UploadId) -> Reply<Done> {
        self.0.call(Method::DELETE, &format!("/api/v1/uploads/{id}")).await
    }

    pub async fn create_upload_link(&self, id: &UploadId, request: &CreateLink) -> Reply<AgentLink> {
        self.0.call_with(Method::POST, &format!("/api/v1/uploads/{id}/link"), request).await
    }

    pub async fn start_download(&self, request: &StartDownload) -> Reply<StartedDownload> {
        self.0.call_with(Method::POST, "/api/v1/downloads", request).await
    }

    /// All of them, or those in one of these states, separated by commas.
    pub async fn downloads(&self, states: &str) -> Reply<Vec<DownloadBody>> {
        self.all("downloads", states, |download: &DownloadBody| download.summary.download_id.to_string()).await
    }

    /// With one page of its items, counted from 1.
    pub async fn download(&self, id: &DownloadId, page: u64, limit: u64) -> Reply<DownloadBody> {
        self.0.call(Method::GET, &format!("/api/v1/downloads/{id}?page={page}&limit={limit}")).await
    }

    pub async fn pause_download(&self, id: &DownloadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/downloads/{id}/pause")).await
    }

    pub async fn resume_download(&self, id: &DownloadId) -> Reply<Done> {
        self.0.call(Method::POST, &format!("/api/v1/downloads/{id}/resume")).await
    }

    pub async fn delete_download(&self, id: &DownloadId, remove_files: bool) -> Reply<Done> {
        self.0.call(Method::DELETE, &format!("/api/v1/downloads/{id}?remove_files={remove_files}")).await
    }

    pub async fn automations(&self) -> Reply<Vec<AutomationBody>> {
        self.0.call(Method::GET, "/api/v1/automations").await
    }

    pub async fn create_automation(&self, kind: AutomationType, fields: &Value) -> Reply<CreatedAutomation> {
        self.0.call_with(Method::POST, &format!("/api/v1/automations/{}", kind.as_str()), fields).await
    }

    pub async fn change_automation(
        &self,
        kind: AutomationType,
        id: &AutomationId,
        fields: &Value,
    ) -> Reply<AutomationBody> {
        self.0.call_with(Method::PUT, &format!("/api/v1/automations/{}/{id}", kind.as_str()), fields).await
    }

    pub async fn delete_automation(&self, kind: AutomationType, id: &AutomationId) -> Reply<Done> {
        self.0.call(Method::DELETE, &format!("/api/v1/automations/{}/{id}", kind.as_str())).await
    }

    /// Without its passwords.
    pub async fn export_automation(&self, kind: AutomationType, id: &AutomationId) -> Reply<ExportedAutomation> {
        self.0.call(Method::GET, &format!("/api/v1/automations/{}/{id}/export", kind.as_str())).await
    }

    pub async fn import_automations(&self, request: &ImportAutomations) -> Reply<ImportedAutomations> {
        self.0.call_with(Method::POST, "/api/v1/automations/import", request).await
    }

    pub async fn gateways(&self) -> Reply<Vec<GatewayBody>> {
        self.0.call(Method::GET, "/api/v1/gateways").await
    }

    pub async fn add_gateway(&self, request: &AddGateway) -> Reply<AddedGateway> {
        self.0.call_with(Method::POST, "/api/v1/gateways", request).await
    }

    pub async fn remove_gateway(&self, id: &GatewayId) -> Reply<Done> {
        self.0.call(Method::DELETE, &format!("/api/v1/gateways/{id}")).await
    }

    pub async fn status(&self) -> Reply<AgentStatus> {
        self.0.call(Method::GET, "/api/v1/status").await
    }

    pub async fn settings(&self) -> Reply<SettingsBody> {
        Ok(SettingsBody {
            upload_rate_limit: self.0.call(Method::GET, "/api/v1/settings/upload_rate_limit").await?,
            download_rate_limit: self.0.call(Method::GET, "/api/v1/settings/download_rate_limit").await?,
            fifo_mode: self.0.call(Method::GET, "/api/v1/settings/fifo_mode").await?,
            concurrency: self.0.call(Method::GET, "/api/v1/settings/concurrency").await?,
        })
    }

    pub async fn limit_uploads(&self, request: &WriteRateLimit) -> Reply<RateLimit> {
        self.0.call_with(Method::POST, "/api/v1/settings/upload_rate_limit", request).await
    }

    pub async fn limit_downloads(&self, request: &WriteRateLimit) -> Reply<RateLimit> {
        self.0.call_with(Method::POST, "/api/v1/settings/download_rate_limit", request).await
    }

    pub async fn set_fifo_mode(&self, request: &WriteFifoMode) -> Reply<FifoMode> {
        self.0.call_with(Method::POST, "/api/v1/settings/fifo_mode", request).await
    }

    pub async fn set_concurrency(&self, request: &WriteConcurrency) -> Reply<Concurrency> {
        self.0.call_with(Method::POST, "/api/v1/settings/concurrency", request).await
    }
}
