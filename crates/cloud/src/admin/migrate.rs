//! `tonnage admin migrate`

use std::process::ExitCode;

use store::{DatabaseAddress, SCHEMA_VERSION, Store};

use crate::clock::Clock;
use crate::config::Config;
use crate::credentials::Cost;
use crate::foundation::Foundation;

#[derive(clap::Args)]
pub struct Arguments {
    /// Only say what would be done
    #[arg(long)]
    dry_run: bool,
}

pub(super) async fn run(config: &Config, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
    let found = Store::schema_version_at(&address).await?;
    let wanted = i64::try_from(SCHEMA_VERSION)?;
    let found_text = found.map_or_else(|| "no schema".to_owned(), |version| format!("schema {version}"));
    say!("{address}: {found_text}, this program wants {wanted}");
    if found.is_some_and(|found| found >= wanted) {
        say!("nothing to do");
    } else if arguments.dry_run {
        say!("{} migrations to run", wanted - found.unwrap_or(0));
    } else {
        Foundation::open(config, Clock::System, Cost::Strong).await?.store.close().await;
        say!("migrated");
    }
    Ok(ExitCode::SUCCESS)
}
