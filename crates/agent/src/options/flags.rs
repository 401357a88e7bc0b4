//! What can be said of the agent on the command line, whatever the command.

use std::path::PathBuf;

use clap::Args;

// Without `Debug`: it holds secrets.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Agent")]
pub struct Flags {
    /// The API key of the session; better given as a file, for others can see arguments
    #[arg(long, global = true, value_name = "KEY")]
    pub api_key: Option<String>,
    /// A file with the API key
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "api_key")]
    pub api_key_file: Option<PathBuf>,
    /// The server's address [default: `http://localhost:7070`]
    #[arg(long, global = true, value_name = "URL")]
    pub cloud_url: Option<String>,
    /// Address and port, or unix:PATH [default: 127.0.0.1:8080]
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// Where the agent keeps what it must remember
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub state_dir: Option<PathBuf>,
    /// Whether an upload is finalized by itself [default: true]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub auto_finalize: Option<bool>,
    /// Whether transfers go on after a start [default: true]
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub auto_resume: Option<bool>,
    /// A file of options, in TOML
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Bytes per second, such as 10MiB
    #[arg(long, global = true, value_name = "RATE")]
    pub max_upload_rate: Option<String>,
    /// Bytes per second, such as 10MiB
    #[arg(long, global = true, value_name = "RATE")]
    pub max_download_rate: Option<String>,
    /// What every request must send as Authorization: Bearer; better given as a file
    #[arg(long, global = true, value_name = "TOKEN")]
    pub token: Option<String>,
    /// A file with the token
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "token")]
    pub token_file: Option<PathBuf>,
    /// A name by which the agent is reached, besides its address; may be repeated
    #[arg(long, global = true, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// A directory that may be read and written, and no other; may be repeated
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub allow_path: Vec<PathBuf>,
    /// A file of automations and settings that hold from the start on
    #[arg(long, global = true, value_name = "FILE")]
    pub provision: Option<PathBuf>,
    /// Show the page from this directory (web/dist/agent) and not from the program, for people who work on it
    #[arg(long, global = true, value_name = "DIRECTORY", hide = true)]
    pub pages: Option<PathBuf>,
    /// How often automations look for new packages [default: 30]
    #[arg(long, global = true, value_name = "SECONDS")]
    pub poll_seconds: Option<u64>,
    /// error, warn, info, debug or trace, or a filter of modules [default: info]
    #[arg(long, global = true, value_name = "LEVEL")]
    pub log_level: Option<String>,
}
