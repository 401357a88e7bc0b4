//! Links: created, mailed, opened, limited, deleted.

use std::time::Duration;

use client::Client;
use serde_json::{Value, json};
use testkit::{Parcel, Person, ReceivedMail, Refusal as _, Reply, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::ids::LinkId;
use wire::links::{CreateLink, LinkBody, OpenLink};
use wire::packages::CreatePackage;
use wire::time::OptionalTime;

const HOUR: Duration = Duration::from_hours(1);

async fn begin() -> (TestCloud, Person) {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    (cloud, owner)
}

/// The link and the secret in a mail.
fn address_in(mail: &ReceivedMail) -> (LinkId, String) {
    let text = mail.readable();
    let (_, rest) = text.split_once("/d/").expect("the mail has a link");
    let (id, rest) = rest.split_once("?secret=").expect("the link has a secret");
    (id.parse().unwrap(), rest.chars().take_while(|letter| !letter.is_whitespace()).collect())
}

async fn opens(client: &Client, link: &LinkBody) -> Result<(), ErrorCode> {
    let secret = link.download_secret.as_deref().unwrap();
    match client.resolve_link(&link.id, secret, None).await {
        Ok(_) => Ok(()),
        refused => Err(refused.refusal()),
    }
}

#[tokio::test]
async fn a_secret_is_given_once_and_only_without_an_address() {
    let (cloud, owner) = begin().await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.run_due_jobs().await;
    cloud.mails.take();
    let plain = parcel.reply("POST /links", &json!({})).await.expect(201);
    for field in
        ["access_limit", "access_limit_enabled", "active", "download_secret", "email", "expiry", "id", "password"]
    {
        assert!(!plain[field].is_null(), "{field}");
    }
    let expected = json!([0, false, true, "anna@example.org", parcel.body.expiry, ""]);
    let found =
        ["access_limit", "access_limit_enabled", "active", "email", "expiry", "password"].map(|name| &plain[name]);
    assert_eq!(json!(found), expected, "the uploader's address does not replace a missing one");
    assert!(plain["download_secret"].as_str().unwrap().len() >= 22, "128 bits and more");
    let empty = parcel.reply("POST /links", &json!({ "email": " ", "password": "" })).await.expect(201);
    assert_ne!(empty["download_secret"], plain["download_secret"]);
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "a link without an address is never mailed");

    let mailed =
        parcel.reply("POST /links", &json!({ "email": "Ben@Example.org", "password": "open" })).await.expect(201);
    assert_eq!((&mailed["email"], &mailed["password"]), (&json!("ben@example.org"), &json!("****")));
    assert!(mailed.get("download_secret").is_none());
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.iter().map(|mail| mail.recipients[0].as_str()).collect::<Vec<_>>(), ["ben@example.org"]);
    let (id, secret) = address_in(&mails[0]);
    assert_eq!(json!(id), mailed["id"]);
    let opened = cloud.anyone().resolve_link(&id, &secret, Some("open")).await.unwrap();
    assert_eq!(
        (opened.recipient_email.as_str(), opened.sender_email.as_str()),
        ("ben@example.org", "anna@example.org")
    );
    assert_eq!((opened.name.as_str(), opened.package_size, opened.total_files), ("Dailies", 5, 1));
    assert_eq!((&opened.package_id, opened.expiry), (&parcel.id, parcel.body.expiry));

    let list = parcel.reply("GET /links", &Value::Null).await;
    assert!(!list.text.contains("secret"));
    let list = list.expect(200);
    assert_eq!(list.as_array().unwrap().len(), 3);
    let notified = list[2]["recipient_notified"].as_str().unwrap();
    assert_eq!((notified, &list[0]["recipient_notified"]), (cloud.now().to_string().as_str(), &json!("")));
}

#[tokio::test]
async fn a_link_opens_with_all_in_the_body() {
    let (cloud, owner) = begin().await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let request = CreateLink { password: Some("öffne".into()), access_limit: Some(2), ..CreateLink::default() };
    let link = parcel.client.create_link(&parcel.id, &request).await.unwrap();
    let secret = link.download_secret.clone().unwrap();
    let open = |password: Option<&str>| OpenLink { secret: secret.clone(), password: password.map(str::to_owned) };
    let anyone = cloud.anyone();
    let opened = anyone.open_link(&link.id, &open(Some("öffne"))).await.unwrap();
    let limits = (opened.access_limit_enabled, opened.access_limit, opened.downloads_left);
    assert_eq!(limits, (true, 2, Some(2)));
    assert_eq!((opened.has_password, opened.team_name.as_str(), opened.language.as_str()), (true, "Film", ""));
    let visitor = anyone.with_package_token(&opened.package_token);
    let file = visitor.files(&parcel.id, "").await.unwrap().remove(0);
    visitor.download_address(&parcel.id, &file.id).await.unwrap();
    let again = anyone.open_link(&link.id, &open(Some("öffne"))).await.unwrap();
    assert_eq!(again.downloads_left, Some(1), "a download counts, opening does not");

    assert_eq!(anyone.open_link(&link.id, &open(None)).await.refusal(), ErrorCode::LinkPassword);
    assert_eq!(anyone.open_link(&link.id, &open(Some("wrong"))).await.refusal(), ErrorCode::LinkPassword);
    let wrong = OpenLink { secret: "wrong".into(), password: Some("öffne".into()) };
    assert_eq!(anyone.open_link(&link.id, &wrong).await.refusal(), ErrorCode::NotFound);
    let reply = Reply::of(&anyone, &format!("POST /v1/links/{}/open", link.id), &json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "secret"));
    let plain = parcel.link().await;
    let secret = plain.download_secret.clone().unwrap();
    let body = Reply::of(&anyone, &format!("POST /v1/links/{}/open", plain.id), &json!({ "secret": secret })).await;
    let body = body.expect(200);
    assert_eq!((&body["downloads_left"], &body["has_password"]), (&Value::Null, &json!(false)));
    assert!(body.as_object().unwrap().contains_key("downloads_left"), "no limit is told as null");
}

#[tokio::test]
async fn what_a_link_must_not_be_is_named() {
    let (cloud, owner) = begin().await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    for (body, field) in [
        (json!({ "email": "ben" }), "email"),
        (json!({ "email": "ben@example.org,cleo@example.org" }), "email"),
        (json!({ "email": ["ben@example.org"] }), "email"),
        (json!({ "password": "x".repeat(2_000) }), "password"),
        (json!({ "access_limit": -1 }), "access_limit"),
        (json!({ "access_limit": 1.5 }), "access_limit"),
        (json!({ "active": "maybe" }), "active"),
        (json!({ "expiry": "soon" }), "expiry"),
        (json!({ "expiry": cloud.now() }), "expiry"),
        (json!({ "expiry": parcel.body.expiry }), "expiry"),
        (json!({ "expiry": "2027-01-01" }), "expiry"),
    ] {
        let reply = parcel.reply("POST /links", &body).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{body}");
    }
    assert!(parcel.client.links(&parcel.id).await.unwrap().is_empty());
    let own = json!({ "access_limit": 2, "active": "true", "expiry": "2026-01-02", "password": "own" });
    let link = parcel.reply("POST /links", &own).await.expect(201);
    assert_eq!((&link["access_limit"], &link["access_limit_enabled"]), (&json!(2), &json!(true)));
    assert_eq!((&link["active"], &link["expiry"]), (&json!(true), &json!("2026-01-02T00:00:00.000Z")));

    let other = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Other")).await;
    let foreign = format!("DELETE /links/{}", link["id"].as_str().unwrap());
    assert_eq!(other.reply(&foreign, &Value::Null).await.error().code, ErrorCode::NotFound);
    assert_eq!(other.reply("DELETE /links/no-id", &Value::Null).await.error().code, ErrorCode::NotFound);
    assert!(parcel.client.links(&parcel.id).await.unwrap()[0].active, "another package's link is left alone");
}

#[tokio::test]
async fn links_made_early_wake_up_at_finalize_and_everybody_gets_one_mail() {
    let (cloud, owner) = begin().await;
    let recipients = ["ben@example.org", "cleo@example.org", "dora@example.org"].map(str::to_owned);
    let request = CreatePackage {
        recipients: recipients.to_vec(),
        access_limit: Some(4),
        password: Some("open".into()),
        ..plain_package("Dailies")
    };
    let parcel = Parcel::create(&owner.client, &owner.team_id, &request).await;
    parcel.put("", "a", b"a").await;
    let early = parcel.link().await;
    assert!(!early.active);
    assert_eq!(opens(&cloud.anyone(), &early).await, Err(ErrorCode::LinkInactive));
    let to = |email: &str| CreateLink { email: Some(email.into()), ..CreateLink::default() };
    let ben =
        parcel.client.create_link(&parcel.id, &CreateLink { access_limit: Some(1), ..to("ben@example.org") }).await;
    parcel.client.create_link(&parcel.id, &to("eve@example.org")).await.unwrap();
    let off = CreateLink { active: Some(false), ..to("cleo@example.org") };
    parcel.client.create_link(&parcel.id, &off).await.unwrap();
    // Expired before the package is sent: useless to Dora.
    let short = CreateLink { expiry: OptionalTime(Some(cloud.now().plus_seconds(60))), ..to("dora@example.org") };
    parcel.client.create_link(&parcel.id, &short).await.unwrap();
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "nothing is mailed while new");

    cloud.advance(HOUR);
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    let mut mails = cloud.mails.take();
    mails.sort_by_key(|mail| mail.recipients.clone());
    let to: Vec<&str> = mails.iter().map(|mail| mail.recipients[0].as_str()).collect();
    let everybody = ["anna@example.org", "ben@example.org", "cleo@example.org", "dora@example.org", "eve@example.org"];
    assert_eq!(to, everybody);
    for mail in &mails[1..] {
        let (id, secret) = address_in(mail);
        assert_eq!(cloud.anyone().resolve_link(&id, &secret, None).await.refusal(), ErrorCode::LinkPassword);
        let opened = cloud.anyone().resolve_link(&id, &secret, Some("open")).await.unwrap();
        assert_eq!(opened.recipient_email, mail.recipients[0]);
    }
    assert_eq!(address_in(&mails[1]).0, ben.unwrap().id, "Ben's own link is the one he gets");
    let secret = early.download_secret.as_deref().unwrap();
    cloud.anyone().resolve_link(&early.id, secret, Some("open")).await.unwrap();
    let links = parcel.client.links(&parcel.id).await.unwrap();
    let limits: Vec<(i64, bool)> = links.iter().map(|link| (link.access_limit, link.active)).collect();
    assert_eq!(limits, [(4, true), (1, true), (4, true), (4, false), (4, false), (4, true), (4, true)]);
    assert!(links.iter().all(|link| link.password == "****"));
}

#[tokio::test]
async fn every_refusal_has_its_status() {
    let (cloud, owner) = begin().await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let link = parcel.link().await;
    let secret = link.download_secret.clone().unwrap();
    let get = async |id: &str, secret: &str| cloud.get(&format!("/v1/links/{id}?secret={secret}")).await;
    let unknown = [
        get("01KA2B3C4D5E6F7G8H9JKMNPQR", &secret).await,
        get(link.id.as_str(), "wrong").await,
        get(link.id.as_str(), "").await,
        cloud.get(&format!("/v1/links/{}", link.id)).await,
    ];
    for reply in &unknown {
        assert_eq!((reply.error().code, &reply.text), (ErrorCode::NotFound, &unknown[0].text), "all look the same");
    }
    get(link.id.as_str(), &secret).await.expect(200);

    let off = parcel.client.create_link(&parcel.id, &CreateLink { active: Some(false), ..CreateLink::default() }).await;
    assert_eq!(opens(&cloud.anyone(), &off.unwrap()).await, Err(ErrorCode::LinkInactive));
    let short = CreateLink { expiry: OptionalTime(Some(cloud.now().plus_seconds(3_600))), ..CreateLink::default() };
    let short = parcel.client.create_link(&parcel.id, &short).await.unwrap();
    let (_, reader) = parcel.open(&short).await.unwrap();
    cloud.advance(Duration::from_millis(3_599_999));
    assert_eq!(opens(&cloud.anyone(), &short).await, Ok(()));
    assert!(reader.files(&parcel.id, "").await.is_ok());
    cloud.advance(Duration::from_millis(1));
    assert_eq!(opens(&cloud.anyone(), &short).await, Err(ErrorCode::Gone));
    cloud.advance(Duration::from_secs(2));
    assert_eq!(reader.files(&parcel.id, "").await.refusal(), ErrorCode::Unauthorized, "its token ends with it");
    assert_eq!(opens(&cloud.anyone(), &link).await, Ok(()));

    parcel.client.delete_package(&parcel.id).await.unwrap();
    assert_eq!(opens(&cloud.anyone(), &link).await, Err(ErrorCode::Gone));
}

#[tokio::test]
async fn passwords_are_tried_a_few_times_only() {
    let cloud = TestCloud::setup().with(|config| config.limits.sign_in_tries_per_minute = 3).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let request = CreateLink { password: Some("open".into()), ..CreateLink::default() };
    let link = parcel.client.create_link(&parcel.id, &request).await.unwrap();
    let path = format!("/v1/links/{}?secret={}", link.id, link.download_secret.as_deref().unwrap());
    let open = async |password: &str| {
        Reply::to(cloud.anyone().request(reqwest::Method::GET, &path).header("X-Link-Password", password)).await
    };
    for _ in 0..5 {
        assert_eq!(cloud.get(&path).await.error().code, ErrorCode::LinkPassword, "asking is no try");
    }
    open("wrong").await;
    open("open").await.expect(200);
    for _ in 0..3 {
        assert_eq!(open("wrong").await.error().code, ErrorCode::LinkPassword, "a success clears the count");
    }
    let limited = open("open").await;
    assert_eq!(limited.error().code, ErrorCode::RateLimited);
    assert!(limited.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() <= 60);
    let free = parcel.link().await;
    assert_eq!(opens(&cloud.anyone(), &free).await, Ok(()), "other links are not concerned");
    cloud.advance(Duration::from_secs(61));
    open("open").await.expect(200);
}
