//! A Team that can configure the address of a provider must not be able to scan internal networks: every form of an
//! internal address is refused, when a connection is created and when it is changed, always with the same message.

use serde_json::{Value, json};
use testkit::{Person, Reply, TestReceiver};
use tokio::net::TcpListener;
use wire::ids::CloudConnectionId;

use super::closed_addresses::{guarded, hosts, world};
use super::connection_scene::{bucket_at, to};

/// The only address that is open.
const OPEN: &str = "127.0.0.9:0";

/// How the address of one provider is configured.
struct Told {
    provider: &'static str,
    field: &'static str,
    authorization: fn(&str) -> Value,
}

const TOLD: [Told; 2] = [
    Told { provider: "vendor_e_s3", field: "endpoint", authorization: bucket_at },
    Told { provider: "vendor_b_blob", field: "blob_service_sas_url", authorization: container },
];

fn container(address: &str) -> Value {
    let signed = "sv=2021-12-02&ss=b&srt=sco&sp=rwdlacu&se=2100-01-01T00:00:00Z&sig=abc%3D";
    json!({ "destination": "box", "blob_service_sas_url": format!("{address}/?{signed}") })
}

/// A connection to an allowed address.
async fn made(owner: &Person, told: &Told, receiver: &TestReceiver) -> CloudConnectionId {
    let address = format!("http://127.0.0.9:{}", receiver.port());
    let request = to(told.provider, (told.authorization)(&address));
    owner.client.create_connection(&owner.team_id, &request).await.unwrap().id
}

#[tokio::test]
async fn nobody_looks_through_our_eyes() {
    let (cloud, canary) = (guarded(world()).start().await, TestReceiver::start().await);
    let six = TestReceiver::start_at(&format!("[::1]:{}", canary.port())).await;
    let receiver = TestReceiver::start_at(OPEN).await;
    receiver.react_by(testkit::obliging);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let create = format!("POST /v1/teams/{}/cloud_connections", owner.team_id);
    // A closed port and an unknown name look the same.
    let closed = TcpListener::bind(OPEN).await.unwrap().local_addr().unwrap();
    let addresses = hosts().into_iter().map(|host| format!("http://{host}:{}", canary.port()));
    let others = [format!("http://{closed}"), "https://no.example".to_owned()];
    let addresses: Vec<String> = addresses.chain(others).collect();
    for told in &TOLD {
        let mut said = Vec::new();
        let update = format!("PUT /v1/cloud_connections/{}", made(&owner, told, &receiver).await);
        let before = receiver.connections();
        for address in &addresses {
            let authorization = (told.authorization)(address);
            let changed = json!({ "authorization": authorization });
            let new = serde_json::to_value(to(told.provider, authorization)).unwrap();
            for (line, body) in [(&create, new), (&update, changed)] {
                let reply = Reply::of(&owner.client, line, &body).await;
                let seen = (reply.status.as_u16(), reply.field());
                assert_eq!(seen, (400, "authorization".to_owned()), "{} {address}: {}", told.field, reply.text);
                said.push(reply.error().message);
            }
            // The rate limit of checks does not matter here.
            cloud.execute_sql("DELETE FROM rate_limits").await;
        }
        assert_eq!(receiver.connections(), before, "{}", told.field);
        said.sort();
        said.dedup();
        assert_eq!(said.len(), 1, "one answer for all, which tells nothing: {said:?}");
    }
    assert_eq!((canary.connections(), six.connections()), (0, 0), "nobody connected");
    assert_eq!(owner.client.connections(&owner.team_id).await.unwrap().len(), TOLD.len());
}
