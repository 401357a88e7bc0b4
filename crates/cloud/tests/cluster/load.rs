//! Clients that send packages, without a pause, until told to stop.

use std::sync::Arc;
use std::time::Duration;

use client::{Client, ClientError};
use testkit::{file, plain_package, request_of};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use wire::files::{AddedOne, FinalizeFile, FinalizeFileOf, FinalizedOne};
use wire::ids::{PortalId, TeamId};
use wire::links::CreateLink;
use wire::packages::PackageBody;
use wire::portals::CreatePortalPackage;

use super::bed::{Bed, Line};
use super::ledger::Ledger;

const CALLERS: usize = 4;
/// As long as people wait after a failure.
const REST: Duration = Duration::from_millis(100);
pub(super) const CONTENT: &[u8] = b"content";

pub(super) struct Load {
    stop: CancellationToken,
    callers: JoinSet<Ledger>,
}

struct Scene {
    client: Client,
    team: TeamId,
    portal: PortalId,
    stop: CancellationToken,
}

impl Load {
    /// Half of the callers send through the Portal, the others for the Team. `name` makes the names of their packages
    /// unique among all loads.
    pub(super) fn begin(bed: &Bed, line: &Line, name: &'static str) -> Self {
        let stop = CancellationToken::new();
        let mut callers = JoinSet::new();
        let (client, team, portal) = (bed.client(), bed.team.clone(), line.portal.clone());
        let scene = Arc::new(Scene { client, team, portal, stop: stop.clone() });
        for number in 0..CALLERS {
            callers.spawn(Arc::clone(&scene).send_all(format!("{name} {number}"), number % 2 == 0));
        }
        Self { stop, callers }
    }

    pub(super) async fn end(mut self) -> Ledger {
        self.stop.cancel();
        let mut ledger = Ledger::default();
        while let Some(ended) = self.callers.join_next().await {
            ledger.merge(ended.unwrap());
        }
        ledger
    }
}

impl Scene {
    async fn send_all(self: Arc<Self>, name: String, through_portal: bool) -> Ledger {
        let mut ledger = Ledger::default();
        let mut number = 0;
        while !self.stop.is_cancelled() {
            number += 1;
            let sent = self.send(&format!("{name}-{number}"), through_portal, &mut ledger).await;
            let Err(error) = sent else { continue };
            if error.status().is_some_and(|status| status.is_client_error()) {
                ledger.refusals.push(error.to_string());
            }
            ledger.failures.push(error.to_string());
            sleep(REST).await;
        }
        ledger
    }

    /// One package, from its creation to its link. Every acknowledged change is recorded at once.
    async fn send(&self, name: &str, through_portal: bool, ledger: &mut Ledger) -> Result<(), ClientError> {
        ledger.calls += 1;
        let package = self.create(name, through_portal).await?;
        ledger.packages.insert(name.to_owned(), package.id.clone());
        let client = self.client.with_package_token(&package.access_token);

        ledger.calls += 1;
        let added = client.add_files(&package.id, &[file("", "a.txt", CONTENT.len())]).await?;
        let [AddedOne::Done(added)] = added.as_slice() else {
            ledger.failures.push(format!("{added:?}"));
            return Ok(());
        };
        let put = added.put_blueprint.as_ref().unwrap();
        let reply = request_of(put).body(CONTENT.to_vec()).send().await?;
        let etag = reply.headers()["etag"].to_str().unwrap().to_owned();

        ledger.calls += 1;
        let size = i64::try_from(CONTENT.len()).unwrap();
        let finalize = FinalizeFile { size, etag: Some(etag), ..FinalizeFile::default() };
        let request = [FinalizeFileOf { file_id: added.file.id.clone(), finalize }];
        let done = client.finalize_files(&package.id, &request).await?;
        match done.as_slice() {
            [FinalizedOne::Done(file)] => ledger.files.push(file.id.clone()),
            other => {
                ledger.failures.push(format!("{other:?}"));
                return Ok(());
            }
        }

        ledger.calls += 1;
        client.finalize_package(&package.id).await?;
        if through_portal {
            ledger.received.insert(package.id, name.to_owned());
            return Ok(());
        }
        ledger.finalized.push(package.id.clone());
        ledger.calls += 1;
        ledger.links.push(client.create_link(&package.id, &CreateLink::default()).await?.id);
        Ok(())
    }

    async fn create(&self, name: &str, through_portal: bool) -> Result<PackageBody, ClientError> {
        if !through_portal {
            return self.client.create_package(&self.team, &plain_package(name)).await;
        }
        let request = CreatePortalPackage {
            name: Some(name.to_owned()),
            description: Some(String::new()),
            sender: Some("ben@example.org".to_owned()),
            ..CreatePortalPackage::default()
        };
        self.client.create_portal_package(&self.portal, &request).await
    }
}
