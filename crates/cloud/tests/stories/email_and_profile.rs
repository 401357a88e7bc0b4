//! A user's own account: name, time zone, preferred Team, address.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{PASSWORD, Person, Refusal as _, Reply, TestCloud};
use wire::auth::{ConfirmEmail, RedeemToken, SignIn};
use wire::error::ErrorCode;
use wire::ids::UserId;
use wire::members::InviteMember;
use wire::users::{ChangeEmail, ChangePassword, UpdateUser};

const UNKNOWN: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";

async fn update(person: &Person, user: &UserId, body: &Value) -> Reply {
    Reply::to(person.client.request(Method::PUT, &format!("/v1/users/{user}")).json(body)).await
}

fn to(email: &str, password: &str) -> ChangeEmail {
    ChangeEmail { email: email.into(), password: password.into() }
}

#[tokio::test]
async fn what_is_left_out_keeps_its_value() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let body = json!({ "name": "  Anna Berg ", "time_zone": "Europe/Berlin", "email": "ignored@example.org" });
    let mut expected = json!({
        "id": owner.user_id, "email": "owner@example.org", "name": "Anna Berg", "time_zone": "Europe/Berlin",
        "preferred_team_id": owner.team_id, "primary_team_id": owner.team_id, "mfa_enabled": false,
    });
    assert_eq!(update(&owner, &owner.user_id, &body).await.expect(200), expected);
    expected["name"] = json!("Bea");
    assert_eq!(update(&owner, &owner.user_id, &json!({ "name": "Bea" })).await.expect(200), expected);
    assert_eq!(update(&owner, &owner.user_id, &json!({})).await.expect(200), expected);
    assert_eq!(update(&owner, &owner.user_id, &json!({ "name": null })).await.expect(200), expected);
    assert_eq!(json!(owner.client.who_am_i().await.unwrap().user), expected);
}

#[tokio::test]
async fn bad_values_are_named_and_change_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let before = owner.client.who_am_i().await.unwrap();
    for (field, value) in [
        ("time_zone", "Mars/Olympus"),
        ("time_zone", ""),
        ("time_zone", "../../etc/passwd"),
        ("name", ""),
        ("name", "   "),
        ("name", &"x".repeat(201)),
        ("name", "a\u{7}b"),
        ("name", "Anna\r\nBcc: other@example.org"),
        ("name", "Anna\n\nOpen https://example.com now"),
    ] {
        let mut body = json!({ "name": "Good", "time_zone": "UTC" });
        body[field] = json!(value);
        let error = update(&owner, &owner.user_id, &body).await.error();
        assert_eq!((error.code, error.details[0].field.as_str()), (ErrorCode::InvalidField, field), "{value:?}");
    }
    assert_eq!(owner.client.who_am_i().await.unwrap(), before);
}

#[tokio::test]
async fn only_an_own_team_can_be_preferred() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let stranger = cloud.owner("Other", "stranger@example.org").await;
    let prefer = async |team: &str| update(&owner, &owner.user_id, &json!({ "preferred_team_id": team })).await;
    let invitation = InviteMember { email: owner.email.clone(), name: None, role: "member".into() };
    stranger.client.invite_member(&stranger.team_id, &invitation).await.unwrap();
    let expected = json!({
        "code": ErrorCode::ReferenceNotFound, "message": "preferred_team_id: not found",
        "details": [{ "field": "preferred_team_id", "message": "not found" }],
    });
    for team in [stranger.team_id.as_str(), UNKNOWN, "malformed", ""] {
        assert_eq!(prefer(team).await.expect(404), expected, "{team:?}, which is at most an invitation");
    }
    cloud.run_due_jobs().await;
    let token = cloud.mails.take_to(&owner.email).token();
    let acceptance = RedeemToken { token, password: String::new(), name: None };
    owner.client.accept_invitation(&acceptance).await.unwrap();
    let body = prefer(stranger.team_id.as_str()).await.expect(200);
    assert_eq!(body["preferred_team_id"], json!(stranger.team_id));
    assert_eq!(body["primary_team_id"], json!(owner.team_id));
}

#[tokio::test]
async fn other_accounts_look_like_none() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    let unknown: UserId = UNKNOWN.parse().unwrap();
    let replies = [
        update(&owner, &member.user_id, &json!({ "name": "Mine" })).await.expect(404),
        update(&owner, &unknown, &json!({ "name": "Mine" })).await.expect(404),
    ];
    assert_eq!(replies[0], replies[1]);
    let change = UpdateUser { name: Some("Own".into()), ..UpdateUser::default() };
    assert_eq!(member.client.update_user(&member.user_id, &change).await.unwrap().name, "Own");
    for user in [&member.user_id, &unknown] {
        let changed = owner.client.change_email(user, &to("new@example.org", PASSWORD)).await;
        assert_eq!(changed.refusal(), ErrorCode::NotFound);
    }
}

async fn sign_in(cloud: &TestCloud, email: &str) -> Result<(), ErrorCode> {
    let request = SignIn { email: email.into(), password: PASSWORD.into(), otp: None };
    match cloud.anyone().sign_in(&request).await {
        Ok(_) => Ok(()),
        refused => Err(refused.map(|_| ()).refusal()),
    }
}

/// Asks for another address, and returns the token that is mailed to it.
async fn ask(cloud: &TestCloud, person: &Person, email: &str) -> String {
    person.client.change_email(&person.user_id, &to(email, PASSWORD)).await.unwrap();
    cloud.run_due_jobs().await;
    cloud.mails.take_to(email).token()
}

async fn confirm(cloud: &TestCloud, token: &str) -> Result<(), ErrorCode> {
    match cloud.anyone().confirm_email(&ConfirmEmail { token: token.into() }).await {
        Ok(()) => Ok(()),
        refused => Err(refused.refusal()),
    }
}

#[tokio::test]
async fn a_new_address_counts_once_it_is_confirmed() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/users/{}/email", owner.user_id);
    let request = owner.client.request(Method::PUT, &path).json(&to("  New@Example.org ", PASSWORD));
    let expected = json!({
        "id": owner.user_id, "email": "owner@example.org", "name": "", "time_zone": "UTC",
        "preferred_team_id": owner.team_id, "primary_team_id": owner.team_id, "mfa_enabled": false,
    });
    assert_eq!(Reply::to(request).await.expect(200), expected, "nobody has proved anything yet");
    assert_eq!(sign_in(&cloud, "new@example.org").await, Err(ErrorCode::Unauthorized));
    assert_eq!(sign_in(&cloud, "owner@example.org").await, Ok(()));

    cloud.run_due_jobs().await;
    let mut mails = cloud.mails.take();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].recipients, ["new@example.org"]);
    let token = mails.remove(0).token();
    assert_eq!(confirm(&cloud, "wrong").await, Err(ErrorCode::TokenSpent));
    assert_eq!(confirm(&cloud, &token).await, Ok(()));
    assert_eq!(confirm(&cloud, &token).await, Ok(()), "the first answer may have been lost");
    assert_eq!(sign_in(&cloud, "owner@example.org").await, Err(ErrorCode::Unauthorized));
    assert_eq!(sign_in(&cloud, "new@example.org").await, Ok(()));
    assert_eq!(owner.client.who_am_i().await.unwrap().user.email, "new@example.org", "sessions continue");

    cloud.run_due_jobs().await;
    let notices = cloud.mails.take();
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].recipients, ["owner@example.org"], "the former owner of the address must be notified");
    assert!(notices[0].readable().contains("new@example.org"), "{}", notices[0].readable());
    cloud.owner("Next", "owner@example.org").await;
}

#[tokio::test]
async fn a_change_that_is_not_confirmed_ends() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let late = ask(&cloud, &owner, "late@example.org").await;
    cloud.advance(Duration::from_hours(24));
    assert_eq!(confirm(&cloud, &late).await, Err(ErrorCode::TokenSpent), "after a day");

    let replaced = ask(&cloud, &owner, "first@example.org").await;
    let taken = ask(&cloud, &owner, "second@example.org").await;
    assert_eq!(confirm(&cloud, &replaced).await, Err(ErrorCode::TokenSpent), "by a later change");
    cloud.owner("Other", "second@example.org").await;
    assert_eq!(confirm(&cloud, &taken).await, Err(ErrorCode::Duplicate), "by someone who took the address");

    let asked = ask(&cloud, &owner, "third@example.org").await;
    let password = ChangePassword { current_password: PASSWORD.into(), new_password: format!("{PASSWORD}!") };
    owner.client.change_password(&owner.user_id, &password).await.unwrap();
    assert_eq!(confirm(&cloud, &asked).await, Err(ErrorCode::TokenSpent), "by a new password");
}

#[tokio::test]
async fn a_change_ends_with_the_sessions_of_its_user() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let asked = ask(&cloud, &owner, "thief@example.net").await;
    owner.client.log_out_all().await.unwrap();
    assert_eq!(confirm(&cloud, &asked).await, Err(ErrorCode::TokenSpent));
    assert_eq!(sign_in(&cloud, "owner@example.org").await, Ok(()));
}

#[tokio::test]
async fn a_user_asks_for_few_confirmations() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    for number in 0..7 {
        let asked = owner.client.change_email(&owner.user_id, &to(&format!("n{number}@example.org"), PASSWORD)).await;
        let refused = asked.err().map(|error| Err::<(), _>(error).refusal());
        assert_eq!(refused, (number >= 5).then_some(ErrorCode::RateLimited), "{number}");
    }
}

#[tokio::test]
async fn an_address_changes_only_with_the_password_and_to_a_free_one() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.owner("Other", "stranger@example.org").await;
    let change = async |email: &str, password: &str| {
        let path = format!("/v1/users/{}/email", owner.user_id);
        Reply::to(owner.client.request(Method::PUT, &path).json(&to(email, password))).await
    };
    assert_eq!(change("new@example.org", "wrong password").await.error().code, ErrorCode::Unauthorized);
    let taken = json!({
        "code": ErrorCode::Duplicate, "message": "email: belongs to another account",
        "details": [{ "field": "email", "message": "belongs to another account" }],
    });
    assert_eq!(change("Stranger@example.org", PASSWORD).await.expect(409), taken);
    for bad in ["", "nobody", "a@b\r\nBcc: c@d", "a b@example.org"] {
        assert_eq!(change(bad, PASSWORD).await.error().details[0].field, "email", "{bad:?}");
    }
    assert_eq!(owner.client.who_am_i().await.unwrap().user.email, "owner@example.org");
    assert_eq!(cloud.waiting_jobs().await, 0, "no notice of what did not happen");
}
