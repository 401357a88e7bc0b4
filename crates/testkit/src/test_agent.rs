//! The transfer agent in this process, against a service in this process.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use agent::app::App;
use agent::options::{ListenAddress, Options};
use agent::start::{Running, start};
use client::Client;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::reply::Reply;
use crate::test_cloud::TestCloud;

pub struct TestAgent {
    running: Running,
    client: Client,
    /// Kept over restarts; `state` belongs to the agent, the rest to the test.
    directory: TempDir,
}

/// An agent with other settings than usual.
pub struct AgentSetup {
    options: Options,
    directory: TempDir,
}

impl AgentSetup {
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    pub async fn start(self) -> TestAgent {
        self.try_start().await.unwrap_or_else(|error| panic!("the agent starts: {error:#}"))
    }

    /// For tests that expect it not to start.
    pub async fn try_start(self) -> anyhow::Result<TestAgent> {
        let running = start(self.options).await?;
        let client = Client::new(&running.api).expect("a client");
        Ok(TestAgent { running, client, directory: self.directory })
    }
}

impl TestAgent {
    /// With an API key, if one is given.
    pub async fn start(cloud: &TestCloud, api_key: Option<&str>) -> Self {
        let key = api_key.unwrap_or_default().to_owned();
        Self::setup(cloud).with(|options| options.api_key = cloud::secret::Secret::new(key)).start().await
    }

    /// On a free port, with its own state directory and no key.
    pub fn setup(cloud: &TestCloud) -> AgentSetup {
        Self::setup_for(cloud.anyone().base_url())
    }

    /// As [`Self::setup`], for the service at an address.
    pub fn setup_for(cloud_url: &str) -> AgentSetup {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let options = Self::options_for(cloud_url, directory.path().join("state"));
        AgentSetup { options, directory }
    }

    /// On a free port, without a key.
    pub fn options_for(cloud_url: &str, state_dir: PathBuf) -> Options {
        crate::prepare();
        let mut options = Options::new(cloud_url.parse().expect("an address"), state_dir);
        options.listen = ListenAddress::Tcp(([127, 0, 0, 1], 0).into());
        // Tests call it as the documented calls do.
        options.no_token = true;
        options
    }

    /// Shuts it down gracefully and starts it again with the same state.
    pub async fn restart(self, change: impl FnOnce(&mut Options)) -> Self {
        let mut options = self.running.app.options.clone();
        change(&mut options);
        self.running.shut_down().await;
        AgentSetup { options, directory: self.directory }.start().await
    }

    pub async fn shut_down(self) {
        self.running.shut_down().await;
    }

    pub fn app(&self) -> &App {
        &self.running.app
    }

    /// `http://127.0.0.1:PORT`.
    pub fn api(&self) -> &str {
        &self.running.api
    }

    pub fn port(&self) -> u16 {
        let port = self.running.api.rsplit(':').next();
        port.and_then(|port| port.parse().ok()).expect("the agent listens on a port")
    }

    pub fn state_dir(&self) -> PathBuf {
        self.running.app.options.state_dir.clone()
    }

    /// A path for the test, next to the state directory.
    pub fn place(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Calls the agent, as a local program does.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The complete reply to a request line such as `GET /api/v1/login`, with a JSON body unless it is null.
    pub async fn call(&self, line: &str, body: &Value) -> Reply {
        Reply::of(&self.client, line, body).await
    }

    /// How many requests passed the guard.
    pub fn admitted(&self) -> u64 {
        self.running.app.admitted.load(Ordering::Relaxed)
    }

    /// Sends exactly these bytes on a new connection, and returns the status and everything that comes back.
    pub async fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).await.expect("the agent listens");
        stream.write_all(request.as_bytes()).await.expect("the agent takes the request");
        let mut reply = Vec::new();
        // If the connection is cut after the reply, the reply still counts.
        let _ = stream.read_to_end(&mut reply).await;
        let reply = String::from_utf8_lossy(&reply).into_owned();
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("no reply to {request:?}: {reply:?}")), reply)
    }
}
