//! Shared parts of the stories about cloud connections.

use client::Client;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Setup, TargetBucket, TestCloud};
use wire::connections::{CloudConnectionBody, ConnectionChoice, TransferBody, WriteCloudConnection};
use wire::ids::{PackageId, PortalId};
use wire::portals::{PortalBody, WritePortal};

/// A service that may call local addresses.
pub(super) fn neighbourly() -> Setup {
    TestCloud::setup().with(|config| config.egress.allow = vec!["127.0.0.0/8".parse().unwrap()])
}

pub(super) fn to(provider: &str, authorization: Value) -> WriteCloudConnection {
    WriteCloudConnection {
        name: Some("Archive".to_owned()),
        provider: Some(provider.to_owned()),
        authorization: Some(authorization),
        ..WriteCloudConnection::default()
    }
}

/// The authorization of a `vendor_e_s3` bucket at the address of an [`obliging`](testkit::obliging) receiver.
pub(super) fn bucket_at(address: &str) -> Value {
    json!({ "client_id": "key", "client_secret": "secret", "destination": "box", "region": "eu", "endpoint": address })
}

/// A connection to a bucket.
pub(super) async fn connected(owner: &Person, bucket: &TargetBucket) -> CloudConnectionBody {
    let request = to("vendor_e_s3", bucket.authorization());
    owner.client.create_connection(&owner.team_id, &request).await.unwrap()
}

pub(super) fn write_portal(name: &str) -> WritePortal {
    WritePortal {
        name: Some(name.to_owned()),
        subdomain: Some(name.to_lowercase()),
        active: Some(true),
        ..WritePortal::default()
    }
}

pub(super) fn choice(connection: &CloudConnectionBody) -> ConnectionChoice {
    ConnectionChoice { id: connection.id.to_string(), filter_id: None }
}

/// A Portal whose packages are forwarded to these connections.
pub(super) async fn portal_to(owner: &Person, name: &str, connections: &[&CloudConnectionBody]) -> PortalBody {
    let cloud_connections = Some(connections.iter().map(|connection| choice(connection)).collect());
    let request = WritePortal { cloud_connections, ..write_portal(name) };
    owner.client.create_portal(&owner.team_id, &request).await.unwrap()
}

/// A package that a visitor sends through a Portal.
pub(super) async fn received(
    cloud: &TestCloud,
    portal: &PortalId,
    name: &str,
    files: &[(&str, &str, &[u8])],
) -> Parcel {
    let parcel = Parcel::through(&cloud.anyone(), portal, name).await;
    for (path, name, content) in files {
        parcel.put(path, name, content).await;
    }
    parcel.finalize().await;
    parcel
}

/// The member's access to a package: a client with a full token.
pub(super) async fn holder(owner: &Person, package: &PackageId) -> Client {
    let found = owner.client.package(&owner.team_id, package).await.unwrap();
    owner.client.with_package_token(&found.access_token)
}

pub(super) async fn transfers(owner: &Person, package: &PackageId) -> Vec<TransferBody> {
    holder(owner, package).await.transfers(package).await.unwrap()
}
