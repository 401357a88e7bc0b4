//! Sources of settings, and what can be wrong with them.

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

impl Origin {
    /// The kind of source, as JSON names it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File(_) => "file",
            Self::Environment(_) => "environment",
            Self::Flag(_) => "flag",
        }
    }
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

/// What is wrong with a setting. It never contains the value of a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Empty if the source as a whole cannot be read.
    pub key: String,
    pub origin: Origin,
    /// What is wrong, and what to write instead.
    pub message: String,
}

impl Fault {
    /// The value of a known setting is wrong.
    pub(super) fn invalid(key: impl Into<String>, origin: Origin, reason: &str) -> Self {
        let key = key.into();
        let message = format!("{key} {reason} (its value comes from: {origin})");
        Self { key, origin, message }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// Everything that is wrong with a configuration.
#[derive(Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.0.as_slice() {
            return only.fmt(formatter);
        }
        write!(formatter, "the configuration has {} faults:", self.0.len())?;
        self.0.iter().try_for_each(|fault| write!(formatter, "\n  {fault}"))
    }
}

impl std::error::Error for Faults {}

/// " (did you mean ...?)", or where the settings are listed.
pub(super) fn hint(known: Option<String>) -> String {
    known.map_or_else(
        || "; `tonnage config manual` lists the settings".to_owned(),
        |known| format!("; did you mean {known}?"),
    )
}
