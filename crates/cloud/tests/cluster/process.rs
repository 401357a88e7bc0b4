//! One process of the cluster, which has the same addresses after a restart.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use testkit::{Program, free_ports, until};

pub(super) const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");

pub(super) struct Process {
    pub(super) name: &'static str,
    /// The address of the API; nothing listens there in a worker.
    pub(super) api: SocketAddr,
    /// The address of the operator's listener.
    operator: SocketAddr,
    data_dir: PathBuf,
    variables: Vec<(String, String)>,
    running: Option<Program>,
}

impl Process {
    pub(super) fn new(name: &'static str, role: &str, directory: &Path, shared: &[(&str, String)]) -> Self {
        let [api, operator] = free_ports().map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let mut variables: Vec<_> = shared.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        variables.push(("TONNAGE_ROLES".to_owned(), role.to_owned()));
        variables.push(("TONNAGE_METRICS__LISTEN".to_owned(), operator.to_string()));
        Self { name, api, operator, data_dir: directory.join(name), variables, running: None }
    }

    pub(super) fn set(&mut self, variable: &str, value: &str) {
        self.variables.retain(|(name, _)| name != variable);
        self.variables.push((variable.to_owned(), value.to_owned()));
    }

    /// Returns when it listens.
    pub(super) async fn start(&mut self) {
        let (data_dir, variables, api) = (self.data_dir.clone(), self.variables.clone(), self.api.to_string());
        let started = tokio::task::spawn_blocking(move || {
            let variables: Vec<_> = variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            Program::serve_on(Path::new(TONNAGE), &data_dir, &api, "127.0.0.1:0", &variables)
        });
        self.running = Some(started.await.unwrap());
    }

    pub(super) async fn kill_and_start(&mut self) {
        self.running.as_mut().unwrap().kill();
        self.start().await;
    }

    /// Stops it gracefully, as an operator does. Returns the time until it was gone.
    pub(super) async fn restart(&mut self) -> Duration {
        let since = Instant::now();
        let mut program = self.running.take().unwrap();
        program.terminate();
        let ended = tokio::task::spawn_blocking(move || program.wait()).await.unwrap();
        assert!(ended.success(), "{} ends well: {ended}", self.name);
        let took = since.elapsed();
        self.start().await;
        took
    }

    /// A page of the operator's listener: status and text.
    pub(super) async fn page(&self, path: &str) -> Option<(u16, String)> {
        let reply = reqwest::get(format!("http://{}{path}", self.operator)).await.ok()?;
        Some((reply.status().as_u16(), reply.text().await.ok()?))
    }

    pub(super) async fn until_page(&self, path: &str, fits: impl Fn(u16, &str) -> bool) {
        until(&format!("{path} of {} is as wanted", self.name), async || {
            let page = self.page(path).await;
            let is_so = page.as_ref().is_some_and(|(status, text)| fits(*status, text));
            if is_so { Ok(()) } else { Err(format!("{page:?}")) }
        })
        .await;
    }

    /// Waits until it reports that the bus answers, or that it does not.
    pub(super) async fn until_bus(&self, answers: bool) {
        let line = format!("tonnage_bus_connected {}\n", u8::from(answers));
        self.until_page("/metrics", |status, text| status == 200 && text.contains(&line)).await;
    }

    pub(super) fn log(&self) -> String {
        self.running.as_ref().unwrap().log()
    }
}
