//! `tonnage admin storage`

use crate::config::Config;
use crate::foundation::Foundation;
use crate::storage::credentials;

#[derive(clap::Subcommand)]
pub enum StorageCommand {
    /// Print the keys with which any S3 client opens the store
    Credentials {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(config: &Config, foundation: &Foundation, command: &StorageCommand) {
    let StorageCommand::Credentials { json } = command;
    let (access_key, secret_key) = credentials(&config.storage, &foundation.keys);
    let endpoint = if config.has_embedded_store() {
        format!("http://{}", config.storage.listen)
    } else {
        config.storage.endpoint.clone()
    };
    let secret_key = secret_key.expose();
    let (bucket, region) = (&config.storage.bucket, &config.storage.region);
    if *json {
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
