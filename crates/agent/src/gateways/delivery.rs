//! Delivers one package to the folder of a gateway, from the cloud's assignment to our confirmation.

use std::path::Path;
use std::sync::Arc;

use client::ClientError;
use tokio_util::sync::CancellationToken;
use transfer::download::{Download, receive};
use transfer::{Fault, Progress, with_retries};
use wire::agent::DownloadId;
use wire::connections::{GatewayFile, GatewayWork};
use wire::error::ErrorCode;
use wire::ids::{FileId, TransferId};

use super::work::{Cloud, OfWork};
use super::{place, shown};
use crate::app::App;
use crate::downloads::{Ledger, OwnFolder, check_room};
use crate::error::AgentError;
use crate::failure::Failure;
use crate::gateway_states::Delivering;
use crate::journal::deliveries::{self, DeliveryRow};
use crate::journal::download_items;
use crate::journal::downloads as rows;
use crate::journal::gateways::GatewayRow;
use crate::journal::mounts::FolderOf;
use crate::mounts;
use crate::runs::{Broken, with_news};

/// The context of one delivery.
pub(super) struct Delivery<'a> {
    pub(super) app: &'a App,
    pub(super) gateway: &'a GatewayRow,
    pub(super) cloud: Cloud,
    pub(super) progress: &'a Arc<Progress>,
    pub(super) stop: &'a CancellationToken,
}

impl Delivery<'_> {
    /// Resumes the delivery that was running when the process ended. If the cloud has withdrawn it since, it may come
    /// again.
    pub(super) async fn go_on(&self, delivery: &DeliveryRow) -> Result<(), Broken> {
        if delivery.listed && self.is_whole(&delivery.id).await? {
            return match self.check(&delivery.id, &delivery.work).await {
                // The cloud may know already that it is complete, or no longer wait for it.
                Ok(())
                | Err(Broken::Fault(Fault::Refused { code: ErrorCode::NotFound | ErrorCode::WrongState, .. })) => {
                    self.complete(&delivery.id, &delivery.work).await
                }
                Err(broken) => self.give_back(&delivery.id, &delivery.work, broken).await,
            };
        }
        match self.cloud.again(&delivery.work, None).await {
            Ok(work) => {
                shown::connected(self.app, &self.gateway.id).await;
                self.deliver(work).await
            }
            Err(error) => self.not_ours(&delivery.id, &error).await,
        }
    }

    /// Delivers the files of a work item. If that fails, it is returned to the cloud with the reason.
    pub(super) async fn deliver(&self, work: GatewayWork) -> Result<(), Broken> {
        let (app, work_id) = (self.app, work.id.clone());
        let id = match self.begin(&work).await {
            Ok(id) => id,
            Err(broken) => {
                self.refuse(&work.id, Failure::from(&broken)).await;
                // Only this package cannot be delivered where the Team wants it.
                let is_of_package = matches!(broken, Broken::Agent(AgentError::PathRefused { .. }));
                return if is_of_package { Ok(()) } else { Err(broken) };
            }
        };
        let size = work.total_bytes.unwrap_or_else(|| work.files.iter().map(|file| file.size).sum());
        let size = u64::try_from(size).unwrap_or_default();
        let delivering = Delivering { package: work.package.id.clone(), name: work.package.name.clone(), size };
        shown::change(app, &self.gateway.id, |state| state.delivering = Some(delivering)).await;
        let bringing =
            with_news(self.bring(&id, work), self.progress, self.stop, || shown::tell(app, &self.gateway.id));
        let outcome = tokio::select! {
            outcome = bringing => outcome,
            fault = self.keep(&work_id, size) => Err(fault.into()),
        };
        let done = match outcome {
            Ok(()) => self.complete(&id, &work_id).await,
            Err(broken) => self.give_back(&id, &work_id, broken).await,
        };
        self.progress.set_proven(0);
        shown::change(app, &self.gateway.id, |state| state.delivering = None).await;
        done
    }

    async fn begin(&self, work: &GatewayWork) -> Result<DownloadId, Broken> {
        let dst_folder = place::target(self.app, &self.gateway.dst_folder, &work.target_directory)?;
        let gateway = self.gateway.id.clone();
        let (id, package, chance) = (work.id.clone(), work.package.clone(), rand::random());
        let begun = self.app.journal.write(move |tables| {
            let begun = deliveries::begin(tables, &gateway, &id, &package, &dst_folder, chance)?;
            download_items::renew_failed(tables, &begun)?;
            Ok(begun)
        });
        Ok(begun.await?)
    }

    async fn require_mounted(&self) -> Result<(), AgentError> {
        let of = FolderOf::Gateway(self.gateway.id.clone());
        mounts::require(self.app, of, &self.gateway.dst_folder).await
    }

    async fn row(&self, id: &DownloadId) -> Result<DeliveryRow, Broken> {
        let wanted = id.clone();
        let found = self.app.journal.read(move |tables| deliveries::find(tables, &wanted)).await?;
        Ok(found.ok_or(AgentError::not_found("delivery"))?)
    }

    async fn bring(&self, id: &DownloadId, work: GatewayWork) -> Result<(), Broken> {
        let app = self.app;
        let delivery = self.row(id).await?;
        let dst_folder = &delivery.dst_folder;
        let _place = app.downloads.turn(0).await;
        self.require_mounted().await?;
        let folder = place::open(app, &self.gateway.dst_folder, dst_folder).await?;
        let own = OwnFolder {
            download: id,
            package: &delivery.name,
            noted: delivery.folder.as_deref(),
            is_taken: delivery.is_taken,
        };
        let name = own.take(app, &folder, dst_folder).await?;
        let GatewayWork { id: work, files, next_file, .. } = work;
        if !delivery.listed {
            self.list(&delivery, &name, &work, &files, next_file.clone()).await?;
        }
        self.progress.set_proven(self.row(id).await?.proven);
        check_room(app, id, &folder, dst_folder).await?;
        let ledger = Ledger { journal: app.journal.clone(), download: id.clone() };
        let addresses = Arc::new(OfWork::new(self.cloud.clone(), work.clone(), files, next_file));
        let download = Download { addresses, priority: 0, folder };
        match receive(&app.engine, download, Arc::new(ledger), Arc::clone(self.progress), self.stop).await {
            // Recorded with the files themselves and checked below.
            Err(fault) if fault.is_of_one_file() => {}
            other => other?,
        }
        self.check(id, &work).await
    }

    /// Records every file with its name, page by page.
    async fn list(
        &self,
        delivery: &DeliveryRow,
        name: &Path,
        work: &TransferId,
        first_page: &[GatewayFile],
        mut next: Option<FileId>,
    ) -> Result<(), Broken> {
        let mut list = place::List::begin(self.app, delivery, name).await?;
        list.add(first_page).await?;
        while let Some(from) = next {
            let page = self.page(work, Some(&from)).await?;
            list.add(&page.files).await?;
            next = page.next_file.filter(|next| *next > from);
        }
        list.end().await
    }

    /// A page of the files that the cloud wants delivered. One of thousands may fail.
    async fn page(&self, work: &TransferId, from: Option<&FileId>) -> Result<GatewayWork, Broken> {
        Ok(with_retries(self.app.engine.retry_policy(), || self.cloud.again(work, from)).await?)
    }

    /// A delivery is complete only when every file that the cloud wants delivered exists under its name.
    async fn check(&self, id: &DownloadId, work: &TransferId) -> Result<(), Broken> {
        let read = id.clone();
        let (failure, complete) = self
            .app
            .journal
            .read(move |tables| {
                Ok((download_items::first_failure(tables, &read)?, download_items::complete_files(tables, &read)?))
            })
            .await?;
        if let Some(Failure { code, message, .. }) = failure {
            if code == ErrorCode::Infected {
                self.list_again(id).await?;
            }
            return Err(Fault::Refused { code, message }.into());
        }
        let (mut missing, mut from) = (0, None);
        loop {
            let page = self.page(work, from.as_ref()).await?;
            missing += page.files.iter().filter(|file| !complete.contains(&file.id)).count();
            from = page.next_file.filter(|next| from.as_ref().is_none_or(|from| next > from));
            if from.is_none() {
                break;
            }
        }
        if missing == 0 {
            return Ok(());
        }
        self.list_again(id).await?;
        let message = format!("the package has {missing} new files that were added after its delivery started");
        Err(Fault::Refused { code: ErrorCode::Stale, message }.into())
    }

    /// The cloud wants other files than when the delivery was listed: the next attempt lists them again, and keeps what has
    /// arrived.
    async fn list_again(&self, id: &DownloadId) -> Result<(), Broken> {
        let id = id.clone();
        Ok(self.app.journal.write(move |tables| rows::mark_unlisted(tables, &id)).await?)
    }

    async fn is_whole(&self, id: &DownloadId) -> Result<bool, Broken> {
        let id = id.clone();
        let (_, files) = self.app.journal.read(move |tables| download_items::missing(tables, &id)).await?;
        Ok(files == 0)
    }

    /// Reports to the cloud that we are working on it; returns only if the cloud does not want us to continue.
    async fn keep(&self, work: &TransferId, size: u64) -> Fault {
        loop {
            tokio::time::sleep(self.app.options.gateway_heartbeat).await;
            match self.cloud.keep(work, self.progress.acknowledged().min(size)).await {
                Ok(()) => shown::connected(self.app, &self.gateway.id).await,
                Err(error) if is_final(&error) => return Fault::from(&error),
                // The lease outlasts several failed reports, and it is not assigned to others while we do not ask for
                // more work.
                Err(error) => shown::disconnected(self.app, &self.gateway.id, Failure::from(&error)).await,
            }
        }
    }

    /// Every file is on the disk under its name.
    async fn complete(&self, id: &DownloadId, work: &TransferId) -> Result<(), Broken> {
        let told = with_retries(self.app.engine.retry_policy(), || self.cloud.complete(work)).await;
        match told {
            // If the cloud no longer knows it, nobody waits for it.
            Ok(()) | Err(Fault::Refused { code: ErrorCode::NotFound, .. }) => self.forget(id).await?,
            // The cloud has withdrawn it. If it comes again, all files are already here.
            Err(Fault::Refused { code: ErrorCode::WrongState, .. }) => self.put_down(id).await?,
            Err(fault) => return Err(fault.into()),
        }
        shown::connected(self.app, &self.gateway.id).await;
        shown::change(self.app, &self.gateway.id, |state| state.setback = None).await;
        Ok(())
    }

    async fn give_back(&self, id: &DownloadId, work: &TransferId, broken: Broken) -> Result<(), Broken> {
        match &broken {
            // We keep it and resume it later.
            Broken::Fault(Fault::Stopped | Fault::Refused { code: ErrorCode::Unauthorized, .. }) => return Err(broken),
            Broken::Fault(Fault::Refused { code: ErrorCode::NotFound, .. }) => return self.drop_whole(id).await,
            Broken::Fault(Fault::Refused { code: ErrorCode::WrongState, .. }) => return self.put_down(id).await,
            _ => {}
        }
        self.refuse(work, Failure::from(&broken)).await;
        self.put_down(id).await
    }

    /// Reports why it cannot be delivered now; the cloud assigns it again later.
    async fn refuse(&self, work: &TransferId, failure: Failure) {
        tracing::warn!(gateway = %self.gateway.id, reason = failure.message, "a package could not be delivered");
        let reason = failure.message.clone();
        shown::change(self.app, &self.gateway.id, |state| state.setback = Some(failure)).await;
        if let Err(error) = self.cloud.fail(work, &reason).await {
            // The lease expires, and the work is assigned again.
            tracing::warn!(gateway = %self.gateway.id, %error, "could not report the failed delivery");
        }
    }

    /// The cloud's state of the work differs from ours.
    async fn not_ours(&self, id: &DownloadId, error: &ClientError) -> Result<(), Broken> {
        match Fault::from(error) {
            Fault::Refused { code: ErrorCode::NotFound, .. } => self.drop_whole(id).await,
            Fault::Refused { code: ErrorCode::WrongState, .. } => self.put_down(id).await,
            fault => Err(fault.into()),
        }
    }

    async fn put_down(&self, id: &DownloadId) -> Result<(), Broken> {
        let id = id.clone();
        Ok(self.app.journal.write(move |tables| deliveries::given_back(tables, &id)).await?)
    }

    /// Nobody wants it any more: part files are deleted.
    async fn drop_whole(&self, id: &DownloadId) -> Result<(), Broken> {
        let delivery = self.row(id).await?;
        // Otherwise, what has the names of the part files is not ours.
        if self.require_mounted().await.is_ok() {
            crate::downloads::clear(self.app, id, delivery.dst_folder, false, false).await?;
        }
        self.forget(id).await
    }

    async fn forget(&self, id: &DownloadId) -> Result<(), Broken> {
        let id = id.clone();
        Ok(self.app.journal.write(move |tables| rows::delete(tables, &id)).await?)
    }
}

/// Whether the refusal is final. Temporary errors are retried.
fn is_final(error: &ClientError) -> bool {
    matches!(error, ClientError::Refused { status, .. } if status.is_client_error() && !matches!(status.as_u16(), 408 | 429))
}
