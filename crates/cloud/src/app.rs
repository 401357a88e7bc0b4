//! The shared state that every route and job can use.

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;

use egress::Egress;
use providers::HttpClient;
use serving::Serves;
use serving::crowd::Crowd;
use store::{Dialect, LeaseTime, Store};
use tokio_util::sync::CancellationToken;
use url::Url;
use wire::time::Time;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::clock_guard::ClockGuard;
use crate::config::Config;
use crate::credentials::{ChannelTokens, PackageTokens, Passwords, UserTokens, ZipTokens};
use crate::error::ApiError;
use crate::ids::Ids;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pace::Pace;
use crate::readiness::Readiness;
use crate::scan::Scanner;
use crate::storage::Storage;
use crate::streams::Streams;
use crate::token_keys::TokenKeys;
use crate::untrusted_proxies::UntrustedProxies;
use crate::vault::Vault;

#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub storage: Arc<Storage>,
    pub clock: Clock,
    pub clock_guard: ClockGuard,
    pub ids: Ids,
    pub vault: Vault,
    pub passwords: Passwords,
    pub user_tokens: UserTokens,
    pub package_tokens: PackageTokens,
    pub channel_tokens: ChannelTokens,
    pub zip_tokens: ZipTokens,
    /// Also for recovery codes.
    pub token_keys: TokenKeys,
    pub repeated_request_key: [u8; 32],
    pub mailer: Mailer,
    /// The only HTTP client for addresses that Teams set.
    pub egress: Arc<Egress>,
    /// The same, for the providers of cloud connections.
    pub provider_client: Arc<HttpClient>,
    /// `None` if no virus scanner is configured.
    pub scanner: Option<Scanner>,
    pub bus: Bus,
    pub pace: Pace,
    /// The requests that each client address has running.
    pub clients: Arc<Crowd<IpAddr>>,
    pub streams: Streams,
    pub untrusted_proxies: UntrustedProxies,
    pub readiness: Readiness,
    pub ending: Ending,
    pub metrics: Metrics,
    /// The address at which people reach the server. Links in mails begin with it.
    pub public_url: Url,
    /// The host of a Portal's page without its subdomain; includes the port if there is one.
    pub portal_domain: String,
    pub pages: web::Files,
}

/// The steps in which a process shuts down.
#[derive(Clone, Default)]
pub struct Ending {
    /// The process still works, but reports to callers that it is about to stop.
    pub leaving: CancellationToken,
    /// The process accepts nothing new; endless tasks end when this is cancelled.
    pub stop: CancellationToken,
    /// The drain time is over: tasks that still run are cut off.
    pub cut: CancellationToken,
}

impl App {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// By this time things have ended. It is what the clock says, unless it has jumped: see `clock_guard.rs`.
    pub fn trusted_time(&self) -> Time {
        self.clock_guard.time(&self.clock)
    }

    /// For a lease that is given now.
    pub fn lease_time(&self, seconds: i64) -> LeaseTime {
        let by_database = self.clock.is_real() && self.store.dialect() == Dialect::Postgres;
        LeaseTime { now: self.clock.now(), seconds, by_database }
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Serves for App {
    type Error = ApiError;

    fn body_limit(&self) -> usize {
        self.config.limits.body_bytes
    }
}
