//! Settings: typed, few, and documented where their default is.
//!
//! `config.default.toml` is the manual and the list of known keys; a test compares it with these types. The loader
//! records the source of every value.

mod bus_address;
mod clamd_address;
mod environment;
mod error;
mod load;
mod manual;
mod show;
mod smtp_server;
mod start_command;
mod types;
mod validate;

use std::collections::BTreeMap;
use std::path::PathBuf;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use wire::names::NameSet;

pub use bus_address::BusAddress;
pub use clamd_address::ClamdAddress;
pub use error::{Fault, Faults, Origin};
pub use load::{Flags, Loaded, load, read};
pub use manual::MANUAL;
pub use show::{show, show_json, without_secrets};
pub use smtp_server::{Encryption, SmtpServer};
pub use start_command::start_command;

use crate::secret::Secret;

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub data_dir: PathBuf,
    pub listen: String,
    pub public_url: String,
    pub portal_domain: String,
    pub trusted_proxies: Vec<IpNet>,
    pub secret_key: Secret,
    pub roles: Vec<Role>,
    pub database: Database,
    pub storage: Storage,
    pub bus: Bus,
    pub mail: Mail,
    pub metrics: Metrics,
    pub log: Log,
    pub workers: Workers,
    pub limits: Limits,
    pub passwords: PasswordHashes,
    pub egress: Egress,
    pub webhooks: Webhooks,
    pub scan: Scan,
    pub transfers: Transfers,
    pub packages: Packages,
    pub pages: Pages,
    pub compatibility: Compatibility,
    pub providers: BTreeMap<String, toml::Table>,
}

/// The work that a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Api,
    Worker,
    Store,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Database {
    pub url: Secret,
    pub max_connections: u32,
    pub statement_seconds: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Storage {
    pub listen: String,
    pub endpoint: String,
    pub public_endpoint: String,
    pub upload_url_seconds: u64,
    pub download_url_seconds: u64,
    pub path_style: bool,
    pub bucket: String,
    pub region: String,
    pub access_key: String,
    pub secret_key: Secret,
    pub sync: Sync,
    pub reserve_bytes: u64,
    pub lost_days: u32,
    pub scrub_days: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sync {
    Always,
    Relaxed,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bus {
    pub url: Secret,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    pub smtp_url: Secret,
    pub from: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Metrics {
    pub listen: String,
    pub token: Secret,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    pub level: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Workers {
    pub count: usize,
    pub poll_seconds: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    pub body_bytes: usize,
    pub header_bytes: usize,
    pub connections: usize,
    pub connections_per_address: usize,
    pub header_seconds: u64,
    pub request_seconds: u64,
    pub stall_seconds: u32,
    pub unready_seconds: u64,
    pub drain_seconds: u64,
    pub user_token_days: i64,
    /// How many days after the sign-in a session ends, however often its token is renewed.
    pub session_days: i64,
    pub sign_in_tries_per_minute: i64,
    pub sign_in_tries_per_hour: i64,
    pub address_tries_per_minute: i64,
    pub refusals_per_minute: i64,
    pub mails_per_address_per_hour: i64,
    pub portal_packages_per_hour: i64,
    pub portal_all_packages_per_hour: i64,
    pub portal_entries_per_hour: i64,
    pub portal_stored_bytes: i64,
    pub team_stored_bytes: i64,
    pub password_hashes_at_once: usize,
}

/// The cost of a new hash with Argon2id, and so of each attempt to guess a password.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct PasswordHashes {
    pub memory_kib: u32,
    pub iterations: u32,
    pub lanes: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Egress {
    pub allow: Vec<IpNet>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Webhooks {
    pub backoff_seconds: Vec<u64>,
    pub failed_probe_millis: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scan {
    pub clamd: String,
    pub timeout_seconds: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Transfers {
    pub call_seconds: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Packages {
    pub grace_hours: u32,
}

impl Packages {
    pub fn grace_seconds(&self) -> i64 {
        i64::from(self.grace_hours) * 3_600
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Compatibility {
    pub names: NameSet,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pages {
    pub directory: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: "tonnage-data".into(),
            listen: "127.0.0.1:7070".into(),
            public_url: String::new(),
            portal_domain: String::new(),
            trusted_proxies: Vec::new(),
            secret_key: Secret::default(),
            roles: vec![Role::Api, Role::Worker, Role::Store],
            database: Database::default(),
            storage: Storage::default(),
            bus: Bus::default(),
            mail: Mail::default(),
            metrics: Metrics::default(),
            log: Log::default(),
            workers: Workers::default(),
            limits: Limits::default(),
            passwords: PasswordHashes::default(),
            egress: Egress::default(),
            webhooks: Webhooks::default(),
            scan: Scan::default(),
            transfers: Transfers::default(),
            packages: Packages::default(),
            pages: Pages::default(),
            compatibility: Compatibility::default(),
            providers: BTreeMap::new(),
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self { url: Secret::default(), max_connections: 20, statement_seconds: 30 }
    }
}

impl Default for Storage {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:7071".into(),
            endpoint: String::new(),
            public_endpoint: String::new(),
            upload_url_seconds: 3_600,
            download_url_seconds: 900,
            path_style: true,
            bucket: "tonnage".into(),
            region: "us-east-1".into(),
            access_key: String::new(),
            secret_key: Secret::default(),
            sync: Sync::Always,
            reserve_bytes: 256 << 20,
            lost_days: 7,
            scrub_days: 30,
        }
    }
}

impl Default for Mail {
    fn default() -> Self {
        Self { smtp_url: Secret::default(), from: "Tonnage <tonnage@localhost>".into() }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self { level: "info".into() }
    }
}

impl Default for Workers {
    fn default() -> Self {
        Self { count: 4, poll_seconds: 5 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1_048_576,
            header_bytes: 32_768,
            connections: 2_000,
            connections_per_address: 1_000,
            header_seconds: 15,
            request_seconds: 30,
            stall_seconds: 60,
            unready_seconds: 0,
            drain_seconds: 30,
            user_token_days: 3,
            session_days: 30,
            sign_in_tries_per_minute: 10,
            sign_in_tries_per_hour: 100,
            address_tries_per_minute: 60,
            refusals_per_minute: 300,
            mails_per_address_per_hour: 5,
            portal_packages_per_hour: 1_000,
            portal_all_packages_per_hour: 10_000,
            portal_entries_per_hour: 1_000_000,
            portal_stored_bytes: 0,
            team_stored_bytes: 0,
            password_hashes_at_once: 2,
        }
    }
}

impl Default for PasswordHashes {
    fn default() -> Self {
        Self { memory_kib: 19_456, iterations: 2, lanes: 1 }
    }
}

impl Default for Webhooks {
    fn default() -> Self {
        Self { backoff_seconds: vec![5, 300, 1_800, 7_200], failed_probe_millis: 1_000 }
    }
}

impl Default for Scan {
    fn default() -> Self {
        Self { clamd: String::new(), timeout_seconds: 300 }
    }
}

impl Default for Transfers {
    fn default() -> Self {
        Self { call_seconds: 60 }
    }
}

impl Default for Packages {
    fn default() -> Self {
        Self { grace_hours: 24 }
    }
}

impl Config {
    pub fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Whether the object store runs in this process.
    pub fn has_embedded_store(&self) -> bool {
        self.storage.endpoint.is_empty()
    }
}
