//! Checks that a configuration is valid before anything starts with it.

mod addresses;

use domain::connection::ProviderKind;
use domain::quota::ENTRIES_LEAST;
use lettre::message::Mailbox;
use protocols::s3::Signer;
use rusty_s3::Credentials;
use serving::log;
use store::DatabaseAddress;

use super::{BusAddress, ClamdAddress, Config, PasswordHashes, Role, SmtpServer};

const SECRET_SHORTEST: usize = 32;
/// More would be a typing error: each takes a file handle of the process.
const CONNECTIONS_MOST: usize = 1_000_000;
const HASHES_MOST: usize = 1_000;

/// The settings that are wrong, each with what to write instead.
#[derive(Default)]
struct Wrong(Vec<(String, String)>);

impl Wrong {
    fn say(&mut self, key: impl Into<String>, reason: impl Into<String>) {
        self.0.push((key.into(), reason.into()));
    }

    fn unless(&mut self, is_right: bool, key: &str, reason: &str) {
        if !is_right {
            self.say(key, reason);
        }
    }
}

/// Everything that a start would refuse because of the configuration.
pub(super) fn validate(config: &Config) -> Vec<(String, String)> {
    let mut wrong = Wrong::default();
    addresses::check(config, &mut wrong);
    secret(config, &mut wrong);
    database(config, &mut wrong);
    roles(config, &mut wrong);
    storage(config, &mut wrong);
    mail(config, &mut wrong);
    log_level(config, &mut wrong);
    scanner(config, &mut wrong);
    if let Err(reason) = BusAddress::parse(&config.bus.url) {
        wrong.say("bus.url", reason);
    }
    webhooks(config, &mut wrong);
    password_hashes(config, &mut wrong);
    quotas(config, &mut wrong);
    providers(config, &mut wrong);
    numbers(config, &mut wrong);
    wrong.0
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

fn providers(config: &Config, wrong: &mut Wrong) {
    for (token, table) in &config.providers {
        if ProviderKind::parse(token).is_none() {
            wrong.say(
                format!("providers.{token}"),
                format!("cannot be set: {token} is not a provider, see docs/providers.md"),
            );
            continue;
        }
        for (name, value) in table {
            let key = format!("providers.{token}.{name}");
            let known = PROVIDER_SETTINGS.iter().find(|(known, _)| known == name);
            match (known, value.as_str()) {
                (None, _) => {
                    let names: Vec<&str> = PROVIDER_SETTINGS.iter().map(|(name, _)| *name).collect();
                    wrong.say(key, format!("is not known: use one of {}", names.join(", ")));
                }
                (Some(_), None) => wrong.say(key, "must be text in quotes"),
                (Some((_, true)), Some(text)) if !addresses::is_web_address(text) => {
                    wrong.say(key, "must be an address that begins with http:// or https://");
                }
                (Some(_), Some(_)) => {}
            }
        }
    }
}

fn secret(config: &Config, wrong: &mut Wrong) {
    let key = config.secret_key.expose();
    let is_long = key.is_empty() || key.len() >= SECRET_SHORTEST;
    let has_letters = !is_long || key.is_empty() || key.bytes().any(|byte| key.bytes().next() != Some(byte));
    wrong.unless(is_long, "secret_key", "must have at least 32 bytes; `openssl rand -hex 32` generates one");
    wrong.unless(has_letters, "secret_key", "must not repeat one character; `openssl rand -hex 32` generates one");
}

fn is_postgres(config: &Config) -> bool {
    let url = config.database.url.expose();
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

fn database(config: &Config, wrong: &mut Wrong) {
    let url = config.database.url.expose();
    if !(url.is_empty() || is_postgres(config) || url.starts_with("sqlite://")) {
        wrong.say("database.url", "must begin with postgres:// or sqlite://, or be empty");
    } else if let Err(reason) = DatabaseAddress::new(&config.database.url, &config.data_dir).check() {
        wrong.say("database.url", reason);
    }
    if is_postgres(config) && config.secret_key.is_empty() {
        wrong.say(
            "secret_key",
            "must be set with PostgreSQL, the same in all processes; `openssl rand -hex 32` generates one",
        );
    }
}

fn roles(config: &Config, wrong: &mut Wrong) {
    let is_whole = [Role::Api, Role::Worker, Role::Store].into_iter().all(|role| config.has_role(role));
    if config.roles.is_empty() {
        wrong.say("roles", "must name at least one of api, worker, store");
    } else if !is_postgres(config) && !is_whole {
        wrong.say("roles", "can be split only with PostgreSQL (database.url): SQLite serves one process");
    }
}

fn storage(config: &Config, wrong: &mut Wrong) {
    let storage = &config.storage;
    if storage.access_key.is_empty() != storage.secret_key.is_empty() {
        wrong.say("storage.access_key", "and storage.secret_key must be set together");
    } else if !config.has_embedded_store() && storage.access_key.is_empty() {
        wrong.say("storage.access_key", "must be set, with storage.secret_key, when storage.endpoint is");
    }
    wrong.unless(!storage.bucket.is_empty(), "storage.bucket", "must not be empty");
    bucket_in_host_names(config, wrong);
    let lives = [
        ("storage.upload_url_seconds", storage.upload_url_seconds),
        ("storage.download_url_seconds", storage.download_url_seconds),
    ];
    for (key, seconds) in lives {
        // Stores reject URLs that live longer than a week, and clients cannot use URLs that expire at once.
        wrong.unless((60..=604_800).contains(&seconds), key, "must be from 60 to 604800");
    }
}

/// The name of the bucket becomes a part of the host names of the store, which an IP address does not allow.
fn bucket_in_host_names(config: &Config, wrong: &mut Wrong) {
    let storage = &config.storage;
    if storage.path_style || storage.bucket.is_empty() {
        return;
    }
    let listen = format!("http://{}", storage.listen);
    let own = if config.has_embedded_store() { listen.as_str() } else { storage.endpoint.as_str() };
    let is_possible = |address: &str| {
        let Ok(address) = address.parse() else { return true };
        let (bucket, region) = (storage.bucket.clone(), storage.region.clone());
        Signer::new(address, false, bucket, region, Credentials::new("", "")).is_ok()
    };
    if ![own, &storage.public_endpoint].into_iter().all(is_possible) {
        wrong.say(
            "storage.path_style",
            "must be true: storage.bucket cannot become a part of the store's host name, for example because that is an \
             IP address",
        );
    }
}

fn mail(config: &Config, wrong: &mut Wrong) {
    if let Err(reason) = SmtpServer::parse(&config.mail.smtp_url) {
        wrong.say("mail.smtp_url", reason);
    }
    let is_sender = config.mail.from.parse::<Mailbox>().is_ok();
    wrong.unless(is_sender, "mail.from", "must be an address such as Tonnage <files@example.org>");
}

fn log_level(config: &Config, wrong: &mut Wrong) {
    if let Err(reason) = log::filter_of(&config.log.level) {
        wrong.say("log.level", format!("cannot be used: {reason}"));
    }
}

fn scanner(config: &Config, wrong: &mut Wrong) {
    let clamd = &config.scan.clamd;
    wrong.unless(
        clamd.is_empty() || ClamdAddress::parse(clamd).is_some(),
        "scan.clamd",
        "must be host:port or unix: and an absolute path, such as unix:/run/clamav/clamd.ctl",
    );
}

fn webhooks(config: &Config, wrong: &mut Wrong) {
    // Five attempts have four pauses between them, and nobody waits longer than a week.
    let pauses = &config.webhooks.backoff_seconds;
    wrong.unless(
        pauses.len() == 4 && pauses.iter().all(|seconds| *seconds <= 604_800),
        "webhooks.backoff_seconds",
        "must be four numbers from 0 to 604800, such as [5, 300, 1800, 7200]",
    );
    // A failure that takes longer than the probe itself would only keep people waiting.
    let is_short = config.webhooks.failed_probe_millis <= 5_000;
    wrong.unless(is_short, "webhooks.failed_probe_millis", "must be from 0 to 5000");
}

/// The bounds keep a typing error from exhausting the memory, and are within those of Argon2.
fn password_hashes(config: &Config, wrong: &mut Wrong) {
    let PasswordHashes { memory_kib, iterations, lanes } = config.passwords;
    wrong.unless((1..=16).contains(&lanes), "passwords.lanes", "must be from 1 to 16");
    let is_enough = (8 * lanes.clamp(1, 16)..=1_048_576).contains(&memory_kib);
    wrong.unless(is_enough, "passwords.memory_kib", "must be from 8 for each lane to 1048576");
    wrong.unless((1..=100).contains(&iterations), "passwords.iterations", "must be from 1 to 100");
}

fn quotas(config: &Config, wrong: &mut Wrong) {
    let limits = &config.limits;
    wrong.unless(
        limits.portal_entries_per_hour >= ENTRIES_LEAST,
        "limits.portal_entries_per_hour",
        "must be at least 1000, which is what one request can add",
    );
    let bytes = [
        ("limits.portal_stored_bytes", limits.portal_stored_bytes),
        ("limits.team_stored_bytes", limits.team_stored_bytes),
    ];
    for (key, bytes) in bytes {
        wrong.unless(bytes >= 0, key, "must not be negative; 0 means no limit");
    }
}

fn numbers(config: &Config, wrong: &mut Wrong) {
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
    for (key, is_positive) in positive {
        wrong.unless(is_positive, key, "must be greater than zero");
    }
    let most = [
        ("limits.connections", limits.connections, CONNECTIONS_MOST),
        ("limits.password_hashes_at_once", limits.password_hashes_at_once, HASHES_MOST),
    ];
    for (key, value, most) in most {
        wrong.unless(value <= most, key, &format!("must be at most {most}"));
    }
}
