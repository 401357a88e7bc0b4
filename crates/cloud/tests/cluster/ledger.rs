//! The acknowledged changes, and whether each was made exactly once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use testkit::until;
use wire::ids::{CustomWebhookId, FileId, LinkId, PackageId};

use super::bed::{Bed, Line};

/// Changes that the service has confirmed, and how often it could not.
#[derive(Default)]
pub(super) struct Ledger {
    /// Packages by name: no name is sent twice.
    pub(super) packages: BTreeMap<String, PackageId>,
    pub(super) files: Vec<FileId>,
    pub(super) links: Vec<LinkId>,
    /// Finalized packages sent by the Team, and those received through the Portal.
    pub(super) finalized: Vec<PackageId>,
    pub(super) received: BTreeMap<PackageId, String>,
    pub(super) webhooks: Vec<CustomWebhookId>,
    /// Calls that failed: their changes may have been made or not.
    pub(super) failures: Vec<String>,
    /// Calls that were refused for a reason that no fault explains.
    pub(super) refusals: Vec<String>,
    pub(super) calls: usize,
}

impl Ledger {
    pub(super) fn merge(&mut self, other: Self) {
        self.packages.extend(other.packages);
        self.files.extend(other.files);
        self.links.extend(other.links);
        self.finalized.extend(other.finalized);
        self.received.extend(other.received);
        self.webhooks.extend(other.webhooks);
        self.failures.extend(other.failures);
        self.refusals.extend(other.refusals);
        self.calls += other.calls;
    }

    pub(super) fn changes(&self) -> usize {
        let finalized = self.finalized.len() + self.received.len();
        self.packages.len() + self.files.len() + self.links.len() + finalized + self.webhooks.len()
    }

    /// Compares it with the database, and with what the webhook receiver and the target of transfers got.
    pub(super) async fn compare(&self, bed: &Bed, line: &Line) {
        assert_eq!(self.refusals, Vec::<String>::new(), "nothing is refused without a fault");
        self.compare_packages(bed).await;
        let ids = async |table: &str| -> HashSet<String> {
            bed.texts(&format!("SELECT id FROM {table}")).await.into_iter().collect()
        };
        let finalized = bed.texts("SELECT id FROM files WHERE state = 'finalized'").await;
        none_lost("files", self.files.iter().map(ToString::to_string), &finalized.into_iter().collect());
        none_lost("links", self.links.iter().map(ToString::to_string), &ids("links").await);
        none_lost("webhooks", self.webhooks.iter().map(ToString::to_string), &ids("custom_webhooks").await);
        let twice =
            "SELECT COUNT(*) FROM (SELECT package_id FROM links GROUP BY package_id HAVING COUNT(*) > 1) AS many";
        assert_eq!(bed.number(twice).await, 0, "each package was given one link");
        self.compare_work(bed, line).await;
    }

    async fn compare_packages(&self, bed: &Bed) {
        let mut found = HashMap::<String, Vec<String>>::new();
        for row in bed.texts("SELECT id || ' ' || name FROM packages").await {
            let (id, name) = row.split_once(' ').unwrap();
            found.entry(name.to_owned()).or_default().push(id.to_owned());
        }
        let twice: Vec<_> = found.iter().filter(|(_, ids)| ids.len() > 1).collect();
        assert!(twice.is_empty(), "made twice: {twice:?}");
        for (name, id) in &self.packages {
            assert_eq!(found.get(name).map(Vec::as_slice), Some(&[id.to_string()][..]), "{name} is lost");
        }
        let finalized = bed.texts("SELECT id FROM packages WHERE state = 'finalized'").await.into_iter().collect();
        let promised = self.finalized.iter().chain(self.received.keys()).map(ToString::to_string);
        none_lost("finalized packages", promised.clone(), &finalized);
        let events = bed.texts("SELECT package_id FROM events WHERE event_type = 'package.finalized'").await;
        let distinct: HashSet<String> = events.iter().cloned().collect();
        assert_eq!(distinct.len(), events.len(), "an event happens once");
        none_lost("events", promised, &distinct);
    }

    /// Checks that the workers are done: every event delivered, every received package in the bucket, once.
    async fn compare_work(&self, bed: &Bed, line: &Line) {
        let open = "SELECT (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending')
             + (SELECT COUNT(*) FROM jobs WHERE name IN ('deliver_webhook', 'forward_package') AND state = 'waiting')";
        let since = Instant::now();
        // Leases of a killed worker expire after a minute.
        until("the workers are done", async || {
            if bed.number(open).await == 0 {
                return Ok(());
            }
            let left = bed.texts("SELECT name || ' ' || COALESCE(last_error, '') FROM jobs LIMIT 9").await;
            Err(format!("{left:?}"))
        })
        .await;
        println!("the workers were done {:.1} s after the last call", since.elapsed().as_secs_f64());
        let delivered = bed.texts("SELECT DISTINCT state FROM webhook_deliveries").await;
        assert_eq!(delivered, ["delivered"]);
        let mut events = HashMap::<String, BTreeSet<String>>::new();
        for received in line.receiver.deliveries() {
            let package = received.json()["object"]["id"].as_str().unwrap().to_owned();
            events.entry(package).or_default().insert(received.event_id());
        }
        assert!(events.values().all(|ids| ids.len() == 1), "one event, one id");
        let told: HashSet<String> = events.into_keys().collect();
        none_lost("deliveries", self.received.keys().map(ToString::to_string), &told);
        let states = bed.texts("SELECT DISTINCT state FROM transfers").await;
        assert_eq!(states, ["complete"]);
        let transfers = bed.number("SELECT COUNT(*) FROM transfers").await;
        let arrived = line.target.keys().await;
        assert_eq!(arrived.len(), usize::try_from(transfers).unwrap(), "one file of each package, in one folder");
        let promised = self.received.values().map(|name| format!("{name}/a.txt"));
        none_lost("forwarded files", promised, &arrived.into_iter().collect());
    }
}

fn none_lost(what: &str, promised: impl Iterator<Item = String>, found: &HashSet<String>) {
    let lost: Vec<String> = promised.filter(|id| !found.contains(id)).collect();
    assert!(lost.is_empty(), "lost {what}: {lost:?}");
}
