//! Invitations: mailed, accepted once, replaced, withdrawn, expired.

use std::time::Duration;

use serde_json::json;
use store::audit::verify;
use testkit::{PASSWORD, Person, Refusal as _, TestCloud};
use wire::auth::{ForgotPassword, RedeemToken, SignIn};
use wire::error::ErrorCode;
use wire::members::{InviteMember, MemberBody};
use wire::users::UpdateUser;

const NEW_PASSWORD: &str = "a longer staple of horses";

async fn invite(cloud: &TestCloud, owner: &Person, email: &str, role: &str) -> (MemberBody, String) {
    let request = InviteMember { email: email.into(), name: None, role: role.into() };
    let member = owner.client.invite_member(&owner.team_id, &request).await.unwrap();
    cloud.run_due_jobs().await;
    (member, cloud.mails.take_to(email).token())
}

async fn accept(cloud: &TestCloud, token: &str, password: &str) -> Result<(), client::ClientError> {
    let request = RedeemToken { token: token.into(), password: password.into(), name: Some("Anna".into()) };
    cloud.anyone().accept_invitation(&request).await
}

async fn sign_in(cloud: &TestCloud, email: &str, password: &str) -> Result<(), client::ClientError> {
    let request = SignIn { email: email.into(), password: password.into(), otp: None };
    cloud.anyone().sign_in(&request).await.map(|_| ())
}

#[tokio::test]
async fn an_invitation_makes_an_account() {
    let cloud = TestCloud::setup().with(|config| config.public_url = "https://files.example.org".into()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = InviteMember { email: "new@example.org".into(), name: None, role: "member".into() };
    let invited = owner.client.invite_member(&owner.team_id, &request).await.unwrap();
    assert_eq!(invited.status, "invited");
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to("new@example.org");
    let token = mail.token();
    let link = format!("https://files.example.org/invitation?token={token}");
    assert!(mail.readable().contains(&link), "{}", mail.readable());

    assert_eq!(sign_in(&cloud, "new@example.org", "").await.refusal(), ErrorCode::Unauthorized, "no password yet");
    cloud.anyone().forgot_password(&ForgotPassword { email: "new@example.org".into() }).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take().len(), 0, "nothing to reset");

    let weak = json!({ "token": token, "password": "short" });
    let reply = cloud.post("/v1/auth/accept_invitation", &weak).await;
    assert_eq!(reply.error().details[0].field, "password");
    accept(&cloud, &token, NEW_PASSWORD).await.unwrap();
    assert_eq!(accept(&cloud, &token, NEW_PASSWORD).await.refusal(), ErrorCode::TokenSpent, "it works once");
    let me = cloud.sign_in("new@example.org", NEW_PASSWORD).await.who_am_i().await.unwrap();
    assert_eq!((me.user.id, me.user.name.as_str()), (invited.user_id, "Anna"));
    assert_eq!(me.teams[0].team.id, owner.team_id);
    let members = owner.client.members(&owner.team_id).await.unwrap();
    assert_eq!((members[1].status.as_str(), members[1].role.as_str()), ("active", "member"));
}

#[tokio::test]
async fn inviting_again_replaces_link_and_role() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (first, first_token) = invite(&cloud, &owner, "new@example.org", "admin").await;
    let (second, second_token) = invite(&cloud, &owner, "new@example.org", "guest").await;
    assert_eq!((second.id, second.role.as_str()), (first.id, "guest"));
    assert_eq!(accept(&cloud, &first_token, NEW_PASSWORD).await.refusal(), ErrorCode::TokenSpent);
    accept(&cloud, &second_token, NEW_PASSWORD).await.unwrap();
    let client = cloud.sign_in("new@example.org", NEW_PASSWORD).await;
    assert_eq!(client.members(&owner.team_id).await.refusal(), ErrorCode::Forbidden, "a guest");

    let path = format!("/v1/teams/{}/members", owner.team_id);
    let body = json!({ "email": "New@example.org", "role": "admin" });
    let again = testkit::Reply::to(owner.client.request(reqwest::Method::POST, &path).json(&body)).await;
    let expected = json!({
        "code": ErrorCode::Duplicate, "message": "email: is already a member",
        "details": [{ "field": "email", "message": "is already a member" }],
    });
    assert_eq!(again.expect(409), expected);
    assert_eq!(cloud.waiting_jobs().await, 0, "no mail to someone who is in");
}

#[tokio::test]
async fn an_account_joins_another_team_while_signed_in() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    let named = UpdateUser { name: Some("Otto".into()), ..UpdateUser::default() };
    other.client.update_user(&other.user_id, &named).await.unwrap();
    let (invited, token) = invite(&cloud, &owner, &other.email, "member").await;
    assert_eq!(invited.name, "", "who has the account is told when they accept");
    let naming = InviteMember { email: other.email.clone(), name: Some("Mr O".into()), role: "member".into() };
    let third = cloud.owner("Third", "third@example.org").await;
    let seen_by_third = third.client.invite_member(&third.team_id, &naming).await.unwrap();
    assert_eq!(seen_by_third.name, "Mr O", "a Team sees what it wrote itself");
    assert_eq!(owner.client.members(&owner.team_id).await.unwrap()[1].name, "", "and nothing that another wrote");
    assert_eq!(other.client.team(&owner.team_id).await.refusal(), ErrorCode::NotFound, "not yet");
    assert_eq!(other.client.who_am_i().await.unwrap().teams.len(), 1);

    for password in [PASSWORD, NEW_PASSWORD] {
        let refused = accept(&cloud, &token, password).await.refusal();
        assert_eq!(refused, ErrorCode::Forbidden, "right and wrong passwords look alike");
    }
    let acceptance = RedeemToken { token, password: String::new(), name: None };
    assert_eq!(third.client.accept_invitation(&acceptance).await.refusal(), ErrorCode::Forbidden, "someone else");
    assert_eq!(other.client.team(&owner.team_id).await.refusal(), ErrorCode::NotFound, "not without signing in");
    other.client.accept_invitation(&acceptance).await.unwrap();
    assert!(other.client.team(&owner.team_id).await.is_ok());
    let me = other.client.who_am_i().await.unwrap();
    assert_eq!(me.teams.len(), 2);
    assert_eq!((me.user.name.as_str(), &me.user.primary_team_id), ("Otto", &other.team_id), "nothing else changed");
    let members = owner.client.members(&owner.team_id).await.unwrap();
    assert_eq!(members[1].name, "Otto");
    sign_in(&cloud, &other.email, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn invitations_lapse_after_a_week() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, late) = invite(&cloud, &owner, "late@example.org", "member").await;
    let (_, timely) = invite(&cloud, &owner, "timely@example.org", "member").await;
    cloud.advance(Duration::from_secs(7 * 24 * 3_600 - 1));
    accept(&cloud, &timely, NEW_PASSWORD).await.unwrap();
    cloud.advance(Duration::from_secs(1));
    assert_eq!(accept(&cloud, &late, NEW_PASSWORD).await.refusal(), ErrorCode::TokenSpent);
    let owner_again = Person { client: cloud.sign_in(&owner.email, PASSWORD).await, ..owner };
    let (_, token) = invite(&cloud, &owner_again, "late@example.org", "member").await;
    accept(&cloud, &token, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_withdrawn_invitation_is_dead() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (invited, token) = invite(&cloud, &owner, "new@example.org", "admin").await;
    owner.client.remove_member(&invited.id).await.unwrap();
    assert_eq!(accept(&cloud, &token, NEW_PASSWORD).await.refusal(), ErrorCode::TokenSpent);
    assert_eq!(sign_in(&cloud, "new@example.org", NEW_PASSWORD).await.refusal(), ErrorCode::Unauthorized);
    let (again, token) = invite(&cloud, &owner, "new@example.org", "admin").await;
    assert_eq!(again.user_id, invited.user_id);
    accept(&cloud, &token, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn tokens_serve_only_their_purpose() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, invitation) = invite(&cloud, &owner, "new@example.org", "admin").await;
    let as_reset = RedeemToken { token: invitation.clone(), password: NEW_PASSWORD.into(), name: None };
    assert_eq!(cloud.anyone().reset_password(&as_reset).await.refusal(), ErrorCode::TokenSpent);
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    cloud.run_due_jobs().await;
    let reset = cloud.mails.take_to(&owner.email).token();
    assert_eq!(accept(&cloud, &reset, PASSWORD).await.refusal(), ErrorCode::TokenSpent);
    accept(&cloud, &invitation, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn an_invitation_is_accepted_once_by_many_at_once() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (_, token) = invite(&cloud, &owner, "new@example.org", "admin").await;
    let tries = (0..5).map(|number| {
        let request = RedeemToken { token: token.clone(), password: format!("{NEW_PASSWORD} {number}"), name: None };
        let client = cloud.anyone();
        tokio::spawn(async move { client.accept_invitation(&request).await })
    });
    let mut accepted = 0;
    for attempt in tries.collect::<Vec<_>>() {
        match attempt.await.unwrap() {
            Ok(()) => accepted += 1,
            refused => assert_eq!(refused.refusal(), ErrorCode::TokenSpent),
        }
    }
    assert_eq!(accepted, 1);
}

#[tokio::test]
async fn bad_invitations_are_refused() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let path = format!("/v1/teams/{}/members", owner.team_id);
    for (field, value) in [
        ("role", "owner"),
        ("role", "king"),
        ("email", "nobody"),
        ("email", "a@b\r\nBcc: c@d"),
        ("email", "a@example.org, b@example.org"),
        ("name", "a\u{7}b"),
        ("name", "Anna\r\nBcc: other@example.org"),
    ] {
        let mut body = json!({ "email": "new@example.org", "role": "guest", "name": "New" });
        body[field] = json!(value);
        let reply = testkit::Reply::to(owner.client.request(reqwest::Method::POST, &path).json(&body)).await;
        assert_eq!(reply.error().details[0].field, field, "{value:?}");
    }
    for number in 0..6 {
        let request = InviteMember { email: "new@example.org".into(), name: None, role: "guest".into() };
        let invited = owner.client.invite_member(&owner.team_id, &request).await;
        assert_eq!(invited.is_ok(), number < 5, "five mails an hour to one address");
    }
}

#[tokio::test]
async fn an_account_is_made_where_it_is_accepted() {
    let cloud = TestCloud::start().await;
    let curious = cloud.owner("Curious", "curious@example.org").await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    invite(&cloud, &curious, "new@example.org", "guest").await;
    let entries = async || verify(&mut cloud.app().store.snapshot().await.unwrap(), &curious.team_id).await.unwrap();
    let before = entries().await;

    let (_, token) = invite(&cloud, &owner, "new@example.org", "member").await;
    accept(&cloud, &token, NEW_PASSWORD).await.unwrap();
    let me = cloud.sign_in("new@example.org", NEW_PASSWORD).await.who_am_i().await.unwrap();
    assert_eq!(me.teams.len(), 1);
    assert_eq!((&me.user.primary_team_id, &me.user.preferred_team_id), (&owner.team_id, &owner.team_id));
    assert_eq!(entries().await, before, "whoever only invited learns nothing of the sign-in");
}
