//! Loads settings: flags override the environment, which overrides the file, which overrides the defaults.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::error::{Fault, Faults, Origin, hint};
use super::manual::{flatten, insert, suggestion};
use super::validate::validate;
use super::{Config, Role, environment, types};

/// Read if it exists and no other file is given.
const DEFAULT_FILE: &str = "tonnage.toml";

/// Settings that every command accepts on the command line.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Flags {
    /// Read settings from this file instead of tonnage.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Directory of the embedded database and object store [default: tonnage-data]
    #[arg(long, global = true, value_name = "DIRECTORY")]
    pub data_dir: Option<PathBuf>,
    /// Address of the API and the pages [default: 127.0.0.1:7070]
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// Address of the embedded object store [default: 127.0.0.1:7071]
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub storage_listen: Option<String>,
    /// Roles of this process [default: all]
    #[arg(long, global = true, value_delimiter = ',', value_name = "ROLES")]
    pub roles: Option<Vec<Role>>,
}

/// A configuration, and the source of each value.
pub struct Loaded {
    pub config: Config,
    origins: BTreeMap<String, Origin>,
    /// The flags that were given, and their values as they are written.
    flags: Vec<(&'static str, String)>,
}

impl Loaded {
    pub(super) fn origins(&self) -> impl Iterator<Item = &Origin> {
        self.origins.values()
    }

    pub(super) fn flags(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.flags.iter().map(|(flag, value)| (*flag, value.as_str()))
    }

    pub fn origin(&self, key: &str) -> Origin {
        self.origins.get(key).cloned().unwrap_or(Origin::Default)
    }

    /// The source of a setting, or of the first one in a section.
    fn origin_within(&self, key: &str) -> Origin {
        let section = format!("{key}.");
        let first =
            || self.origins.iter().find(|(name, _)| name.starts_with(&section)).map(|(_, origin)| origin.clone());
        self.origins.get(key).cloned().or_else(first).unwrap_or(Origin::Default)
    }
}

/// The configuration, if nothing is wrong with it; otherwise everything that is.
pub fn load(flags: &Flags, variables: impl Iterator<Item = (String, String)>) -> Result<Loaded, Faults> {
    match read(flags, variables) {
        (loaded, faults) if faults.is_empty() => Ok(loaded),
        (_, faults) => Err(Faults(faults)),
    }
}

/// As [`load`], with defaults in place of what is wrong: for commands that must also work then.
pub fn read(flags: &Flags, variables: impl Iterator<Item = (String, String)>) -> (Loaded, Vec<Fault>) {
    let variables: Vec<(String, String)> = variables.collect();
    let (mut values, mut faults) = (BTreeMap::new(), Vec::new());
    if let Some(path) = file(flags, &variables) {
        let (settings, wrong) = read_file(&path);
        values.extend(settings.into_iter().map(|(key, value)| (key, (value, Origin::File(path.clone())))));
        faults.extend(wrong);
    }
    let (settings, wrong) = environment::settings(variables.into_iter());
    values.extend(settings.into_iter().map(|setting| (setting.key, (setting.value, setting.origin))));
    faults.extend(wrong);
    let mut given = Vec::new();
    for (key, value, name) in flag_values(flags) {
        given.push((name, written(&value)));
        values.insert(key.to_owned(), (value, Origin::Flag(name)));
    }
    let (mut table, mut origins) = (Table::new(), BTreeMap::new());
    for (key, (value, origin)) in values {
        if let Some(reason) = types::wrong_type(&key, &value) {
            faults.push(Fault::invalid(key, origin, &reason));
        } else {
            insert(&mut table, &key, value);
            origins.insert(key, origin);
        }
    }
    let config = table.try_into().unwrap_or_else(|error: toml::de::Error| {
        let message = format!("a setting has a wrong type: {}", error.message());
        faults.push(Fault { key: String::new(), origin: Origin::Default, message });
        Config::default()
    });
    let loaded = Loaded { config, origins, flags: given };
    for (key, reason) in validate(&loaded.config) {
        // The default that stands in for a value that cannot be read says nothing about it.
        if !faults.iter().any(|fault| fault.key == key) {
            let origin = loaded.origin_within(&key);
            faults.push(Fault::invalid(key, origin, &reason));
        }
    }
    (loaded, faults)
}

fn file(flags: &Flags, variables: &[(String, String)]) -> Option<PathBuf> {
    let named = || variables.iter().find(|(name, _)| name == "TONNAGE_CONFIG").map(|(_, path)| path.into());
    let default = || Path::new(DEFAULT_FILE).exists().then(|| DEFAULT_FILE.into());
    flags.config.clone().or_else(named).or_else(default)
}

/// The known settings of a file, and what is wrong with it.
fn read_file(path: &Path) -> (Vec<(String, Value)>, Vec<Fault>) {
    let whole = |message| vec![Fault { key: String::new(), origin: Origin::File(path.into()), message }];
    let shown = path.display();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return (Vec::new(), whole(format!("cannot read the configuration file {shown}: {error}"))),
    };
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => return (Vec::new(), whole(format!("{shown} is not valid TOML: {error}"))),
    };
    let known = super::manual::known_keys();
    let is_known = |key: &str| key.starts_with("providers.") || known.iter().any(|(name, _)| name == key);
    let (settings, others): (Vec<_>, Vec<_>) = flatten(&table).into_iter().partition(|(key, _)| is_known(key));
    let unknown = others.into_iter().map(|(key, _)| {
        let message = format!("{shown} has the unknown setting {key}{}", hint(suggestion(&key)));
        Fault { key, origin: Origin::File(path.into()), message }
    });
    (settings, unknown.collect())
}

fn flag_values(flags: &Flags) -> Vec<(&'static str, Value, &'static str)> {
    let text = |text: &String| Value::String(text.clone());
    let data_dir = flags.data_dir.as_ref().map(|path| Value::String(path.to_string_lossy().into_owned()));
    let role_name = |role: &Role| Value::String(format!("{role:?}").to_lowercase());
    let roles = flags.roles.as_ref().map(|roles| Value::Array(roles.iter().map(role_name).collect()));
    let given = [
        ("data_dir", data_dir, "--data-dir"),
        ("listen", flags.listen.as_ref().map(text), "--listen"),
        ("storage.listen", flags.storage_listen.as_ref().map(text), "--storage-listen"),
        ("roles", roles, "--roles"),
    ];
    given.into_iter().filter_map(|(key, value, name)| Some((key, value?, name))).collect()
}

/// As on a command line.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(written).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Flags, Loaded, load};

    fn loaded(file: &Path, variables: &[(&str, &str)], flags: Flags) -> Result<Loaded, String> {
        let flags = Flags { config: Some(file.to_owned()), ..flags };
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        load(&flags, variables).map_err(|error| error.to_string())
    }

    #[test]
    fn flags_beat_environment_beats_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("t.toml");
        std::fs::write(&file, "data_dir = 'a'\nlisten = '127.0.0.1:1'\n[storage]\nbucket = 'from-file'\n").unwrap();
        let variables = [
            ("TONNAGE_LISTEN", "127.0.0.1:2"),
            ("TONNAGE_DATA_DIR", "b"),
            ("TONNAGE_EGRESS__ALLOW", "10.0.0.0/8, fd00::/8"),
        ];
        let flags = Flags { data_dir: Some("c".into()), ..Flags::default() };
        let loaded = loaded(&file, &variables, flags).unwrap();
        assert_eq!(loaded.config.data_dir, Path::new("c"));
        assert_eq!(loaded.config.listen, "127.0.0.1:2");
        assert_eq!(loaded.config.storage.bucket, "from-file");
        assert_eq!(loaded.config.egress.allow.len(), 2);
        assert_eq!(loaded.origin("data_dir").to_string(), "--data-dir");
        assert_eq!(loaded.origin("listen").to_string(), "TONNAGE_LISTEN");
        assert_eq!(loaded.origin("storage.region").to_string(), "default");
    }

    type Variables = &'static [(&'static str, &'static str)];

    #[test]
    fn mistakes_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("t.toml");
        let cases: &[(&str, Variables, &str)] = &[
            ("", &[("TONNAGE_LISTN", "x")], "TONNAGE_LISTN is not a setting; did you mean TONNAGE_LISTEN?"),
            ("[storage]\nbuckt = 'x'", &[], "unknown setting storage.buckt; did you mean storage.bucket?"),
            ("", &[("TONNAGE_WORKERS__COUNT", "many")], "TONNAGE_WORKERS__COUNT must be a whole number"),
            ("", &[("TONNAGE_SECRET_KEY", "short")], "secret_key must have at least 32 bytes"),
            ("", &[("TONNAGE_SECRET_KEY_FILE", "/nowhere")], "cannot read the secret file /nowhere"),
            ("listen = 7070", &[], "listen must be text in quotes"),
            ("listen = 'here'", &[], "listen must be an address"),
            ("roles = ['api']", &[], "roles"),
            ("[database]\nurl = 'mysql://x'", &[], "database.url must begin with"),
            ("[database]\nurl = 'postgres://x/y'", &[], "secret_key must be set"),
            ("[storage]\nendpoint = 'https://s3.example.org'", &[], "storage.access_key must be set"),
            ("[storage]\nupload_url_seconds = 59", &[], "storage.upload_url_seconds must be from 60 to 604800"),
            ("[storage]\ndownload_url_seconds = 604801", &[], "storage.download_url_seconds must be from 60"),
            ("[webhooks]\nbackoff_seconds = [1, 2]", &[], "webhooks.backoff_seconds must be four numbers"),
            ("[webhooks]\nfailed_probe_millis = 5001", &[], "webhooks.failed_probe_millis must be from 0 to 5000"),
            ("[passwords]\nlanes = 0", &[], "passwords.lanes must be from 1 to 16"),
            (
                "[passwords]\nlanes = 4\nmemory_kib = 31",
                &[],
                "passwords.memory_kib must be from 8 for each lane to 1048576",
            ),
            ("[passwords]\niterations = 0", &[], "passwords.iterations must be from 1 to 100"),
            ("public_url = 'example.org'", &[], "public_url must"),
            ("= 1", &[], "not valid TOML"),
        ];
        for (text, variables, expected) in cases {
            std::fs::write(&file, text).unwrap();
            let message = loaded(&file, variables, Flags::default()).err().unwrap_or_default();
            assert!(message.contains(expected), "{text:?} {variables:?} gave {message:?}");
        }
    }

    #[test]
    fn secrets_can_come_from_files_and_are_never_printed() {
        let directory = tempfile::tempdir().unwrap();
        let (file, secret) = (directory.path().join("t.toml"), directory.path().join("secret"));
        std::fs::write(&file, "").unwrap();
        std::fs::write(&secret, "canary-canary-canary-canary-canary-1\n").unwrap();
        let variables = [("TONNAGE_SECRET_KEY_FILE", secret.to_str().unwrap())];
        let loaded = loaded(&file, &variables, Flags::default()).unwrap();
        assert_eq!(loaded.config.secret_key.expose(), "canary-canary-canary-canary-canary-1");
        let printed = format!("{:?}{}", loaded.config, super::super::show(&loaded));
        assert!(!printed.contains("canary"), "{printed}");
    }
}
