//! The service in this process.

use std::sync::OnceLock;
use std::time::Duration;

use client::Client;
use cloud::app::App;
use cloud::clock::Clock;
use cloud::config::{Config, PasswordHashes, Role, Sync};
use cloud::jobs;
use cloud::operations::teams::bootstrap::{Bootstrapped, NewTeam, Tools, bootstrap};
use cloud::secret::Secret;
use cloud::start::{Running, Workers, World, start_with};
use egress::{Lookup, system_lookup};
use reqwest::Method;
use serde_json::Value;
use store::{jobs as job_rows, teams};
use tempfile::TempDir;
use wire::auth::{RedeemToken, SignIn};
use wire::ids::{MembershipId, TeamId, UserId};
use wire::members::InviteMember;
use wire::time::Time;

use crate::database;
use crate::faulty_store::FaultyStore;
use crate::reply::Reply;
use crate::smtp_sink::SmtpSink;

/// The start of every test: 1 January 2026, 00:00 UTC.
const BEGINNING: Time = Time::from_millis(1_767_225_600_000);

pub const PASSWORD: &str = "correct horse battery";

pub struct TestCloud {
    pub mails: SmtpSink,
    clock: Clock,
    running: Running,
    /// Created once, because creating one loads all certificates of the system.
    anyone: OnceLock<Client>,
    _directory: TempDir,
}

/// The cost of hashing passwords that protect nothing.
pub const LEAST_COST: PasswordHashes = PasswordHashes { memory_kib: 8, iterations: 1, lanes: 1 };

/// A user with an account, signed in.
pub struct Person {
    pub email: String,
    pub user_id: UserId,
    pub team_id: TeamId,
    pub membership_id: MembershipId,
    /// A client with the person's token.
    pub client: Client,
    /// An API key, for people who were created with one.
    pub api_key: Option<String>,
}

/// A service with other settings than usual.
pub struct Setup {
    config: Config,
    clock: Clock,
    lookup: Lookup,
    workers: Workers,
}

impl Setup {
    /// The same service, which runs its jobs and sweeps by itself, and looks for them every second.
    #[must_use]
    pub fn with_workers(self) -> Self {
        let setup = Self { workers: Workers::Running, ..self };
        setup.with(|config| config.workers.poll_seconds = 1)
    }

    /// The same service, where `lookup` resolves names.
    #[must_use]
    pub fn with_lookup(self, lookup: Lookup) -> Self {
        Self { lookup, ..self }
    }

    /// The same service with a clock that no test moves.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self
    }

    /// The same service with an external store for its objects, with a proxy in front that fails on demand. Our
    /// requests and those of clients all pass the proxy.
    pub async fn with_faulty_store(mut self) -> (Self, FaultyStore) {
        let store = FaultyStore::start(&self.clock).await;
        self.config.storage = store.settings();
        (self, store)
    }

    pub async fn start(mut self) -> TestCloud {
        crate::prepare();
        let directory = tempfile::tempdir().expect("a temporary directory");
        let mails = SmtpSink::start().await;
        self.config.data_dir = directory.path().join("data");
        std::fs::create_dir(&self.config.data_dir).expect("an empty directory");
        if self.config.database.url.expose().is_empty() {
            self.config.database.url = Secret::new(database::furnished(&self.config.data_dir).await);
        }
        if self.config.mail.smtp_url.expose() == "sink" {
            self.config.mail.smtp_url = Secret::new(mails.url());
        }
        let clock = self.clock;
        let world = World { lookup: self.lookup };
        let running =
            Box::pin(start_with(self.config, clock.clone(), self.workers, world)).await.expect("the service starts");
        TestCloud { mails, clock, running, anyone: OnceLock::new(), _directory: directory }
    }
}

impl TestCloud {
    pub async fn start() -> Self {
        Self::setup().start().await
    }

    pub fn setup() -> Setup {
        let mut config = Config {
            listen: "127.0.0.1:0".into(),
            secret_key: Secret::new("the secret of all tests, 32 bytes and more"),
            ..Config::default()
        };
        config.storage.listen = "127.0.0.1:0".into();
        config.storage.sync = Sync::Relaxed;
        config.database.max_connections = 6;
        config.mail.smtp_url = Secret::new("sink");
        config.passwords = LEAST_COST;
        // Tests are refused thousands of times from one address, in one minute of their clock.
        config.limits.refusals_per_minute = 1_000_000;
        // A thousand files at once take long in a debug build on a busy machine. Tests about this limit set it again.
        config.limits.request_seconds = 240;
        // Tests about the time that a failure takes set it again.
        config.webhooks.failed_probe_millis = 0;
        // Most tests want deleted content to be gone. Tests about the time of grace set it again.
        config.packages.grace_hours = 0;
        Setup { config, clock: Clock::fixed(BEGINNING), lookup: system_lookup(), workers: Workers::OnDemand }
    }

    /// Another server of this service, with the same clock, mails and objects. `database` is how it reaches the database.
    pub fn beside(&self, database: &str) -> Setup {
        let mut config = self.app().config.clone();
        config.database.url = Secret::new(database);
        config.roles = vec![Role::Api];
        self.running.storage.authority().clone_into(&mut config.storage.listen);
        Setup { config, clock: self.clock.clone(), lookup: system_lookup(), workers: Workers::OnDemand }
    }

    pub fn app(&self) -> &App {
        &self.running.app
    }

    /// The welcome message of this first start.
    pub fn welcome(&self) -> String {
        self.running.welcome.as_ref().expect("the first start made a Team").to_string()
    }

    /// Changes the database directly, bypassing the service.
    pub async fn execute_sql(&self, statement: &str) {
        database::execute(self.app().config.database.url.expose(), statement).await;
    }

    /// A client without a credential.
    pub fn anyone(&self) -> Client {
        let api = self.running.api.as_ref().expect("the service has role api");
        self.anyone.get_or_init(|| Client::new(api.as_str()).expect("a client")).clone()
    }

    /// A client of the operator's own listener.
    pub fn operator(&self) -> Client {
        let metrics = self.running.metrics.as_ref().expect("metrics.listen is set");
        Client::new(metrics.as_str()).expect("a client")
    }

    /// The complete reply to a request without a credential.
    pub async fn get(&self, path: &str) -> Reply {
        Reply::to(self.anyone().request(Method::GET, path)).await
    }

    /// The complete reply to a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::to(self.anyone().request(Method::POST, path).json(body)).await
    }

    /// Puts an object into the store, and returns a URL to download it from.
    pub async fn store_object(&self, key: &str, content: Vec<u8>) -> String {
        let storage = &self.app().storage;
        let put = reqwest::Client::new().put(storage.presigned_put(key)).body(content).send().await;
        assert!(put.expect("the store answers").status().is_success());
        storage.presigned_get(key).to_string()
    }

    pub fn now(&self) -> Time {
        self.clock.now()
    }

    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Sets the clock forward or back, as someone who sets the time of day.
    pub fn set_clock_by(&self, millis: i64) {
        self.clock.set_by(millis);
    }

    /// Shuts the service down as a signal would.
    pub async fn shut_down(self) {
        self.running.shut_down().await;
    }

    /// Runs all jobs that are due, and returns how many ran.
    pub async fn run_due_jobs(&self) -> usize {
        jobs::run_due(self.app()).await.expect("the queue answers")
    }

    pub async fn waiting_jobs(&self) -> i64 {
        let mut connection = self.app().store.read().await.expect("the database answers");
        job_rows::size(&mut connection).await.expect("the queue answers").waiting
    }

    /// A new Team, with its Owner signed in.
    pub async fn owner(&self, team: &str, email: &str) -> Person {
        let app = self.app();
        let tools = Tools { store: &app.store, passwords: &app.passwords, ids: &app.ids, clock: &app.clock };
        let password = Secret::new(PASSWORD);
        let new = NewTeam { team, email, password, password_change_required: false, key_scopes: None };
        let made: Bootstrapped = bootstrap(&tools, &new).await.expect("a new Team");
        let client = self.sign_in(email, PASSWORD).await;
        Person {
            email: email.to_owned(),
            user_id: made.user_id,
            team_id: made.team_id,
            membership_id: made.membership_id,
            client,
            api_key: Some(made.api_key),
        }
    }

    /// A new member in the Team of `owner`, by invitation, signed in.
    pub async fn member(&self, owner: &Person, role: &str, email: &str) -> Person {
        let invitation = InviteMember { email: email.to_owned(), name: None, role: role.to_owned() };
        let member = owner.client.invite_member(&owner.team_id, &invitation).await.expect("an invitation");
        self.run_due_jobs().await;
        let acceptance =
            RedeemToken { token: self.mails.take_to(email).token(), password: PASSWORD.to_owned(), name: None };
        // Someone who was a member before has an account, and accepts while signed in.
        if self.anyone().accept_invitation(&acceptance).await.is_err() {
            self.sign_in(email, PASSWORD).await.accept_invitation(&acceptance).await.expect("a good token");
        }
        Person {
            email: email.to_owned(),
            user_id: member.user_id,
            team_id: owner.team_id.clone(),
            membership_id: member.id,
            client: self.sign_in(email, PASSWORD).await,
            api_key: None,
        }
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Client {
        let request = SignIn { email: email.to_owned(), password: password.to_owned(), otp: None };
        let signed_in = self.anyone().sign_in(&request).await.expect("the password is right");
        self.anyone().with_user_token(&signed_in.token)
    }

    /// What the operator does when an account is not paid, and when it is paid again.
    pub async fn set_suspended(&self, team: &TeamId, suspended: bool) {
        let mut tx = self.app().store.begin().await.expect("the database answers");
        let team = teams::by_id(&mut tx, team).await.expect("the database answers").expect("a Team");
        let team = if suspended { team.suspend(self.now()) } else { team.reactivate() };
        teams::update(&mut tx, &team.expect("a change")).await.expect("the Team is written");
        tx.commit().await.expect("the change is saved");
    }
}
