//! What can be said of the agent on the command line, whatever the command.

use std::path::PathBuf;

use clap::Args;

// Without `Debug`: it holds secrets.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Agent")]
pub struct Flags {
    /// API key of the session; prefer --api-key-file, because other users can see arguments
    #[arg(long, global = true, value_name = "KEY")]
    pub api_key: Option<String>,
    /// File with the API key
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "api_key")]
    pub api_key_file: Option<PathBuf>,
    /// URL of the server [default: `http://localhost:7070`]
    #[arg(long, global = true, value_name = "URL")]
    pub cloud_url: Option<String>,
    /// Address and port to listen on, or unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// Directory for the agent's state
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub state_dir: Option<PathBuf>,
    /// Whether uploads are finalized automatically [default: true]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub auto_finalize: Option<bool>,
    /// Whether unfinished transfers resume when the agent starts [default: true]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub auto_resume: Option<bool>,
    /// Configuration file (TOML)
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Upload limit in bytes per second, such as 10MiB, or off; comes before `settings`
    #[arg(long, global = true, value_name = "RATE")]
    pub max_upload_rate: Option<String>,
    /// Download limit in bytes per second, such as 10MiB, or off; comes before `settings`
    #[arg(long, global = true, value_name = "RATE")]
    pub max_download_rate: Option<String>,
    /// Token that every request must send as Authorization: Bearer; prefer --token-file [default: a new one at every
    /// start, in the file `token` of the state directory]
    #[arg(long, global = true, value_name = "TOKEN")]
    pub token: Option<String>,
    /// File with the token
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "token")]
    pub token_file: Option<PathBuf>,
    /// Let every user of this machine call the agent on a loopback address, without a token [default: false]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub no_token: Option<bool>,
    /// Additional host name of the agent; can be repeated
    #[arg(long, global = true, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Restrict reading and writing to this directory; can be repeated
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub allow_path: Vec<PathBuf>,
    /// Keep downloaded names that begin with a dot; in a home directory, such files can run programs [default: false]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub allow_hidden: Option<bool>,
    /// File with automations and settings that is applied at every start
    #[arg(long, global = true, value_name = "FILE")]
    pub provision: Option<PathBuf>,
    /// Serve the page from this directory (web/dist/agent) instead of the built-in one, for development
    #[arg(long, global = true, value_name = "DIRECTORY", hide = true)]
    pub pages: Option<PathBuf>,
    /// How often automations check for new packages [default: 30]
    #[arg(long, global = true, value_name = "SECONDS")]
    pub poll_seconds: Option<u64>,
    /// Days after which complete transfers are no longer listed; 0 to keep them [default: 90]
    #[arg(long, global = true, value_name = "DAYS")]
    pub history_days: Option<u32>,
    /// Log level: error, warn, info, debug or trace, or a filter of modules [default: info]
    #[arg(long, global = true, value_name = "LEVEL")]
    pub log_level: Option<String>,
}
