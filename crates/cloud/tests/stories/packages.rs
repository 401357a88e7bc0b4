//! A package travels: created, uploaded, finalized, mailed, downloaded.

use serde_json::{Value, json};
use testkit::{Parcel, Refusal as _, Reply, TestCloud, fetch, plain_package};
use wire::error::ErrorCode;
use wire::packages::CreatePackage;
use wire::teams::UpdateTeam;
use wire::time::OptionalTime;

const ZERO: &str = "0001-01-01T00:00:00.000Z";

#[tokio::test]
async fn a_package_travels() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let client = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    let request = CreatePackage { recipients: vec!["Ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::create(&client, &owner.team_id, &request).await;
    assert_eq!(parcel.body.state, "new");
    let content: Vec<u8> = (0..6_000_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    let first = parcel.put("day 4", "a.mov", &content).await;
    assert_eq!((first.state.as_str(), first.size), ("finalized", 6_000_000));
    parcel.put("", "empty.txt", b"").await;
    let package = parcel.finalize().await;
    assert_eq!((package.state.as_str(), package.total_files, package.size), ("finalized", 2, 6_000_000));
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("ben@example.org").readable();
    let (_, rest) = mail.split_once("/d/").expect("the mail has a link");
    let (id, rest) = rest.split_once("?secret=").expect("the link has a secret");
    let secret: String = rest.chars().take_while(|letter| !letter.is_whitespace()).collect();
    let resolved = cloud.anyone().resolve_link(&id.parse().unwrap(), &secret, None).await.unwrap();
    assert_eq!((resolved.name.as_str(), resolved.sender_email.as_str()), ("Dailies", "anna@example.org"));
    let recipient = cloud.anyone().with_package_token(&resolved.package_token);
    let files = recipient.files(&parcel.id, "").await.unwrap();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.mov", "empty.txt"]);
    let address = recipient.download_address(&parcel.id, &files[0].id).await.unwrap();
    assert_eq!(fetch(&address.url).await, content);
    recipient.confirm_download(&parcel.id, &files[0].id).await.unwrap();
    cloud.run_due_jobs().await;
    let page = client.packages(&owner.team_id, "").await.unwrap();
    assert_eq!((page.metadata.total, page.records[0].usage_total_bytes), (1, 6_000_000));
}

/// The fields that 2.2 lists; `tag` is there only if there is a tag.
const FIELDS: &str = "id name description state sender recipients size total_files created_at updated_at \
    usage_updated_at expiry custom_expiry unlimited_storage extra_storage extra_storage_updated_at \
    extra_storage_days extras access_limit password access_token contains_virus custom_metadata_id chunk_size \
    teamspace teamspace_id links progress_channels";

/// Without the values that differ in each reply.
fn lasting(package: &Value) -> Value {
    let mut package = package.clone();
    for field in ["access_token", "progress_channels"] {
        package.as_object_mut().unwrap().remove(field);
    }
    package
}

#[tokio::test]
async fn every_field_is_in_create_get_and_both_lists() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let team = &owner.team_id;
    let request = json!({ "name": " Dailies ", "description": "Day 4\nwith sound", "recipients": ["ben@example.org"],
        "access_limit": 3, "password": "secret", "chunk_size": 5_242_880, "tag": { "name": "rushes" },
        "no such field": true });
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{team}/packages"), &request).await.expect(201);
    for field in FIELDS.split_whitespace().chain(["tag"]) {
        assert!(!created[field].is_null(), "{field} in {created}");
    }
    let now = cloud.now().to_string();
    let expected = json!({ "id": created["id"], "name": "Dailies", "description": "Day 4\nwith sound",
        "state": "new", "sender": "anna@example.org", "recipients": ["ben@example.org"], "size": 0, "total_files": 0,
        "created_at": now, "updated_at": now, "usage_updated_at": ZERO, "usage_total_bytes": 0,
        "expiry": "2026-01-11T00:00:00.000Z", "custom_expiry": false, "unlimited_storage": false,
        "extra_storage": false, "extra_storage_updated_at": ZERO, "extra_storage_days": 0,
        "extras": { "storage_id": "tonnage" }, "access_limit": 3, "password": "****", "contains_virus": false,
        "custom_metadata_id": "", "chunk_size": 5_242_880, "teamspace": {}, "teamspace_id": "",
        "tag": { "id": created["tag"]["id"], "name": "rushes" }, "links": [] });
    assert_eq!(lasting(&created), expected);
    let channel = &created["progress_channels"][0];
    assert_eq!((&channel["topic"], &channel["provider"]), (&json!("upload"), &json!("tonnage")));
    for field in ["token", "channel_name", "publish_key", "subscribe_key"] {
        assert!(channel["auth"][field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
    }
    let id = created["id"].as_str().unwrap();
    for (path, pointer) in [
        (format!("/v1.1/teams/{team}/packages/{id}"), ""),
        (format!("/v1.1/teams/{team}/packages?status=new"), "/records/0"),
        (format!("/v1/teams/{team}/packages?new=true"), "/0"),
    ] {
        let reply = Reply::of(&owner.client, &format!("GET {path}"), &json!(null)).await.expect(200);
        let shown = reply.pointer(pointer).unwrap();
        assert_eq!(lasting(shown), expected, "{path}");
        let token = shown["access_token"].as_str().unwrap();
        let files = owner.client.with_package_token(token).files(&id.parse().unwrap(), "").await;
        assert!(files.unwrap().is_empty());
    }
}

#[tokio::test]
async fn what_is_missing_or_wrong_is_named() {
    let cloud = TestCloud::setup().with(|config| config.storage.bucket = "elsewhere".into()).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let line = format!("POST /v1/teams/{}/packages", owner.team_id);
    let good = json!({ "name": "a", "description": "", "recipients": [] });
    let many: Vec<String> = (0..51).map(|number| format!("a{number}@example.org")).collect();
    let cases = [
        ("name", json!(null), "name"),
        ("name", json!(" "), "name"),
        ("name", json!(7), "name"),
        ("description", json!(null), "description"),
        ("recipients", json!(null), "recipients"),
        ("recipients", json!("ben@example.org"), "recipients"),
        ("recipients", json!(["ben@example.org", "ben"]), "recipients[1]"),
        ("recipients", json!([7]), "recipients[0]"),
        ("recipients", json!(many), "recipients"),
        ("access_limit", json!(-1), "access_limit"),
        ("access_limit", json!("3"), "access_limit"),
        ("password", json!("x".repeat(2_000)), "password"),
        ("unlimited_storage", json!(1), "unlimited_storage"),
        ("chunk_size", json!(-1), "chunk_size"),
        ("chunk_size", json!(5_242_879), "chunk_size"),
        ("chunk_size", json!(5_368_709_121_i64), "chunk_size"),
        ("tag", json!("rushes"), "tag"),
    ];
    for (field, value, named) in cases {
        let mut request = good.clone();
        request[field] = value.clone();
        let reply = Reply::of(&owner.client, &line, &request).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, named), "{field} {value}");
        request.as_object_mut().unwrap().remove(field);
        let without = Reply::of(&owner.client, &line, &request).await;
        if ["name", "description", "recipients"].contains(&field) {
            assert_eq!((without.status.as_u16(), without.field().as_str()), (400, field));
        } else {
            assert_eq!(without.expect(201)["extras"]["storage_id"], "elsewhere");
        }
    }
    let mut request = good.clone();
    request["recipients"] = json!(["Ben@Example.org", " ben@example.org", "cleo@example.org", "BEN@EXAMPLE.ORG"]);
    let created = Reply::of(&owner.client, &line, &request).await.expect(201);
    assert_eq!(created["recipients"], json!(["ben@example.org", "cleo@example.org"]));
    request["recipients"] = json!(many[..50]);
    Reply::of(&owner.client, &line, &request).await.expect(201);
    let other = cloud.owner("Other", "olga@example.org").await;
    let reply = Reply::of(&other.client, &line, &good).await;
    assert_eq!(reply.error().code, ErrorCode::NotFound, "another Team");
}

#[tokio::test]
async fn defaults_are_the_teams() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let create = async |request: CreatePackage| owner.client.create_package(&owner.team_id, &request).await.unwrap();
    let at = |days: i64| OptionalTime(Some(cloud.now().plus_days(days)));

    let plain = create(plain_package("as it comes")).await;
    assert_eq!((plain.access_limit, plain.expiry, plain.extra_storage), (0, at(10), false));
    let change = UpdateTeam {
        download_limit_enabled: Some(true),
        download_limit_default: Some(7),
        custom_expiry_enabled: Some(true),
        custom_expiry_default: Some(14),
        free_storage_days: Some(4),
        ..UpdateTeam::default()
    };
    owner.client.update_team(&owner.team_id, &change).await.unwrap();
    let package = create(plain_package("as the Team wants")).await;
    assert_eq!((package.access_limit, package.expiry), (7, at(14)));
    assert_eq!((package.extra_storage, package.extra_storage_days), (true, 10));
    let package = create(CreatePackage { access_limit: Some(0), ..plain_package("without a limit") }).await;
    assert_eq!(package.access_limit, 0);
    let package = create(CreatePackage { unlimited_storage: Some(true), ..plain_package("for ever") }).await;
    assert_eq!((package.expiry, package.unlimited_storage, package.custom_expiry), (OptionalTime(None), true, true));
    assert_eq!((package.extra_storage, package.extra_storage_days), (true, 0));
    let off = UpdateTeam {
        download_limit_enabled: Some(false),
        custom_expiry_enabled: Some(false),
        max_email_recipients: Some(1),
        ..UpdateTeam::default()
    };
    owner.client.update_team(&owner.team_id, &off).await.unwrap();
    let package = create(plain_package("switched off")).await;
    assert_eq!((package.access_limit, package.expiry), (0, at(4)));
    let two = CreatePackage { recipients: vec!["a@x.org".into(), "b@x.org".into()], ..plain_package("two") };
    assert_eq!(owner.client.create_package(&owner.team_id, &two).await.refusal(), ErrorCode::InvalidField);
}

#[tokio::test]
async fn the_mask_is_not_the_password() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let request = CreatePackage { password: Some("open sesame".into()), ..plain_package("Dailies") };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    let mut whole = serde_json::to_value(&parcel.body).unwrap();
    assert!(!whole.to_string().contains("sesame"));
    whole["name"] = json!("Dailies 2");
    assert_eq!(parcel.reply("PUT ", &whole).await.expect(201)["name"], "Dailies 2");
    parcel.put("", "a", b"a").await;
    parcel.finalize().await;
    let link = parcel.link().await;
    assert_eq!(link.password, "****");
    let secret = link.download_secret.unwrap();
    for wrong in ["****", "open", ""] {
        let opened = cloud.anyone().resolve_link(&link.id, &secret, Some(wrong)).await;
        assert_eq!(opened.refusal(), ErrorCode::LinkPassword, "{wrong}");
    }
    cloud.anyone().resolve_link(&link.id, &secret, Some("open sesame")).await.unwrap();

    let plain = Parcel::create(&owner.client, &owner.team_id, &plain_package("open")).await;
    let mut whole = serde_json::to_value(&plain.body).unwrap();
    whole["password"] = json!("****");
    assert_eq!(plain.reply("PUT ", &whole).await.expect(201)["password"], "");
}
