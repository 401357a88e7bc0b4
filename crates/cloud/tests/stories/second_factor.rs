//! The second factor: turned on, asked for, replaced by a recovery code, turned off.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use testkit::{PASSWORD, Person, Refusal as _, Reply, TestCloud};
use totp_rs::{Builder, Secret};
use wire::auth::{ForgotPassword, RedeemToken};
use wire::error::ErrorCode;
use wire::mfa::{BeginMfa, ConfirmMfa, EndMfa};

/// The device that shows one-time passwords.
struct Authenticator(totp_rs::Totp);

impl Authenticator {
    fn new(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).expect("the secret is base32");
        Self(Builder::new().with_secret(secret).with_account_name("test").build().expect("a good secret"))
    }

    fn code(&self, cloud: &TestCloud) -> String {
        let seconds = u64::try_from(cloud.now().as_millis() / 1_000).unwrap();
        self.0.generate(seconds).to_string()
    }

    /// The code of the next time step: each works once.
    fn next_code(&self, cloud: &TestCloud) -> String {
        cloud.advance(Duration::from_secs(30));
        self.code(cloud)
    }
}

async fn begin(person: &Person) -> Authenticator {
    let begun = person.client.begin_mfa(&person.user_id, &BeginMfa { password: PASSWORD.into() }).await.unwrap();
    assert!(begun.otpauth_url.starts_with("otpauth://totp/Tonnage:"), "{}", begun.otpauth_url);
    assert!(begun.otpauth_url.contains(&begun.secret));
    Authenticator::new(&begun.secret)
}

/// Ends all sessions: the person continues with the token that the reply has.
async fn turn_on(cloud: &TestCloud, person: &mut Person) -> (Authenticator, Vec<String>) {
    let device = begin(person).await;
    let request = ConfirmMfa { otp: device.code(cloud) };
    let confirmed = person.client.confirm_mfa(&person.user_id, &request).await.unwrap();
    person.client = cloud.anyone().with_user_token(&confirmed.token);
    (device, confirmed.recovery_codes)
}

async fn sign_in(cloud: &TestCloud, person: &Person, otp: Option<&str>) -> Reply {
    cloud.post("/v1/auth", &json!({ "email": person.email, "password": PASSWORD, "otp": otp })).await
}

/// A code that the device does not show.
fn other_than(code: &str) -> String {
    let first = if code.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &code[1..])
}

#[tokio::test]
async fn a_confirmed_factor_is_asked_for() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    assert!(!owner.client.who_am_i().await.unwrap().user.mfa_enabled);
    let (device, codes) = turn_on(&cloud, &mut owner).await;
    assert_eq!(codes.len(), 10);
    assert!(owner.client.who_am_i().await.unwrap().user.mfa_enabled);

    for missing in [None, Some(""), Some("  ")] {
        let expected = json!({
            "code": ErrorCode::SecondFactorRequired, "mfa_required": true,
            "message": "this account has a second factor: send its one-time password, or a recovery code, as otp",
        });
        assert_eq!(sign_in(&cloud, &owner, missing).await.expect(401), expected);
    }
    let code = device.next_code(&cloud);
    let wrong = sign_in(&cloud, &owner, Some(&other_than(&code))).await;
    assert_eq!(wrong.expect(401), json!({ "code": ErrorCode::Unauthorized, "message": "unauthorized" }));
    sign_in(&cloud, &owner, Some(&format!(" {code} "))).await.expect(200);
    assert_eq!(sign_in(&cloud, &owner, Some(&code)).await.error().code, ErrorCode::Unauthorized, "it works once");
    sign_in(&cloud, &owner, Some(&device.next_code(&cloud))).await.expect(200);

    let without_password = json!({ "email": owner.email, "password": "wrong password", "otp": codes[0] });
    let refused = cloud.post("/v1/auth", &without_password).await;
    assert_eq!(refused.expect(401), json!({ "code": ErrorCode::Unauthorized, "message": "unauthorized" }));
    sign_in(&cloud, &owner, Some(&codes[0])).await.expect(200);
}

#[tokio::test]
async fn the_confirming_code_does_not_sign_in() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (device, _) = turn_on(&cloud, &mut owner).await;
    let code = device.code(&cloud);
    assert_eq!(sign_in(&cloud, &owner, Some(&code)).await.error().code, ErrorCode::Unauthorized);
    let code = device.next_code(&cloud);
    cloud.advance(Duration::from_secs(30));
    sign_in(&cloud, &owner, Some(&code)).await.expect(200);
    let late = device.next_code(&cloud);
    cloud.advance(Duration::from_mins(1));
    assert_eq!(sign_in(&cloud, &owner, Some(&late)).await.error().code, ErrorCode::Unauthorized, "too late");
}

#[tokio::test]
async fn one_code_at_the_same_time_opens_one_door() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (device, codes) = turn_on(&cloud, &mut owner).await;
    for otp in [device.next_code(&cloud), codes[0].clone()] {
        let tries = (0..4).map(|_| {
            let request = cloud.anyone().request(Method::POST, "/v1/auth");
            let body = json!({ "email": owner.email, "password": PASSWORD, "otp": otp });
            tokio::spawn(Reply::to(request.json(&body)))
        });
        let mut opened = 0;
        for attempt in tries.collect::<Vec<_>>() {
            let reply = attempt.await.unwrap();
            assert!([200, 401].contains(&reply.status.as_u16()), "{}", reply.text);
            opened += usize::from(reply.status == 200);
        }
        assert_eq!(opened, 1, "{otp}");
    }
}

#[tokio::test]
async fn recovery_codes_work_once_in_any_typing() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (_, codes) = turn_on(&cloud, &mut owner).await;
    let typings: [fn(&str) -> String; 4] = [
        str::to_owned,
        str::to_uppercase,
        |code| format!("  {}  ", code.replace('-', " ")),
        |code| code.replace('-', "").chars().flat_map(|letter| [letter, '-']).collect(),
    ];
    for (code, typing) in codes.iter().zip(typings) {
        sign_in(&cloud, &owner, Some(&typing(code))).await.expect(200);
        assert_eq!(sign_in(&cloud, &owner, Some(code)).await.error().code, ErrorCode::Unauthorized);
    }
    sign_in(&cloud, &owner, Some(&codes[9])).await.expect(200);
}

#[tokio::test]
async fn a_recovery_code_opens_only_its_own_account() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let mut stranger = cloud.owner("Other", "stranger@example.org").await;
    let (_, codes) = turn_on(&cloud, &mut owner).await;
    turn_on(&cloud, &mut stranger).await;
    assert_eq!(sign_in(&cloud, &stranger, Some(&codes[0])).await.error().code, ErrorCode::Unauthorized);
    sign_in(&cloud, &owner, Some(&codes[0])).await.expect(200);
}

#[tokio::test]
async fn an_unconfirmed_secret_asks_for_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let confirm = async |otp: String| owner.client.confirm_mfa(&owner.user_id, &ConfirmMfa { otp }).await.map(|_| ());
    assert_eq!(confirm("123456".into()).await.refusal(), ErrorCode::WrongState, "nothing was begun");
    let wrong = BeginMfa { password: "wrong password".into() };
    let refused = owner.client.begin_mfa(&owner.user_id, &wrong).await.map(|_| ());
    assert_eq!(refused.refusal(), ErrorCode::Unauthorized);

    let first = begin(&owner).await;
    sign_in(&cloud, &owner, None).await.expect(200);
    let path = format!("/v1/users/{}/mfa/confirm", owner.user_id);
    let request = owner.client.request(Method::POST, &path).json(&json!({ "otp": other_than(&first.code(&cloud)) }));
    assert_eq!(Reply::to(request).await.error().details[0].field, "otp");
    sign_in(&cloud, &owner, None).await.expect(200);

    let second = begin(&owner).await;
    assert_eq!(confirm(first.code(&cloud)).await.refusal(), ErrorCode::InvalidField, "beginning again replaces it");
    confirm(second.code(&cloud)).await.unwrap();
    assert_eq!(sign_in(&cloud, &owner, None).await.error().mfa_required, Some(true));
}

#[tokio::test]
async fn turning_it_off_takes_both_factors() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let user = owner.user_id.clone();
    let end = async |person: &Person, password: &str, otp: &str| {
        let request = EndMfa { password: password.into(), otp: otp.into() };
        person.client.end_mfa(&user, &request).await
    };
    assert_eq!(end(&owner, PASSWORD, "123456").await.refusal(), ErrorCode::WrongState, "there is none");
    let (device, codes) = turn_on(&cloud, &mut owner).await;
    let again = owner.client.begin_mfa(&owner.user_id, &BeginMfa { password: PASSWORD.into() }).await.map(|_| ());
    assert_eq!(again.refusal(), ErrorCode::WrongState);
    let again = owner.client.confirm_mfa(&owner.user_id, &ConfirmMfa { otp: device.next_code(&cloud) }).await;
    assert_eq!(again.map(|_| ()).refusal(), ErrorCode::WrongState);

    let code = device.next_code(&cloud);
    assert_eq!(end(&owner, "wrong password", &code).await.refusal(), ErrorCode::Unauthorized);
    assert_eq!(end(&owner, PASSWORD, &other_than(&code)).await.refusal(), ErrorCode::Unauthorized);
    assert_eq!(end(&owner, PASSWORD, "").await.refusal(), ErrorCode::Unauthorized);
    end(&owner, PASSWORD, &code).await.unwrap();
    sign_in(&cloud, &owner, None).await.expect(200);

    let (device, new_codes) = turn_on(&cloud, &mut owner).await;
    assert_ne!(codes, new_codes);
    assert_eq!(sign_in(&cloud, &owner, Some(&codes[0])).await.error().code, ErrorCode::Unauthorized, "an old code");
    end(&owner, PASSWORD, &new_codes[0]).await.unwrap();
    sign_in(&cloud, &owner, Some(&device.next_code(&cloud))).await.expect(200);
}

#[tokio::test]
async fn a_reset_password_does_not_replace_the_second_factor() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (device, _) = turn_on(&cloud, &mut owner).await;
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    cloud.run_due_jobs().await;
    let token = cloud.mails.take_to(&owner.email).token();
    let password = "a longer staple of horses";
    let request = RedeemToken { token, password: password.into(), name: None };
    cloud.anyone().reset_password(&request).await.unwrap();
    let body = |otp: Option<String>| json!({ "email": owner.email, "password": password, "otp": otp });
    assert_eq!(cloud.post("/v1/auth", &body(None)).await.error().mfa_required, Some(true));
    cloud.post("/v1/auth", &body(Some(device.next_code(&cloud)))).await.expect(200);
}

#[tokio::test]
async fn guessing_codes_is_limited() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (device, _) = turn_on(&cloud, &mut owner).await;
    let code = device.next_code(&cloud);
    let mut refusals = Vec::new();
    for _ in 0..12 {
        refusals.push(sign_in(&cloud, &owner, Some(&other_than(&code))).await.error().code);
    }
    assert_eq!(refusals[..10], [ErrorCode::Unauthorized; 10]);
    assert_eq!(refusals[10..], [ErrorCode::RateLimited; 2]);
    assert_eq!(sign_in(&cloud, &owner, Some(&code)).await.error().code, ErrorCode::RateLimited);
}

#[tokio::test]
async fn turning_it_on_ends_the_other_sessions() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (elsewhere, former) = (cloud.sign_in(&owner.email, PASSWORD).await, owner.client.clone());
    turn_on(&cloud, &mut owner).await;
    assert_eq!(elsewhere.who_am_i().await.map(|_| ()).refusal(), ErrorCode::Unauthorized);
    assert_eq!(former.who_am_i().await.map(|_| ()).refusal(), ErrorCode::Unauthorized, "its token was replaced");
    assert!(owner.client.who_am_i().await.unwrap().user.mfa_enabled);
}

#[tokio::test]
async fn who_guesses_codes_for_long_is_stopped_and_the_user_is_told() {
    let cloud = TestCloud::start().await;
    let mut owner = cloud.owner("Film", "owner@example.org").await;
    let (device, codes) = turn_on(&cloud, &mut owner).await;
    cloud.run_due_jobs().await;
    cloud.mails.take();
    let mut evaluated = 0;
    for _ in 0..40 {
        let code = other_than(&device.next_code(&cloud));
        evaluated += usize::from(sign_in(&cloud, &owner, Some(&code)).await.error().code == ErrorCode::Unauthorized);
    }
    assert_eq!(evaluated, 20, "in an hour");
    assert_eq!(sign_in(&cloud, &owner, Some(&codes[0])).await.error().code, ErrorCode::RateLimited);
    cloud.run_due_jobs().await;
    let mail = cloud.mails.take_to(&owner.email);
    assert_eq!(mail.header("Subject"), ["Wrong two-factor codes for your account"]);
    assert_eq!(cloud.mails.take().len(), 0, "once");
    cloud.advance(Duration::from_hours(1));
    sign_in(&cloud, &owner, Some(&device.next_code(&cloud))).await.expect(200);
}
