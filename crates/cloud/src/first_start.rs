//! The first start on an empty database: a Team, its Owner, a key.

use std::fmt;

use store::{StoreError, users};
use url::Url;

use crate::app::App;
use crate::credentials::random;
use crate::error::ApiError;
use crate::operations::teams::bootstrap::{NewTeam, Tools, bootstrap};
use crate::secret::Secret;

/// All our objects in a bucket are below this prefix.
const PREFIX: &str = "packages/";
const TEAM: &str = "My Team";
const EMAIL: &str = "owner@localhost";

/// Shown to the operator once, and to nobody else.
pub struct Welcome {
    address: String,
    password: Secret,
    api_key: Secret,
}

pub async fn if_needed(app: &App, api: Option<&Url>) -> anyhow::Result<Option<Welcome>> {
    if users::any_exists(&mut *app.store.read().await?).await? {
        return Ok(None);
    }
    refuse_foreign_content(app).await?;
    let password = Secret::new(random::secret(""));
    let new = NewTeam {
        team: TEAM,
        email: EMAIL,
        password: password.clone(),
        password_change_required: true,
        key_scopes: None,
    };
    let tools = Tools { store: &app.store, passwords: &app.passwords, ids: &app.ids, clock: &app.clock };
    match bootstrap(&tools, &new).await {
        Ok(made) => {
            let address = api.unwrap_or(&app.public_url).to_string();
            Ok(Some(Welcome { address, password, api_key: Secret::new(made.api_key) }))
        }
        // Another process of the same installation was faster, and shows it to the operator.
        Err(ApiError::Duplicate { .. } | ApiError::Store(StoreError::Duplicate(_))) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Content without any account belongs to an installation whose database is elsewhere, or lost. A store that does not
/// answer yet has its own alarm.
async fn refuse_foreign_content(app: &App) -> anyhow::Result<()> {
    if let Ok((keys, _)) = app.storage.keys(PREFIX, "").await
        && !keys.is_empty()
    {
        anyhow::bail!(
            "the database is empty, but the object store {} has content: check database.url and --data-dir, or restore \
             the database from a backup. For a new installation, use another --data-dir or bucket",
            app.storage.endpoint()
        );
    }
    Ok(())
}

impl fmt::Display for Welcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "Welcome to Tonnage. This is shown once.")?;
        writeln!(formatter)?;
        writeln!(formatter, "  Address   {}", self.address)?;
        writeln!(formatter, "  Email     {EMAIL}")?;
        writeln!(formatter, "  Password  {}   (change it at the first sign-in)", self.password.expose())?;
        writeln!(formatter, "  API key   {}", self.api_key.expose())
    }
}
