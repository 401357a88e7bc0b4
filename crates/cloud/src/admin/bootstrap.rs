//! `tonnage admin bootstrap`

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use domain::key_scope::KeyScopes;
use store::{DatabaseAddress, Store};

use crate::clock::Clock;
use crate::config::Config;
use crate::credentials::random;
use crate::foundation::Foundation;
use crate::operations::teams::bootstrap::{Bootstrapped, NewTeam, bootstrap};
use crate::secret::Secret;

#[derive(clap::Args)]
pub struct Arguments {
    /// Name of the Team
    #[arg(long)]
    team: String,
    /// Email address of its Owner, who must not have an account yet
    #[arg(long)]
    email: String,
    /// The Owner's password; other users of this machine can see it, so prefer a file. If no password is given, one is
    /// generated and printed once
    #[arg(long)]
    password: Option<String>,
    /// File with the Owner's password
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
    /// What the API key may be used for: read, send, receive, manage; all of them unless set
    #[arg(long, value_name = "SCOPES", value_delimiter = ',')]
    scopes: Option<Vec<String>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A Team can be the first of a new installation. An existing one is opened as it is.
pub(super) async fn foundation(config: &Config) -> anyhow::Result<Foundation> {
    let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
    if Store::schema_version_at(&address).await?.is_some() {
        return Foundation::open_existing(config, Clock::System).await;
    }
    let objects = config.data_dir.join("objects");
    if std::fs::read_dir(&objects).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(
            "the database is empty, but {} has content: check database.url and --data-dir, or restore the database from \
             a backup",
            objects.display()
        );
    }
    Foundation::open(config, Clock::System).await
}

pub(super) async fn run(foundation: &Foundation, arguments: Arguments) -> anyhow::Result<()> {
    let given = match (arguments.password, arguments.password_file) {
        (Some(password), _) => Some(password),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            Some(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        (None, None) => None,
    };
    let generated = given.is_none().then(|| random::secret(""));
    let new = NewTeam {
        team: &arguments.team,
        email: &arguments.email,
        password: Secret::new(given.or_else(|| generated.clone()).unwrap_or_default()),
        password_change_required: generated.is_some(),
        key_scopes: Some(KeyScopes::parse("scopes", arguments.scopes.as_deref())?),
    };
    let made = bootstrap(&foundation.tools(), &new).await?;
    if arguments.json {
        say!("{}", serde_json::to_string(&Made { made, password: generated })?);
        return Ok(());
    }
    say!("Team      {}\nOwner     {}\nAPI key   {}   (shown once)", made.team_id, made.user_id, made.api_key);
    if let Some(password) = generated {
        say!("Password  {password}   (shown once; change it at the first sign-in)");
    }
    Ok(())
}

#[derive(serde::Serialize)]
struct Made {
    #[serde(flatten)]
    made: Bootstrapped,
    /// If it was generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
}
