//! Mail: kept if there is no mail server, sent once if there is one.

use std::time::Duration;

use cloud::secret::Secret;
use store::jobs::{self, JobRow};
use store::mails::{self, MailRow, MailState};
use testkit::{Behaviour, Parcel, Person, ReceivedMail, Refusal as _, TestCloud, plain_package};
use wire::error::ErrorCode;
use wire::members::InviteMember;
use wire::packages::CreatePackage;
use wire::portals::WritePortal;
use wire::teams::UpdateTeam;
use wire::users::UpdateUser;

async fn invite(owner: &Person, email: &str) {
    let request = InviteMember { email: email.into(), name: None, role: "member".into() };
    owner.client.invite_member(&owner.team_id, &request).await.unwrap();
}

async fn outbox(cloud: &TestCloud) -> Vec<MailRow> {
    mails::latest(&mut cloud.app().store.read().await.unwrap(), 100).await.unwrap()
}

async fn jobs_in(cloud: &TestCloud, state: &str) -> Vec<JobRow> {
    jobs::list(&mut cloud.app().store.read().await.unwrap(), state, 100).await.unwrap()
}

async fn revive(cloud: &TestCloud, job: &JobRow) {
    let mut tx = cloud.app().store.begin().await.unwrap();
    assert!(jobs::revive(&mut tx, &job.id, cloud.now()).await.unwrap());
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn without_a_server_mails_are_kept() {
    let cloud = TestCloud::setup().with(|config| config.mail.smtp_url = Secret::default()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    invite(&owner, "new@example.org").await;
    let mails = outbox(&cloud).await;
    assert_eq!(mails.len(), 1);
    assert_eq!((mails[0].state, mails[0].recipient.as_str()), (MailState::Kept, "new@example.org"));
    assert!(!mails[0].content.contains("token="), "the link is sealed");
    assert_eq!(cloud.waiting_jobs().await, 0);
    assert_eq!(cloud.run_due_jobs().await, 0);
}

#[tokio::test]
async fn a_mail_has_the_headers_of_a_notice() {
    let from = "Films <files@example.org>";
    let cloud = TestCloud::setup().with(|config| config.mail.from = from.into()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    invite(&owner, "new@example.org").await;
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert_eq!((mail.from.as_str(), &mail.recipients[..]), ("files@example.org", &["new@example.org".to_owned()][..]));
    assert!(["\"Films\" <files@example.org>", from].contains(&mail.header("From")[0].as_str()), "{}", mail.data);
    assert_eq!(mail.header("To"), ["new@example.org"]);
    assert_eq!(mail.header("Subject"), ["owner@example.org invited you to Film"]);
    assert_eq!(mail.header("Auto-Submitted"), ["auto-generated"]);
    let id = outbox(&cloud).await[0].id.clone();
    assert_eq!(mail.header("Message-ID"), [format!("<{id}@example.org>")]);
    assert_eq!(mail.header("Date").len(), 1);
    assert_eq!((mail.header("Cc").len(), mail.header("Bcc").len()), (0, 0));
    assert!(mail.header("Content-Type")[0].starts_with("multipart/alternative"), "{}", mail.data);
    assert_eq!(outbox(&cloud).await[0].state, MailState::Sent);
}

/// A header with a name in it, without the optional quotes around the name.
fn from(mail: &ReceivedMail) -> String {
    mail.header("From")[0].replace('"', "")
}

#[tokio::test]
async fn mails_about_a_package_come_in_its_senders_name_and_belong_together() {
    let cloud = TestCloud::setup().with(|config| config.mail.from = "Films <files@example.org>".into()).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let name = UpdateUser { name: Some("Anna Berg".into()), ..UpdateUser::default() };
    owner.client.update_user(&owner.user_id, &name).await.unwrap();
    let request = CreatePackage { recipients: vec!["ben@example.org".into()], ..plain_package("Dailies") };
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &request).await;
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    let to = |address: &str| mails.iter().find(|mail| mail.recipients == [address]).expect("a mail came");
    let (notice, confirmation) = (to("ben@example.org"), to("anna@example.org"));
    assert_eq!(from(notice), "Anna Berg via Films <files@example.org>");
    assert_eq!(notice.header("Reply-To"), ["anna@example.org"]);
    assert_eq!(notice.header("Subject"), ["Anna Berg sent you 1 file (5 bytes): Dailies"]);
    assert!(notice.part("text/plain").contains("Anna Berg (anna@example.org) sent you"), "{}", notice.data);
    assert_eq!(from(confirmation), "Films <files@example.org>", "to the sender it is the server that writes");
    assert_eq!(confirmation.header("Reply-To").len(), 0);
    let thread = [format!("<package-{}@example.org>", parcel.id)];
    assert_eq!((notice.header("References"), confirmation.header("References")), (thread.to_vec(), thread.to_vec()));
    assert_eq!(notice.header("List-Unsubscribe").len(), 0, "there is nothing that could unsubscribe");
}

#[tokio::test]
async fn a_portals_mails_come_in_its_name_language_and_colour() {
    let cloud = TestCloud::setup().with(|config| config.mail.from = "files@example.org".into()).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let portal = WritePortal {
        name: Some("Rushes".into()),
        subdomain: Some("rushes".into()),
        active: Some(true),
        recipients: Some(Some(vec!["ben@example.org".into()])),
        language: Some("de-AT".into()),
        primary_color: Some("#ffd400".into()),
        logo_url: Some("https://example.org/logo.png".into()),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &portal).await.unwrap();
    let parcel = Parcel::through(&cloud.anyone(), &portal.id, "Reel").await;
    let sender = parcel.body.sender.clone();
    for number in 1..=7 {
        parcel.put("Day 4", &format!("{number}.mov"), b"hello").await;
    }
    parcel.finalize().await;
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    let to = |address: &str| mails.iter().find(|mail| mail.recipients == [address]).expect("a mail came");
    let (notice, receipt) = (to("ben@example.org"), to(&sender));
    for mail in [notice, receipt] {
        assert_eq!(from(mail), "Rushes via example.org <files@example.org>");
        let page = mail.part("text/html");
        assert!(page.contains("<html lang=\"de\"") && page.contains("logo.png"), "{page}");
    }
    assert!(notice.part("text/html").contains("bgcolor=\"#ffd400\""), "{}", notice.data);
    assert_eq!((notice.header("Reply-To"), receipt.header("Reply-To").len()), (vec![sender], 0));
    let text = notice.part("text/plain");
    assert!(text.contains("Day 4/5.mov (5 Byte)") && text.contains("und 2 weitere"), "the first five: {text}");
    assert!(!text.contains("6.mov") && text.contains(" UTC"), "{text}");
    assert!(!receipt.data.contains(".mov"), "a sender's file names are not mailed to an address they chose");
}

#[tokio::test]
async fn a_name_cannot_forge_where_a_mail_comes_from() {
    let cloud = TestCloud::setup().with(|config| config.mail.from = "Films <files@example.org>".into()).start().await;
    let owner = cloud.owner("Film", "anna@example.org").await;
    let names = ["\"Boss\" <boss@example.net>, x", "boss@example.net", "Ärger, <b@c> \\\"", "a\r\nBcc: x@example.net"];
    for (number, name) in names.into_iter().enumerate() {
        cloud.execute_sql(&format!("UPDATE users SET name = '{name}' WHERE email = 'anna@example.org'")).await;
        let recipients = vec![format!("new{number}@example.org")];
        let request = CreatePackage { recipients, ..plain_package("Dailies") };
        Parcel::sent(&owner.client, &owner.team_id, &request).await;
        cloud.run_due_jobs().await;
        let mail = cloud.mails.take_to(&format!("new{number}@example.org"));
        let from = mail.header("From");
        assert_eq!((from.len(), mail.from.as_str()), (1, "files@example.org"), "{}", mail.data);
        let (shown, address) = from[0].rsplit_once(' ').unwrap();
        assert_eq!(address, "<files@example.org>", "{from:?}");
        // One name, quoted or encoded, in which commas and brackets have no meaning.
        let is_one = shown.starts_with('"') && shown.ends_with('"')
            || shown.split(' ').all(|word| !word.contains(['<', ',', '@']));
        assert!(is_one, "{from:?}");
        assert_eq!((mail.header("Bcc").len(), mail.header("Reply-To").len()), (0, 1), "{}", mail.data);
    }
}

#[tokio::test]
async fn a_postponed_mail_is_tried_again_later_and_later() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::Postpone);
    invite(&owner, "new@example.org").await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    for seconds in [2, 4] {
        cloud.advance(Duration::from_secs(seconds - 1));
        assert_eq!(cloud.run_due_jobs().await, 0, "not before {seconds} seconds");
        cloud.advance(Duration::from_secs(1));
        assert_eq!(cloud.run_due_jobs().await, 1, "after {seconds} seconds");
    }
    let waiting = jobs_in(&cloud, "waiting").await;
    assert_eq!((waiting.len(), waiting[0].attempts), (1, 3));
    assert!(waiting[0].last_error.as_ref().unwrap().contains("450"), "{:?}", waiting[0].last_error);
    assert_eq!(outbox(&cloud).await[0].state, MailState::Waiting);

    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_mins(1));
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(cloud.mails.take().len(), 1);
    assert_eq!((cloud.waiting_jobs().await, outbox(&cloud).await[0].state), (0, MailState::Sent));
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take().len(), 0, "exactly one mail");
}

#[tokio::test]
async fn a_refused_mail_is_shown_and_can_be_sent_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::Refuse);
    invite(&owner, "new@example.org").await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    let dead = jobs_in(&cloud, "dead").await;
    assert_eq!((dead.len(), cloud.waiting_jobs().await), (1, 0));
    assert!(dead[0].last_error.as_ref().unwrap().contains("no such user"), "{:?}", dead[0].last_error);
    let mail = outbox(&cloud).await.remove(0);
    assert_eq!(mail.state, MailState::Refused);
    assert!(mail.last_error.unwrap().contains("no such user"));
    cloud.advance(Duration::from_hours(24));
    assert_eq!(cloud.run_due_jobs().await, 0, "nobody asks again by himself");

    cloud.mails.behave(Behaviour::Accept);
    revive(&cloud, &dead[0]).await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(cloud.mails.take_to("new@example.org").recipients, ["new@example.org"]);
    assert_eq!(outbox(&cloud).await[0].state, MailState::Sent);
}

#[tokio::test]
async fn a_server_that_refuses_our_password_loses_no_mail() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::RefuseUs);
    invite(&owner, "new@example.org").await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!((cloud.waiting_jobs().await, outbox(&cloud).await[0].state), (1, MailState::Waiting));
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_secs(10));
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(outbox(&cloud).await[0].state, MailState::Sent);
}

/// For five days, as mail servers do. Only an answer about the mail itself is final.
#[tokio::test]
async fn a_server_that_turns_everybody_away_loses_no_mail() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::TurnAway);
    invite(&owner, "new@example.org").await;
    for _ in 0..5 * 24 {
        cloud.run_due_jobs().await;
        assert_eq!((cloud.waiting_jobs().await, outbox(&cloud).await[0].state), (1, MailState::Waiting));
        cloud.advance(Duration::from_hours(1));
    }
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert_eq!(outbox(&cloud).await[0].state, MailState::Sent);
}

/// The operator has to set another address, or have this one allowed.
#[tokio::test]
async fn a_server_that_refuses_our_address_loses_no_mail() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::RefuseSender);
    for email in ["new@example.org", "jörg@example.org"] {
        invite(&owner, email).await;
    }
    cloud.run_due_jobs().await;
    let states: Vec<MailState> = outbox(&cloud).await.iter().map(|mail| mail.state).collect();
    assert_eq!(states, [MailState::Waiting; 2]);
    assert!(outbox(&cloud).await[1].last_error.as_ref().unwrap().contains("sender rejected"));
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_secs(10));
    cloud.run_due_jobs().await;
    assert_eq!(outbox(&cloud).await[1].state, MailState::Sent);
}

/// After all attempts, the mail is shown as failed, and someone can have it sent.
#[tokio::test]
async fn a_mail_without_attempts_left_has_failed_and_can_be_retried() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let owner_key = owner.client.with_api_key(owner.api_key.as_deref().unwrap());
    cloud.mails.behave(Behaviour::Postpone);
    invite(&owner, "new@example.org").await;
    let shown = async || owner_key.outbox(&owner.team_id, "").await.unwrap().records.remove(0);
    cloud.run_due_jobs().await;
    assert!(shown().await.last_error.contains("(450)"), "why it waits: {:?}", shown().await);
    let id = shown().await.id;
    let early = owner_key.retry_mail(&owner.team_id, &id).await;
    assert_eq!(early.refusal(), ErrorCode::WrongState, "it is tried again anyway");
    cloud.execute_sql("UPDATE jobs SET attempts = max_attempts - 1").await;
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert_eq!(jobs_in(&cloud, "dead").await.len(), 1);
    assert_eq!(shown().await.state, "failed");
    assert!(shown().await.last_error.contains("(450)"), "{:?}", shown().await);

    cloud.mails.behave(Behaviour::Accept);
    let retried = owner_key.retry_mail(&owner.team_id, &id).await.unwrap();
    assert_eq!(retried.summary.state, "waiting");
    assert_eq!(owner_key.retry_mail(&owner.team_id, &id).await.refusal(), ErrorCode::WrongState, "once");
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take().len(), 1);
    assert_eq!((shown().await.state.as_str(), jobs_in(&cloud, "dead").await.len()), ("sent", 0));
    let lines = owner_key.audit(&owner.team_id, "").await.unwrap().records;
    assert_eq!(lines.iter().filter(|line| line.action == "mail_retried").count(), 1);
}

#[tokio::test]
async fn an_address_that_the_server_cannot_take_is_refused_with_the_reason() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    invite(&owner, "jörg@example.org").await;
    cloud.run_due_jobs().await;
    let mail = outbox(&cloud).await.remove(0);
    assert_eq!(mail.state, MailState::Refused);
    assert!(mail.last_error.as_ref().unwrap().contains("SMTPUTF8"), "{:?}", mail.last_error);
    assert_eq!(jobs_in(&cloud, "dead").await.len(), 1, "the operator sees it");
}

#[tokio::test]
async fn a_server_that_is_down_is_tried_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::HangUp);
    invite(&owner, "new@example.org").await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!((cloud.waiting_jobs().await, outbox(&cloud).await[0].state), (1, MailState::Waiting));
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_secs(2));
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!((cloud.mails.take().len(), cloud.waiting_jobs().await), (1, 0));

    let nowhere = Secret::new("smtp://127.0.0.1:1");
    let cloud = TestCloud::setup().with(|config| config.mail.smtp_url = nowhere).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    invite(&owner, "new@example.org").await;
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(jobs_in(&cloud, "waiting").await[0].attempts, 1, "nobody listens there");
}

#[tokio::test]
async fn a_lost_confirmation_repeats_the_same_mail() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::TakeAndHangUp);
    invite(&owner, "new@example.org").await;
    cloud.run_due_jobs().await;
    let first = cloud.mails.take().remove(0);
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_secs(2));
    cloud.run_due_jobs().await;
    let second = cloud.mails.take_to("new@example.org");
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"), "so that mail programs show one");
    assert_eq!(first.token(), second.token());
}

#[tokio::test]
async fn names_cannot_add_recipients_or_headers() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let names = [
        "\"Anna\" <b@example.org>, c@example.org",
        "Ärger & Ünfug \u{1f3ac} ".repeat(8).as_str().trim(),
        "=?utf-8?q?Bcc=0D=0ABcc:_d@example.org?=",
        "Bcc: e@example.org",
    ]
    .map(str::to_owned);
    for (number, name) in names.into_iter().enumerate() {
        let user = UpdateUser { name: Some(name.clone()), ..UpdateUser::default() };
        owner.client.update_user(&owner.user_id, &user).await.unwrap();
        let team = UpdateTeam { name: Some(name.clone()), ..UpdateTeam::default() };
        owner.client.update_team(&owner.team_id, &team).await.unwrap();
        invite(&owner, &format!("new{number}@example.org")).await;
    }
    // Such a name can no longer be set, but may exist in an older database.
    cloud.execute_sql("UPDATE teams SET name = 'Film\r\nBcc: f@example.org\r\n\r\nBody'").await;
    cloud.execute_sql("UPDATE users SET name = 'Anna\r\nBcc: g@example.org' WHERE email = 'owner@example.org'").await;
    invite(&owner, "new4@example.org").await;
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 5);
    for (number, mail) in mails.iter().enumerate() {
        assert_eq!(mail.recipients, [format!("new{number}@example.org")]);
        assert_eq!(mail.header("To"), [format!("new{number}@example.org")]);
        assert_eq!((mail.header("Cc").len(), mail.header("Bcc").len()), (0, 0), "{}", mail.data);
        assert_eq!((mail.header("Subject").len(), mail.header("From").len()), (1, 1));
        assert_eq!(mail.header("Reply-To"), ["owner@example.org"]);
        assert!(mail.header("Content-Type")[0].starts_with("multipart/alternative"), "{}", mail.data);
    }
}
