//! The mails of a Team: visible to its Owner and Admins, and only those they may see.

use cloud::secret::Secret;
use serde_json::{Value, json};
use testkit::{Parcel, Person, Refusal as _, Reply, Setup, TestCloud, plain_package};
use wire::auth::ForgotPassword;
use wire::error::ErrorCode;
use wire::members::InviteMember;
use wire::outbox::MailSummary;
use wire::packages::CreatePackage;

fn without_server() -> Setup {
    TestCloud::setup().with(|config| config.mail.smtp_url = Secret::default())
}

async fn outbox(person: &Person) -> Vec<MailSummary> {
    person.client.outbox(&person.team_id, "").await.unwrap().records
}

fn to_ben(name: &str) -> CreatePackage {
    CreatePackage { recipients: vec!["ben@example.net".to_owned()], ..plain_package(name) }
}

#[tokio::test]
async fn without_a_server_people_get_their_mail_from_it() {
    let cloud = without_server().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben("Dailies")).await;
    cloud.run_due_jobs().await;
    let invite = InviteMember { email: "new@example.org".into(), name: None, role: "member".into() };
    owner.client.invite_member(&owner.team_id, &invite).await.unwrap();
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    cloud.run_due_jobs().await;

    let found = outbox(&owner).await;
    let shown: Vec<_> = found.iter().map(|mail| (mail.kind.as_str(), mail.recipient.as_str())).collect();
    let expected = [
        ("invitation", "new@example.org"),
        ("package_for_you", "ben@example.net"),
        ("package_sent", "owner@example.org"),
    ];
    assert_eq!(shown, expected, "the newest first, and no password reset");
    assert!(found.iter().all(|mail| mail.state == "kept" && mail.last_error.is_empty()));
    assert_eq!(found[1].subject, "owner@example.org sent you 1 file (5 bytes): Dailies");
    assert_eq!(found[1].package_id.as_deref(), Some(parcel.id.as_str()));
    let line = format!("GET /v1.1/teams/{}/outbox", owner.team_id);
    let list = Reply::of(&owner.client, &line, &Value::Null).await;
    assert!(!list.text.contains("secret=") && !list.text.contains("token="), "{}", list.text);
    assert!(list.expect(200)["records"][0].get("package_id").is_none());

    let mail = owner.client.mail(&owner.team_id, &found[1].id).await.unwrap();
    assert_eq!(mail.summary, found[1]);
    assert!(mail.text.unwrap().contains("/d/") && mail.html.unwrap().contains("secret="));
    let invitation = owner.client.mail(&owner.team_id, &found[0].id).await.unwrap();
    assert!(invitation.text.unwrap().contains("token="), "someone has to hand it on");

    let page = owner.client.outbox(&owner.team_id, "page=2&limit=2").await.unwrap();
    assert_eq!((page.metadata.total, page.records.as_slice()), (3, &found[2..]));
}

#[tokio::test]
async fn an_invitation_that_was_sent_is_for_its_recipient() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let invite = InviteMember { email: "new@example.org".into(), name: None, role: "member".into() };
    owner.client.invite_member(&owner.team_id, &invite).await.unwrap();
    for state in ["waiting", "sent"] {
        let found = outbox(&owner).await.remove(0);
        assert_eq!((found.kind.as_str(), found.state.as_str()), ("invitation", state));
        let mail = owner.client.mail(&owner.team_id, &found.id).await.unwrap();
        assert_eq!((mail.text, mail.html), (None, None));
        cloud.run_due_jobs().await;
    }
}

/// A private Portal of the owner's, and a package received through it.
async fn private_package(cloud: &TestCloud, owner: &Person) -> Parcel {
    let portal = json!({ "name": "Secret", "subdomain": "secret", "active": true, "access_level": "private",
        "has_access_code": true, "access_code": "sesame", "recipients": ["chief@example.net"] });
    let line = format!("POST /v1/teams/{}/portals", owner.team_id);
    let portal = Reply::of(&owner.client, &line, &portal).await.expect(201);
    let portal = portal["id"].as_str().unwrap().parse().unwrap();
    let parcel = Parcel::through(&cloud.anyone().with_access_code("sesame"), &portal, "Unseen").await;
    parcel.put("", "a.txt", b"hello").await;
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    parcel
}

#[tokio::test]
async fn what_is_written_about_a_hidden_portal_is_hidden() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = private_package(&cloud, &owner).await;
    let admin = cloud.member(&owner, "admin", "admin@example.org").await;
    let of_package = |mails: &[MailSummary]| -> Vec<MailSummary> {
        let about = mails.iter().filter(|mail| mail.package_id.as_deref() == Some(parcel.id.as_str()));
        about.cloned().collect()
    };
    let found = of_package(&outbox(&owner).await);
    let kinds: Vec<&str> = found.iter().map(|mail| mail.kind.as_str()).collect();
    assert_eq!(kinds, ["package_received", "upload_receipt"], "members on the list can read them");
    let seen = outbox(&admin).await;
    assert!(of_package(&seen).is_empty() && !seen.is_empty());
    let total = admin.client.outbox(&admin.team_id, "limit=1").await.unwrap().metadata.total;
    assert_eq!(usize::try_from(total).unwrap(), seen.len(), "nor are they counted");
    for mail in &found {
        owner.client.mail(&owner.team_id, &mail.id).await.unwrap();
        assert_eq!(admin.client.mail(&admin.team_id, &mail.id).await.refusal(), ErrorCode::NotFound);
    }
}

#[tokio::test]
async fn mails_stay_within_their_team() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let other = cloud.owner("Other", "other@example.org").await;
    Parcel::sent(&owner.client, &owner.team_id, &to_ben("Dailies")).await;
    cloud.run_due_jobs().await;
    let mail = outbox(&owner).await.remove(0);
    assert!(outbox(&other).await.is_empty());
    assert_eq!(other.client.mail(&other.team_id, &mail.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(other.client.mail(&owner.team_id, &mail.id).await.refusal(), ErrorCode::NotFound);
    assert_eq!(other.client.outbox(&owner.team_id, "").await.refusal(), ErrorCode::NotFound);
    let manager = cloud.member(&owner, "integration_manager", "manager@example.org").await;
    assert_eq!(manager.client.outbox(&owner.team_id, "").await.refusal(), ErrorCode::Forbidden);
}
