//! A service with gateways and a Portal that uses them, and an agent that serves them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::backoff::Backoff;
use serde_json::{Value, json};
use testkit::{Parcel, Person, TestAgent, TestCloud, until};
use transfer::RetryPolicy;
use wire::connections::{CloudConnectionBody, ConnectionChoice, GatewayCredential, TransferBody, WriteCloudConnection};
use wire::ids::{PackageId, PortalId};
use wire::portals::WritePortal;

pub(crate) const MIB: usize = 1 << 20;

pub(crate) struct Scene {
    pub(crate) cloud: TestCloud,
    pub(crate) owner: Person,
    pub(crate) agent: TestAgent,
}

/// A gateway that an agent can serve.
pub(crate) struct Gateway {
    pub(crate) connection: CloudConnectionBody,
    pub(crate) credential: GatewayCredential,
}

impl Gateway {
    /// For a Portal that uses it.
    pub(crate) fn choice(&self) -> ConnectionChoice {
        ConnectionChoice { id: self.connection.id.to_string(), filter_id: None }
    }
}

pub(crate) fn hasty() -> RetryPolicy {
    RetryPolicy {
        backoff: Backoff::new(Duration::from_millis(5), Duration::from_millis(100)),
        give_up: Duration::from_secs(20),
        stall: Duration::from_secs(2),
        answer: Duration::from_secs(5),
    }
}

impl Scene {
    pub(crate) async fn start() -> Self {
        Self::with(TestCloud::start().await, |_| {}).await
    }

    /// The agent has no key: a gateway needs none.
    pub(crate) async fn with(cloud: TestCloud, change: impl FnOnce(&mut agent::options::Options)) -> Self {
        let owner = cloud.owner("Studio", "owner@example.com").await;
        let setup = TestAgent::setup(&cloud).with(|options| {
            options.retry_policy = hasty();
            options.gateway_heartbeat = Duration::from_millis(50);
            change(options);
        });
        Self { owner, agent: setup.start().await, cloud }
    }

    /// The same, with a restarted agent.
    pub(crate) async fn restarted(self, change: impl FnOnce(&mut agent::options::Options)) -> Self {
        let Self { cloud, owner, agent } = self;
        Self { agent: agent.restart(change).await, cloud, owner }
    }

    pub(crate) async fn gateway(&self) -> Gateway {
        self.gateway_of("desktop_sg").await
    }

    pub(crate) async fn gateway_of(&self, provider: &str) -> Gateway {
        self.gateway_with(WriteCloudConnection {
            name: Some("Editing".to_owned()),
            provider: Some(provider.to_owned()),
            ..WriteCloudConnection::default()
        })
        .await
    }

    pub(crate) async fn gateway_with(&self, request: WriteCloudConnection) -> Gateway {
        let connection = self.owner.client.create_connection(&self.owner.team_id, &request).await.unwrap();
        Gateway { credential: connection.gateway.clone().unwrap(), connection }
    }

    /// A Portal whose packages go to these gateways.
    pub(crate) async fn portal(&self, gateways: &[&Gateway]) -> PortalId {
        let request = WritePortal {
            name: Some("Rushes".to_owned()),
            subdomain: Some("rushes".to_owned()),
            active: Some(true),
            cloud_connections: Some(gateways.iter().map(|gateway| gateway.choice()).collect()),
            ..WritePortal::default()
        };
        self.owner.client.create_portal(&self.owner.team_id, &request).await.unwrap().id
    }

    /// A package that an unknown sender sends through the Portal.
    pub(crate) async fn received(&self, portal: &PortalId, name: &str, files: &[(&str, &str, usize)]) -> Parcel {
        let parcel = Parcel::through(&self.cloud.anyone(), portal, name).await;
        for (path, name, length) in files {
            parcel.put(path, name, &content(name, *length)).await;
        }
        parcel.finalize().await;
        parcel
    }

    /// Adds a gateway to the agent.
    pub(crate) async fn serve(&self, gateway: &Gateway, to: &Path) -> String {
        let body = json!({ "token": gateway.credential.token, "dst_folder": to });
        let added = self.agent.call("POST /api/v1/gateways", &body).await.expect(200);
        assert_eq!(added, json!({ "gateway_id": gateway.credential.id }));
        gateway.credential.id.to_string()
    }

    pub(crate) async fn gateways(&self) -> Vec<Value> {
        let listed = self.agent.call("GET /api/v1/gateways", &Value::Null).await;
        assert!(!listed.text.contains("tgw_"), "a token is shown: {}", listed.text);
        listed.expect(200).as_array().unwrap().clone()
    }

    /// Waits until a gateway meets the condition.
    pub(crate) async fn until(&self, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until("the gateway meets the condition", async || {
            let gateways = self.gateways().await;
            let gateway = gateways.into_iter().find(|gateway| gateway["gateway_id"] == id).unwrap();
            if is_so(&gateway) { Ok(gateway) } else { Err(gateway) }
        })
        .await
    }

    /// Waits until this many bytes of a package have arrived or are in transfer.
    pub(crate) async fn until_moving(&self, id: &str, bytes: usize) {
        let bytes_of = |gateway: &Value, name: &str| gateway["delivering"][name].as_u64().unwrap_or_default();
        self.until(id, |gateway| bytes_of(gateway, "progress") + bytes_of(gateway, "under_way") > bytes as u64).await;
    }

    pub(crate) async fn transfers(&self, package: &PackageId) -> Vec<TransferBody> {
        let found = self.owner.client.package(&self.owner.team_id, package).await.unwrap();
        self.owner.client.with_package_token(&found.access_token).transfers(package).await.unwrap()
    }

    /// Waits until every transfer of a package meets the condition.
    pub(crate) async fn until_transferred(&self, package: &PackageId, is_so: impl Fn(&TransferBody) -> bool) {
        until("every transfer meets the condition", async || {
            let transfers = self.transfers(package).await;
            if transfers.iter().all(&is_so) {
                return Ok(());
            }
            Err(format!("{transfers:?} {:?}", self.gateways().await))
        })
        .await;
    }

    pub(crate) async fn until_complete(&self, package: &PackageId) {
        self.until_transferred(package, |transfer| transfer.state == "complete").await;
    }
}

pub(crate) fn content(name: &str, length: usize) -> Vec<u8> {
    let seed = name.len() + length;
    (0..length).map(|place| u8::try_from((place * 31 + place / 4096 + seed) % 251).unwrap()).collect()
}

/// The expected files on the disk.
pub(crate) fn expected(files: &[(&str, &str, usize)]) -> BTreeMap<PathBuf, Vec<u8>> {
    files.iter().map(|(path, name, length)| (Path::new(path).join(name), content(name, *length))).collect()
}

/// Every file below, with its content.
pub(crate) fn tree(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.symlink_metadata().unwrap().is_dir() {
                pending.push(path);
            } else {
                all.insert(path.strip_prefix(root).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// The names directly in a directory.
pub(crate) fn names(root: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
