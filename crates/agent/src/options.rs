//! The agent's options: flags first, then environment, then the file, then defaults.
//!
//! Secrets leave this module only as [`Secret`].

mod flags;
mod layer;
mod load;
mod units;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use serving::secret::Secret;
use transfer::RetryPolicy;
use url::Url;

pub use flags::Flags;
pub use load::load;
pub use units::bytes_per_second;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListenAddress {
    Tcp(SocketAddr),
    /// A socket that only its owner may use.
    Unix(PathBuf),
}

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent setting")]
pub struct Options {
    /// Empty if the agent has no key; then there is no session.
    pub api_key: Secret,
    pub cloud_url: Url,
    pub listen: ListenAddress,
    pub state_dir: PathBuf,
    pub auto_finalize: bool,
    pub auto_resume: bool,
    /// Bytes per second, or 0 for no limit, until a setting is changed. Comes before a setting that was saved.
    pub max_upload_rate: Option<u64>,
    pub max_download_rate: Option<u64>,
    /// Empty if none was given: on a loopback address, the agent then creates one.
    pub token: Secret,
    /// Whether every user of the machine may call an agent that listens on a loopback address.
    pub no_token: bool,
    /// Host names of the agent in addition to its address.
    pub allow_hosts: Vec<String>,
    /// Paths that may be read and written; empty means everything.
    pub allow_paths: Vec<PathBuf>,
    /// Whether downloaded names may begin with a dot at the top of the folder.
    pub allow_hidden: bool,
    /// Whether the agent serves one command, and leaves everything else as it is: transfers that another agent began, and
    /// automations and gateways.
    pub for_one_command: bool,
    /// File with automations and settings that is applied at every start.
    pub provision: Option<PathBuf>,
    /// Directory with the built page, used instead of the one in the program.
    pub pages: Option<PathBuf>,
    /// How often automations check for new packages.
    pub poll: Duration,
    /// How often the key is checked.
    pub session_check: Duration,
    /// How old the token of someone who signed in becomes before it is renewed: well within its life of a day or more.
    pub session_renewal: Duration,
    /// How often the cloud gets a heartbeat for a package that a gateway delivers: well within the lease of two
    /// minutes, and the 90 seconds after which a silent gateway counts as disconnected.
    pub gateway_heartbeat: Duration,
    /// How many days complete transfers are remembered; 0 for always.
    pub history_days: i64,
    /// A disk that takes longer than this to answer counts as hung.
    pub disk_patience: Duration,
    /// How to retry a cloud or a store that does not respond.
    pub retry_policy: RetryPolicy,
    pub log_level: String,
}

impl Options {
    /// Defaults for everything else.
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
            no_token: false,
            allow_hosts: Vec::new(),
            allow_paths: Vec::new(),
            allow_hidden: false,
            for_one_command: false,
            provision: None,
            pages: None,
            poll: Duration::from_secs(30),
            session_check: Duration::from_mins(1),
            session_renewal: Duration::from_hours(12),
            gateway_heartbeat: Duration::from_secs(20),
            history_days: 90,
            disk_patience: Duration::from_secs(30),
            retry_policy: RetryPolicy::default(),
            log_level: "info".to_owned(),
        }
    }
}
