//! Passwords: changed, forgotten, reset, and the initial one that must be changed.

use std::time::Duration;

use client::Client;
use reqwest::Method;
use serde_json::json;
use store::users;
use testkit::{PASSWORD, Person, Refusal as _, Reply, TestCloud};
use wire::auth::{ForgotPassword, RedeemToken, SignIn};
use wire::error::ErrorCode;
use wire::users::{ChangePassword, UpdateUser};

const NEW_PASSWORD: &str = "a longer staple of horses";

fn change(current: &str, new: &str) -> ChangePassword {
    ChangePassword { current_password: current.into(), new_password: new.into() }
}

fn redeem(token: &str, password: &str) -> RedeemToken {
    RedeemToken { token: token.into(), password: password.into(), name: None }
}

fn credentials(email: &str, password: &str) -> SignIn {
    SignIn { email: email.into(), password: password.into(), otp: None }
}

async fn forget(cloud: &TestCloud, email: &str) -> String {
    cloud.anyone().forgot_password(&ForgotPassword { email: email.into() }).await.unwrap();
    cloud.run_due_jobs().await;
    cloud.mails.take_to(email).token()
}

async fn can_sign_in(cloud: &TestCloud, email: &str, password: &str) -> bool {
    match cloud.anyone().sign_in(&credentials(email, password)).await {
        Ok(_) => true,
        refused => {
            assert_eq!(refused.map(|_| ()).refusal(), ErrorCode::Unauthorized);
            false
        }
    }
}

#[tokio::test]
async fn changing_the_password_ends_all_tokens() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let elsewhere = cloud.sign_in(&owner.email, PASSWORD).await;
    owner.client.change_password(&owner.user_id, &change(PASSWORD, NEW_PASSWORD)).await.unwrap();
    for client in [&owner.client, &elsewhere] {
        assert_eq!(client.who_am_i().await.refusal(), ErrorCode::Unauthorized);
    }
    let key = cloud.anyone().with_api_key(owner.api_key.as_ref().unwrap());
    assert!(key.who_am_i().await.is_ok(), "keys are not tokens");
    assert!(!can_sign_in(&cloud, &owner.email, PASSWORD).await);
    assert!(can_sign_in(&cloud, &owner.email, NEW_PASSWORD).await);

    cloud.run_due_jobs().await;
    let notices = cloud.mails.take();
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].recipients, ["owner@example.org"]);
    assert!(notices[0].data.contains("Subject: Your password was changed"), "{}", notices[0].data);
}

#[tokio::test]
async fn bad_changes_are_refused_and_change_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/users/{}/password", owner.user_id);
    let ask = async |current: &str, new: &str| {
        Reply::to(owner.client.request(Method::POST, &path).json(&change(current, new))).await
    };
    let wrong = ask("wrong password", NEW_PASSWORD).await;
    assert_eq!(wrong.expect(401), json!({ "code": ErrorCode::Unauthorized, "message": "unauthorized" }));
    let long = "long ".repeat(300);
    for weak in ["", "short", "aaaaaaaaaaaa", "my owner@example.org", &long, PASSWORD] {
        let error = ask(PASSWORD, weak).await.error();
        assert_eq!((error.code, error.details[0].field.as_str()), (ErrorCode::InvalidField, "new_password"), "{weak}");
    }
    assert!(owner.client.who_am_i().await.is_ok());
    assert!(can_sign_in(&cloud, &owner.email, PASSWORD).await);
    assert_eq!(cloud.waiting_jobs().await, 0, "no notice of what did not happen");

    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let foreign = owner.client.change_password(&stranger.user_id, &change(PASSWORD, NEW_PASSWORD)).await;
    assert_eq!(foreign.refusal(), ErrorCode::NotFound);
}

#[tokio::test]
async fn guessing_the_current_password_is_limited() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let guess =
        async |password: &str| owner.client.change_password(&owner.user_id, &change(password, NEW_PASSWORD)).await;
    for _ in 0..10 {
        assert_eq!(guess("wrong password").await.refusal(), ErrorCode::Unauthorized);
    }
    assert_eq!(guess(PASSWORD).await.refusal(), ErrorCode::RateLimited);
    cloud.advance(Duration::from_mins(1));
    guess(PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_mail() {
    let cloud = TestCloud::setup().with(|config| config.public_url = "https://files.example.org".into()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let mut replies = Vec::new();
    for email in [" Owner@Example.org ", "nobody@example.org"] {
        let request = cloud.anyone().request(Method::POST, "/v1/auth/forgot").header("Host", "evil.example.com");
        let reply = Reply::to(request.json(&json!({ "email": email }))).await;
        replies.push((reply.status, reply.text));
    }
    assert_eq!(replies[0], replies[1], "the reply does not say who has an account");
    assert_eq!(replies[0].0, 204);
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 1, "nobody hears of an account that does not exist");
    assert_eq!(mails[0].recipients, ["owner@example.org"]);
    let token = mails[0].token();
    let link = format!("https://files.example.org/reset?token={token}");
    assert!(mails[0].readable().contains(&link), "{}", mails[0].readable());

    let reply = cloud.post("/v1/auth/reset", &json!({ "token": token, "password": "short" })).await;
    assert_eq!(reply.error().details[0].field, "password", "a weak password does not use the token up");
    let reply = cloud.post("/v1/auth/reset", &json!({ "token": token, "password": NEW_PASSWORD })).await;
    assert_eq!((reply.status.as_u16(), reply.text.as_str()), (204, ""), "a reset does not sign in");
    assert_eq!(owner.client.who_am_i().await.refusal(), ErrorCode::Unauthorized);
    assert!(!can_sign_in(&cloud, &owner.email, PASSWORD).await);
    assert!(can_sign_in(&cloud, &owner.email, NEW_PASSWORD).await);
    let again = cloud.anyone().reset_password(&redeem(&token, PASSWORD)).await;
    assert_eq!(again.refusal(), ErrorCode::TokenSpent, "a token works once");
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take_to(&owner.email).data.contains("Subject: Your password was changed"));
}

#[tokio::test]
async fn reset_tokens_end_with_time_and_with_every_new_password() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let reset = async |token: &str| cloud.anyone().reset_password(&redeem(token, NEW_PASSWORD)).await;

    let token = forget(&cloud, &owner.email).await;
    cloud.advance(Duration::from_hours(1));
    assert_eq!(reset(&token).await.refusal(), ErrorCode::TokenSpent, "an hour is over");

    let (first, second) = (forget(&cloud, &owner.email).await, forget(&cloud, &owner.email).await);
    cloud.advance(Duration::from_secs(3_599));
    reset(&first).await.unwrap();
    assert_eq!(reset(&second).await.refusal(), ErrorCode::TokenSpent, "another reset came first");

    let token = forget(&cloud, &owner.email).await;
    let client = cloud.sign_in(&owner.email, NEW_PASSWORD).await;
    client.change_password(&owner.user_id, &change(NEW_PASSWORD, PASSWORD)).await.unwrap();
    assert_eq!(reset(&token).await.refusal(), ErrorCode::TokenSpent, "the password was changed since");
    for made_up in ["", "made up", &"x".repeat(10_000)] {
        assert_eq!(reset(made_up).await.refusal(), ErrorCode::TokenSpent);
    }
}

#[tokio::test]
async fn a_token_is_redeemed_once_by_many_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let token = forget(&cloud, &owner.email).await;
    let tries = (0..6).map(|number| {
        let (client, request) = (cloud.anyone(), redeem(&token, &format!("{NEW_PASSWORD} {number}")));
        tokio::spawn(async move { client.reset_password(&request).await })
    });
    let mut winners = 0;
    for attempt in tries.collect::<Vec<_>>() {
        match attempt.await.unwrap() {
            Ok(()) => winners += 1,
            refused => assert_eq!(refused.refusal(), ErrorCode::TokenSpent),
        }
    }
    assert_eq!(winners, 1);
}

#[tokio::test]
async fn mails_to_one_address_are_limited() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for email in [owner.email.as_str(), "nobody@example.org"] {
        for _ in 0..5 {
            cloud.anyone().forgot_password(&ForgotPassword { email: email.into() }).await.unwrap();
        }
        let reply = cloud.post("/v1/auth/forgot", &json!({ "email": email })).await;
        assert_eq!(reply.error().code, ErrorCode::RateLimited, "{email}");
        assert_eq!(reply.headers["retry-after"], "3600");
    }
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take().len(), 5);
    cloud.advance(Duration::from_hours(1));
    forget(&cloud, &owner.email).await;
}

/// The initial Owner with the password from the welcome message.
async fn initial_owner(cloud: &TestCloud) -> (Person, String) {
    let welcome = cloud.welcome();
    let told = |label: &str| {
        let line = welcome.lines().find_map(|line| line.trim().strip_prefix(label)).expect("the welcome says it");
        line.split_whitespace().next().unwrap().to_owned()
    };
    let (email, password, api_key) = (told("Email"), told("Password"), told("API key"));
    let signed_in = cloud.anyone().sign_in(&credentials(&email, &password)).await.unwrap();
    assert!(signed_in.password_change_required);
    let members = cloud.anyone().with_api_key(&api_key).members(&signed_in.teams[0].id).await.unwrap();
    let person = Person {
        email,
        user_id: signed_in.user.id,
        team_id: signed_in.teams[0].id.clone(),
        membership_id: members[0].id.clone(),
        client: cloud.anyone().with_user_token(&signed_in.token),
        api_key: Some(api_key),
    };
    (person, password)
}

/// A call to every route that takes the token of a fully signed-in user.
async fn refusals(client: &Client, owner: &Person) -> Vec<ErrorCode> {
    let update = UpdateUser { name: Some("Anna".into()), ..UpdateUser::default() };
    vec![
        client.who_am_i().await.refusal(),
        client.team(&owner.team_id).await.refusal(),
        client.members(&owner.team_id).await.refusal(),
        client.api_keys(&owner.team_id).await.refusal(),
        client.update_user(&owner.user_id, &update).await.refusal(),
        client
            .begin_mfa(&owner.user_id, &wire::mfa::BeginMfa { password: PASSWORD.into() })
            .await
            .map(|_| ())
            .refusal(),
    ]
}

#[tokio::test]
async fn the_initial_password_opens_nothing_but_its_change() {
    let cloud = TestCloud::start().await;
    let (owner, password) = initial_owner(&cloud).await;
    assert_eq!(owner.email, "owner@localhost");
    assert_eq!(refusals(&owner.client, &owner).await, [ErrorCode::PasswordChangeRequired; 6]);
    let refreshed = owner.client.refresh_token().await.unwrap();
    assert!(refreshed.password_change_required, "a new token changes nothing");
    let refreshed = cloud.anyone().with_user_token(&refreshed.token);
    assert_eq!(refusals(&refreshed, &owner).await, [ErrorCode::PasswordChangeRequired; 6]);
    refreshed.log_out_all().await.unwrap();
    assert_eq!(owner.client.who_am_i().await.refusal(), ErrorCode::Unauthorized);

    let client = cloud.sign_in(&owner.email, &password).await;
    client.change_password(&owner.user_id, &change(&password, NEW_PASSWORD)).await.unwrap();
    let request = credentials(&owner.email, NEW_PASSWORD);
    let signed_in = cloud.anyone().sign_in(&request).await.unwrap();
    assert!(!signed_in.password_change_required);
    assert!(cloud.anyone().with_user_token(&signed_in.token).who_am_i().await.is_ok());
}

#[tokio::test]
async fn a_hash_of_another_cost_is_replaced_at_the_sign_in() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let database = cloud.app().config.database.url.expose().to_owned();
    let dearer = cloud.beside(&database).with(|config| config.passwords.memory_kib = 16).start().await;
    let cost = async || {
        let user = users::by_id(&mut cloud.app().store.read().await.unwrap(), &owner.user_id).await.unwrap().unwrap();
        user.password_hash.unwrap().split('$').nth(3).unwrap().to_owned()
    };
    assert_eq!(cost().await, "m=8,t=1,p=1");
    assert!(!can_sign_in(&dearer, &owner.email, NEW_PASSWORD).await);
    assert_eq!(cost().await, "m=8,t=1,p=1", "only for someone who knows the password");
    assert!(can_sign_in(&dearer, &owner.email, PASSWORD).await);
    assert_eq!(cost().await, "m=16,t=1,p=1");
    assert!(owner.client.who_am_i().await.is_ok(), "sessions continue");
    assert!(can_sign_in(&cloud, &owner.email, PASSWORD).await);
}
