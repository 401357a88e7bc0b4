//! Which files of a package a transfer sends.

use std::collections::HashSet;
use std::sync::Arc;

use domain::file::{File, ScanState};
use domain::filter::{CompiledFilter, compile};
use domain::package::Package;
use domain::transfer::{Transfer, WITHHELD_NAMED, Withheld};
use store::{Connection, StoreResult, scans, teams};
use wire::connections::WithheldFile;
use wire::ids::FileId;

use crate::error::ApiResult;

const AT_ONCE: i64 = 1_000;
/// The reason of files that were not scanned because no scanner is configured.
const OFF: &str = "off";

#[derive(Clone)]
pub(super) struct Selection {
    filter: Option<Arc<CompiledFilter>>,
    /// What someone chose by hand; `None` for all.
    chosen: Option<Arc<HashSet<FileId>>>,
    /// Whether files that could not be scanned are held.
    holds_unscanned: bool,
}

impl Selection {
    /// Compiling the filter uses the processor, so it runs off the async threads.
    pub(super) async fn of(connection: &mut Connection, transfer: &Transfer, package: &Package) -> ApiResult<Self> {
        // Someone who chooses files has decided about them.
        let may_hold = package.portal_id.is_some() && transfer.chosen.is_none();
        let holds_unscanned =
            may_hold && teams::by_id(connection, &transfer.team_id).await?.is_none_or(|team| team.hold_unscanned_files);
        let rules = transfer.filter.clone();
        let filter = if rules.is_empty() {
            None
        } else {
            let compiled = tokio::task::spawn_blocking(move || compile(&rules)).await;
            Some(Arc::new(compiled.map_err(anyhow::Error::from)??))
        };
        let chosen = transfer.chosen.as_ref().map(|chosen| Arc::new(chosen.iter().cloned().collect()));
        Ok(Self { filter, chosen, holds_unscanned })
    }

    /// Whether all files are sent that are not withheld.
    pub(super) const fn is_everything(&self) -> bool {
        self.filter.is_none() && self.chosen.is_none()
    }

    /// Whether a file is sent.
    pub(super) fn has(&self, file: &File) -> bool {
        self.wants(file) && self.doubt(file).is_none()
    }

    /// The entry of a file that is not sent although it is asked for.
    pub(super) fn withheld(&self, file: &File) -> Option<WithheldFile> {
        let reason = self.doubt(file).filter(|_| self.wants(file))?;
        let (path, name) = (file.place.path().to_owned(), file.place.name().to_owned());
        Some(WithheldFile { id: file.id.clone(), path, name, reason })
    }

    /// All of them.
    pub(super) async fn all_withheld(&self, connection: &mut Connection, package: &Package) -> StoreResult<Withheld> {
        let (mut withheld, mut last) = (Withheld::default(), None);
        loop {
            let page = scans::doubtful(connection, &package.id, last.as_ref(), AT_ONCE).await?;
            for file in page.iter().filter_map(|file| self.withheld(file)) {
                withheld.count += 1;
                if withheld.first.len() < WITHHELD_NAMED {
                    withheld.first.push(file);
                }
            }
            last = match page.into_iter().next_back() {
                Some(file) => Some(file.id),
                None => return Ok(withheld),
            };
        }
    }

    fn wants(&self, file: &File) -> bool {
        let is_kept = self.filter.as_ref().is_none_or(|filter| filter.keeps(file.place.name()));
        let is_chosen = self.chosen.as_ref().is_none_or(|chosen| chosen.contains(&file.id));
        file.is_stored() && is_kept && is_chosen
    }

    fn doubt(&self, file: &File) -> Option<String> {
        match file.scan_state {
            ScanState::Infected => Some(format!("infected: {}", file.scan_reason)),
            ScanState::NotScanned if self.holds_unscanned && file.scan_reason != OFF => {
                Some(format!("could not be scanned: {}", file.scan_reason))
            }
            _ => None,
        }
    }
}
