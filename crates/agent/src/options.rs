//! How the agent was started: flags, then environment, then the file, then what is usual.
//!
//! Secrets leave this module only as [`Secret`].

mod arguments;
mod layer;
mod load;
mod units;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serving::secret::Secret;
use transfer::RetryPolicy;
use url::Url;

pub use arguments::{Arguments, Command, Flags, Hidden, with_two_dashes, without_secrets};
pub use load::load;
pub use units::bytes_per_second;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListenAddress {
    Tcp(SocketAddr),
    /// A socket that only its owner may use.
    Unix(PathBuf),
}

#[derive(Debug, Clone)]
pub struct Options {
    /// Empty when the agent has none: then there is no session.
    pub api_key: Secret,
    pub cloud_url: Url,
    pub listen: ListenAddress,
    pub state_dir: PathBuf,
    pub auto_finalize: bool,
    pub auto_resume: bool,
    /// Bytes per second, until a setting says otherwise.
    pub max_upload_rate: Option<u64>,
    pub max_download_rate: Option<u64>,
    /// Empty when none is asked for.
    pub token: Secret,
    /// Names by which the agent is reached besides its address.
    pub allow_hosts: Vec<String>,
    /// What may be read and written; everything when empty.
    pub allow_paths: Vec<PathBuf>,
    /// Whether automations run and gateways are served; a command that does one thing lets them rest.
    pub automations: bool,
    /// Automations and settings that hold from the start on.
    pub provision: Option<PathBuf>,
    /// The built page, instead of the one in the program.
    pub pages: Option<PathBuf>,
    /// How often automations look for new packages.
    pub poll: Duration,
    /// How often the key is looked at.
    pub session_check: Duration,
    /// How often the cloud hears of a package that a gateway delivers: well within the lease of two minutes, and the 90
    /// seconds after which a silent gateway counts as gone.
    pub gateway_heartbeat: Duration,
    /// With a cloud or a store that does not answer.
    pub retry_policy: RetryPolicy,
    pub log_level: String,
}

impl Options {
    /// What is usual, for the rest.
    pub fn new(cloud_url: Url, state_dir: PathBuf) -> Self {
        Self {
            api_key: Secret::default(),
            cloud_url,
            listen: ListenAddress::Tcp(SocketAddr::from(([127, 0, 0, 1], 8080))),
            state_dir,
            auto_finalize: true,
            auto_resume: true,
            max_upload_rate: None,
            max_download_rate: None,
            token: Secret::default(),
            allow_hosts: Vec::new(),
            allow_paths: Vec::new(),
            automations: true,
            provision: None,
            pages: None,
            poll: Duration::from_secs(30),
            session_check: Duration::from_mins(1),
            gateway_heartbeat: Duration::from_secs(20),
            retry_policy: RetryPolicy::default(),
            log_level: "info".to_owned(),
        }
    }
}
