//! Signing in with an email address and a password, where the agent has no key.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{PASSWORD, Person, TestAgent, TestCloud, until};

fn credentials(person: &Person) -> Value {
    json!({ "email": person.email, "password": PASSWORD })
}

fn kept(agent: &TestAgent) -> Option<String> {
    let path = agent.state_dir().join("session");
    let mode = path.metadata().ok()?.permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "only the owner reads it");
    Some(std::fs::read_to_string(path).unwrap())
}

#[tokio::test]
async fn who_signs_in_has_a_session_until_they_log_out() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let agent = TestAgent::start(&cloud, None).await;
    let login = agent.call("POST /api/v1/login", &credentials(&owner)).await.expect(200);
    assert_eq!(login["user"]["email"], "ann@example.com");
    assert_eq!(login["teams"][0]["name"], "Alpha");
    assert_eq!(agent.call("GET /api/v1/login", &Value::Null).await.expect(200), login);
    assert_eq!(agent.call("POST /api/v1/login", &json!({})).await.expect(200), login);
    let text = kept(&agent).unwrap();
    assert!(!text.contains(PASSWORD));

    // It outlives the process, and sends.
    let agent = agent.restart(|_| {}).await;
    assert_eq!(agent.call("GET /api/v1/login", &Value::Null).await.expect(200), login);
    let source = agent.place("a.txt");
    std::fs::write(&source, "content").unwrap();
    let upload = json!({ "team_id": owner.team_id, "paths": [source] });
    let upload = agent.call("POST /api/v1/uploads", &upload).await.expect(200);
    let path = format!("GET /api/v1/uploads/{}", upload["upload_id"].as_str().unwrap());
    until("the upload is complete", async || {
        let upload = agent.call(&path, &Value::Null).await.expect(200);
        if upload["state"] == "complete" { Ok(()) } else { Err(upload) }
    })
    .await;

    // The token goes to no other cloud.
    let other = TestCloud::start().await;
    let (own_url, url) = (agent.app().options.cloud_url.clone(), other.anyone().base_url().parse().unwrap());
    let agent = agent.restart(|options| options.cloud_url = url).await;
    assert_eq!(agent.call("GET /api/v1/login", &Value::Null).await.status.as_u16(), 401);
    let agent = agent.restart(|options| options.cloud_url = own_url).await;
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);

    for _ in 0..2 {
        agent.call("POST /api/v1/logout", &Value::Null).await.expect(200);
        assert_eq!(agent.call("GET /api/v1/login", &Value::Null).await.status.as_u16(), 401);
        assert_eq!(kept(&agent), None);
    }
    let agent = agent.restart(|_| {}).await;
    assert_eq!(agent.call("GET /api/v1/teams", &Value::Null).await.status.as_u16(), 401);
}

#[tokio::test]
async fn what_the_cloud_refuses_is_said_and_keeps_what_was() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let careful = cloud.owner("Beta", "bob@example.com").await;
    let statement = "UPDATE users SET mfa_secret = 'x', mfa_confirmed_at = 1 WHERE email = 'bob@example.com'";
    cloud.execute_sql(statement).await;
    let agent = TestAgent::start(&cloud, None).await;
    let wrong = json!({ "email": owner.email, "password": "not the password" });
    let refused = agent.call("POST /api/v1/login", &wrong).await;
    assert_eq!(refused.status.as_u16(), 401, "{}", refused.text);
    let refused = agent.call("POST /api/v1/login", &credentials(&careful)).await;
    assert_eq!(refused.status.as_u16(), 401, "{}", refused.text);
    assert!(refused.error().message.contains("second factor"), "{}", refused.text);
    assert!(refused.error().message.contains("`login`"), "{}", refused.text);
    assert_eq!(kept(&agent), None);
    assert_eq!(agent.call("GET /api/v1/login", &Value::Null).await.status.as_u16(), 401);

    let login = agent.call("POST /api/v1/login", &credentials(&owner)).await.expect(200);
    let before = kept(&agent);
    agent.call("POST /api/v1/login", &wrong).await.expect(401);
    assert_eq!((kept(&agent), agent.call("GET /api/v1/login", &Value::Null).await.expect(200)), (before, login));
    for bad in [json!({ "email": 7, "password": "x" }), json!({ "email": "a@b", "password": [] })] {
        assert_eq!(agent.call("POST /api/v1/login", &bad).await.status.as_u16(), 400);
    }
    // Another one takes their place.
    let third = cloud.owner("Gamma", "cid@example.com").await;
    agent.call("POST /api/v1/login", &credentials(&third)).await.expect(200);
    let login = agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    assert_eq!(login["user"]["email"], "cid@example.com");
    cloud.shut_down().await;
    assert_eq!(agent.call("POST /api/v1/login", &credentials(&owner)).await.status.as_u16(), 503);
}

#[tokio::test]
async fn an_agent_with_a_key_keeps_its_key() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let other = cloud.owner("Beta", "bob@example.com").await;
    let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
    let login = agent.call("POST /api/v1/login", &credentials(&other)).await.expect(200);
    assert_eq!(login["user"]["email"], "ann@example.com");
    assert_eq!(kept(&agent), None);
    assert_eq!(agent.call("POST /api/v1/logout", &Value::Null).await.status.as_u16(), 409);
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
}

#[tokio::test]
async fn a_token_is_renewed_before_it_expires_and_one_that_expired_asks_for_a_new_sign_in() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let setup = TestAgent::setup(&cloud).with(|options| {
        options.session_check = Duration::from_millis(50);
        options.session_renewal = Duration::ZERO;
    });
    let agent = setup.start().await;
    agent.call("POST /api/v1/login", &credentials(&owner)).await.expect(200);
    // Longer than one token lives, in steps that each token survives.
    for _ in 0..3 {
        cloud.advance(Duration::from_hours(48));
        let old = kept(&agent);
        until("the token is renewed", async || if kept(&agent) == old { Err("it is not") } else { Ok(()) }).await;
    }
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);

    let agent = agent.restart(|options| options.session_renewal = Duration::from_hours(12)).await;
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    cloud.advance(Duration::from_hours(96));
    let refused = until("the session has ended", async || {
        let reply = agent.call("GET /api/v1/login", &Value::Null).await;
        if reply.status.as_u16() == 401 { Ok(reply) } else { Err(reply.text) }
    })
    .await;
    assert!(refused.error().message.contains("sign in again"), "{}", refused.text);
    agent.call("POST /api/v1/login", &credentials(&owner)).await.expect(200);
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
}

#[tokio::test]
async fn logging_out_everywhere_ends_the_token_for_everyone() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let often = |options: &mut agent::options::Options| options.session_check = Duration::from_millis(50);
    let first = TestAgent::setup(&cloud).with(often).start().await;
    let second = TestAgent::setup(&cloud).with(often).start().await;
    for agent in [&first, &second] {
        agent.call("POST /api/v1/login", &credentials(&owner)).await.expect(200);
    }
    first.call("POST /api/v1/logout", &json!({ "everywhere": true })).await.expect(200);
    until("the other session has ended", async || {
        let reply = second.call("GET /api/v1/login", &Value::Null).await;
        if reply.status.as_u16() == 401 { Ok(()) } else { Err(reply.text) }
    })
    .await;
    // It has ended already.
    second.call("POST /api/v1/logout", &json!({ "everywhere": true })).await.expect(200);
    assert_eq!(kept(&second), None);
}
