//! The session: missing, active, lost and restored.

use serde_json::{Value, json};
use testkit::{TestAgent, TestCloud};
use wire::agent::SessionState;
use wire::api_keys::WriteApiKey;

const NO_SESSION: (u16, &str) = (401, r#"{"code":262146,"message":"session is nil"}"#);

#[tokio::test]
async fn without_a_key_there_is_none() {
    let cloud = TestCloud::start().await;
    let agent = TestAgent::start(&cloud, None).await;
    for line in ["GET /api/v1/login", "POST /api/v1/login", "GET /api/v1/teams"] {
        let reply = agent.call(line, &Value::Null).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), NO_SESSION, "{line}");
    }
}

#[tokio::test]
async fn a_good_key_stands_for_its_user_and_team() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
    let login = agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    assert_eq!(login["user"]["email"], "ann@example.com");
    assert_eq!(login["user"]["id"], owner.user_id.as_str());
    let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&login["user"]), ["email", "id", "name"]);
    let team = &login["teams"][0];
    assert_eq!(team["name"], "Alpha");
    assert_eq!(
        fields(team),
        [
            "custom_expiry_default",
            "custom_expiry_enabled",
            "download_limit_default",
            "download_limit_enabled",
            "id",
            "max_email_recipients",
            "name",
            "subdomain",
        ]
    );
    let old_way = json!({ "email": "someone@example.com", "password": "x" });
    assert_eq!(agent.call("POST /api/v1/login", &old_way).await.expect(200), login);
    assert_eq!(agent.call("GET /api/v1/teams", &Value::Null).await.expect(200), login["teams"]);
}

#[tokio::test]
async fn a_key_that_the_cloud_refuses_ends_the_session_until_it_is_taken_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let key = owner.client.create_api_key(&owner.team_id, &WriteApiKey::named("")).await.unwrap();
    let agent = TestAgent::start(&cloud, Some(&key.key)).await;
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    let mut watch = agent.app().sessions.watch();

    let id = key.api_key.id;
    owner.client.switch_api_key(&id, "inactive").await.unwrap();
    agent.app().sessions.check().await;
    lost(&agent, "inactive").await;
    assert!(watch.has_changed().unwrap(), "users of the session are notified");
    watch.mark_unchanged();

    owner.client.switch_api_key(&id, "active").await.unwrap();
    agent.app().sessions.check().await;
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    assert!(watch.has_changed().unwrap());

    cloud.set_suspended(&owner.team_id, true).await;
    agent.app().sessions.check().await;
    lost(&agent, "suspended").await;

    cloud.set_suspended(&owner.team_id, false).await;
    agent.app().sessions.check().await;
    agent.call("GET /api/v1/teams", &Value::Null).await.expect(200);
}

async fn lost(agent: &TestAgent, reason: &str) {
    let body = agent.app().sessions.status().body();
    assert_eq!((body.state, body.reason.as_deref()), (SessionState::Refused, Some(reason)));
    let refusal = agent.call("GET /api/v1/login", &Value::Null).await;
    assert_eq!(refusal.status.as_u16(), 401);
    assert!(refusal.error().message.contains(reason), "{}", refusal.text);
    // Routes that need a session return the documented error, whatever the reason.
    let refusal = agent.call("GET /api/v1/teams", &Value::Null).await;
    assert_eq!((refusal.status.as_u16(), refusal.text.as_str()), NO_SESSION);
}

#[tokio::test]
async fn someone_in_doubt_has_the_key_looked_at_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
    let mut watch = agent.app().sessions.watch();
    cloud.set_suspended(&owner.team_id, true).await;
    agent.app().sessions.doubt();
    watch.changed().await.unwrap();
    lost(&agent, "suspended").await;
}

#[tokio::test]
async fn a_cloud_that_is_silent_ends_no_session_but_begins_none_either() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Alpha", "ann@example.com").await;
    let agent = TestAgent::start(&cloud, owner.api_key.as_deref()).await;
    let address = cloud.anyone().base_url().to_owned();
    cloud.shut_down().await;
    agent.app().sessions.check().await;
    agent.call("GET /api/v1/login", &Value::Null).await.expect(200);
    let late = TestAgent::setup_for(&address).with(|options| options.api_key = serving::secret::Secret::new("k"));
    let late = late.start().await;
    let refusal = late.call("GET /api/v1/login", &Value::Null).await;
    assert!(refusal.error().message.contains("cannot be reached"), "{}", refusal.text);
}
