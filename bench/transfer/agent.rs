//! Our agent, driven through its own API, as a local program would.

use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use bench::process::{cpu, forget_peak, peak_memory};
use reqwest::Method;
use serde_json::{Value, json};

use crate::measure::{Sample, servers_cpu, servers_memory, stop};
use crate::place::{End, Place, Tools};
use crate::servers::{Servers, launched};
use crate::source::Shape;

/// How often to ask whether it is done. The more files there are, the more an answer costs.
const POLL_FILE: Duration = Duration::from_millis(20);
const POLL_TREE: Duration = Duration::from_millis(100);

pub(crate) struct Agent {
    child: Child,
    http: reqwest::Client,
    poll: Duration,
    servers: Vec<u32>,
    api: String,
    team: String,
}

impl Agent {
    /// Listens on a Unix socket, which can be reached from every network namespace.
    pub(crate) fn start(tools: &Tools, place: Place, servers: &Servers, shape: Shape) -> anyhow::Result<Self> {
        let (team, key) = servers.team.as_ref().context("this server has no Team")?;
        let directory = servers.directory.path();
        let socket = directory.join("agent.sock");
        let mut command = place.command(End::Client, &tools.agent);
        command.arg("-listen").arg(format!("unix:{}", socket.display()));
        command.arg("-state-dir").arg(directory.join("agent")).args(["-cloud-url", &servers.api]);
        command.args(["-log-level", "warn"]).env("TONNAGE_AGENT_API_KEY", key);
        let (child, _) = launched(command, &directory.join("agent.log"))?;
        let http = reqwest::Client::builder().unix_socket(socket).build()?;
        let poll = if shape == Shape::File { POLL_FILE } else { POLL_TREE };
        let processes = servers.processes();
        Ok(Self { child, http, poll, servers: processes, api: servers.api.clone(), team: team.to_string() })
    }

    /// Sends, and returns the id of the upload.
    pub(crate) async fn send(&self, path: &Path, longest: Duration) -> anyhow::Result<(Sample, String)> {
        let body = json!({ "team_id": self.team, "paths": [path], "package_name": "Bench" });
        self.transfer("uploads", "upload_id", &body, longest).await
    }

    /// Downloads what an upload sent.
    pub(crate) async fn receive(&self, upload: &str, to: &Path, longest: Duration) -> anyhow::Result<Sample> {
        let link = self.call(Method::POST, &format!("uploads/{upload}/link"), &json!({})).await?;
        let text = |name: &str| link[name].as_str().unwrap_or_default().to_owned();
        let url = format!("{}/d/{}?secret={}", self.api, text("id"), text("secret"));
        let body = json!({ "url": url, "dst_folder": to });
        Ok(self.transfer("downloads", "download_id", &body, longest).await?.0)
    }

    /// From the call that starts it to the state `complete`.
    async fn transfer(
        &self,
        kind: &str,
        id: &str,
        body: &Value,
        longest: Duration,
    ) -> anyhow::Result<(Sample, String)> {
        let process = self.child.id();
        forget_peak(process)?;
        let (client_before, server_before) = (cpu(process, false), servers_cpu(&self.servers));
        let started = Instant::now();
        let begun = self.call(Method::POST, kind, body).await?;
        let id = begun[id].as_str().context("it was not started")?.to_owned();
        loop {
            let transfer = self.call(Method::GET, &format!("{kind}/{id}?limit=1"), &Value::Null).await?;
            match transfer["state"].as_str() {
                Some("complete") => break,
                Some("error") => bail!("the transfer failed: {}", transfer["error"]),
                _ if started.elapsed() > longest => bail!("the transfer took longer than {longest:?}"),
                _ => tokio::time::sleep(self.poll).await,
            }
        }
        let sample = Sample {
            seconds: started.elapsed().as_secs_f64(),
            client_cpu: cpu(process, false) - client_before,
            server_cpu: servers_cpu(&self.servers) - server_before,
            client_memory: peak_memory(process),
            server_memory: servers_memory(&self.servers),
        };
        Ok((sample, id))
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let mut request = self.http.request(method, format!("http://localhost/api/v1/{path}"));
        if !body.is_null() {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let (status, body) = (answer.status(), answer.json::<Value>().await?);
        if !status.is_success() {
            bail!("the agent refused {path}: {body}");
        }
        Ok(body)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        stop(&mut self.child);
    }
}
