//! Checks that a configuration is valid before anything starts with it.

use std::net::SocketAddr;

use domain::connection::ProviderKind;
use domain::quota::ENTRIES_LEAST;

use super::{BusAddress, ClamdAddress, Config, PasswordHashes, Role};

const SECRET_SHORTEST: usize = 32;

type Check = Result<(), (&'static str, String)>;

fn wrong(key: &'static str, reason: &str) -> Check {
    Err((key, reason.to_owned()))
}

pub(super) fn validate(config: &Config) -> Check {
    address("listen", &config.listen)?;
    address("storage.listen", &config.storage.listen)?;
    if !config.metrics.listen.is_empty() {
        address("metrics.listen", &config.metrics.listen)?;
    }
    web_address("public_url", &config.public_url)?;
    web_address("storage.endpoint", &config.storage.endpoint)?;
    web_address("storage.public_endpoint", &config.storage.public_endpoint)?;
    secret(config)?;
    database(config)?;
    storage(config)?;
    scanner(config)?;
    bus(config)?;
    back_off(config)?;
    failed_probe(config)?;
    password_hashes(config)?;
    quotas(config)?;
    providers(config)?;
    numbers(config)
}

/// The settings of a provider, and whether each is an address.
const PROVIDER_SETTINGS: [(&str, bool); 7] = [
    ("base_url", true),
    ("sts_url", true),
    ("token_url", true),
    ("upload_url", true),
    ("access_key", false),
    ("secret_key", false),
    ("scope", false),
];

fn providers(config: &Config) -> Check {
    for (token, table) in &config.providers {
        if ProviderKind::parse(token).is_none() {
            return wrong("providers", &format!("{token} is not a provider: see docs/providers.md"));
        }
        for (name, value) in table {
            let known = PROVIDER_SETTINGS.iter().find(|(known, _)| known == name);
            let Some((_, is_address)) = known else {
                let names: Vec<&str> = PROVIDER_SETTINGS.iter().map(|(name, _)| *name).collect();
                return wrong("providers", &format!("{token}.{name} is not known: use one of {}", names.join(", ")));
            };
            let Some(text) = value.as_str() else {
                return wrong("providers", &format!("{token}.{name} must be text"));
            };
            if *is_address && web_address("providers", text).is_err() {
                return wrong("providers", &format!("{token}.{name} must be an address: http:// or https://"));
            }
        }
    }
    Ok(())
}

fn address(key: &'static str, text: &str) -> Check {
    if text.parse::<SocketAddr>().is_ok() {
        return Ok(());
    }
    wrong(key, "must be an address with a port, such as 127.0.0.1:7070 or [::]:7070")
}

fn web_address(key: &'static str, text: &str) -> Check {
    if text.is_empty() {
        return Ok(());
    }
    match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none() => Ok(()),
        _ => wrong(key, "must be an address that begins with http:// or https://"),
    }
}

fn secret(config: &Config) -> Check {
    let key = config.secret_key.expose();
    if key.is_empty() {
        return Ok(());
    }
    if key.len() < SECRET_SHORTEST {
        return wrong("secret_key", "must have at least 32 bytes; `openssl rand -hex 32` generates one");
    }
    let first = key.bytes().next();
    if key.bytes().all(|byte| Some(byte) == first) {
        return wrong("secret_key", "must not repeat one character");
    }
    Ok(())
}

fn database(config: &Config) -> Check {
    let url = config.database.url.expose();
    let postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    if !(url.is_empty() || postgres || url.starts_with("sqlite://")) {
        return wrong("database.url", "must begin with postgres:// or sqlite://");
    }
    if postgres && config.secret_key.is_empty() {
        return wrong("secret_key", "must be set with PostgreSQL, the same in all processes");
    }
    if config.roles.is_empty() {
        return wrong("roles", "must name at least one of api, worker, store");
    }
    let whole = [Role::Api, Role::Worker, Role::Store].into_iter().all(|role| config.has_role(role));
    if !postgres && !whole {
        return wrong("roles", "can be split only with PostgreSQL: SQLite serves one process");
    }
    Ok(())
}

fn storage(config: &Config) -> Check {
    let storage = &config.storage;
    if storage.access_key.is_empty() != storage.secret_key.is_empty() {
        return wrong("storage.access_key", "and storage.secret_key must be set together");
    }
    if !config.has_embedded_store() && storage.access_key.is_empty() {
        return wrong("storage.access_key", "must be set, with storage.secret_key, when storage.endpoint is");
    }
    if storage.bucket.is_empty() {
        return wrong("storage.bucket", "must not be empty");
    }
    url_life("storage.upload_url_seconds", storage.upload_url_seconds)?;
    url_life("storage.download_url_seconds", storage.download_url_seconds)
}

fn bus(config: &Config) -> Check {
    BusAddress::parse(&config.bus.url).map_or_else(|reason| wrong("bus.url", reason), |_| Ok(()))
}

fn scanner(config: &Config) -> Check {
    let clamd = &config.scan.clamd;
    if clamd.is_empty() || ClamdAddress::parse(clamd).is_some() {
        return Ok(());
    }
    wrong("scan.clamd", "must be host:port or unix: and an absolute path, such as unix:/run/clamav/clamd.ctl")
}

/// Five attempts have four pauses between them, and nobody waits longer than a week.
fn back_off(config: &Config) -> Check {
    let pauses = &config.webhooks.backoff_seconds;
    if pauses.len() == 4 && pauses.iter().all(|seconds| *seconds <= 604_800) {
        return Ok(());
    }
    wrong("webhooks.backoff_seconds", "must be four numbers from 0 to 604800, such as 5, 300, 1800, 7200")
}

/// A failure that takes longer than the probe itself would only keep people waiting.
fn failed_probe(config: &Config) -> Check {
    if config.webhooks.failed_probe_millis <= 5_000 {
        return Ok(());
    }
    wrong("webhooks.failed_probe_millis", "must be from 0 to 5000")
}

/// Stores reject URLs that live longer than a week, and clients cannot use URLs that expire at once.
fn url_life(key: &'static str, seconds: u64) -> Check {
    if (60..=604_800).contains(&seconds) {
        return Ok(());
    }
    wrong(key, "must be from 60 to 604800")
}

/// The bounds keep a typing error from exhausting the memory, and are within those of Argon2.
fn password_hashes(config: &Config) -> Check {
    let PasswordHashes { memory_kib, iterations, lanes } = config.passwords;
    if !(1..=16).contains(&lanes) {
        return wrong("passwords.lanes", "must be from 1 to 16");
    }
    if !(8 * lanes..=1_048_576).contains(&memory_kib) {
        return wrong("passwords.memory_kib", "must be from 8 for each lane to 1048576");
    }
    if !(1..=100).contains(&iterations) {
        return wrong("passwords.iterations", "must be from 1 to 100");
    }
    Ok(())
}

fn quotas(config: &Config) -> Check {
    let limits = &config.limits;
    if limits.portal_entries_per_hour < ENTRIES_LEAST {
        return wrong("limits.portal_entries_per_hour", "must be at least 1000, which is what one request can add");
    }
    let bytes = [
        ("limits.portal_stored_bytes", limits.portal_stored_bytes),
        ("limits.team_stored_bytes", limits.team_stored_bytes),
    ];
    match bytes.into_iter().find(|(_, bytes)| *bytes < 0) {
        Some((key, _)) => wrong(key, "must not be negative; 0 means no limit"),
        None => Ok(()),
    }
}

fn numbers(config: &Config) -> Check {
    let limits = &config.limits;
    let positive: [(&'static str, bool); 23] = [
        ("workers.count", config.workers.count > 0),
        ("workers.poll_seconds", config.workers.poll_seconds > 0),
        ("database.max_connections", config.database.max_connections > 0),
        ("database.statement_seconds", config.database.statement_seconds > 0),
        ("scan.timeout_seconds", config.scan.timeout_seconds > 0),
        ("transfers.call_seconds", config.transfers.call_seconds > 0),
        ("limits.body_bytes", limits.body_bytes > 0),
        ("limits.header_bytes", limits.header_bytes > 0),
        ("limits.connections", limits.connections > 0),
        ("limits.connections_per_address", limits.connections_per_address > 0),
        ("limits.header_seconds", limits.header_seconds > 0),
        ("limits.request_seconds", limits.request_seconds > 0),
        ("limits.stall_seconds", limits.stall_seconds > 0),
        ("limits.user_token_days", limits.user_token_days > 0),
        ("limits.session_days", limits.session_days > 0),
        ("limits.sign_in_tries_per_minute", limits.sign_in_tries_per_minute > 0),
        ("limits.sign_in_tries_per_hour", limits.sign_in_tries_per_hour > 0),
        ("limits.address_tries_per_minute", limits.address_tries_per_minute > 0),
        ("limits.refusals_per_minute", limits.refusals_per_minute > 0),
        ("limits.mails_per_address_per_hour", limits.mails_per_address_per_hour > 0),
        ("limits.portal_packages_per_hour", limits.portal_packages_per_hour > 0),
        ("limits.portal_all_packages_per_hour", limits.portal_all_packages_per_hour > 0),
        ("limits.password_hashes_at_once", limits.password_hashes_at_once > 0),
    ];
    match positive.into_iter().find(|(_, fine)| !fine) {
        Some((key, _)) => wrong(key, "must be greater than zero"),
        None => Ok(()),
    }
}
