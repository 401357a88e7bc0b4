//! The API calls for a work item of a gateway, and the URLs of its files.

use std::collections::HashMap;
use std::time::Duration;

use client::{Client, ClientError};
use tokio::sync::Mutex;
use tokio::time::Instant;
use transfer::download::{Addresses, Asked};
use wire::connections::{GatewayFile, GatewayWork};
use wire::error::{ErrorBody, ErrorCode};
use wire::files::{AddressedOne, FileAddress, RefusedOne};
use wire::ids::{FileId, GatewayId, TransferId};

/// URLs are valid for 15 minutes. Older ones than this are not tried.
const OLD: Duration = Duration::from_mins(10);

/// An API client for one gateway.
#[derive(Clone)]
pub(super) struct Cloud {
    pub(super) client: Client,
    pub(super) gateway: GatewayId,
}

impl Cloud {
    pub(super) async fn next(&self, wait_seconds: u64) -> Result<Option<GatewayWork>, ClientError> {
        self.client.gateway_work(&self.gateway, wait_seconds).await
    }

    pub(super) async fn again(&self, work: &TransferId) -> Result<GatewayWork, ClientError> {
        self.client.gateway_work_again(&self.gateway, work).await
    }

    pub(super) async fn keep(&self, work: &TransferId, bytes: u64) -> Result<(), ClientError> {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.client.keep_gateway_work(&self.gateway, work, bytes).await.map(|_| ())
    }

    pub(super) async fn complete(&self, work: &TransferId) -> Result<(), ClientError> {
        self.client.complete_gateway_work(&self.gateway, work).await
    }

    pub(super) async fn fail(&self, work: &TransferId, reason: &str) -> Result<(), ClientError> {
        self.client.fail_gateway_work(&self.gateway, work, reason).await
    }
}

/// The URLs of one work item, which all come with it.
pub(super) struct OfWork {
    cloud: Cloud,
    work: TransferId,
    known: Mutex<Known>,
}

struct Known {
    urls: HashMap<FileId, String>,
    since: Instant,
}

impl OfWork {
    pub(super) fn new(cloud: Cloud, work: TransferId, files: Vec<GatewayFile>) -> Self {
        Self { cloud, work, known: Mutex::new(Known::of(files)) }
    }

    async fn renew(&self, known: &mut Known) -> Result<(), ClientError> {
        *known = Known::of(self.cloud.again(&self.work).await?.files);
        Ok(())
    }
}

impl Known {
    fn of(files: Vec<GatewayFile>) -> Self {
        Self { urls: files.into_iter().map(|file| (file.id, file.url)).collect(), since: Instant::now() }
    }

    fn addressed(&self, file: &FileId) -> AddressedOne {
        match self.urls.get(file) {
            Some(url) => AddressedOne::Done(FileAddress { file_id: file.clone(), url: url.clone() }),
            None => AddressedOne::Refused(RefusedOne { file_id: Some(file.to_string()), error: gone() }),
        }
    }
}

fn gone() -> ErrorBody {
    let message = "the cloud no longer provides the file".to_owned();
    ErrorBody { code: ErrorCode::Infected, message, details: Vec::new(), mfa_required: None }
}

impl Addresses for OfWork {
    fn of_many<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, Vec<AddressedOne>> {
        Box::pin(async move {
            let mut known = self.known.lock().await;
            if known.since.elapsed() >= OLD {
                self.renew(&mut known).await?;
            }
            Ok(files.iter().map(|file| known.addressed(file)).collect())
        })
    }

    /// All URLs come at once, so many files need only one request.
    fn instead_of<'a>(&'a self, file: &'a FileId, old: &'a str) -> Asked<'a, String> {
        Box::pin(async move {
            let mut known = self.known.lock().await;
            if known.urls.get(file).is_none_or(|url| url == old) {
                self.renew(&mut known).await?;
            }
            // A file that is gone has no URL to try.
            Ok(known.urls.get(file).cloned().unwrap_or_default())
        })
    }

    /// The cloud is notified of all files at once, when the work is complete.
    fn arrived<'a>(&'a self, _: &'a [FileId]) -> Asked<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}
