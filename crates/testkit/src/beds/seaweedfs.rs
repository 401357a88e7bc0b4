//! `SeaweedFS` with its S3 gateway: a third-party store, which checks signatures and digests.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use cloud::clock::Clock;
use cloud::config::Config;
use cloud::secret::Secret;
use protocols::s3::{Request, Signer};
use reqwest::Method;
use reqwest::header::CONTENT_LENGTH;
use serde_json::json;

use super::foreign_server::{ForeignServer, client, free_ports, tool};
use crate::until;

pub(super) const ACCESS_KEY: &str = "seaweed-access";
pub(super) const SECRET_KEY: &str = "seaweed secret/+=";
/// Buckets are also found at `<bucket>.<this>`.
pub(super) const DOMAIN: &str = "s3.bed.test";

pub struct SeaweedFs {
    server: ForeignServer,
    address: SocketAddr,
}

impl SeaweedFs {
    pub async fn start() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let place = |name: &str| directory.path().join(name).display().to_string();
        let identity = json!({ "name": "bed", "credentials": [{ "accessKey": ACCESS_KEY, "secretKey": SECRET_KEY }],
            "actions": ["Admin", "Read", "Write", "List", "Tagging"] });
        std::fs::write(place("s3.json"), json!({ "identities": [identity] }).to_string()).expect("the keys");
        let [master, volume, filer, s3, master_grpc, volume_grpc, filer_grpc, s3_grpc] = free_ports();
        let mut command = Command::new(tool("TONNAGE_TEST_SEAWEEDFS"));
        command.args(["-logtostderr=true", "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-filer", "-s3"]);
        // Small volumes that are created as needed; no telemetry and no extra listeners.
        command.args(["-master.telemetry=false", "-master.volumeSizeLimitMB=1024", "-volume.max=100"]);
        command.args(["-s3.iam=false", "-s3.port.iceberg=0", "-s3.port.lance=0"]);
        let ports = [("master", master, master_grpc), ("volume", volume, volume_grpc), ("filer", filer, filer_grpc)];
        for (name, port, grpc) in ports.into_iter().chain([("s3", s3, s3_grpc)]) {
            command.args([format!("-{name}.port={port}"), format!("-{name}.port.grpc={grpc}")]);
        }
        command.arg(format!("-dir={}", directory.path().display()));
        command.arg(format!("-s3.config={}", place("s3.json"))).arg(format!("-s3.domainName={DOMAIN}"));
        command.arg(format!("-filer.localSocket={}", place("filer.sock")));
        command.arg(format!("-s3.localSocket={}", place("s3.sock")));
        let server = ForeignServer::start(command, directory);
        let address = server.wait_for(s3).await;
        Self { server, address }
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its credentials.
    pub const fn keys() -> (&'static str, &'static str) {
        (ACCESS_KEY, SECRET_KEY)
    }

    /// Makes a service keep its objects here, in a bucket that must exist.
    pub fn hold_objects_of(&self, config: &mut Config) {
        config.storage.endpoint = format!("http://{}", self.address);
        config.storage.access_key = ACCESS_KEY.into();
        config.storage.secret_key = Secret::new(SECRET_KEY);
    }

    /// Creates a bucket.
    pub async fn make_bucket(&self, name: &str) {
        let endpoint = format!("http://{}", self.address).parse().expect("an address");
        let credentials = rusty_s3::Credentials::new(ACCESS_KEY, SECRET_KEY);
        let region = "us-east-1".to_owned();
        let signer = Signer::new(endpoint, true, name.to_owned(), region, credentials).expect("a bucket");
        let http = client();
        let asked = async |method: Method, key: &str| {
            let url = signer.sign(&Request::new(method.clone(), key), Clock::System.now(), Duration::from_mins(5));
            let asked = http.request(method, url).header(CONTENT_LENGTH, 0).send().await;
            asked.is_ok_and(|answer| answer.status().is_success())
        };
        self.when_ready(|| asked(Method::PUT, "")).await;
        self.when_ready(|| asked(Method::PUT, "probe")).await;
        asked(Method::DELETE, "probe").await;
    }

    /// Retries something until all parts of the server have found each other.
    pub(super) async fn when_ready<F: Future<Output = bool>>(&self, attempt: impl Fn() -> F) {
        until("the store is ready", async || if attempt().await { Ok(()) } else { Err(self.server.log()) }).await;
    }
}
