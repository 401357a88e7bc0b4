//! `tonnage doctor`: diagnoses problems and suggests fixes.

use std::net::IpAddr;
use std::process::ExitCode;

use serde_json::json;
use serving::{open_files, private};
use store::rate_limits;

use super::{fsck, secret};
use crate::bus;
use crate::clock::Clock;
use crate::config::{BusAddress, Config};
use crate::data_dir;
use crate::foundation::Foundation;
use crate::keys::Keys;
use crate::mail::Mailer;
use crate::operations::requests::proxies;
use crate::scan::Scanner;
use crate::start::storage_endpoint;
use crate::storage::{Finding, Storage};

const DISK_LOW_BYTES: u64 = 1 << 30;

pub async fn doctor(config: &Config, clock: Clock, json: bool) -> anyhow::Result<ExitCode> {
    let findings = examine(config, clock).await?;
    let is_ok = !findings.iter().any(Finding::is_bad);
    if json {
        say!("{}", json!({ "is_ok": is_ok, "findings": findings }));
    } else {
        for finding in &findings {
            say!("{finding}");
        }
    }
    Ok(if is_ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn examine(config: &Config, clock: Clock) -> anyhow::Result<Vec<Finding>> {
    let mut findings = vec![disk(config), privacy(config), handles()];
    let keys = match Foundation::open_existing(config, clock.clone()).await {
        Ok(foundation) => {
            findings.push(database(&foundation).await);
            findings.extend(connections(config, &foundation).await);
            findings.extend(untrusted_proxies(config, &foundation).await);
            findings.push(secret_key(config, &foundation).await);
            Some(foundation.keys)
        }
        Err(error) => {
            findings.push(Finding::bad(
                "database",
                format!("{error:#}"),
                "check database.url and that the server runs",
            ));
            // An external store has its own keys, so it can be checked even without the database.
            (!config.has_embedded_store()).then(|| Keys::derive(&config.secret_key))
        }
    };
    if let Some(keys) = keys {
        let storage = Storage::new(&config.storage, storage_endpoint(config)?, &keys, clock.clone())?;
        findings.extend(storage.examine(&clock, config.has_embedded_store()).await);
    }
    findings.extend(fsck::scrubbed(config));
    findings.push(mail(config).await);
    findings.extend(scanner(config).await);
    findings.extend(wake_ups(config).await);
    Ok(findings)
}

async fn database(foundation: &Foundation) -> Finding {
    let written = async {
        let mut tx = foundation.store.begin().await?;
        rate_limits::hit(&mut tx, "doctor", 1, foundation.clock.now()).await?;
        tx.commit().await
    };
    match written.await {
        Ok(()) => Finding::good("database", "answers, is up to date and accepts writes"),
        Err(error) => Finding::bad("database", error.to_string(), "check the log of the database"),
    }
}

async fn secret_key(config: &Config, foundation: &Foundation) -> Finding {
    match secret::leftover(config, foundation).await {
        Ok(None) => Finding::good("secret key", "one is accepted"),
        Ok(Some(text)) => Finding::note("secret key", text),
        Err(error) => Finding::bad("secret key", format!("{error:#}"), "check the log of the database"),
    }
}

/// `None` for SQLite, which has no limit that matters.
async fn connections(config: &Config, foundation: &Foundation) -> Option<Finding> {
    let wanted = i64::from(config.database.max_connections);
    let room = match foundation.store.connection_room().await {
        Ok(room) => room?,
        Err(error) => return Some(Finding::bad("connections", error.to_string(), "check the log of the database")),
    };
    let text = format!(
        "the database allows {} at once, {} are in use, and each process opens up to {wanted} (database.max_connections)",
        room.most, room.used
    );
    let fix = "lower database.max_connections, or raise max_connections of PostgreSQL: it must be enough for all \
         processes together";
    Some(match () {
        () if wanted > room.most => Finding::bad("connections", text, fix),
        () if wanted > room.most - room.used => {
            Finding::note("connections", format!("{text}; another process would not get enough: {fix}"))
        }
        () => Finding::good("connections", text),
    })
}

/// What the servers have noticed; one finding for each proxy.
async fn untrusted_proxies(config: &Config, foundation: &Foundation) -> Vec<Finding> {
    let noticed = async {
        let mut connection = foundation.store.read().await?;
        proxies::of_last_day(&mut connection, foundation.clock.now()).await
    };
    let noticed = match noticed.await {
        Ok(noticed) => noticed,
        Err(error) => return vec![Finding::bad("proxies", error.to_string(), "check the log of the database")],
    };
    // It may have been added since.
    let is_trusted = |address: &IpAddr| config.trusted_proxies.iter().any(|network| network.contains(address));
    let untrusted = noticed.into_iter().filter(|(address, _)| !is_trusted(address));
    let found: Vec<Finding> = untrusted.map(|(address, requests)| untrusted_proxy(address, requests)).collect();
    if found.is_empty() { vec![Finding::good("proxies", "no proxy was seen that is not trusted")] } else { found }
}

/// A proxy usually has an address of the own network. From elsewhere, a client may have sent the header itself.
fn untrusted_proxy(address: IpAddr, requests: i64) -> Finding {
    let text = format!(
        "{requests} requests of the last day were forwarded by {address}, which is not in trusted_proxies: all clients \
         behind it share the limits of one address"
    );
    let fix = format!(
        "if it is your proxy, add \"{address}/{}\" to trusted_proxies",
        if address.is_ipv4() { 32 } else { 128 }
    );
    let is_near = match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    };
    if is_near { Finding::bad("proxies", text, &fix) } else { Finding::note("proxies", format!("{text}; {fix}")) }
}

/// `None` if no bus is configured: a single process does not need one.
async fn wake_ups(config: &Config) -> Option<Finding> {
    let address = match BusAddress::parse(&config.bus.url) {
        Ok(address) => address?,
        Err(reason) => return Some(Finding::bad("bus", format!("bus.url {reason}"), "fix the setting")),
    };
    Some(match bus::check(&address).await {
        Ok(()) => Finding::good("bus", "NATS answers"),
        Err(error) => Finding::bad("bus", error, "check bus.url and that NATS runs; until then processes poll"),
    })
}

async fn mail(config: &Config) -> Finding {
    let mailer = match Mailer::new(&config.mail) {
        Ok(mailer) => mailer,
        Err(error) => return Finding::bad("mail", format!("{error:#}"), "fix the setting"),
    };
    match mailer.check().await {
        None => Finding::note("mail", "no server is set (mail.smtp_url): mails are kept and not sent"),
        Some(Ok(())) => Finding::good("mail", "the server answers"),
        Some(Err(error)) => Finding::bad("mail", format!("{error:#}"), "check mail.smtp_url and that the server runs"),
    }
}

/// `None` if no scanner is configured, which is usual.
async fn scanner(config: &Config) -> Option<Finding> {
    let scanner = Scanner::new(&config.scan)?;
    Some(match scanner.ping().await {
        Ok(()) => Finding::good("virus scanner", format!("{} answers", config.scan.clamd)),
        Err(error) => Finding::bad("virus scanner", error, "check scan.clamd and that clamd runs"),
    })
}

fn privacy(config: &Config) -> Finding {
    let directory = &config.data_dir;
    let objects = directory.join("objects");
    let open = private::accessible_to_others(directory).and_then(|found| {
        if objects.is_dir() { Ok([found, private::accessible_to_others(&objects)?].concat()) } else { Ok(found) }
    });
    match open {
        Ok(open) if open.is_empty() => Finding::good("privacy", "only this user can access the data directory"),
        Ok(open) => {
            let names: Vec<String> = open.iter().take(5).map(|path| path.display().to_string()).collect();
            Finding::bad(
                "privacy",
                format!("others can access {}{}", names.join(", "), if open.len() > 5 { " and more" } else { "" }),
                &format!("run `chmod -R go= {}`", directory.display()),
            )
        }
        Err(error) => Finding::note("privacy", format!("cannot read {}: {error}", directory.display())),
    }
}

fn handles() -> Finding {
    match open_files::limit() {
        Some(most) if most < open_files::LEAST => {
            let text =
                format!("this process may open up to {most} files; with many clients at once, some have to wait");
            Finding::note("open files", format!("{text}: raise the hard limit to {}", open_files::LEAST))
        }
        Some(most) => Finding::good("open files", format!("up to {most}")),
        None => Finding::good("open files", "no limit"),
    }
}

fn disk(config: &Config) -> Finding {
    match data_dir::free_bytes(config) {
        Ok(free) => {
            let text = format!("{} MiB free in {}", free >> 20, config.data_dir.display());
            if free < DISK_LOW_BYTES {
                Finding::bad("disk", text, "free some space, or move data_dir")
            } else {
                Finding::good("disk", text)
            }
        }
        Err(error) => {
            Finding::bad("disk", format!("cannot read {}: {error}", config.data_dir.display()), "check data_dir")
        }
    }
}
