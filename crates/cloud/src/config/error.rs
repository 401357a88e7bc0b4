//! Sources of settings, and the errors they can have.

use std::fmt;
use std::path::PathBuf;

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Default,
    File(PathBuf),
    Environment(String),
    Flag(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => formatter.write_str("default"),
            Self::File(path) => write!(formatter, "{}", path.display()),
            Self::Environment(name) => formatter.write_str(name),
            Self::Flag(name) => formatter.write_str(name),
        }
    }
}

/// " (did you mean ...?)", or nothing.
#[derive(Debug)]
pub struct Hint(Option<String>);

impl From<Option<String>> for Hint {
    fn from(known: Option<String>) -> Self {
        Self(known)
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(known) => write!(formatter, "; did you mean {known}?"),
            None => formatter.write_str("; `tonnage config show` lists the settings"),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read the configuration file {path}: {source}", path = path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{path} is not valid TOML: {source}", path = path.display())]
    Syntax { path: PathBuf, source: Box<toml::de::Error> },
    #[error("{path} has the unknown setting {key}{hint}", path = path.display())]
    UnknownKey { path: PathBuf, key: String, hint: Hint },
    #[error("the environment variable {name} is not a setting{hint}")]
    UnknownVariable { name: String, hint: Hint },
    #[error("the environment variable {name} must be {expected}")]
    Environment { name: String, expected: &'static str },
    #[error("cannot read the secret file {path} that {name} names: {source}", path = path.display())]
    SecretFile { name: String, path: PathBuf, source: std::io::Error },
    #[error("a setting has a wrong type: {0}")]
    Type(String),
    #[error("{key} {reason} (its value comes from: {origin})")]
    Invalid { key: &'static str, reason: String, origin: Origin },
}
