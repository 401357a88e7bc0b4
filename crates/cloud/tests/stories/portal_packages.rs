//! Packages that visitors send through a Portal.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, TestCloud, file};
use wire::error::ErrorCode;
use wire::ids::PortalId;
use wire::packages::UpdatePackage;
use wire::time::OptionalTime;

/// An active Portal with these fields.
async fn portal(owner: &Person, fields: &Value) -> PortalId {
    let mut body = json!({ "name": "Rushes", "subdomain": "rushes", "active": true });
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    let created = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &body).await;
    created.expect(201)["id"].as_str().unwrap().parse().unwrap()
}

async fn change(owner: &Person, id: &PortalId, fields: &Value) {
    let mut body = json!({ "name": "Rushes", "subdomain": "rushes" });
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    Reply::of(&owner.client, &format!("PUT /v1/portals/{id}"), &body).await.expect(200);
}

async fn create(cloud: &TestCloud, id: &PortalId, fields: &Value) -> Reply {
    let mut body = json!({ "name": "Reel 1", "description": "two\nlines", "sender": "Cleo@Example.net" });
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    Reply::of(&cloud.anyone(), &format!("POST /v1/portals/{id}/packages"), &body).await
}

#[tokio::test]
async fn a_package_comes_through_a_portal() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let fields = json!({ "recipients": ["ben@example.org"], "tag": { "name": "red" }, "custom_expiry_days": 30,
        "has_download_password": true, "download_password": "sesame", "primary_color": "#112233" });
    let id = portal(&owner, &fields).await;
    let created = create(&cloud, &id, &json!({ "chunk_size": 6_000_000 })).await.expect(201);
    assert_eq!(created["state"], "new");
    assert_eq!((&created["sender"], &created["description"]), (&json!("cleo@example.net"), &json!("two\nlines")));
    assert_eq!((&created["portal_id"], &created["chunk_size"]), (&json!(id), &json!(6_000_000)));
    assert_eq!(
        (&created["recipients"], &created["links"]),
        (&json!([]), &json!([])),
        "strangers do not see who gets it"
    );
    assert_eq!(created["progress_channels"][0]["topic"], "upload");
    assert_eq!((&created["tag"]["name"], &created["password"]), (&json!("red"), &json!("****")));
    let expiry: OptionalTime = serde_json::from_value(created["expiry"].clone()).unwrap();
    assert_eq!(expiry, OptionalTime(Some(cloud.now().plus_days(30))));
    assert_eq!((&created["custom_expiry"], &created["extra_storage_days"]), (&json!(true), &json!(20)));

    let body = serde_json::from_value::<wire::packages::PackageBody>(created).unwrap();
    let client = cloud.anyone().with_package_token(&body.access_token);
    let parcel = Parcel { client, id: body.id.clone(), body };
    parcel.put("day 4", "a.mov", b"content").await;
    let finalized = parcel.finalize().await;
    assert_eq!((finalized.state.as_str(), finalized.size, finalized.total_files), ("finalized", 7, 1));
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    let to = |address: &str| mails.iter().find(|mail| mail.recipients == [address]).expect("a mail came").readable();
    let notice = to("ben@example.org");
    assert!(notice.contains("cleo@example.net") && notice.contains("Rushes") && notice.contains("Reel 1"), "{notice}");
    let receipt = to("cleo@example.net");
    assert!(receipt.contains("Rushes") && !receipt.contains("/d/"), "{receipt}");
    let (_, rest) = notice.split_once("/d/").expect("the mail has a link");
    let (link, rest) = rest.split_once("?secret=").expect("the link has a secret");
    let secret: String = rest.chars().take_while(|letter| !letter.is_whitespace()).collect();
    let open = async |password| cloud.anyone().resolve_link(&link.parse().unwrap(), &secret, password).await;
    assert_eq!(open(None).await.refusal(), ErrorCode::LinkPassword);
    assert_eq!(open(Some("sesame")).await.unwrap().branding.primary_color, "#112233");

    let inbox = owner.client.inbox(&owner.team_id, "").await.unwrap();
    assert_eq!((inbox.metadata.total, &inbox.records[0].id), (1, &parcel.id));
    assert_eq!(owner.client.packages(&owner.team_id, "").await.unwrap().metadata.total, 0, "it was not sent by us");
    let full = owner.client.with_package_token(&inbox.records[0].access_token);
    assert_eq!(full.files(&parcel.id, "").await.unwrap().len(), 1);
    assert_eq!(inbox.records[0].links[0].email, "ben@example.org");
}

#[tokio::test]
async fn an_upload_token_is_for_uploading() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({})).await;
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    let other = Parcel::through(&cloud.anyone(), &id, "Other").await;
    let whole = json!({ "name": "a", "tag": { "name": "mine" } });
    let refused = [
        ("PUT ", whole.clone()),
        ("PUT /expiry", json!({ "unlimited_storage": true })),
        ("PUT /archive", json!(null)),
        ("POST /links", json!({})),
        ("GET /links", json!(null)),
        ("GET /zip", json!(null)),
        ("GET /metadata", json!(null)),
    ];
    for (call, body) in &refused {
        assert_eq!(parcel.reply(call, body).await.status, 403, "{call}");
    }
    let there = Reply::of(&parcel.client, &format!("GET /v1/packages/{}/files", other.id), &json!(null)).await;
    assert_eq!(there.status, 404);
    let renamed = UpdatePackage { name: "Reel 2".into(), ..UpdatePackage::default() };
    assert_eq!(parcel.client.update_package(&parcel.id, &renamed).await.unwrap().name, "Reel 2");
    let kept = parcel.put("", "a.txt", b"a").await;
    let gone = parcel.put("", "b.txt", b"b").await;
    parcel.client.remove_file(&parcel.id, &gone.id).await.unwrap();
    assert_eq!(parcel.client.files(&parcel.id, "").await.unwrap().len(), 1);
    let first = parcel.finalize().await;
    assert_eq!(parcel.finalize().await.updated_at, first.updated_at, "said twice, done once");
    let after = [
        ("PUT ", json!({ "name": "Reel 3" })),
        ("DELETE ", json!(null)),
        ("GET /files", json!(null)),
        ("POST /files", json!({ "name": "c" })),
        ("GET /links", json!(null)),
    ];
    for (call, body) in after {
        assert_eq!(parcel.reply(call, &body).await.status, 403, "{call} after finalize");
    }
    let address = format!("GET /v1/packages/{}/files/{}/download", parcel.id, kept.id);
    assert_eq!(Reply::of(&parcel.client, &address, &json!(null)).await.status, 403);
    assert_eq!(other.reply("DELETE ", &json!(null)).await.status, 204, "an upload can be cancelled");
    let inbox = owner.client.inbox(&owner.team_id, "status=new,finalized,expired").await.unwrap();
    assert_eq!(inbox.metadata.total, 2);
}

#[tokio::test]
async fn who_may_come_and_what_they_must_say() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({ "has_access_code": true, "access_code": "Zürich 50%" })).await;
    assert_eq!(create(&cloud, &id, &json!({})).await.error().code, ErrorCode::AccessCode);
    let ask = |code: &str| cloud.anyone().with_access_code(code);
    let body = json!({ "name": "Reel", "description": "", "sender": "cleo@example.net" });
    let line = format!("POST /v1/portals/{id}/packages");
    assert_eq!(Reply::of(&ask("Zürich"), &line, &body).await.error().code, ErrorCode::AccessCode);
    Reply::of(&ask("Zürich 50%"), &line, &body).await.expect(201);
    change(&owner, &id, &json!({ "has_access_code": false })).await;
    for (field, value) in [
        ("name", json!(null)),
        ("name", json!(" ")),
        ("description", json!(null)),
        ("sender", json!(null)),
        ("sender", json!("nobody")),
        ("sender", json!("a@b\r\nBcc: c@d.org")),
        ("chunk_size", json!(1)),
    ] {
        let reply = create(&cloud, &id, &json!({ field: value })).await;
        assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, field), "{value}");
    }
    for fields in
        [json!({ "active": false }), json!({ "active": true, "expiry_enabled": true, "expiry": "2020-01-01" })]
    {
        change(&owner, &id, &fields).await;
        assert_eq!(create(&cloud, &id, &json!({})).await.error().code, ErrorCode::Forbidden, "{fields}");
    }
    owner.client.delete_portal(&id).await.unwrap();
    assert_eq!(create(&cloud, &id, &json!({})).await.error().code, ErrorCode::NotFound);
}

#[tokio::test]
async fn restrictions_hold_at_every_step() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let rules = json!({ "package_size_restriction_enabled": true, "max_package_size": 12, "max_file_size": 10,
        "max_file_count": 2, "file_type_restriction_enabled": true, "file_types": [".mov", ".txt"] });
    let id = portal(&owner, &rules).await;
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    let add = async |name: &str, size: usize| parcel.client.add_file(&parcel.id, &file("", name, size)).await;
    assert_eq!(add("a.exe", 1).await.refusal(), ErrorCode::InvalidField);
    assert_eq!(add("a.mov", 11).await.refusal(), ErrorCode::FileTooLarge);
    parcel.put("", "A.MOV", b"0123456789").await;
    assert_eq!(add("b.txt", 3).await.refusal(), ErrorCode::LimitExceeded, "the package would be too large");
    let batch = json!([{ "name": "b.exe", "size": 1 }, { "name": "b.txt", "size": 2 }, { "name": "c.txt", "size": 0 }]);
    let answers = parcel.reply("POST /files/batch", &batch).await.expect(200);
    let codes: Vec<_> = answers.as_array().unwrap().iter().map(|answer| answer["error"]["code"].clone()).collect();
    assert_eq!(codes[1], json!(null), "{answers}");
    assert!(!codes[0].is_null() && !codes[2].is_null(), "{answers}");
    let b = answers[1]["file"]["id"].as_str().unwrap();
    // More arrives than was announced: refused when the file is finalized.
    let more = json!({ "size": 11, "etag": "x" });
    assert_eq!(parcel.reply(&format!("POST /files/{b}/finalize"), &more).await.error().code, ErrorCode::FileTooLarge);
    parcel.reply(&format!("DELETE /files/{b}"), &json!(null)).await;

    // The rules change during the upload: the current ones count.
    for (fields, code) in [
        (json!({ "file_types": [".wav"] }), ErrorCode::InvalidField),
        (json!({ "file_types": [".mov"], "file_type_restriction_exclude": true }), ErrorCode::InvalidField),
        (json!({ "file_type_restriction_enabled": false, "max_file_size": 9 }), ErrorCode::FileTooLarge),
        (json!({ "max_file_size": 0, "max_package_size": 9 }), ErrorCode::LimitExceeded),
    ] {
        change(&owner, &id, &fields).await;
        assert_eq!(parcel.client.finalize_package(&parcel.id).await.refusal(), code, "{fields}");
    }
    change(&owner, &id, &json!({ "max_package_size": 10 })).await;
    parcel.finalize().await;
}

#[tokio::test]
async fn names_are_checked_again_after_a_change_by_a_clock_that_is_behind() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({})).await;
    let parcel = Parcel::through(&cloud.anyone(), &id, "Reel").await;
    parcel.put("", "a.exe", b"hello").await;
    cloud.set_clock_by(-10_000);
    change(&owner, &id, &json!({ "file_type_restriction_enabled": true, "file_types": [".mov"] })).await;
    cloud.set_clock_by(10_000);
    assert_eq!(parcel.client.finalize_package(&parcel.id).await.refusal(), ErrorCode::InvalidField);
}

#[tokio::test]
async fn names_keep_to_the_format() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let format = json!({ "package_name_format_enabled": true,
        "package_name_format": { "label": "R and a number", "value": "R[0-9]+" } });
    let id = portal(&owner, &format).await;
    let reply = create(&cloud, &id, &json!({ "name": "Reel" })).await;
    assert_eq!((reply.status.as_u16(), reply.field().as_str()), (400, "name"));
    assert!(reply.text.contains("R and a number"));
    let parcel = Parcel::through(&cloud.anyone(), &id, "R12").await;
    assert_eq!(parcel.reply("PUT ", &json!({ "name": "Reel" })).await.status, 400);
    parcel.reply("PUT ", &json!({ "name": "R13" })).await.expect(200);
    let of_team = owner.client.package(&owner.team_id, &parcel.id).await.unwrap();
    let member = owner.client.with_package_token(&of_team.access_token);
    let free = UpdatePackage { name: "Reel".into(), ..UpdatePackage::default() };
    assert_eq!(member.update_package(&parcel.id, &free).await.unwrap().name, "Reel");
    let wrong = json!({ "name": "x", "subdomain": "other", "package_name_format": { "value": "(" } });
    let reply = Reply::of(&owner.client, &format!("POST /v1/teams/{}/portals", owner.team_id), &wrong).await;
    assert_eq!(reply.field(), "package_name_format.value");
}

#[tokio::test]
async fn lists_of_what_came() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let rushes = portal(&owner, &json!({})).await;
    let sound = portal(&owner, &json!({ "name": "Sound", "subdomain": "sound" })).await;
    let names = async |query: &str| {
        let page = owner.client.inbox(&owner.team_id, query).await.unwrap();
        assert_eq!(page.metadata.total, i64::try_from(page.records.len()).unwrap());
        page.records.into_iter().map(|package| package.name).collect::<Vec<_>>()
    };
    for (id, name) in [(&rushes, "a"), (&rushes, "b"), (&sound, "c")] {
        cloud.advance(Duration::from_mins(1));
        let parcel = Parcel::through(&cloud.anyone(), id, name).await;
        parcel.put("", "x", b"x").await;
        if name != "b" {
            parcel.finalize().await;
        }
    }
    assert_eq!(names("").await, ["c", "a"]);
    assert_eq!(names("status=new,finalized&sort=name").await, ["a", "b", "c"]);
    assert_eq!(names(&format!("portal={rushes}")).await, ["a"]);
    assert_eq!(names("portal=SOUND").await, ["c"]);
    assert_eq!(names("portal=none").await, [""; 0]);
    assert_eq!(names("sender=stranger@example.net&name=A").await, ["a"]);
    let of_portal = async |query: &str| {
        let list = owner.client.portal_packages(&rushes, query).await.unwrap();
        list.into_iter().map(|package| package.name).collect::<Vec<_>>()
    };
    assert_eq!(of_portal("").await, ["a"]);
    assert_eq!(of_portal("new=0&finalized=0&expired=0&archived=0").await, ["a"]);
    assert_eq!(of_portal("new=1").await, ["b"]);
    assert_eq!(of_portal("new=1&finalized=1").await, ["b", "a"]);
    let new = owner.client.portal_packages(&rushes, "new=1").await.unwrap();
    assert_eq!(new[0].portal_id.as_deref(), Some(rushes.as_str()));

    owner.client.delete_portal(&sound).await.unwrap();
    assert_eq!(names("").await, ["c", "a"], "its packages are kept");
    cloud.advance(Duration::from_hours(24 * 11));
    let owner = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    cloud.run_due_jobs().await;
    let team = &cloud_team(&owner).await;
    let range = json!({ "expiry_start": "2020-01-01", "expiry_end": "2030-01-01" });
    let bulk = async |path: &str| Reply::of(&owner, &format!("PUT /v1/teams/{team}{path}"), &range).await.expect(200);
    assert_eq!(bulk("/archive").await["total_updated"], 0, "nothing was sent");
    assert_eq!(bulk("/inbox/archive").await["total_updated"], 3);
    assert_eq!(bulk("/inbox/archive").await["total_updated"], 0);
    assert_eq!(bulk("/inbox/unarchive").await["total_updated"], 3);
}

async fn cloud_team(client: &client::Client) -> String {
    Reply::of(client, "GET /v1/auth", &json!(null)).await.expect(200)["teams"][0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn strangers_cannot_flood() {
    let cloud = TestCloud::setup().with(|config| config.limits.portal_packages_per_hour = 5).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({})).await;
    for number in 0..8 {
        let reply = create(&cloud, &id, &json!({})).await;
        assert_eq!(reply.status.as_u16(), if number < 5 { 201 } else { 429 }, "{number}");
    }
    cloud.advance(Duration::from_hours(1));
    create(&cloud, &id, &json!({})).await.expect(201);
}

#[tokio::test]
async fn receipts_can_be_switched_off_and_are_few() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({ "disable_upload_receipt": true })).await;
    let send = async || {
        let parcel = Parcel::through(&cloud.anyone(), &id, "http://evil.example/ now").await;
        parcel.put("", "x", b"x").await;
        parcel.finalize().await;
    };
    send().await;
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty());
    cloud.advance(Duration::from_mins(1));
    change(&owner, &id, &json!({ "disable_upload_receipt": false })).await;
    for _ in 0..8 {
        send().await;
    }
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 5, "nobody is flooded through us");
    assert!(mails.iter().all(|mail| !mail.readable().contains("evil.example")), "no address but ours");

    cloud.advance(Duration::from_hours(1));
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 1, "the rest is confirmed together");
    assert!(mails[0].header("subject")[0].contains("3 files"), "{}", mails[0].readable());
    assert!(!mails[0].readable().contains("evil.example"));
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty());
}

#[tokio::test]
async fn what_strangers_leave_unfinished_ends() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({ "custom_expiry_days": -1 })).await;
    let unfinished = Parcel::through(&cloud.anyone(), &id, "unfinished").await;
    assert_eq!((unfinished.body.expiry, unfinished.body.unlimited_storage), (OptionalTime(None), true));
    unfinished.put("", "x", b"x").await;
    let finished = Parcel::through(&cloud.anyone(), &id, "finished").await;
    finished.put("", "x", b"x").await;
    finished.finalize().await;
    let owner = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    let team = cloud_team(&owner).await.parse().unwrap();
    let states = async || {
        cloud.run_due_jobs().await;
        let page = owner.inbox(&team, "status=new,finalized,expired&sort=name").await.unwrap();
        page.records.into_iter().map(|package| package.state).collect::<Vec<_>>()
    };
    cloud.advance(Duration::from_hours(24 * 29));
    assert_eq!(states().await, ["finalized", "new"]);
    cloud.advance(Duration::from_hours(24 * 2));
    assert_eq!(states().await, ["finalized", "expired"], "what was sent is kept forever, what was not is not");
    assert_eq!(unfinished.reply("GET /files", &json!(null)).await.status, 401, "and its token is dead");
}

#[tokio::test]
async fn recipients_of_a_portal_are_not_flooded() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let id = portal(&owner, &json!({ "recipients": ["ben@example.org"], "disable_upload_receipt": true })).await;
    for _ in 0..105 {
        let parcel = Parcel::through(&cloud.anyone(), &id, "again").await;
        parcel.put("", "x", b"x").await;
        parcel.finalize().await;
    }
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take().len(), 100);
    assert_eq!(owner.client.inbox(&owner.team_id, "").await.unwrap().metadata.total, 105, "all came");
}
