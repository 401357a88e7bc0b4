//! Bad input of every kind gets an error in our format, never a 5xx.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Person, Reply, TestCloud};
use wire::error::ErrorCode;

/// Every call that takes a body, with a valid one.
fn calls(owner: &Person) -> Vec<(Method, String, Value)> {
    let (team, user) = (&owner.team_id, &owner.user_id);
    let key = "01KA2B3C4D5E6F7G8H9JKMNPQR";
    vec![
        (Method::POST, "/v1/auth".into(), json!({ "email": "a@b.c", "password": "p", "otp": "1" })),
        (Method::POST, "/v1/auth/forgot".into(), json!({ "email": "a@b.c" })),
        (Method::POST, "/v1/auth/reset".into(), json!({ "token": "t", "password": "p", "name": "n" })),
        (Method::POST, "/v1/auth/accept_invitation".into(), json!({ "token": "t", "password": "p", "name": "n" })),
        (
            Method::PUT,
            format!("/v1/users/{user}"),
            json!({ "name": "n", "time_zone": "UTC", "preferred_team_id": team }),
        ),
        (Method::POST, format!("/v1/users/{user}/password"), json!({ "current_password": "p", "new_password": "n" })),
        (Method::PUT, format!("/v1/users/{user}/email"), json!({ "email": "a@b.c", "password": "p" })),
        (Method::POST, format!("/v1/users/{user}/mfa"), json!({ "password": "p" })),
        (Method::POST, format!("/v1/users/{user}/mfa/confirm"), json!({ "otp": "1" })),
        (Method::DELETE, format!("/v1/users/{user}/mfa"), json!({ "password": "p", "otp": "1" })),
        (Method::PUT, format!("/v1/teams/{team}"), json!({ "name": "n", "subdomain": "sub", "free_storage_days": 5 })),
        (Method::POST, format!("/v1/teams/{team}/members"), json!({ "email": "a@b.c", "role": "member", "name": "n" })),
        (Method::PUT, format!("/v1/members/{key}"), json!({ "role": "member" })),
        (
            Method::POST,
            format!("/v1/teams/{team}/api_keys"),
            json!({ "state": "active", "name": "n", "description": "d", "expiry": "2027-01-01" }),
        ),
        (Method::PUT, format!("/v1/api_keys/{key}"), json!({ "state": "active", "name": "n" })),
    ]
}

/// Values that none of our fields accepts, or that try to break one.
fn bad_values() -> Vec<Value> {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    vec![
        json!([]),
        json!({}),
        json!([["x"]]),
        json!({ "$gt": "" }),
        json!(true),
        json!(1.5),
        json!(-1),
        json!(u64::MAX),
        json!("\u{0}"),
        json!("a\u{0}b"),
        json!("\r\nBcc: x@example.org"),
        json!("' OR '1'='1"),
        json!("../../etc/passwd"),
        json!("\u{202e}\u{1f4a9}"),
        json!("x".repeat(100_000)),
        deep,
    ]
}

#[tokio::test]
async fn wrong_values_in_every_field_of_every_call() {
    let cloud = TestCloud::setup()
        .with(|config| {
            config.limits.address_tries_per_minute = 1_000_000;
            config.limits.sign_in_tries_per_minute = 1_000_000;
            config.limits.sign_in_tries_per_hour = 1_000_000;
            config.limits.mails_per_address_per_hour = 1_000_000;
            config.limits.password_hashes_at_once = 2;
        })
        .start()
        .await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let mut count = 0;
    for (method, path, good) in calls(&owner) {
        for (field, value) in good.as_object().unwrap() {
            for bad in bad_values() {
                let is_password = field.contains("password") || field == "otp" || field == "token";
                if is_password && bad.is_string() && !bad.to_string().contains("\\u0000") {
                    continue; // Any text may be tried as a secret; hashing each takes long.
                }
                let mut body = good.clone();
                body[field] = bad.clone();
                let reply = Reply::to(owner.client.request(method.clone(), &path).json(&body)).await;
                assert!(
                    reply.status.as_u16() < 500,
                    "{method} {path} {field}={bad} answered {} {}",
                    reply.status,
                    reply.text
                );
                if !reply.status.is_success() {
                    reply.error();
                }
                if !bad.is_string() && *value != bad {
                    let numeric = value.is_number() && bad.is_i64();
                    let named = reply.status == 400 && reply.error().details[0].field.starts_with(field.as_str());
                    assert!(named || numeric, "{method} {path} {field}={bad} answered {} {}", reply.status, reply.text);
                }
                count += 1;
            }
        }
    }
    assert!(count > 400, "{count}");
}

#[tokio::test]
async fn wrong_bodies_of_every_call() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let send = |method: &Method, path: &str, kind: &'static str, body: Vec<u8>| {
        Reply::to(owner.client.request(method.clone(), path).header("content-type", kind).body(body))
    };
    let json = "application/json";
    for (method, path, good) in calls(&owner) {
        let code = async |kind, body: &[u8]| send(&method, &path, kind, body.to_vec()).await.error().code;
        assert_eq!(code("text/plain", good.to_string().as_bytes()).await, ErrorCode::NotJson, "{path}");
        assert_eq!(code("multipart/form-data; boundary=x", b"--x--").await, ErrorCode::NotJson, "{path}");
        // An empty body has no fields: that is refused like any other without those that are required.
        let empty = send(&method, &path, json, Vec::new()).await;
        let bare = send(&method, &path, json, b"{}".to_vec()).await;
        assert_eq!((empty.status, empty.text), (bare.status, bare.text), "{path}");
        for broken in ["{", "{\"a\":}", "{} {}", "nul", "'a'", "{\"a\":1,}", "\u{feff}{}"] {
            assert_eq!(code(json, broken.as_bytes()).await, ErrorCode::BrokenBody, "{path} {broken:?}");
        }
        assert_eq!(code(json, b"{\"name\": \"\xff\xfe\"}").await, ErrorCode::BrokenBody, "{path}");
        assert_eq!(code(json, "[".repeat(100_000).as_bytes()).await, ErrorCode::BrokenBody, "{path}");
        for other in ["[]", "1", "null", "\"x\""] {
            assert_eq!(code(json, other.as_bytes()).await, ErrorCode::InvalidField, "{path} {other:?}");
        }
        let large = format!("{{\"x\": \"{}\"}}", "x".repeat(1 << 20));
        assert_eq!(code(json, large.as_bytes()).await, ErrorCode::BodyTooLarge, "{path}");
        for (field, _) in good.as_object().unwrap() {
            let mut body = good.clone();
            body.as_object_mut().unwrap().remove(field);
            let reply = send(&method, &path, json, body.to_string().into_bytes()).await;
            assert!(reply.status.as_u16() < 500, "{path} without {field}: {}", reply.text);
            if reply.status == 400 {
                assert_eq!(reply.error().details[0].field, *field, "{path}: {}", reply.text);
            }
        }
    }
}

#[tokio::test]
async fn a_body_without_a_length_is_cut_at_the_limit() {
    let cloud = TestCloud::start().await;
    let chunks = futures_util::stream::iter((0..40).map(|_| Ok::<_, std::io::Error>(vec![b' '; 65_536])));
    let request = cloud.anyone().request(Method::POST, "/v1/auth").header("content-type", "application/json");
    let reply = Reply::to(request.body(reqwest::Body::wrap_stream(chunks))).await;
    assert_eq!(reply.error().code, ErrorCode::BodyTooLarge);
}

#[tokio::test]
async fn what_is_not_there_is_said_in_our_form() {
    let cloud = TestCloud::start().await;
    let unknown = cloud.get("/v1/nothing").await.error();
    assert_eq!(unknown.code, ErrorCode::UnknownRoute);
    let request = cloud.anyone().request(Method::PATCH, "/v1/auth");
    let reply = Reply::to(request).await;
    assert_eq!(reply.error().code, ErrorCode::MethodNotAllowed);
    assert_eq!(reply.headers["allow"], "POST,GET,HEAD");
    assert_eq!(cloud.get("/docs/nothing").await.error().code, ErrorCode::UnknownRoute);
    let many = (0..300).fold(cloud.anyone().request(Method::GET, "/v1/auth"), |request, number| {
        request.header(format!("x-{number}"), "y")
    });
    assert_eq!(Reply::to(many).await.error().code, ErrorCode::Unauthorized, "many small headers are fine");
    let long = "x".repeat(40_000);
    let reply = Reply::to(cloud.anyone().request(Method::GET, "/v1/auth").header("X-API-KEY", long)).await;
    assert_eq!(reply.error().code, ErrorCode::HeadersTooLarge);
}

#[tokio::test]
async fn every_reply_has_a_request_id_and_safe_headers() {
    let cloud = TestCloud::start().await;
    for path in ["/healthz", "/v1/auth", "/nothing", "/openapi.json"] {
        let reply = cloud.get(path).await;
        assert_eq!(reply.headers["x-request-id"].len(), 26, "{path}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(reply.headers["cache-control"], "no-store", "{path}");
    }
    let ask = |id: &'static str| Reply::to(cloud.anyone().request(Method::GET, "/healthz").header("X-Request-Id", id));
    assert_eq!(ask("my-id.1").await.headers["x-request-id"], "my-id.1");
    assert_ne!(ask("forged\" id").await.headers["x-request-id"], "forged\" id");
}

#[tokio::test]
async fn browsers_may_call_from_anywhere() {
    let cloud = TestCloud::start().await;
    let preflight = cloud.anyone().request(Method::OPTIONS, "/v1/auth").header("Origin", "https://example.org");
    let preflight = preflight.header("Access-Control-Request-Method", "POST");
    let asked = "x-api-key,content-type,x-name-set,if-none-match,anything-else";
    let reply = Reply::to(preflight.header("Access-Control-Request-Headers", asked)).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.headers["access-control-allow-origin"], "*");
    let allowed = reply.headers["access-control-allow-headers"].to_str().unwrap();
    assert_eq!(allowed, asked);
    assert!(!reply.headers.contains_key("access-control-allow-credentials"));
    let called = cloud.anyone().request(Method::GET, "/v1/auth").header("Origin", "https://example.org");
    let exposed = Reply::to(called).await.headers["access-control-expose-headers"].to_str().unwrap().to_owned();
    for name in ["x-request-id", "retry-after", "idempotent-replayed", "etag"] {
        assert!(exposed.contains(name), "{exposed}");
    }
}

#[tokio::test]
async fn an_array_is_never_read_as_an_object() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let team = &owner.team_id;
    let package = json!({ "name": "Rushes", "description": "", "recipients": [] });
    let packages = format!("POST /v1/teams/{team}/packages");
    let made = Reply::of(&owner.client, &packages, &package).await.expect(201);
    let token = owner.client.with_package_token(made["access_token"].as_str().unwrap());
    let update = format!("PUT /v1/packages/{}", made["id"].as_str().unwrap());
    Reply::of(&token, &update, &json!({ "name": "Rushes", "tag": { "name": "red" } })).await.expect(201);

    let portal = |field: &str, value: Value| {
        let mut portal = json!({ "name": "Dailies", "subdomain": "dailies", "active": true });
        portal[field] = value;
        portal
    };
    let portals = format!("POST /v1/teams/{team}/portals");
    let mut tagged = package.clone();
    tagged["tag"] = json!(["", "x"]);
    let tried = [
        (&owner.client, packages.clone(), "tag", tagged),
        (&token, update.clone(), "tag", json!({ "name": "Rushes", "tag": [] })),
        (&owner.client, portals.clone(), "terms_of_service", portal("terms_of_service", json!(["a", "b"]))),
        (&owner.client, portals, "package_name_format", portal("package_name_format", json!([]))),
        (
            &owner.client,
            format!("POST /v1/teams/{team}/filters"),
            "rules",
            json!({ "name": "f", "rules": [["a", "b"]] }),
        ),
    ];
    for (client, line, field, body) in tried {
        let reply = Reply::of(client, &line, &body).await;
        assert_eq!(reply.status, 400, "{line} {body}: {}", reply.text);
        assert!(reply.field().starts_with(field), "{line} {body}: {}", reply.text);
        assert!(reply.text.contains("must be a JSON object"), "{}", reply.text);
    }
    let kept = Reply::of(&owner.client, &format!("GET /v1.1/teams/{team}/packages?status=new"), &Value::Null)
        .await
        .expect(200);
    assert_eq!(kept["records"][0]["tag"]["name"], "red", "{kept}");
}

#[tokio::test]
async fn the_last_day_of_the_calendar_means_never_or_nearly() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let keys = format!("POST /v1/teams/{}/api_keys", owner.team_id);
    for end in ["9999-12-31", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59"] {
        let key = json!({ "name": "n", "state": "active", "expiry": end });
        let made = Reply::of(&owner.client, &keys, &key).await.expect(201);
        assert_eq!(made["expiry"], "9999-12-30T22:00:00.999Z", "{end}");
    }
}
