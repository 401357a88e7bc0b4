//! One source of options; options that it does not set come from another source.

use std::path::PathBuf;

use anyhow::Context as _;
use serde::Deserialize;
use serving::secret::Secret;

use super::Flags;

// The field names are the keys in the file and, in capitals, the names of the environment variables.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layer {
    pub(super) api_key: Option<Secret>,
    pub(super) api_key_file: Option<PathBuf>,
    pub(super) cloud_url: Option<String>,
    pub(super) listen: Option<String>,
    pub(super) state_dir: Option<PathBuf>,
    pub(super) auto_finalize: Option<bool>,
    pub(super) auto_resume: Option<bool>,
    pub(super) max_upload_rate: Option<String>,
    pub(super) max_download_rate: Option<String>,
    pub(super) token: Option<Secret>,
    pub(super) token_file: Option<PathBuf>,
    pub(super) no_token: Option<bool>,
    pub(super) allow_host: Option<Vec<String>>,
    pub(super) allow_path: Option<Vec<PathBuf>>,
    pub(super) allow_hidden: Option<bool>,
    pub(super) provision: Option<PathBuf>,
    pub(super) pages: Option<PathBuf>,
    pub(super) poll_seconds: Option<u64>,
    pub(super) history_days: Option<u32>,
    pub(super) log_level: Option<String>,
}

const PREFIX: &str = "TONNAGE_AGENT_";

enum Kind {
    Text,
    Flag,
    Number,
    List,
}

/// The environment variables.
const VARIABLES: &[(&str, Kind)] = &[
    ("api_key", Kind::Text),
    ("api_key_file", Kind::Text),
    ("cloud_url", Kind::Text),
    ("listen", Kind::Text),
    ("state_dir", Kind::Text),
    ("auto_finalize", Kind::Flag),
    ("auto_resume", Kind::Flag),
    ("max_upload_rate", Kind::Text),
    ("max_download_rate", Kind::Text),
    ("token", Kind::Text),
    ("token_file", Kind::Text),
    ("no_token", Kind::Flag),
    ("allow_host", Kind::List),
    ("allow_path", Kind::List),
    ("allow_hidden", Kind::Flag),
    ("provision", Kind::Text),
    ("pages", Kind::Text),
    ("poll_seconds", Kind::Number),
    ("history_days", Kind::Number),
    ("log_level", Kind::Text),
];

impl Layer {
    pub(super) fn of_flags(flags: Flags) -> Self {
        let listed = |list: Vec<_>| (!list.is_empty()).then_some(list);
        Self {
            api_key: flags.api_key.map(Secret::new),
            api_key_file: flags.api_key_file,
            cloud_url: flags.cloud_url,
            listen: flags.listen,
            state_dir: flags.state_dir,
            auto_finalize: flags.auto_finalize,
            auto_resume: flags.auto_resume,
            max_upload_rate: flags.max_upload_rate,
            max_download_rate: flags.max_download_rate,
            token: flags.token.map(Secret::new),
            token_file: flags.token_file,
            no_token: flags.no_token,
            allow_host: listed(flags.allow_host),
            allow_path: (!flags.allow_path.is_empty()).then_some(flags.allow_path),
            allow_hidden: flags.allow_hidden,
            provision: flags.provision,
            pages: flags.pages,
            poll_seconds: flags.poll_seconds,
            history_days: flags.history_days,
            log_level: flags.log_level,
        }
    }

    /// Empty variables are ignored. `API_KEY` is a short name for one of them.
    pub(super) fn of_environment(variables: &[(String, String)]) -> anyhow::Result<Self> {
        let value = |name: &str| {
            let found = variables.iter().find(|(given, _)| given == name);
            found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
        };
        let mut table = toml::Table::new();
        for (name, kind) in VARIABLES {
            let variable = format!("{PREFIX}{}", name.to_uppercase());
            let short = (*name == "api_key").then(|| value("API_KEY")).flatten();
            let Some(text) = value(&variable).or(short) else { continue };
            let read = match kind {
                Kind::Text => toml::Value::from(text),
                Kind::Flag => text.parse::<bool>().with_context(|| format!("{variable} must be true or false"))?.into(),
                Kind::Number => text.parse::<i64>().with_context(|| format!("{variable} must be a number"))?.into(),
                Kind::List => text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().into(),
            };
            table.insert((*name).to_owned(), read);
        }
        table.try_into().context("the environment")
    }

    /// Takes missing options from `other`. A secret and its file count as one option.
    pub(super) fn or(self, other: Self) -> Self {
        let (key, token) =
            (self.api_key.is_some() || self.api_key_file.is_some(), self.token.is_some() || self.token_file.is_some());
        Self {
            api_key: if key { self.api_key } else { other.api_key },
            api_key_file: if key { self.api_key_file } else { other.api_key_file },
            cloud_url: self.cloud_url.or(other.cloud_url),
            listen: self.listen.or(other.listen),
            state_dir: self.state_dir.or(other.state_dir),
            auto_finalize: self.auto_finalize.or(other.auto_finalize),
            auto_resume: self.auto_resume.or(other.auto_resume),
            max_upload_rate: self.max_upload_rate.or(other.max_upload_rate),
            max_download_rate: self.max_download_rate.or(other.max_download_rate),
            token: if token { self.token } else { other.token },
            token_file: if token { self.token_file } else { other.token_file },
            no_token: self.no_token.or(other.no_token),
            allow_host: self.allow_host.or(other.allow_host),
            allow_path: self.allow_path.or(other.allow_path),
            allow_hidden: self.allow_hidden.or(other.allow_hidden),
            provision: self.provision.or(other.provision),
            pages: self.pages.or(other.pages),
            poll_seconds: self.poll_seconds.or(other.poll_seconds),
            history_days: self.history_days.or(other.history_days),
            log_level: self.log_level.or(other.log_level),
        }
    }
}
