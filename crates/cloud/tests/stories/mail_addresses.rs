//! A mail that waited goes to whom it is for now, or to nobody.

use std::time::Duration;

use store::mails::{self, Cancelled, MailRow, MailState};
use testkit::{Behaviour, PASSWORD, Parcel, Person, TestCloud, plain_package};
use wire::auth::{ConfirmEmail, ForgotPassword};
use wire::users::ChangeEmail;

/// The token with which the account gets another address.
async fn token_for(cloud: &TestCloud, person: &Person, email: &str) -> ConfirmEmail {
    let change = ChangeEmail { email: email.into(), password: PASSWORD.into() };
    person.client.change_email(&person.user_id, &change).await.unwrap();
    cloud.run_due_jobs().await;
    ConfirmEmail { token: cloud.mails.take_to(email).token() }
}

async fn newest(cloud: &TestCloud) -> MailRow {
    mails::latest(&mut cloud.app().store.read().await.unwrap(), 1).await.unwrap().remove(0)
}

#[tokio::test]
async fn a_mail_goes_to_the_present_address_of_an_account() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "former@example.org").await;
    let token = token_for(&cloud, &owner, "present@example.org").await;
    cloud.mails.behave(Behaviour::Postpone);
    Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    cloud.run_due_jobs().await;
    cloud.anyone().confirm_email(&token).await.unwrap();

    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_mins(1));
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    let sent = mails.iter().map(|mail| (mail.recipients[0].as_str(), mail.header("Subject")[0].contains("Dailies")));
    let sent: Vec<_> = sent.collect();
    assert!(sent.contains(&("present@example.org", true)), "{sent:?}");
    assert!(sent.contains(&("former@example.org", false)), "the notice of the change: {sent:?}");
    let shown = owner.client.outbox(&owner.team_id, "").await.unwrap().records;
    assert_eq!((shown[0].recipient.as_str(), shown[0].state.as_str()), ("present@example.org", "sent"));
}

#[tokio::test]
async fn someone_who_left_the_team_gets_nothing() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let member = cloud.member(&owner, "member", "member@example.org").await;
    Parcel::sent(&member.client, &owner.team_id, &plain_package("Dailies")).await;
    owner.client.remove_member(&member.membership_id).await.unwrap();
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty());
    let shown = owner.client.outbox(&owner.team_id, "").await.unwrap().records.remove(0);
    assert_eq!((shown.kind.as_str(), shown.state.as_str()), ("package_sent", "cancelled"));
    assert_eq!(shown.last_error, "not sent: the recipient has left the Team");

    cloud.member(&owner, "member", "member@example.org").await;
    cloud.advance(Duration::from_hours(1));
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty(), "a cancelled mail stays unsent");
}

#[tokio::test]
async fn an_invitation_that_was_taken_back_is_not_sent() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let invitation = wire::members::InviteMember { email: "new@example.org".into(), name: None, role: "member".into() };
    let invited = owner.client.invite_member(&owner.team_id, &invitation).await.unwrap();
    owner.client.remove_member(&invited.id).await.unwrap();
    cloud.run_due_jobs().await;
    assert!(cloud.mails.take().is_empty());
    assert_eq!(newest(&cloud).await.state, MailState::Cancelled(Cancelled::MemberLeft));
}

#[tokio::test]
async fn a_reset_that_no_longer_works_is_not_sent() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "former@example.org").await;
    let token = token_for(&cloud, &owner, "present@example.org").await;
    cloud.mails.behave(Behaviour::Postpone);
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    cloud.run_due_jobs().await;
    assert_eq!(newest(&cloud).await.state, MailState::Waiting);
    cloud.anyone().confirm_email(&token).await.unwrap();
    cloud.mails.behave(Behaviour::Accept);
    cloud.advance(Duration::from_mins(1));
    cloud.run_due_jobs().await;
    let mails = cloud.mails.take();
    assert_eq!(mails.len(), 1, "the notice of the change only");
    let found = mails::latest(&mut cloud.app().store.read().await.unwrap(), 9).await.unwrap();
    let reset = found.iter().find(|mail| mail.kind == "password_reset").unwrap();
    assert_eq!(reset.state, MailState::Cancelled(Cancelled::AddressChanged));
}
