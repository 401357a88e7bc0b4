//! Names that clients of the reference service send and expect.

use client::Client;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Reply, TargetBucket, TestCloud, plain_package};
use wire::ids::CloudConnectionId;

use super::connection_scene::{bucket_at, neighbourly};

/// The reply to a request that says which names it wants.
async fn ask(client: &Client, line: &str, body: &Value, set: Option<&str>) -> Reply {
    let (method, path) = line.split_once(' ').unwrap();
    let request = client.request(method.parse::<Method>().unwrap(), path);
    let request = set.iter().fold(request, |request, set| request.header("x-name-set", *set));
    Reply::to(if body.is_null() { request } else { request.json(body) }).await
}

fn names(body: &Value) -> (&str, &str) {
    (body["provider"].as_str().unwrap(), body["direction"].as_str().unwrap())
}

async fn scene(cloud: &TestCloud) -> (Person, String) {
    let owner = cloud.owner("Film", "anna@example.org").await;
    let line = format!("/v1/teams/{}/cloud_connections", owner.team_id);
    (owner, line)
}

#[tokio::test]
async fn connections_have_both_names() {
    let cloud = neighbourly().start().await;
    let ((owner, path), bucket) = (scene(&cloud).await, TargetBucket::start().await);
    let request = json!({ "name": "Archive", "provider": "wasabi_s3", "direction": "masv_to_cloud",
        "authorization": bucket.authorization() });
    let made = ask(&owner.client, &format!("POST {path}"), &request, None).await.expect(201);
    assert_eq!(names(&made), ("vendor_h_s3", "service_to_cloud"));
    assert_eq!(made.get("provider_alias"), None);
    let one = format!("/v1/cloud_connections/{}", made["id"].as_str().unwrap());
    for (set, expected) in [
        (None, ("vendor_h_s3", "service_to_cloud")),
        (Some("neutral"), ("vendor_h_s3", "service_to_cloud")),
        (Some("reference"), ("wasabi_s3", "masv_to_cloud")),
    ] {
        let got = ask(&owner.client, &format!("GET {one}"), &Value::Null, set).await.expect(200);
        assert_eq!(names(&got), expected);
        let listed = ask(&owner.client, &format!("GET {path}"), &Value::Null, set).await.expect(200);
        assert_eq!(names(&listed[0]), expected);
        let changed = json!({ "name": "Store", "provider": expected.0, "direction": expected.1 });
        let updated = ask(&owner.client, &format!("PUT {one}"), &changed, set).await.expect(200);
        assert_eq!(names(&updated), expected, "get, modify, update");
    }
    let other = json!({ "provider": "amazon_s3" });
    let refused = ask(&owner.client, &format!("PUT {one}"), &other, None).await;
    assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "provider"));
    let refused = ask(&owner.client, &format!("GET {one}"), &Value::Null, Some("both")).await;
    assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "X-Name-Set"));
}

#[tokio::test]
async fn transfers_and_portals_have_both_names() {
    let cloud = neighbourly().start().await;
    let ((owner, path), bucket) = (scene(&cloud).await, TargetBucket::start().await);
    let request = json!({ "provider": "vendor_h_s3", "authorization": bucket.authorization() });
    let made = ask(&owner.client, &format!("POST {path}"), &request, None).await.expect(201);
    let id: CloudConnectionId = made["id"].as_str().unwrap().parse().unwrap();

    let portal =
        json!({ "name": "Rushes", "subdomain": "rushes", "active": true, "cloud_connections": [{ "id": id }] });
    let portals = format!("POST /v1/teams/{}/portals", owner.team_id);
    let portal = ask(&owner.client, &portals, &portal, Some("reference")).await.expect(201);
    assert_eq!(names(&portal["cloud_connections"][0]), ("wasabi_s3", "masv_to_cloud"));
    let legacy = format!("GET /v1/teams/{}/portals", owner.team_id);
    let listed = ask(&owner.client, &legacy, &Value::Null, Some("reference")).await.expect(200);
    assert_eq!(names(&listed[0]["cloud_connections"][0]), ("wasabi_s3", "masv_to_cloud"));

    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let transfers = format!("/v1/packages/{}/transfer", parcel.id);
    let request = json!({ "cloud_connection_id": id, "direction": "masv_to_cloud" });
    let begun = ask(&parcel.client, &format!("POST {transfers}"), &request, Some("reference")).await.expect(201);
    assert_eq!(begun["direction"], "masv_to_cloud");
    let listed = ask(&parcel.client, &format!("GET {transfers}"), &Value::Null, None).await.expect(200);
    assert_eq!(listed[0]["direction"], "service_to_cloud");
}

#[tokio::test]
async fn a_gateway_keeps_the_name_it_was_created_with() {
    let cloud = TestCloud::start().await;
    let (owner, path) = scene(&cloud).await;
    for (given, neutral, reference) in [
        ("synology_sg", "vendor_j_sg", "synology_sg"),
        ("storage_gateway", "vendor_j_sg", "storage_gateway"),
        ("vendor_j_sg", "vendor_j_sg", "storage_gateway"),
        ("vendor_m_sg", "vendor_m_sg", "storage_gateway"),
        ("amazon_efs_sg", "vendor_a_efs_sg", "amazon_efs_sg"),
        ("desktop_sg", "desktop_sg", "desktop_sg"),
    ] {
        let made = ask(&owner.client, &format!("POST {path}"), &json!({ "provider": given }), None).await.expect(201);
        assert_eq!(made["provider"], neutral);
        let one = format!("/v1/cloud_connections/{}", made["id"].as_str().unwrap());
        let got = ask(&owner.client, &format!("GET {one}"), &Value::Null, Some("reference")).await.expect(200);
        assert_eq!(got["provider"], reference);
        let same = json!({ "name": "NAS", "provider": reference });
        ask(&owner.client, &format!("PUT {one}"), &same, None).await.expect(200);
    }
}

#[tokio::test]
async fn activities_have_both_names() {
    let cloud = TestCloud::start().await;
    let (owner, _) = scene(&cloud).await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    parcel.link().await;
    let path = format!("GET /v1.1/teams/{}/activities", owner.team_id);
    for query in ["activity_types=package_upload_to_masv", "kind=package_upload_to_masv", "kind=upload"] {
        for (set, expected) in [(None, "upload"), (Some("reference"), "package_upload_to_masv")] {
            let page = ask(&owner.client, &format!("{path}?{query}"), &Value::Null, set).await.expect(200);
            assert_eq!((&page["metadata"]["total"], &page["records"][0]["kind"]), (&json!(1), &json!(expected)));
        }
    }
    let files = format!("GET /v1/packages/{}/files", parcel.id);
    let files = ask(&parcel.client, &files, &Value::Null, Some("reference")).await.expect(200);
    assert_eq!(files[0]["kind"], "file", "other kinds have one name");
}

#[tokio::test]
async fn an_installation_can_reply_with_them_by_default() {
    let cloud = neighbourly().with(|config| config.compatibility.names = wire::names::NameSet::Reference).start().await;
    let ((owner, path), bucket) = (scene(&cloud).await, TargetBucket::start().await);
    let request = json!({ "provider": "wasabi_s3", "authorization": bucket.authorization() });
    let line = format!("POST {path}");
    let with_key = |set: &'static str| {
        let keyed = owner.client.request(Method::POST, &path).header("idempotency-key", "a-key-that-is-long-enough");
        Reply::to(keyed.header("x-name-set", set).json(&request))
    };
    assert_eq!(ask(&owner.client, &line, &request, None).await.expect(201)["provider"], "wasabi_s3");
    assert_eq!(ask(&owner.client, &line, &request, Some("neutral")).await.expect(201)["provider"], "vendor_h_s3");
    assert_eq!(with_key("reference").await.expect(201)["provider"], "wasabi_s3");
    assert_eq!(with_key("neutral").await.expect(201)["provider"], "vendor_h_s3", "also when it is repeated");
    let unfit = json!({ "provider": "masv_to_cloud", "authorization": bucket_at("http://127.0.0.1:9") });
    assert_eq!(ask(&owner.client, &line, &unfit, None).await.field(), "provider");
}
