//! `tonnage admin storage`

use std::process::ExitCode;

use crate::config::Config;
use crate::foundation::Foundation;
use crate::start::storage_endpoint;
use crate::storage::{BUCKET_RULES, BucketRules, RulesWritten, Storage, credentials};

#[derive(clap::Subcommand)]
pub enum StorageCommand {
    /// Print the access keys of the store, for any S3 client
    Credentials {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the rules that the bucket of an external store needs (CORS, expiry of unfinished uploads), or print them
    Prepare(PrepareArguments),
}

#[derive(clap::Args)]
pub struct PrepareArguments {
    /// Only print the rules, for someone who has the permission to write them
    #[arg(long)]
    print: bool,
    /// Replace existing rules of the bucket
    #[arg(long, conflicts_with = "print")]
    replace: bool,
}

impl StorageCommand {
    /// The rules are the same for every installation, so they can be printed before there is one.
    pub(super) const fn only_prints_rules(&self) -> bool {
        matches!(self, Self::Prepare(PrepareArguments { print: true, .. }))
    }
}

pub(super) fn print_rules() {
    for BucketRules { name, for_people, .. } in &BUCKET_RULES {
        say!("{name}:\n{for_people}");
    }
}

pub(super) async fn run(
    config: &Config,
    foundation: &Foundation,
    command: &StorageCommand,
) -> anyhow::Result<ExitCode> {
    match command {
        StorageCommand::Credentials { json } => show_credentials(config, foundation, *json),
        StorageCommand::Prepare(arguments) => return prepare(config, foundation, arguments).await,
    }
    Ok(ExitCode::SUCCESS)
}

async fn prepare(config: &Config, foundation: &Foundation, arguments: &PrepareArguments) -> anyhow::Result<ExitCode> {
    if config.has_embedded_store() {
        say!("the embedded store already has these rules; nothing to do");
        return Ok(ExitCode::SUCCESS);
    }
    let endpoint = storage_endpoint(config)?;
    let storage = Storage::new(&config.storage, endpoint, &foundation.keys, foundation.clock.clone())?;
    storage.ready().await?;
    let mut outcome = ExitCode::SUCCESS;
    for rules in &BUCKET_RULES {
        if !give(&storage, rules, arguments.replace).await {
            outcome = ExitCode::FAILURE;
        }
    }
    Ok(outcome)
}

/// Prints the outcome, and returns whether the bucket has the rules now.
async fn give(storage: &Storage, rules: &BucketRules, replace: bool) -> bool {
    let BucketRules { name, for_people, .. } = rules;
    match storage.write_rules(rules, replace).await {
        Ok(RulesWritten::Written) => say!("{name}: written"),
        Ok(RulesWritten::ThereAlready) => say!("{name}: already set"),
        Ok(RulesWritten::OthersThere) => {
            say!(
                "{name}: the bucket has other rules, which were not changed; add this one, or replace them with --replace:\n{for_people}"
            );
            return false;
        }
        Err(error) => {
            say!(
                "{name}: {error}; if the store supports such rules, give this to someone who has the permission to set it:\n{for_people}"
            );
            return false;
        }
    }
    true
}

fn show_credentials(config: &Config, foundation: &Foundation, json: bool) {
    let (access_key, secret_key) = credentials(&config.storage, &foundation.keys);
    let endpoint = if config.has_embedded_store() {
        format!("http://{}", config.storage.listen)
    } else {
        config.storage.endpoint.clone()
    };
    let secret_key = secret_key.expose();
    let (bucket, region) = (&config.storage.bucket, &config.storage.region);
    if json {
        let pairs = serde_json::json!({
            "endpoint": endpoint, "bucket": bucket, "region": region, "access_key": access_key, "secret_key": secret_key,
        });
        say!("{pairs}");
    } else {
        say!(
            "endpoint    {endpoint}\nbucket      {bucket}\nregion      {region}\naccess key  {access_key}\nsecret key  {secret_key}"
        );
    }
}
