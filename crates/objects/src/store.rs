//! The store's public API: open, handle requests, report health, close.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use http::request::Parts;
use http::{Method, Request, Response};
use hyper::body::Incoming;
use parking_lot::Mutex;
use s3s::config::{S3Config, StaticConfigProvider};
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{Body, S3ErrorCode};

use crate::backend::{Backend, Closing};
use crate::blobs::Blobs;
use crate::credentials::Credentials;
use crate::directories::make_directory;
use crate::error::Error;
use crate::health::{Health, Indicators};
use crate::index::{INDEX_FILE, Index, Prepared};
use crate::keeper::{Chores, Keeper};
use crate::locked::{Locked, take_lock};
use crate::lost::Lost;
use crate::pins::Pins;
use crate::scrub::Scrub;
use crate::signed_body::{self, Offered};
use crate::unread::ReadToEnd;
use crate::{OpenError, Options, claimed_body, guard, hold, identity, reply, small_chunks};

const SHORTEST_SECRET: usize = 16;
/// A client that sends next to nothing for this long is gone or malicious.
const PATIENCE: Duration = Duration::from_mins(1);
const LARGEST_XML: usize = 8 << 20;
/// How long a health check trusts that the last one could write.
const FRESH: Duration = Duration::from_secs(1);

/// A store in one directory. Clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
    patience: Duration,
}

struct Inner {
    service: S3Service,
    index: Arc<Index>,
    blobs: Arc<Blobs>,
    health: Arc<Indicators>,
    keeper: Keeper,
    scrub: Scrub,
    /// Locked as long as the store is open.
    lock: Mutex<Option<Locked>>,
    /// When the last health check has written to the index.
    written: Mutex<Option<Instant>>,
}

impl Store {
    /// Opens the directory and creates it if it is missing. Fails if another process uses it.
    pub fn open(options: Options) -> Result<Self, OpenError> {
        if options.access_key.is_empty() || options.secret_key.len() < SHORTEST_SECRET {
            return Err(OpenError::WeakCredentials);
        }
        let directory = options.directory.clone();
        let failed = |source| OpenError::Directory { path: directory.clone(), source };
        make_directory(&options.directory).map_err(failed)?;
        let lock = take_lock(&options.directory)?;
        if let Err(error) = hold::prepare(&options.directory) {
            tracing::warn!(%error, "cannot create the lock file for copies of the store");
        }
        let prepared = Prepared::open(&options.directory, options.sync)?;
        let health = Arc::new(Indicators::default());
        let index_path = options.directory.join(INDEX_FILE);
        let id = identity::agree(prepared.connection(), &options.directory, &index_path)?;
        let blobs = Blobs::open(&options, &index_path, &id, Arc::clone(&health)).map_err(failed)?;
        let blobs = Arc::new(blobs);
        let pins = Arc::new(Pins::default());
        let keeper = Keeper::new();
        let news = keeper.news();
        let index = prepared
            .start(Arc::clone(&blobs), Arc::clone(&health), move |committed| news.tell(committed))
            .map_err(failed)?;
        let index = Arc::new(index);
        let opened = lock.0.metadata().and_then(|metadata| metadata.modified()).map_err(failed)?;
        let lost = Lost::new(&options.directory, options.lost_after);
        let chores = Chores::new(&options.directory, &index, &blobs, &pins, &health, lost);
        keeper.start(chores, opened).map_err(failed)?;
        let scrub = Scrub::start(&index, &blobs, options.clock.clone(), options.scrub_days).map_err(failed)?;
        let backend = Backend::new(Arc::clone(&index), Arc::clone(&blobs), pins, &options);
        let service = protocol(backend, options);
        let lock = Mutex::new(Some(lock));
        let inner = Inner { service, index, blobs, health, keeper, scrub, lock, written: Mutex::default() };
        Ok(Self { inner: Arc::new(inner), patience: PATIENCE })
    }

    /// The same store with a different time than a minute in which a body must make progress.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Handles one request. Every error becomes a reply.
    pub async fn handle(&self, request: Request<Incoming>) -> Response<Body> {
        let (mut parts, body) = request.into_parts();
        let body = ReadToEnd::new(&parts.headers, body, self.patience);
        let (stalled, invitation) = (body.stalled(), body.invitation());
        if parts.method == Method::OPTIONS {
            return reply::preflight(&parts.headers);
        }
        let response = match guard::admit(&mut parts) {
            Ok(()) => self.answer(parts, Body::http_body(body)).await,
            Err(error) => reply::refusal(error),
        };
        if !response.status().is_success() && stalled.load(Ordering::Relaxed) {
            return reply::refusal(S3ErrorCode::RequestTimeout.into());
        }
        if invitation.is_missing() { reply::last(response) } else { response }
    }

    /// Refuses a request for which there is no room. As after every refusal, the client may finish sending its body.
    pub fn refuse_busy(&self, request: Request<Incoming>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let body = ReadToEnd::new(&parts.headers, body, self.patience);
        if body.invitation().is_missing() { reply::last(reply::busy()) } else { reply::busy() }
    }

    /// Handles a request of this process: same rules, same signatures, no connection.
    pub async fn handle_own(&self, request: Request<Body>) -> Response<Body> {
        let (mut parts, body) = request.into_parts();
        if let Err(error) = guard::admit(&mut parts) {
            return reply::refusal(error);
        }
        self.answer(parts, body).await
    }

    async fn answer(&self, mut parts: Parts, body: Body) -> Response<Body> {
        let body = small_chunks::limited(&parts, body);
        let (body, claimed) = claimed_body::verified(&parts, body);
        let (body, offered) = signed_body::offer(&mut parts, body);
        let response = self.inner.service.call(Request::from_parts(parts, body)).await;
        let response = response.unwrap_or_else(|_| reply::internal());
        if let Some(false_claim) = claimed.and_then(|claimed| claimed.lock().take()) {
            return reply::refusal(false_claim.into());
        }
        let is_false = |offered: Offered| response.status().is_server_error() && offered.was_read_otherwise();
        if offered.is_some_and(is_false) {
            return reply::refusal(Error::BadDigest("x-amz-content-sha256").into());
        }
        reply::finish(response)
    }

    /// Whether the disk works and has space, found out by writing to the index: anyone may ask, so at most once a second.
    /// After a failure this tries again, so that it recovers by itself.
    pub async fn health(&self) -> Health {
        let (blobs, has_failed) = (Arc::clone(&self.inner.blobs), self.inner.health.fault().is_some());
        let is_fresh = self.inner.written.lock().is_some_and(|written| written.elapsed() < FRESH);
        let probe = move || if has_failed { blobs.probe() } else { blobs.admit(0) };
        let outcome = match tokio::task::spawn_blocking(probe).await {
            Ok(Ok(())) if has_failed || !is_fresh => self.inner.index.touch().await,
            Ok(outcome) => outcome,
            Err(_) => Err(Error::Closed),
        };
        if outcome.is_ok() && !is_fresh {
            *self.inner.written.lock() = Some(Instant::now());
        }
        let fault = outcome.err().or_else(|| self.inner.health.fault());
        fault.map_or(Health::Healthy, |fault| Health::of(&fault))
    }

    /// Finishes accepted requests, checkpoints the log and unlocks the directory. Later writes get a 503.
    pub async fn close(&self) {
        let inner = Arc::clone(&self.inner);
        let closing = tokio::task::spawn_blocking(move || {
            inner.scrub.stop();
            inner.keeper.stop();
            inner.index.close();
            inner.lock.lock().take();
        });
        if closing.await.is_err() {
            tracing::error!("the object store did not close cleanly");
        }
    }
}

fn protocol(backend: Backend, options: Options) -> S3Service {
    let mut config = S3Config::default();
    config.xml_max_body_size = LARGEST_XML;
    // The guard refuses forms; these limits ensure that nothing is read into memory even if one slips through.
    config.post_object_max_file_size = 1;
    config.form_max_field_size = 1;
    config.form_max_fields_size = 1;
    config.form_max_parts = 1;
    let mut builder = S3ServiceBuilder::new(backend.clone());
    builder.set_route(Closing(backend));
    builder.set_config(Arc::new(StaticConfigProvider::new(Arc::new(config))));
    let Options { access_key, secret_key, other_credentials, .. } = options;
    builder.set_auth(Credentials { access_key, secret_key: secret_key.into(), others: other_credentials });
    builder.build()
}
