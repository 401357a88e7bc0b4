//! Builds the agent from its options; used by `main` and by tests.
//!
//! When [`start`] returns, the agent is ready: it has locked the state directory, checked the key with the cloud, and
//! accepts connections.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use axum::body::Body;
use axum::http::Request;
use client::Client;
use hyper::body::Incoming;
use serving::listen::{self, Limits, Listener};
use serving::private::{self, FileLock, PRIVATE_DIRECTORY, PRIVATE_FILE};
use serving::secret::Secret;
use tokio::net::UnixListener;
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;
use transfer::Engine;

use crate::app::{App, Parts};
use crate::board::Board;
use crate::disks::Disks;
use crate::events::Events;
use crate::gateway_states::GatewayStates;
use crate::gateways;
use crate::guard::{Guard, Hosts, is_exposed};
use crate::journal::Journal;
use crate::kept_session::KeptSession;
use crate::options::{ListenAddress, Options};
use crate::own_token;
use crate::paths::Paths;
use crate::routes;
use crate::runs::Runs;
use crate::session::Sessions;
use crate::settings::Settings;
use crate::upkeep;

const LIMITS: Limits = Limits {
    headers: Duration::from_secs(15),
    stall_millis: 60_000,
    drain: Duration::from_secs(5),
    connections: 256,
    spare: 0,
    per_address: None,
};
/// Time for the listener beyond the drain time, which it enforces itself.
const MERCY: Duration = Duration::from_secs(1);

pub struct Running {
    pub app: App,
    /// Where the API listens: an address, or `unix:PATH`.
    pub api: String,
    stop: CancellationToken,
    tasks: JoinSet<()>,
    _lock: FileLock,
}

fn check_exposure(options: &Options) -> anyhow::Result<()> {
    if is_exposed(&options.listen) && options.token.is_empty() {
        bail!(
            "anyone who can connect to the agent can read and write files of this machine: to listen on the network, \
             set a token with --token-file"
        );
    }
    Ok(())
}

pub async fn start(options: Options) -> anyhow::Result<Running> {
    check_exposure(&options)?;
    let lock = take_state_dir(&options.state_dir)?;
    let token = token_of(&options)?;
    let events = Events::default();
    let journal = Journal::open_or_replace(&options.state_dir)?;
    let settings = Settings::load(journal.clone(), events.clone(), &options).await?;
    let paths = Paths::new(&options.allow_paths, &options.state_dir)?;
    let anyone = Client::new(options.cloud_url.as_str())?;
    let engine = Engine::start(options.retry_policy)?;
    let kept = KeptSession::new(&options.state_dir, options.cloud_url.as_str());
    let sessions = Sessions::new(anyone.clone(), &options.api_key, kept, options.session_renewal, events.clone());
    let (listener, bound) = bind(&options.listen).await?;
    if let ListenAddress::Tcp(address) = bound {
        engine.avoid(address);
    }
    let api = match &bound {
        ListenAddress::Tcp(address) => listen::http_url(*address)?.as_str().trim_end_matches('/').to_owned(),
        ListenAddress::Unix(path) => format!("unix:{}", path.display()),
    };
    let (stop, mut tasks) = (CancellationToken::new(), JoinSet::new());
    let app = App::new(Parts {
        pages: options.pages.clone().map_or_else(web::Files::of_agent, web::Files::in_directory),
        guard: Guard::new(Hosts::new(&bound, &options.allow_hosts), token),
        disks: Disks::new(options.disk_patience),
        options,
        journal,
        paths,
        sessions,
        settings,
        events,
        engine,
        uploads: Runs::default(),
        downloads: Runs::default(),
        gateways: Runs::default(),
        gateway_states: GatewayStates::default(),
        listing: Arc::new(Semaphore::new(gateways::READ_AT_ONCE)),
        choosing: Mutex::default(),
        automations: Board::default(),
        anyone,
        admitted: AtomicU64::new(0),
        stop: stop.clone(),
    });
    app.sessions.begin().await;
    tasks.spawn({
        let (app, stop) = (app.clone(), stop.clone());
        async move { app.sessions.run_until(app.options.session_check, stop).await }
    });
    upkeep::begin(&app).await?;
    tasks.spawn(upkeep::run(app.clone()));
    let router = routes::router(&app);
    let answer = move |request: Request<Incoming>| {
        let router = router.clone();
        async move { router.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}) }
    };
    tasks.spawn(listen::serve(listener, answer, LIMITS, stop.clone()));
    Ok(Running { app, api, stop, tasks, _lock: lock })
}

impl Running {
    /// Stops cleanly.
    pub async fn shut_down(mut self) {
        self.stop.cancel();
        let finished = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(LIMITS.drain + MERCY, finished).await.is_err() {
            self.tasks.shutdown().await;
        }
        self.app.automations.runs.ended().await;
        // Parts in transfer are aborted; what has arrived is in the journal.
        self.app.uploads.ended().await;
        self.app.downloads.ended().await;
        self.app.gateways.ended().await;
        if let ListenAddress::Unix(path) = &self.app.options.listen {
            let _ = fs::remove_file(path);
        }
        if has_own_token(&self.app.options) {
            own_token::remove(&self.app.options.state_dir);
        }
        tracing::info!(requests = self.app.admitted.load(Ordering::Relaxed), "stopped");
    }
}

/// The token that every request must send. The socket of a path needs none, because only its owner may use it.
fn token_of(options: &Options) -> anyhow::Result<Secret> {
    if has_own_token(options) {
        return own_token::create(&options.state_dir);
    }
    if options.token.is_empty() && matches!(options.listen, ListenAddress::Tcp(_)) {
        tracing::warn!(
            "every user of this machine can read and write your files through this agent: start it without --no-token \
             to require a token"
        );
    }
    Ok(options.token.clone())
}

fn has_own_token(options: &Options) -> bool {
    options.token.is_empty() && !options.no_token && matches!(options.listen, ListenAddress::Tcp(_))
}

fn take_state_dir(directory: &Path) -> anyhow::Result<FileLock> {
    private::make_directory("the state directory", directory)?;
    let is_private = |metadata: fs::Metadata| metadata.permissions().mode() & 0o777 == PRIVATE_DIRECTORY;
    if !fs::metadata(directory).is_ok_and(is_private) {
        let closed = fs::set_permissions(directory, fs::Permissions::from_mode(PRIVATE_DIRECTORY));
        closed.with_context(|| format!("cannot make {} private", directory.display()))?;
    }
    private::lock(&directory.join("agent.lock"))?.with_context(|| {
        format!("another agent is running on {}: stop it first, or choose another --state-dir", directory.display())
    })
}

async fn bind(address: &ListenAddress) -> anyhow::Result<(Listener, ListenAddress)> {
    match address {
        ListenAddress::Tcp(address) => {
            let listener = listen::bind(&address.to_string()).await?;
            let bound = ListenAddress::Tcp(listener.local_addr()?);
            Ok((listener.into(), bound))
        }
        ListenAddress::Unix(path) => Ok((Listener::Unix(bind_socket(path)?), address.clone())),
    }
}

/// Replaces the socket of a dead agent, but not one on which a program answers.
fn bind_socket(path: &Path) -> anyhow::Result<UnixListener> {
    if std::os::unix::net::UnixStream::connect(path).is_ok() {
        bail!("{} is in use by another program: choose another path", path.display());
    }
    let is_socket = |metadata: fs::Metadata| std::os::unix::fs::FileTypeExt::is_socket(&metadata.file_type());
    if fs::symlink_metadata(path).is_ok_and(is_socket) {
        fs::remove_file(path).with_context(|| format!("cannot replace {}", path.display()))?;
    }
    let listener = UnixListener::bind(path).with_context(|| format!("cannot listen on {}", path.display()))?;
    let closed = fs::set_permissions(path, fs::Permissions::from_mode(PRIVATE_FILE));
    closed.with_context(|| format!("cannot make {} private", path.display()))?;
    Ok(listener)
}
