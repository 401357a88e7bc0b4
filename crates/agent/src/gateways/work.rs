//! The API calls for a work item of a gateway, and the URLs of its files. Files are listed in pages: a package can have
//! millions.

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

/// Files per page, as many as the engine asks URLs for at once.
const PAGE: usize = 1_000;
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
        self.client.gateway_work(&self.gateway, wait_seconds, PAGE).await
    }

    /// The work item with the page of its files that begins with this one.
    pub(super) async fn again(&self, work: &TransferId, from: Option<&FileId>) -> Result<GatewayWork, ClientError> {
        self.client.gateway_work_again(&self.gateway, work, from, PAGE).await
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

/// The URLs of one work item, which come with each page of its files.
pub(super) struct OfWork {
    cloud: Cloud,
    work: TransferId,
    known: Mutex<Known>,
}

/// A page, or all files: from the first one, before the next one.
struct Known {
    first: Option<FileId>,
    urls: HashMap<FileId, String>,
    next: Option<FileId>,
    since: Instant,
}

impl OfWork {
    pub(super) fn new(cloud: Cloud, work: TransferId, files: Vec<GatewayFile>, next: Option<FileId>) -> Self {
        Self { cloud, work, known: Mutex::new(Known::of(None, files, next)) }
    }

    /// Forgets what is known, and reads the page that begins with this file.
    async fn renew(&self, known: &mut Known, from: &FileId) -> Result<(), ClientError> {
        let GatewayWork { files, next_file, .. } = self.cloud.again(&self.work, Some(from)).await?;
        // Servers of earlier versions always list all files.
        let first = files.first().map_or(from, |file| (&file.id).min(from)).clone();
        *known = Known::of(Some(first), files, next_file);
        Ok(())
    }
}

impl Known {
    fn of(first: Option<FileId>, files: Vec<GatewayFile>, next: Option<FileId>) -> Self {
        let urls = files.into_iter().map(|file| (file.id, file.url)).collect();
        Self { first, urls, next, since: Instant::now() }
    }

    /// Whether it says which URL a file has, or that it has none.
    fn covers(&self, file: &FileId) -> bool {
        let is_recent = self.since.elapsed() < OLD;
        is_recent
            && self.first.as_ref().is_none_or(|first| first <= file)
            && self.next.as_ref().is_none_or(|next| file < next)
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
            let mut addressed = Vec::with_capacity(files.len());
            for file in files {
                // They are asked for in the order of the pages. Only if few files of each page are still missing, each of
                // them takes a request.
                if !known.covers(file) {
                    self.renew(&mut known, file).await?;
                }
                addressed.push(known.addressed(file));
            }
            Ok(addressed)
        })
    }

    /// The URLs of a page come at once, so many files need only one request.
    fn instead_of<'a>(&'a self, file: &'a FileId, old: &'a str) -> Asked<'a, String> {
        Box::pin(async move {
            let mut known = self.known.lock().await;
            if !known.covers(file) || known.urls.get(file).is_some_and(|url| url == old) {
                self.renew(&mut known, file).await?;
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
