//! The embedded store in this process, on a free port, with a [`FaultProxy`] in front.

use std::time::Duration;

use cloud::clock::Clock;
use cloud::config;
use cloud::listen::{Limits, serve};
use cloud::secret::Secret;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::fault_proxy::FaultProxy;

const ACCESS_KEY: &str = "faulty-store";
const SECRET_KEY: &str = "the secret of the faulty store";

/// A store for one test. It ends when it is dropped.
pub struct FaultyStore {
    pub proxy: FaultProxy,
    region: String,
    _stop: DropGuard,
    _directory: TempDir,
}

impl FaultyStore {
    /// The store dates objects by this clock. It checks signatures by the system's, as every store does.
    pub async fn start(clock: &Clock) -> Self {
        crate::prepare();
        let directory = tempfile::tempdir().expect("a temporary directory");
        let (clock, region) = (clock.clone(), config::Storage::default().region);
        let options = objects::Options {
            directory: directory.path().join("objects"),
            access_key: ACCESS_KEY.to_owned(),
            secret_key: SECRET_KEY.to_owned(),
            other_credentials: objects::OtherCredentials::default(),
            region: region.clone(),
            sync: objects::SyncPolicy::Relaxed,
            reserve_bytes: 0,
            lost_after: Duration::ZERO,
            scrub_days: 0,
            clock: objects::Clock::new(move || clock.now().as_millis()),
        };
        let store = objects::Store::open(options).expect("a new store opens");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let answer = move |request| {
            let store = store.clone();
            async move { store.handle(request).await }
        };
        let limits = Limits {
            headers: Duration::from_secs(15),
            stall_millis: 60_000,
            drain: Duration::from_secs(1),
            connections: 1_000,
            spare: 0,
            per_address: None,
        };
        let stop = CancellationToken::new();
        tokio::spawn(serve(listener, answer, limits, stop.clone()));
        let proxy = FaultProxy::start(address).await;
        Self { proxy, region, _stop: stop.drop_guard(), _directory: directory }
    }

    /// The settings of a service that uses this store through the proxy.
    pub fn settings(&self) -> config::Storage {
        config::Storage {
            endpoint: self.proxy.url(),
            region: self.region.clone(),
            access_key: ACCESS_KEY.to_owned(),
            secret_key: Secret::new(SECRET_KEY),
            listen: "127.0.0.1:0".to_owned(),
            ..config::Storage::default()
        }
    }
}
