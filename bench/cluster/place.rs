//! The service in several processes: one store, several that answer the API, and a worker on request.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use client::Client;
use tempfile::TempDir;
use testkit::{PASSWORD, Program};
use wire::api_keys::WriteApiKey;
use wire::auth::SignIn;
use wire::ids::{TeamId, UserId};

use crate::database::Database;

/// The Team that has packages from the start, and the number of Teams that send. A Team's audit log is written one
/// entry at a time, so with few Teams the callers would wait for each other and not for the machine.
pub(crate) const LISTED: &str = "listed";
pub(crate) const SENDERS: usize = 32;

pub(crate) struct Place {
    pub(crate) database: Database,
    database_process: u32,
    program: PathBuf,
    directory: TempDir,
    store: Program,
    servers: Vec<Program>,
}

/// An account that can send through each of the processes.
pub(crate) struct Account {
    pub(crate) team: TeamId,
    pub(crate) user: UserId,
    key: String,
}

impl Place {
    /// Starts only the store.
    pub(crate) fn start(program: &Path, directory: &Path, database: Database) -> anyhow::Result<Self> {
        let directory = tempfile::tempdir_in(directory)?;
        let variables = variables(&database.url(), "store", "");
        let store = Program::serve(program, &directory.path().join("store"), &borrowed(&variables));
        let database_process = database.process()?;
        let program = program.to_owned();
        Ok(Self { database, database_process, program, directory, store, servers: Vec::new() })
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn database_process(&self) -> u32 {
        self.database_process
    }

    pub(crate) fn store(&self) -> u32 {
        self.store.id()
    }

    pub(crate) fn servers(&self) -> impl Iterator<Item = u32> {
        self.servers.iter().map(Program::id)
    }

    /// From now on, this many processes answer the API.
    pub(crate) fn serve(&mut self, processes: usize) {
        self.servers = (0..processes).map(|number| self.process("api", number)).collect();
    }

    pub(crate) fn worker(&self) -> Program {
        self.process("worker", 0)
    }

    fn process(&self, role: &str, number: usize) -> Program {
        let variables = variables(&self.database.url(), role, &self.store.storage);
        let data_dir = self.directory().join(format!("{role} {number}"));
        Program::serve(&self.program, &data_dir, &borrowed(&variables))
    }

    /// One client per process, which keeps its connections.
    pub(crate) fn clients(&self) -> anyhow::Result<Vec<Client>> {
        Ok(self.servers.iter().map(|server| Client::new(&server.api)).collect::<Result<_, _>>()?)
    }

    /// Creates the accounts, as an operator would.
    pub(crate) fn bootstrap(&self) -> anyhow::Result<()> {
        let variables = variables(&self.database.url(), "api", &self.store.storage);
        let data_dir = self.directory().join("operator").display().to_string();
        for name in names() {
            let email = address(&name);
            let arguments = ["admin", "bootstrap", "--team", &name, "--email", &email, "--password", PASSWORD];
            let all = [arguments.as_slice(), &["--data-dir", &data_dir]].concat();
            let output = Program::run(&self.program, &borrowed(&variables), &all);
            anyhow::ensure!(output.status.success(), "bootstrap: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }

    /// The Team that is listed, and the senders. Creates new keys, because existing ones cannot be read.
    pub(crate) async fn accounts(&self) -> anyhow::Result<(Account, Vec<Account>)> {
        let client = self.clients()?.into_iter().next().context("no API process is running")?;
        let mut accounts = Vec::new();
        for name in names() {
            let request = SignIn { email: address(&name), password: PASSWORD.to_owned(), otp: None };
            let signed_in = client.sign_in(&request).await?;
            let team = signed_in.teams.into_iter().next().context("the account has no Team")?.id;
            let write = WriteApiKey::named("");
            let key = client.with_user_token(&signed_in.token).create_api_key(&team, &write).await?.key;
            accounts.push(Account { team, user: signed_in.user.id, key });
        }
        let listed = accounts.remove(0);
        Ok((listed, accounts))
    }
}

impl Account {
    pub(crate) fn through(&self, client: &Client) -> Client {
        client.with_api_key(&self.key)
    }
}

fn names() -> impl Iterator<Item = String> {
    std::iter::once(LISTED.to_owned()).chain((0..SENDERS).map(|number| format!("sending-{number}")))
}

fn address(name: &str) -> String {
    format!("{name}@example.org")
}

/// Settings of the processes of one role. The store listens on a free port, which the others are given.
fn variables(database: &str, role: &str, store: &str) -> Vec<(&'static str, String)> {
    let mut variables = vec![
        ("TONNAGE_DATABASE__URL", database.to_owned()),
        ("TONNAGE_SECRET_KEY", "the secret of the bench, 32 bytes and more".to_owned()),
        ("TONNAGE_STORAGE__ACCESS_KEY", "AKEYOFTHEBENCH".to_owned()),
        ("TONNAGE_STORAGE__SECRET_KEY", "a secret of the bench that is long".to_owned()),
        ("TONNAGE_LOG__LEVEL", "warn".to_owned()),
        ("TONNAGE_ROLES", role.to_owned()),
        // All callers of the bench share one address.
        ("TONNAGE_LIMITS__ADDRESS_TRIES_PER_MINUTE", "100000".to_owned()),
    ];
    if !store.is_empty() {
        variables.push(("TONNAGE_STORAGE__ENDPOINT", store.to_owned()));
    }
    variables
}

fn borrowed<'a>(variables: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    variables.iter().map(|(name, value)| (*name, value.as_str())).collect()
}
