//! Builds the server from a configuration; `main` and the tests both call it.
//!
//! When [`start`] returns, the server is ready: the database is migrated, the store answers, the listeners accept
//! connections.

mod watching;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::http::Method;
use egress::{Egress, Lookup, system_lookup};
use http_body_util::BodyExt as _;
use providers::HttpClient;
use serving::crowd::Crowd;
use store::DatabaseAddress;
use store::tables::first_filled;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::app::{App, Ending, Parts};
use crate::bus::Bus;
use crate::clock::Clock;
use crate::clock_guard::ClockGuard;
use crate::config::{Config, Role, Sync};
use crate::credentials::{ChannelTokens, PackageTokens, UserTokens, ZipTokens};
use crate::data_dir::{self, ServerLock};
use crate::first_start::{self, Welcome};
use crate::foundation::Foundation;
use crate::jobs;
use crate::keys::Keys;
use crate::listen::{bind, http_url};
use crate::listeners;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pace::Pace;
use crate::readiness::Readiness;
use crate::scan::Scanner;
use crate::storage::{Health, HealthCheck, OwnStore, Storage, credentials};
use crate::streams::Streams;
use crate::token_keys::TokenKeys;
use crate::untrusted_proxies::UntrustedProxies;

/// Extra time beyond the drain time, which the listeners apply themselves.
const MERCY: Duration = Duration::from_secs(1);

pub struct Running {
    pub app: App,
    pub api: Option<Url>,
    pub storage: Url,
    /// The operator's own listener, if there is one.
    pub metrics: Option<Url>,
    /// Set if this start created the first Team.
    pub welcome: Option<Welcome>,
    tasks: JoinSet<()>,
    /// The task that keeps the bus connected, and the token that ends it. It ends last, since others may still send
    /// wake-ups.
    bus: Option<(CancellationToken, JoinHandle<()>)>,
    objects: Option<objects::Store>,
    _lock: Option<ServerLock>,
}

/// Whether the server runs the jobs itself, or a test runs them on demand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Workers {
    Running,
    OnDemand,
}

pub async fn start(config: Config, clock: Clock, workers: Workers) -> anyhow::Result<Running> {
    start_with(config, clock, workers, World { lookup: system_lookup() }).await
}

/// Parts of the environment that no setting controls, so that tests can replace them.
pub struct World {
    /// How names are resolved.
    pub lookup: Lookup,
}

/// As [`start`], with another [`World`].
pub async fn start_with(config: Config, clock: Clock, workers: Workers, world: World) -> anyhow::Result<Running> {
    data_dir::prepare(&config)?;
    let lock = needs_lock(&config).then(|| data_dir::lock(&config.data_dir)).transpose()?;
    let foundation = Foundation::open(&config, clock).await?;
    let (ending, mut tasks) = (Ending::default(), JoinSet::new());
    let stop = ending.stop.clone();

    let embedded = open_embedded_store(&config, &foundation).await?;
    let storage_endpoint = match &embedded {
        Some((_, listener)) => url_of(listener)?,
        None => storage_endpoint(&config)?,
    };
    let api_listener = if config.has_role(Role::Api) { Some(bind(&config.listen).await?) } else { None };
    let metrics_listener =
        if config.metrics.listen.is_empty() { None } else { Some(bind(&config.metrics.listen).await?) };
    let api = api_listener.as_ref().map(url_of).transpose()?;
    let metrics = metrics_listener.as_ref().map(url_of).transpose()?;
    let own_store = embedded.as_ref().map(|(store, _)| store.clone());
    let egress = Arc::new(Egress::new(&config.egress.allow, world.lookup)?);
    // Before everything else: what is counted before this is lost.
    let counted = Metrics::install()?;
    let end_of_bus = CancellationToken::new();
    let opened = Bus::open(&config, &foundation.vault.first_keys().bus_name, &foundation.store, end_of_bus.clone());
    let (bus, kept) = opened.await?;
    let surroundings = Surroundings { egress, bus, ending, counted };
    let app = build(config, foundation, storage_endpoint.clone(), own_store, api.as_ref(), surroundings)?;

    let objects = embedded.map(|(store, listener)| {
        tasks.spawn(listeners::store(app.clone(), store.clone(), listener, stop.clone()));
        store
    });
    tasks.spawn(watching::follow_secrets(app.clone(), stop.clone()));
    let welcome = first_start::if_needed(&app, api.as_ref()).await?;
    look_around(&app).await;
    tasks.spawn(watching::follow_the_clock(app.clone(), stop.clone()));
    if let Some(listener) = api_listener {
        tasks.spawn(listeners::api(app.clone(), listener, stop.clone()));
    }
    if let Some(listener) = metrics_listener {
        tasks.spawn(listeners::operator_pages(app.clone(), listener, stop.clone()));
    }
    if workers == Workers::Running && app.config.has_role(Role::Worker) {
        tasks.spawn(jobs::run_until(app.clone(), stop));
    }
    let bus = kept.map(|kept| (end_of_bus, tokio::spawn(kept)));
    Ok(Running { app, api, storage: storage_endpoint, metrics, welcome, tasks, bus, objects, _lock: lock })
}

/// Says in the log what is not right. From now on the guard of the clock knows how much time passes.
async fn look_around(app: &App) {
    if let Err(error) = app.readiness.storage.ask(&app.storage).await {
        tracing::error!(%error, "object storage is not ready; check /readyz");
    }
    if let Err(error) = app.clock_guard.trusted_now(&app.store, &app.clock).await {
        tracing::warn!(%error, "cannot compare the clock with the database yet");
    }
}

impl Running {
    /// Reports that it is leaving, finishes running work, then closes the store and the database.
    pub async fn shut_down(mut self) {
        let (limits, ending) = (&self.app.config.limits, self.app.ending.clone());
        ending.leaving.cancel();
        tokio::time::sleep(Duration::from_secs(limits.unready_seconds)).await;
        ending.stop.cancel();
        let drain = Duration::from_secs(limits.drain_seconds) + MERCY;
        if !ended_within(drain, &mut self.tasks).await {
            tracing::warn!("some jobs did not finish in the drain time and were cancelled");
            ending.cut.cancel();
            // A job that cannot even be handed over runs again when its lease expires.
            if !ended_within(MERCY, &mut self.tasks).await {
                self.tasks.shutdown().await;
            }
        }
        if let Some((end, kept)) = self.bus {
            end.cancel();
            let _ = kept.await;
        }
        if let Some(objects) = self.objects {
            objects.close().await;
        }
        if tokio::time::timeout(MERCY, self.app.store.close()).await.is_err() {
            tracing::warn!("the database did not close in time");
        }
    }
}

async fn ended_within(time: Duration, tasks: &mut JoinSet<()>) -> bool {
    tokio::time::timeout(time, async { while tasks.join_next().await.is_some() {} }).await.is_ok()
}

/// Whether the data directory needs the lock: its database and its store serve one process only.
pub fn needs_lock(config: &Config) -> bool {
    let shared = DatabaseAddress::new(&config.database.url, &config.data_dir).is_shared();
    !shared || (config.has_embedded_store() && config.has_role(Role::Store))
}

async fn open_embedded_store(
    config: &Config,
    foundation: &Foundation,
) -> anyhow::Result<Option<(objects::Store, TcpListener)>> {
    if !config.has_embedded_store() || !config.has_role(Role::Store) {
        return Ok(None);
    }
    refuse_missing_store(config, foundation).await?;
    let accepted = accepted_credentials(config, foundation.vault.token_keys());
    let store = embedded_store(config, &foundation.keys, accepted, foundation.clock.clone()).await?;
    Ok(Some((store, bind(&config.storage.listen).await?)))
}

/// A new store next to a database that knows files: the disk of the old one is not mounted.
async fn refuse_missing_store(config: &Config, foundation: &Foundation) -> anyhow::Result<()> {
    let directory = config.data_dir.join("objects");
    let is_there = std::fs::read_dir(&directory).is_ok_and(|mut entries| entries.next().is_some());
    if !is_there && first_filled(&mut *foundation.store.read().await?, ["files"].into_iter()).await?.is_some() {
        anyhow::bail!(
            "the object store {} is missing, but the database knows files in it: mount its disk, or restore the directory \
             from a backup",
            directory.display()
        );
    }
    Ok(())
}

/// URLs that were signed with an earlier key work until they expire. Credentials that the operator has set do not change.
fn accepted_credentials(config: &Config, keys: TokenKeys) -> objects::OtherCredentials {
    if !config.storage.access_key.is_empty() {
        return objects::OtherCredentials::default();
    }
    objects::OtherCredentials::new(move |access_key| {
        let keys = keys.all();
        let found = keys.iter().find(|keys| keys.storage_access_key == access_key);
        found.map(|keys| keys.storage_secret_key.expose().to_owned())
    })
}

/// The store in the data directory, which is created if it is missing.
pub async fn embedded_store(
    config: &Config,
    keys: &Keys,
    other_credentials: objects::OtherCredentials,
    clock: Clock,
) -> anyhow::Result<objects::Store> {
    let (access_key, secret_key) = credentials(&config.storage, keys);
    let options = objects::Options {
        directory: config.data_dir.join("objects"),
        access_key,
        secret_key: secret_key.expose().to_owned(),
        other_credentials,
        region: config.storage.region.clone(),
        sync: match config.storage.sync {
            Sync::Always => objects::SyncPolicy::Always,
            Sync::Relaxed => objects::SyncPolicy::Relaxed,
        },
        reserve_bytes: config.storage.reserve_bytes,
        lost_after: Duration::from_hours(24 * u64::from(config.storage.lost_days)),
        scrub_days: config.storage.scrub_days,
        clock: objects::Clock::new(move || clock.now().as_millis()),
    };
    Ok(tokio::task::spawn_blocking(move || objects::Store::open(options)).await??)
}

/// The address of the store, if it does not run in this process.
pub fn storage_endpoint(config: &Config) -> anyhow::Result<Url> {
    if config.has_embedded_store() {
        return http_url(config.storage.listen.parse().context("storage.listen is not an address")?);
    }
    config.storage.endpoint.parse().context("storage.endpoint is not a URL")
}

fn url_of(listener: &TcpListener) -> anyhow::Result<Url> {
    http_url(listener.local_addr()?)
}

fn health_of(store: objects::Store) -> HealthCheck {
    Arc::new(move || {
        let store = store.clone();
        Box::pin(async move {
            match store.health().await {
                objects::Health::Healthy => Health::Good,
                objects::Health::Full { .. } => Health::Full,
                objects::Health::Broken { reason } => Health::Broken { reason },
            }
        })
    })
}

/// Calls the embedded store directly, without a connection.
pub fn without_connection(store: objects::Store) -> OwnStore {
    Arc::new(move |request| {
        let store = store.clone();
        Box::pin(async move {
            // Over HTTP a reply to HEAD has no body, and callers rely on that.
            let is_head = request.method() == Method::HEAD;
            let response = store.handle_own(request.map(objects::Body::http_body_unsync)).await;
            let streamed = |body: objects::Body| reqwest::Body::wrap_stream(body.into_data_stream());
            let body = |body| if is_head { reqwest::Body::default() } else { streamed(body) };
            reqwest::Response::from(response.map(body))
        })
    })
}

/// The connections to the outside, and the tokens that end them.
struct Surroundings {
    egress: Arc<Egress>,
    bus: Bus,
    ending: Ending,
    counted: Metrics,
}

fn build(
    config: Config,
    foundation: Foundation,
    storage_endpoint: Url,
    own_store: Option<objects::Store>,
    api: Option<&Url>,
    Surroundings { egress, bus, ending, counted }: Surroundings,
) -> anyhow::Result<App> {
    let public_url = match (config.public_url.as_str(), api) {
        ("", Some(api)) => format!("http://localhost:{}/", api.port_or_known_default().unwrap_or(80)).parse()?,
        ("", None) => format!("http://{}/", config.listen).parse()?,
        (url, _) => format!("{}/", url.trim_end_matches('/')).parse()?,
    };
    let portal_domain = portal_domain(&config.portal_domain, &public_url);
    let Foundation { keys, store, vault, passwords, ids, clock } = foundation;
    Ok(App::new(Parts {
        storage: Arc::new(
            Storage::new(&config.storage, storage_endpoint, &keys, clock.clone())?
                .with_health(own_store.clone().map(health_of))
                .with_own_store(own_store.map(without_connection)),
        ),
        repeated_request_key: vault.first_keys().repeated_request,
        user_tokens: UserTokens::new(vault.token_keys(), config.limits.user_token_days, config.limits.session_days),
        package_tokens: PackageTokens::new(vault.token_keys()),
        channel_tokens: ChannelTokens::new(vault.token_keys()),
        zip_tokens: ZipTokens::new(vault.token_keys()),
        token_keys: vault.token_keys(),
        mailer: Mailer::new(&config.mail)?,
        provider_client: Arc::new(provider_client(&config, egress.clone(), clock.clone())),
        egress,
        scanner: Scanner::new(&config.scan),
        bus,
        pace: Pace::default(),
        clients: Crowd::new(config.limits.connections_per_address),
        streams: Streams::new(&config.limits),
        untrusted_proxies: UntrustedProxies::default(),
        readiness: Readiness::default(),
        clock_guard: ClockGuard::default(),
        ending,
        metrics: counted,
        pages: pages(&config.pages),
        portal_domain,
        config,
        store,
        clock,
        ids,
        vault,
        passwords,
        public_url,
    }))
}

fn provider_client(config: &Config, egress: Arc<Egress>, clock: Clock) -> HttpClient {
    HttpClient::new(config.providers.clone(), Duration::from_secs(config.transfers.call_seconds), egress, clock)
}

/// Browsers resolve every name below `localhost` to this machine, so Portals have their own hosts from the first start.
fn portal_domain(set: &str, public_url: &Url) -> String {
    match (set, public_url.port()) {
        ("", Some(port)) => format!("localhost:{port}"),
        ("", None) => "localhost".to_owned(),
        (domain, _) => domain.trim_matches('.').to_ascii_lowercase(),
    }
}

fn pages(config: &crate::config::Pages) -> web::Files {
    if config.directory.as_os_str().is_empty() {
        return web::Files::of_cloud();
    }
    web::Files::in_directory(config.directory.clone())
}
