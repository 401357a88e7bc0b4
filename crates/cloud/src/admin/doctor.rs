//! `tonnage doctor`: what works, what does not, and how to mend it.

use std::process::ExitCode;

use crate::clock::Clock;
use crate::config::Config;
use crate::foundation::Foundation;
use crate::keys::Keys;
use crate::mail::Mailer;
use crate::scan::Scanner;
use crate::serve::unused;
use crate::start::storage_endpoint;
use crate::storage::{Finding, Storage};

const DISK_LOW_BYTES: u64 = 1 << 30;

pub async fn doctor(config: &Config, clock: Clock) -> anyhow::Result<ExitCode> {
    let mut findings = vec![disk(config)];
    let keys = match Foundation::open_existing(config, clock.clone()).await {
        Ok(foundation) => {
            findings.push(database(&foundation).await);
            Some(foundation.keys)
        }
        Err(error) => {
            findings.push(Finding::bad(
                "database",
                format!("{error:#}"),
                "check database.url and that the server runs",
            ));
            // A foreign store has keys of its own and can be examined all the same.
            (!config.has_embedded_store()).then(|| Keys::derive(&config.secret_key))
        }
    };
    if let Some(keys) = keys {
        let storage = Storage::new(&config.storage, storage_endpoint(config)?, &keys, clock.clone())?;
        findings.extend(storage.examine(&clock, config.has_embedded_store()).await);
    }
    findings.push(mail(config).await);
    findings.extend(scanner(config).await);
    findings.extend(unused(config).into_iter().map(|setting| {
        Finding::note("settings", format!("{setting} is set, but no part of this version uses it yet"))
    }));
    for finding in &findings {
        say!("{finding}");
    }
    Ok(if findings.iter().any(Finding::is_bad) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn database(foundation: &Foundation) -> Finding {
    let written = async {
        let mut tx = foundation.store.begin().await?;
        crate::store::rate_limits::hit(&mut tx, "doctor", 1, foundation.clock.now()).await?;
        tx.commit().await
    };
    match written.await {
        Ok(()) => Finding::good("database", "answers, is up to date and takes writes"),
        Err(error) => Finding::bad("database", error.to_string(), "look at the database's own log"),
    }
}

async fn mail(config: &Config) -> Finding {
    let mailer = match Mailer::new(&config.mail) {
        Ok(mailer) => mailer,
        Err(error) => return Finding::bad("mail", format!("{error:#}"), "mend the setting"),
    };
    match mailer.check().await {
        None => Finding::note("mail", "no server is set (mail.smtp_url): mails are kept in the outbox"),
        Some(Ok(())) => Finding::good("mail", "the server answers"),
        Some(Err(error)) => Finding::bad("mail", format!("{error:#}"), "check mail.smtp_url and that the server runs"),
    }
}

/// Nothing to say when none is set: most installations have none.
async fn scanner(config: &Config) -> Option<Finding> {
    let scanner = Scanner::new(&config.scan)?;
    Some(match scanner.ping().await {
        Ok(()) => Finding::good("virus scanner", format!("{} answers", config.scan.clamd)),
        Err(error) => Finding::bad("virus scanner", error, "check scan.clamd and that clamd runs"),
    })
}

fn disk(config: &Config) -> Finding {
    let directory = config.data_dir.ancestors().find(|path| path.is_dir()).unwrap_or(std::path::Path::new("."));
    match rustix::fs::statvfs(directory) {
        Ok(stat) => {
            let free = stat.f_bavail.saturating_mul(stat.f_frsize);
            let text = format!("{} MiB free in {}", free >> 20, config.data_dir.display());
            if free < DISK_LOW_BYTES {
                Finding::bad("disk", text, "make room, or move data_dir")
            } else {
                Finding::good("disk", text)
            }
        }
        Err(error) => {
            Finding::bad("disk", format!("cannot look at {}: {error}", directory.display()), "check data_dir")
        }
    }
}
