//! A server without sockets: requests go directly to its router. It can be dropped at any moment, as in a crash, and
//! restarts with the same database and store.

use std::path::PathBuf;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use bytes::Bytes;
use cloud::app::App;
use cloud::clock::Clock;
use cloud::config::{Config, Sync};
use cloud::operations::teams::bootstrap::{NewTeam, Tools, bootstrap};
use cloud::secret::Secret;
use cloud::start::{Running, Workers, World, start_with};
use cloud::{jobs, routes};
use egress::system_lookup;
use tempfile::TempDir;
use testkit::{PASSWORD, fresh_database};
use wire::time::Time;

use super::reference::Team;

/// 1 January 2026, 00:00 UTC.
const BEGINNING: Time = Time::from_millis(1_767_225_600_000);
/// Resources of the old server are released as soon as its tasks are dropped.
const BACK_WITHIN: Duration = Duration::from_secs(20);
/// Syncing is off: nothing in these tests cuts the power.
const MEMORY: &str = "/dev/shm";

pub(crate) struct Server {
    clock: Clock,
    config: Config,
    running: Option<Running>,
    router: Router,
    directory: TempDir,
}

impl Server {
    pub(crate) async fn start() -> Self {
        testkit::prepare();
        let memory = PathBuf::from(MEMORY);
        let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let directory = tempfile::tempdir_in(place).expect("a temporary directory");
        let mut config = Config {
            listen: "127.0.0.1:0".into(),
            secret_key: Secret::new("the secret of all tests, 32 bytes and more"),
            data_dir: directory.path().to_owned(),
            ..Config::default()
        };
        config.storage.listen = "127.0.0.1:0".into();
        config.storage.sync = Sync::Relaxed;
        config.database.max_connections = 6;
        config.packages.grace_hours = 0;
        config.passwords = testkit::LEAST_COST;
        config.database.url = Secret::new(fresh_database(directory.path()).await);
        let clock = Clock::fixed(BEGINNING);
        let running = Self::run(&config, &clock).await.expect("the service starts");
        let router = routes::router(&running.app);
        Self { clock, config, running: Some(running), router, directory }
    }

    async fn run(config: &Config, clock: &Clock) -> anyhow::Result<Running> {
        let world = World { lookup: system_lookup() };
        let running = Box::pin(start_with(config.clone(), clock.clone(), Workers::OnDemand, world)).await?;
        // Days may have passed before this start, and the model knows no hour in which nothing expires.
        let mut tx = running.app.store.begin().await?;
        store::pulse::accept(&mut tx, clock.now()).await?;
        tx.commit().await?;
        Ok(running)
    }

    pub(crate) fn app(&self) -> &App {
        &self.running.as_ref().expect("the server runs").app
    }

    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_millis()
    }

    pub(crate) fn advance(&self, millis: i64) {
        self.clock.advance(Duration::from_millis(millis.unsigned_abs()));
    }

    pub(crate) fn objects_directory(&self) -> PathBuf {
        self.config.data_dir.join("objects")
    }

    pub(crate) fn bucket(&self) -> &str {
        &self.config.storage.bucket
    }

    /// Nothing is finished or closed: everything is dropped as it is, and opened again.
    pub(crate) async fn crash(&mut self) {
        self.router = Router::new();
        self.running = None;
        let begun = Instant::now();
        let running = loop {
            match Self::run(&self.config, &self.clock).await {
                Ok(running) => break running,
                Err(error) if begun.elapsed() > BACK_WITHIN => panic!("the server does not come back: {error:#}"),
                Err(_) => tokio::task::yield_now().await,
            }
        };
        self.router = routes::router(&running.app);
        self.running = Some(running);
    }

    pub(crate) async fn run_jobs(&self) {
        jobs::run_due(self.app()).await.expect("the queue answers");
    }

    /// Begins to run the jobs, and stops somewhere, or at their end if that comes first.
    pub(crate) async fn begin_jobs(&self, polls: usize) {
        let ended = cut(jobs::run_due(self.app()), polls).await;
        ended.transpose().expect("the queue answers");
    }

    /// What a client does with an upload URL, with the same bytes for the same place.
    pub(crate) async fn upload(&self, key: &str, size: i64) {
        let content = Bytes::from(vec![b'x'; usize::try_from(size).expect("a small size")]);
        self.app().storage.put(key, content).await.expect("storage takes it");
    }

    /// A new Team.
    pub(crate) async fn team(&self, number: usize) -> Team {
        let app = self.app();
        let tools = Tools { store: &app.store, passwords: &app.passwords, ids: &app.ids, clock: &app.clock };
        let owner = format!("owner{number}@example.org");
        let name = format!("Team {number}");
        let password = Secret::new(PASSWORD);
        let new = NewTeam { team: &name, email: &owner, password, password_change_required: false, key_scopes: None };
        let made = bootstrap(&tools, &new).await.expect("a new Team");
        Team::new(made.team_id.to_string(), made.api_key, owner)
    }

    pub(crate) async fn shut_down(mut self) -> TempDir {
        self.router = Router::new();
        self.running.take().expect("the server runs").shut_down().await;
        self.directory
    }
}

/// Polls a future this many times, and drops it. Returns its result, if it finished before.
pub(crate) async fn cut<T>(work: impl Future<Output = T>, polls: usize) -> Option<T> {
    let mut work = Box::pin(work);
    let mut left = polls;
    std::future::poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}
