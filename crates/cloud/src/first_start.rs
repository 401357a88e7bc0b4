//! The first start on an empty database: a Team, its Owner, a key.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::Context as _;
use serving::private;
use store::{StoreError, users};
use url::Url;
use wire::ids::TeamId;

use crate::app::App;
use crate::credentials::random;
use crate::error::ApiError;
use crate::operations::teams::bootstrap::{Bootstrapped, NewTeam, Tools, bootstrap_after};
use crate::secret::Secret;

/// All our objects in a bucket are below this prefix.
const PREFIX: &str = "packages/";
const TEAM: &str = "My Team";
const EMAIL: &str = "owner@localhost";

const FILE: &str = "first-start.txt";

/// Shown to the operator once, and to nobody else.
pub struct Welcome {
    address: String,
    password: Secret,
    team: TeamId,
    api_key: Secret,
    file: PathBuf,
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
    let mut welcome = None;
    let made = bootstrap_after(&tools, &new, |made| {
        let found = Welcome::of(app, api, password, made);
        found.keep(&app.config.data_dir)?;
        welcome = Some(found);
        Ok(())
    });
    match made.await {
        Ok(_) => Ok(welcome),
        // Another process of the same installation was faster, and shows it to the operator.
        Err(ApiError::Duplicate { .. } | ApiError::Store(StoreError::Duplicate(_))) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Welcome {
    fn of(app: &App, api: Option<&Url>, password: Secret, made: &Bootstrapped) -> Self {
        // What the operator has set is how people reach the server. Otherwise it is the address it listens on.
        let address = api.filter(|_| app.config.public_url.is_empty()).unwrap_or(&app.public_url).to_string();
        let (team, api_key) = (made.team_id.clone(), Secret::new(made.api_key.as_str()));
        Self { address, password, team, api_key, file: app.config.data_dir.join(FILE) }
    }

    /// Before anything is committed: after that, the password is nowhere else, and a crash must not lose it.
    fn keep(&self, data_dir: &Path) -> anyhow::Result<()> {
        private::write(&self.file, &self.to_string())?;
        private::sync_directory(data_dir)
    }

    /// The file that contains it.
    pub fn file(&self) -> &Path {
        &self.file
    }

    pub fn remove_file(&self) -> anyhow::Result<()> {
        fs::remove_file(&self.file).with_context(|| format!("cannot remove {}", self.file.display()))
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
        writeln!(formatter, "  Team      {}", self.team)?;
        writeln!(formatter, "  API key   {}", self.api_key.expose())?;
        writeln!(formatter)?;
        writeln!(formatter, "Next steps:")?;
        writeln!(formatter)?;
        writeln!(formatter, "  1. Sign in at {} and choose a password of your own.", self.address)?;
        writeln!(
            formatter,
            "  2. Send your first files from the console, or create an API key for each of your programs."
        )?;
        writeln!(
            formatter,
            "  3. Set mail.smtp_url and mail.from, then check them with `tonnage mail test you@example.org`"
        )?;
        writeln!(formatter, "     and everything else with `tonnage doctor`.")
    }
}
