//! The request to the agent that starts an upload, for either kind of receiver.

use client::{AgentClient, ClientError};
use serde_json::Value;
use wire::agent::{CheckedUpload, StartPortalUpload, StartUpload, StartedUpload};

// Without `Debug`: it holds secrets.
pub(super) enum Request {
    Team(Box<StartUpload>),
    Portal(Box<StartPortalUpload>),
}

impl Request {
    pub(super) fn document(&self) -> serde_json::Result<Value> {
        match self {
            Self::Team(request) => serde_json::to_value(request),
            Self::Portal(request) => serde_json::to_value(request),
        }
    }

    pub(super) fn password(&self) -> Option<&str> {
        match self {
            Self::Team(request) => request.password.as_deref(),
            Self::Portal(_) => None,
        }
    }

    pub(super) fn named(mut self, name: String) -> Self {
        match &mut self {
            Self::Team(request) => request.request = Some(name),
            Self::Portal(request) => request.request = Some(name),
        }
        self
    }

    pub(super) async fn check(&self, agent: &AgentClient) -> Result<CheckedUpload, ClientError> {
        match self {
            Self::Team(request) => agent.check_upload(request).await,
            Self::Portal(request) => agent.check_portal_upload(request).await,
        }
    }

    pub(super) async fn start(&self, agent: &AgentClient) -> Result<StartedUpload, ClientError> {
        match self {
            Self::Team(request) => agent.start_upload(request).await,
            Self::Portal(request) => agent.start_portal_upload(request).await,
        }
    }
}
