//! The `gateways` commands.

use serde_json::json;
use wire::connections::{GatewayCredential, WriteCloudConnection};

use super::bed::Bed;

async fn credential(bed: &Bed) -> GatewayCredential {
    let request = WriteCloudConnection { provider: Some("vendor_j_sg".to_owned()), ..WriteCloudConnection::default() };
    let made = bed.owner.client.create_connection(&bed.owner.team_id, &request).await.unwrap();
    made.gateway.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_is_added_listed_and_removed() {
    let mut bed = Bed::start().await;
    let _agent = bed.run_agent().await;
    let GatewayCredential { id, token } = credential(&bed).await;
    let id = id.as_str();
    std::fs::write(bed.place("token"), format!("{token}\n")).unwrap();
    let add = ["gateways", "add", "../editing", "--gateway-token-file", "../token"];
    let added = bed.run(&add).exits(0);
    assert!(added.stderr.contains("is connected") && added.stdout.is_empty(), "{added:?}");
    let editing = bed.place("editing");
    let listed = bed.run(&["gateways", "--json"]).exits(0);
    assert_eq!(listed.json(), json!([{ "gateway_id": id, "dst_folder": editing, "connected": true }]));
    let shown = bed.run(&["gateways", "list"]).exits(0);
    assert!(shown.stdout.contains(id) && shown.stdout.contains("yes"), "{shown:?}");
    for printed in [&added, &listed, &shown] {
        assert!(!printed.stdout.contains(&token) && !printed.stderr.contains(&token), "the token is shown");
    }
    let again = bed.run(&add).exits(1);
    assert!(again.stderr.contains("already added"), "{again:?}");
    bed.run(&["gateways", "remove", id]).exits(0);
    bed.run(&["gateways", "remove", id]).exits(3);
    assert_eq!(bed.run(&["gateways", "--json"]).exits(0).json(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_comes_by_standard_input_and_a_wrong_one_is_four() {
    let mut bed = Bed::start().await;
    let _agent = bed.run_agent().await;
    let GatewayCredential { id, token } = credential(&bed).await;
    let wrong = bed.run_with(&["gateways", "add", "../editing", "--json"], &format!("{token}x")).exits(4);
    assert_eq!(wrong.json()["connected"], false);
    assert!(wrong.stderr.contains("refused the token"), "{wrong:?}");
    bed.run(&["gateways", "remove", id.as_str()]).exits(0);
    bed.run_with(&["gateways", "add", "../editing"], &token).exits(0);
    let empty = bed.run(&["gateways", "add", "../editing"]).exits(2);
    assert!(empty.stderr.contains("token"), "{empty:?}");
    let missing = bed.run(&["gateways", "add", "../editing", "--gateway-token-file", "nothing"]).exits(2);
    assert!(missing.stderr.contains("nothing"), "{missing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_agent_a_gateway_is_kept_and_not_served() {
    let bed = Bed::start().await;
    let GatewayCredential { id, token } = credential(&bed).await;
    let kept = bed.run_with(&["gateways", "add", "../editing"], &token).exits(0);
    assert!(kept.stderr.contains("when an agent runs"), "{kept:?}");
    let listed = bed.run(&["gateways", "--json"]).exits(0).json();
    assert_eq!((&listed[0]["gateway_id"], &listed[0]["connected"]), (&json!(id), &json!(false)));
    let connections = bed.owner.client.connections(&bed.owner.team_id).await.unwrap();
    assert_eq!(connections[0].connected, Some(false), "the cloud was not asked");
}
