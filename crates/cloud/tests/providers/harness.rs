//! A provider's storage, opened as a transfer opens it, and a journal that can stop the sender.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use cloud::clock::Clock;
use domain::connection::{Direction, ProviderKind};
use egress::{Egress, Lookup};
use parking_lot::{Mutex, MutexGuard};
use providers::{
    BegunUpload, Fault, HttpClient, Journal, OutgoingFile, Place, ProviderError, ProviderResult, Settings, Target,
    access,
};
use serde_json::Value;
use testkit::beds::Bed;
use tokio::sync::Notify;
use wire::time::Time;

/// The timeout of a call in tests that are not about it.
const PATIENT_SECONDS: u64 = 60;

pub(crate) struct Yard {
    pub(crate) http: Arc<HttpClient>,
    pub(crate) target: Box<dyn Target>,
}

impl Yard {
    pub(crate) fn new(bed: &dyn Bed) -> Self {
        Self::with(bed, &bed.authorization(), PATIENT_SECONDS)
    }

    /// One with this timeout.
    pub(crate) fn impatient(bed: &dyn Bed, seconds: u64) -> Self {
        Self::with(bed, &bed.authorization(), seconds)
    }

    pub(crate) fn with(bed: &dyn Bed, authorization: &Value, call_seconds: u64) -> Self {
        Self::at(bed.provider(), &bed.settings(), authorization, call_seconds)
    }

    pub(crate) fn at(provider: &str, settings: &[(&str, String)], authorization: &Value, call_seconds: u64) -> Self {
        let http = http(provider, settings, call_seconds);
        let Place::Target(target) = open(provider, Direction::ServiceToCloud, authorization, &http) else {
            panic!("{provider} takes no files");
        };
        Self { http, target }
    }

    /// A new folder `suite/<name>`.
    pub(crate) async fn folder(&self, name: &str) -> String {
        let taken = self.target.take_folder(&["suite".to_owned(), name.to_owned()]).await.unwrap();
        taken.unwrap_or_else(|| panic!("suite/{name} has something in it"))
    }

    pub(crate) async fn put(
        &self,
        folder: &str,
        (path, name): (&[String], &str),
        content: &Bytes,
        notes: &Notes,
    ) -> ProviderResult<()> {
        let source = self.http.source_of(content.clone());
        let begun = notes.begun();
        let file = OutgoingFile { folder, path, name, source: &source, begun, journal: notes };
        notes.attempt();
        self.target.put(&file).await
    }

    /// Sends a file whose content does not matter.
    pub(crate) async fn put_small(&self, folder: &str, name: &str) -> ProviderResult<()> {
        self.put(folder, (&[], name), &noise(name.len() as u64, 100), &Notes::default()).await
    }
}

/// The environment of providers: a fixed clock, so that pauses take no time, and this machine as the internet.
pub(crate) fn http(provider: &str, settings: &[(&str, String)], call_seconds: u64) -> Arc<HttpClient> {
    testkit::prepare();
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
    let settings = Settings::from([(provider.to_owned(), settings)]);
    let lookup: Lookup = Arc::new(|name| {
        let here = if name.ends_with(".bed.test") { vec![IpAddr::V4(Ipv4Addr::LOCALHOST)] } else { Vec::new() };
        Box::pin(async move { Ok(here) })
    });
    let egress = Egress::new(&["127.0.0.0/8".parse().unwrap()], lookup).unwrap();
    let clock = Clock::fixed(Time::from_millis(1_767_225_600_000));
    Arc::new(HttpClient::new(settings, Duration::from_secs(call_seconds), Arc::new(egress), clock))
}

pub(crate) fn open(provider: &str, direction: Direction, authorization: &Value, http: &Arc<HttpClient>) -> Place {
    let kind = ProviderKind::parse(provider).unwrap();
    let access = access(kind, direction, authorization).unwrap_or_else(|refusal| panic!("{provider}: {refusal:?}"));
    access.open(http).unwrap()
}

/// What decides in a randomised test.
pub(crate) fn seed() -> u64 {
    let set = std::env::var("TONNAGE_TEST_SEED").ok().map(|seed| seed.parse().unwrap());
    let seed = set.unwrap_or_else(rand::random);
    println!("seed {seed}; set TONNAGE_TEST_SEED to repeat it");
    seed
}

pub(crate) fn noise(seed: u64, length: usize) -> Bytes {
    testkit::noise(seed, length).into()
}

/// A journal that outlives the sender, as the database does.
#[derive(Default)]
pub(crate) struct Notes {
    state: Mutex<State>,
    /// Records this many parts, and then stops the sender.
    hold_after: Option<usize>,
    held: Notify,
    /// Another worker has the transfer, which is noticed only when that is asked.
    is_lost: bool,
}

#[derive(Default)]
struct State {
    begun: Option<BegunUpload>,
    /// Of the current attempt.
    parts: Vec<u32>,
    arrived: u64,
}

impl Notes {
    pub(crate) fn holding_after(parts: usize) -> Self {
        Self { hold_after: Some(parts), ..Self::default() }
    }

    /// The same notes for another attempt, which nothing stops.
    pub(crate) fn for_another_attempt(&self) -> Self {
        Self { state: Mutex::new(State { begun: self.begun(), ..State::default() }), ..Self::default() }
    }

    /// The same notes, of a worker that has lost the transfer to another.
    pub(crate) fn of_a_worker_that_lost_it(&self) -> Self {
        Self { is_lost: true, ..self.for_another_attempt() }
    }

    pub(crate) fn begun(&self) -> Option<BegunUpload> {
        self.state().begun.clone()
    }

    /// Receipts of the current upload.
    pub(crate) fn receipts(&self) -> BTreeMap<u32, String> {
        self.begun().map(|begun| begun.receipts).unwrap_or_default()
    }

    /// The parts that the last attempt has sent.
    pub(crate) fn parts(&self) -> Vec<u32> {
        self.state().parts.clone()
    }

    pub(crate) fn arrived(&self) -> u64 {
        self.state().arrived
    }

    /// Waits until the sender is stopped.
    pub(crate) async fn held(&self) {
        self.held.notified().await;
    }

    fn attempt(&self) {
        let mut state = self.state();
        state.parts.clear();
        state.arrived = 0;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

#[async_trait]
impl Journal for Notes {
    async fn begun(&self, upload: &str) -> ProviderResult<()> {
        self.state().begun = Some(BegunUpload { upload: upload.to_owned(), receipts: BTreeMap::new() });
        Ok(())
    }

    async fn holds(&self) -> ProviderResult<()> {
        if self.is_lost { Err(ProviderError::new(Fault::Ended, "another worker has it")) } else { Ok(()) }
    }

    async fn part(&self, number: u32, receipt: &str) -> ProviderResult<()> {
        let count = {
            let mut state = self.state();
            let unknown = || ProviderError::new(Fault::Ours, "a part of an upload that nobody began");
            let begun = state.begun.as_mut().ok_or_else(unknown)?;
            begun.receipts.insert(number, receipt.to_owned());
            state.parts.push(number);
            state.parts.len()
        };
        if self.hold_after.is_some_and(|most| count >= most) {
            self.held.notify_one();
            std::future::pending::<()>().await;
        }
        Ok(())
    }

    fn arrived(&self, bytes: u64) {
        self.state().arrived += bytes;
    }
}
