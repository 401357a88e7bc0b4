//! What every route and job can reach.

use std::ops::Deref;
use std::sync::Arc;

use serving::Serves;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::config::Config;
use crate::credentials::{ChannelTokens, PackageTokens, Passwords, UserTokens, ZipTokens};
use crate::egress::Egress;
use crate::error::ApiError;
use crate::ids::Ids;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pace::Pace;
use crate::providers::Outside;
use crate::scan::Scanner;
use crate::storage::Storage;
use crate::store::Store;
use crate::vault::Vault;

#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub config: Config,
    pub store: Store,
    pub storage: Storage,
    pub clock: Clock,
    pub ids: Ids,
    pub vault: Vault,
    pub passwords: Passwords,
    pub user_tokens: UserTokens,
    pub package_tokens: PackageTokens,
    pub channel_tokens: ChannelTokens,
    pub zip_tokens: ZipTokens,
    pub recovery_code_key: [u8; 32],
    pub repeated_request_key: [u8; 32],
    pub mailer: Mailer,
    /// The only way to addresses that Teams set.
    pub egress: Arc<Egress>,
    /// The same way, for providers of cloud connections.
    pub outside: Arc<Outside>,
    /// None when no virus scanner is set.
    pub scanner: Option<Scanner>,
    pub bus: Bus,
    pub pace: Pace,
    pub ending: Ending,
    pub metrics: Metrics,
    /// Where people reach us; mailed links begin with it.
    pub public_url: Url,
    /// What follows the subdomain in the host of a Portal's page, with the port if it has one.
    pub portal_domain: String,
    pub pages: web::Files,
}

/// How a process ends, step by step.
#[derive(Clone, Default)]
pub struct Ending {
    /// It is still at work, but whoever asks is told that it is about to go.
    pub leaving: CancellationToken,
    /// Nothing new is taken on: whatever would go on for ever listens to it.
    pub stop: CancellationToken,
    /// The time for what was running is over.
    pub cut: CancellationToken,
}

impl App {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
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
