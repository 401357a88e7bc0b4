//! The recipient of a link counts as notified once the mail server has taken the mail, and mails that are not needed any
//! more are not sent.

use std::time::Duration;

use cloud::secret::Secret;
use serde_json::Value;
use testkit::{Behaviour, Parcel, Person, Setup, TestCloud, plain_package};
use wire::outbox::MailSummary;
use wire::packages::CreatePackage;

const BEN: &str = "ben@example.net";

fn to_ben() -> CreatePackage {
    CreatePackage { recipients: vec![BEN.to_owned()], ..plain_package("Dailies") }
}

fn graceful() -> Setup {
    TestCloud::setup().with(|config| config.packages.grace_hours = 24)
}

/// A package for Ben, whose mail waits for the server.
async fn postponed(cloud: &TestCloud) -> (Person, Parcel) {
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::Postpone);
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben()).await;
    cloud.run_due_jobs().await;
    assert_eq!(mail_to_ben(&owner).await.state, "waiting");
    (owner, parcel)
}

async fn mail_to_ben(owner: &Person) -> MailSummary {
    let found = owner.client.outbox(&owner.team_id, "").await.unwrap().records;
    found.into_iter().find(|mail| mail.recipient == BEN).expect("a mail to Ben")
}

async fn notified(parcel: &Parcel) -> String {
    parcel.client.links(&parcel.id).await.unwrap().remove(0).recipient_notified
}

/// The mail server works again.
async fn works_again(cloud: &TestCloud) -> usize {
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_mins(2));
    cloud.run_due_jobs().await;
    cloud.mails.take().iter().filter(|mail| mail.recipients == [BEN]).count()
}

#[tokio::test]
async fn a_recipient_is_notified_when_the_mail_is_posted() {
    let cloud = TestCloud::start().await;
    let (owner, parcel) = postponed(&cloud).await;
    assert_eq!(notified(&parcel).await, "", "the server has not taken the mail");
    assert_eq!(works_again(&cloud).await, 1);
    assert_eq!(notified(&parcel).await, cloud.now().to_string());
    assert_eq!(mail_to_ben(&owner).await.state, "sent");
    cloud.advance(Duration::from_hours(2));
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "one mail");
}

#[tokio::test]
async fn a_recipient_whose_mail_failed_or_was_never_sent_is_not_notified() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::Refuse);
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben()).await;
    cloud.run_due_jobs().await;
    assert_eq!((mail_to_ben(&owner).await.state.as_str(), notified(&parcel).await.as_str()), ("failed", ""));

    let cloud = TestCloud::setup().with(|config| config.mail.smtp_url = Secret::default()).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben()).await;
    cloud.run_due_jobs().await;
    assert_eq!((mail_to_ben(&owner).await.state.as_str(), notified(&parcel).await.as_str()), ("kept", ""));
    let link = parcel.client.links(&parcel.id).await.unwrap().remove(0);
    let request = format!("GET /links/{}/secret", link.id);
    parcel.reply(&request, &Value::Null).await.expect(200);
}

/// The mail cannot be called back, so it comes again, as the same mail.
#[tokio::test]
async fn after_a_lost_answer_the_mail_is_posted_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::TakeAndHangUp);
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben()).await;
    cloud.run_due_jobs().await;
    let first = cloud.mails.take_to(BEN);
    assert_eq!(notified(&parcel).await, "");
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_mins(1));
    cloud.run_due_jobs().await;
    assert_eq!(cloud.mails.take_to(BEN).header("Message-ID"), first.header("Message-ID"));
    assert_eq!(notified(&parcel).await, cloud.now().to_string());
}

#[tokio::test]
async fn the_mail_of_a_deleted_link_is_cancelled() {
    let cloud = TestCloud::start().await;
    let (owner, parcel) = postponed(&cloud).await;
    let link = parcel.client.links(&parcel.id).await.unwrap().remove(0);
    parcel.client.delete_link(&parcel.id, &link.id).await.unwrap();
    let mail = mail_to_ben(&owner).await;
    let shown = (mail.state.as_str(), mail.last_error.as_str());
    assert_eq!(shown, ("cancelled", "not sent: the link was deleted or has expired"), "at once");
    assert_eq!(works_again(&cloud).await, 0);
    assert_eq!(mail_to_ben(&owner).await.state, "cancelled");
}

#[tokio::test]
async fn the_mail_of_a_deleted_package_is_cancelled_until_it_is_restored() {
    let cloud = graceful().start().await;
    let (owner, parcel) = postponed(&cloud).await;
    parcel.client.delete_package(&parcel.id).await.unwrap();
    let mail = mail_to_ben(&owner).await;
    let shown = (mail.state.as_str(), mail.last_error.as_str());
    assert_eq!(shown, ("cancelled", "not sent: the package has expired or was deleted"), "at once");
    assert_eq!(works_again(&cloud).await, 0);

    parcel.reply("PUT /restore", &Value::Null).await.expect(200);
    assert_eq!(mail_to_ben(&owner).await.state, "waiting");
    assert_eq!(works_again(&cloud).await, 1);
    assert_eq!(works_again(&cloud).await, 0);
    assert_eq!(notified(&parcel).await, mail_sent_at(&cloud));
}

/// Two minutes after the server worked again.
fn mail_sent_at(cloud: &TestCloud) -> String {
    cloud.now().plus_seconds(-120).to_string()
}

#[tokio::test]
async fn recipients_of_a_package_that_ended_early_are_mailed_when_it_is_restored() {
    let cloud = graceful().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &to_ben()).await;
    parcel.client.delete_package(&parcel.id).await.unwrap();
    assert_eq!(works_again(&cloud).await, 0, "nobody was mailed yet");
    parcel.reply("PUT /restore", &Value::Null).await.expect(200);
    assert_eq!(works_again(&cloud).await, 1);
}
