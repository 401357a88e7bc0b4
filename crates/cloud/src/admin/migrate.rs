//! `tonnage admin migrate`

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use store::{DatabaseAddress, SCHEMA_VERSION, Store};

use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir;
use crate::foundation::Foundation;
use crate::interruption;

#[derive(clap::Args)]
pub struct Arguments {
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
}

pub(super) async fn run(config: &Config, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
    let found = Store::schema_version_at(&address).await?;
    // A mistyped directory or database must not become a new installation.
    if found.is_none() {
        bail!("{address}: the database is empty; start the server to create an installation, or check --data-dir");
    }
    let wanted = i64::try_from(SCHEMA_VERSION)?;
    let found = found.unwrap_or_default();
    say!("{address}: schema {found}, this program wants {wanted}");
    if found >= wanted {
        say!("nothing to do");
    } else if arguments.dry_run {
        say!("{} migrations to run", wanted - found);
    } else {
        data_dir::present_secret(config)?.context("there is no secret key: set secret_key, or check --data-dir")?;
        interruption::leaves("the last migration that was begun is undone: run the same command again to continue");
        Foundation::open(config, Clock::System).await?.store.close().await;
        say!("migrated");
    }
    Ok(ExitCode::SUCCESS)
}
