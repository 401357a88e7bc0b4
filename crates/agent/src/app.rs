//! Shared state that every route and manager can access.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use client::Client;
use serving::Serves;
use tokio::sync::{Mutex, Semaphore};
use tokio_util::sync::CancellationToken;
use transfer::Engine;
use wire::agent::{DownloadId, UploadId};
use wire::ids::GatewayId;

use crate::board::Board;
use crate::disks::Disks;
use crate::error::AgentError;
use crate::events::Events;
use crate::gateway_states::GatewayStates;
use crate::guard::Guard;
use crate::journal::Journal;
use crate::options::Options;
use crate::paths::Paths;
use crate::runs::Runs;
use crate::session::Sessions;
use crate::settings::Settings;

/// Request bodies contain paths and addresses, never file contents. One may name every changed file of a large directory.
const BODY_MOST: usize = 32 << 20;

#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub options: Options,
    pub journal: Journal,
    pub guard: Guard,
    pub pages: web::Files,
    pub paths: Paths,
    pub disks: Disks,
    pub sessions: Sessions,
    pub settings: Settings,
    pub events: Events,
    pub engine: Engine,
    pub uploads: Runs<UploadId>,
    pub downloads: Runs<DownloadId>,
    pub gateways: Runs<GatewayId>,
    pub gateway_states: GatewayStates,
    /// Directories of gateways that may be read at the same time. A disk that hangs keeps a thread for each.
    pub listing: Arc<Semaphore>,
    /// Held while the folder of a package is chosen, because several downloads may want the same name.
    pub choosing: Mutex<()>,
    pub automations: Board,
    /// Calls the cloud without a credential, for Portals and links.
    pub anyone: Client,
    /// Requests that passed the guard.
    pub admitted: AtomicU64,
    /// Cancelled when the process should stop. Everything that would otherwise run forever listens to it.
    pub stop: CancellationToken,
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
    type Error = AgentError;

    fn body_limit(&self) -> usize {
        BODY_MOST
    }
}
