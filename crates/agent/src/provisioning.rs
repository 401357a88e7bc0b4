//! Automations and settings from a file, for administrators of many machines.
//!
//! The file is applied at every start. Automations in it are created or changed; those that it contained before and no
//! longer does are deleted. Automations that people created are left alone. A mistake in the file stops the start and
//! is reported with its location; a missing folder does not.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use wire::agent::{AutomationType, WriteConcurrency, WriteFifoMode, WriteRateLimit};

use crate::app::App;
use crate::automations;
use crate::error::AgentError;
use crate::settings::Way;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    settings: FileSettings,
    #[serde(default)]
    automations: Vec<FileAutomation>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSettings {
    upload_rate_limit: Option<WriteRateLimit>,
    download_rate_limit: Option<WriteRateLimit>,
    fifo_mode: Option<WriteFifoMode>,
    concurrency: Option<WriteConcurrency>,
}

#[derive(Deserialize)]
struct FileAutomation {
    #[serde(rename = "type")]
    kind: AutomationType,
    /// Identifies the automation in the file: a different name is a different automation.
    name: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

pub async fn apply(app: &App, path: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // The parser's full message quotes the line, which may contain a password, so only the line number is shown.
    let file: File = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        anyhow::anyhow!("{}: line {line}: {}", path.display(), error.message())
    })?;
    settings(app, &file.settings).await.with_context(|| format!("{}: settings", path.display()))?;
    let mut names = BTreeSet::new();
    for FileAutomation { kind, name, fields } in file.automations {
        if !names.insert(name.clone()) {
            bail!("{}: two automations have the name {name:?}: names must be unique", path.display());
        }
        let place = || format!("{}: automation {name:?}", path.display());
        let mut fields = with_secrets(fields).with_context(place)?;
        fields.insert("name".to_owned(), Value::String(name.clone()));
        automations::provision(app, kind, &name, fields).await.map_err(plain).with_context(place)?;
    }
    automations::retire(app, &names).await.map_err(plain)
}

async fn settings(app: &App, file: &FileSettings) -> anyhow::Result<()> {
    for (way, limit) in [(Way::Up, &file.upload_rate_limit), (Way::Down, &file.download_rate_limit)] {
        if let Some(limit) = limit {
            app.settings.change_rate_limit(way, limit).await.map_err(plain)?;
        }
    }
    if let Some(mode) = &file.fifo_mode {
        app.settings.change_fifo_mode(mode).await.map_err(plain)?;
    }
    if let Some(concurrency) = &file.concurrency {
        app.settings.change_concurrency(concurrency).await.map_err(plain)?;
    }
    Ok(())
}

/// The message for people; an internal cause is in the log.
fn plain(error: AgentError) -> anyhow::Error {
    anyhow::Error::new(error)
}

/// A password can be in a separate file, named by `download_password_file`.
fn with_secrets(mut fields: Map<String, Value>) -> anyhow::Result<Map<String, Value>> {
    for name in automations::SECRETS {
        let Some(file) = fields.remove(&format!("{name}_file")) else { continue };
        let file = file.as_str().with_context(|| format!("{name}_file: must be a path"))?.to_owned();
        let text = std::fs::read_to_string(&file).with_context(|| format!("{name}_file: cannot read {file}"))?;
        fields.insert(name.to_owned(), Value::String(text.trim_end_matches(['\r', '\n']).to_owned()));
    }
    Ok(fields)
}
