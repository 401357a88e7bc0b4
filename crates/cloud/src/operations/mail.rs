//! Saves mails in the mail queue, in the transaction of the change that they report.

mod fate;
pub(super) mod fault_notices;
pub mod outbox;

use std::collections::HashSet;

use domain::account::EmailAddress;
use domain::package::Package;
use domain::team::RECIPIENTS_MOST;
use store::mails::{self, Cancelled, MailRow, MailState};
use store::{Connection, Tx, files, users};
use url::Url;
use wire::ids::{LinkId, MailId, PackageId, TeamId, UserId};
use wire::time::Time;

use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::ids::Ids;
use crate::mail::{FileNote, Message, OF_LIVE_PACKAGES, Server};
use crate::queue::{LEASE_SECONDS, SendMail, enqueue, enqueue_at, take_back};
use crate::vault::Column;
pub use fate::{Fate, fate};

/// How many files a mail names.
const FILES_NAMED: i64 = 5;

/// What a mail is about, which decides which Team can see it.
pub enum About<'a> {
    /// Someone's account: no Team can read such mails, not least because they may contain a credential.
    Account,
    Team(&'a TeamId),
    Package(&'a Package),
}

/// Who gets a mail.
#[derive(Clone, Copy)]
pub enum To<'a> {
    /// The account, at the address that it has when the mail is sent. If the mail belongs to a Team, only while the account
    /// is a member of it.
    User(&'a UserId),
    /// Someone without an account, or a certain address of one.
    Address(&'a str),
    /// The recipient of a link, who counts as notified once the mail is sent.
    Recipient { link: &'a LinkId, address: &'a str },
}

impl<'a> To<'a> {
    /// The sender of the package. Of senders through a Portal, only the address is known.
    pub fn sender_of(package: &'a Package) -> Self {
        package.creator_id.as_ref().map_or(Self::Address(&package.sender), Self::User)
    }
}

/// Saves a mail. One for an account that no longer exists is dropped.
pub async fn post(app: &App, tx: &mut Tx, about: About<'_>, to: To<'_>, message: &Message<'_>) -> ApiResult<()> {
    let (user_id, recipient) = match to {
        To::Address(address) | To::Recipient { address, .. } => (None, address.to_owned()),
        To::User(id) => match users::by_id(tx, id).await? {
            Some(user) => (Some(user.id), user.email),
            None => return Ok(()),
        },
    };
    let (team, package) = match about {
        About::Account => (None, None),
        About::Team(team) => (Some(team), None),
        About::Package(package) => (Some(&package.team_id), Some(package)),
    };
    let id: MailId = app.ids.next();
    let now = app.clock.now();
    let server = Server { name: app.mailer.server_name(), address: &app.public_url };
    let content = serde_json::to_vec(&message.render(server)?).map_err(anyhow::Error::from)?;
    let mut mail = MailRow {
        content: app.vault.seal(Column::MailContent, id.as_str(), &content)?,
        team_id: team.cloned(),
        package_id: package.map(|package| package.id.clone()),
        portal_id: package.and_then(|package| package.portal_id.clone()),
        link_id: if let To::Recipient { link, .. } = to { Some(link.clone()) } else { None },
        kind: message.kind().to_owned(),
        user_id,
        recipient,
        state: first_state(app),
        created_at: now,
        last_error: None,
        id,
    };
    if let Fate::Cancel(why) = fate(app, tx, &mail).await? {
        mail.cancel(why);
    }
    mails::insert(tx, &mail).await?;
    if mail.state == MailState::Waiting {
        enqueue(tx, &app.ids, &SendMail { mail: mail.id }, now).await?;
    }
    Ok(())
}

/// The state of a mail that is to be sent.
fn first_state(app: &App) -> MailState {
    if app.mailer.has_server() { MailState::Waiting } else { MailState::Kept }
}

/// Cancels the mails that wait and are not needed, because the package has ended.
pub async fn cancel_for_package(tx: &mut Tx, package: &PackageId) -> ApiResult<()> {
    Ok(mails::cancel_waiting(tx, package, None, &OF_LIVE_PACKAGES, Cancelled::PackageEnded).await?)
}

/// Cancels the mail that waits and has the link, because it was deleted.
pub async fn cancel_for_link(tx: &mut Tx, package: &PackageId, link: &LinkId) -> ApiResult<()> {
    Ok(mails::cancel_waiting(tx, package, Some(link), &OF_LIVE_PACKAGES, Cancelled::LinkEnded).await?)
}

/// Has the mails sent that were cancelled when the package ended, since it was restored.
pub async fn uncancel_for_package(ids: &Ids, tx: &mut Tx, package: &PackageId, now: Time) -> ApiResult<()> {
    for mail in mails::wait_again(tx, package).await? {
        let task = SendMail { mail };
        take_back(tx, &task).await?;
        // Someone who was sending it when it was cancelled may not be done yet.
        enqueue_at(tx, ids, &task, now.plus_seconds(LEASE_SECONDS), now).await?;
    }
    Ok(())
}

/// The files that a mail about the package names.
pub async fn first_files(connection: &mut Connection, package: &PackageId) -> ApiResult<Vec<FileNote>> {
    let found = files::first(connection, package, FILES_NAMED).await?;
    Ok(found.iter().map(FileNote::of).collect())
}

/// The name of the sender. Of senders through a Portal, only the address is known, and it is unverified.
pub async fn sender_name(connection: &mut Connection, package: &Package) -> ApiResult<String> {
    let Some(creator) = &package.creator_id else { return Ok(String::new()) };
    Ok(users::by_id(connection, creator).await?.map(|user| user.name).unwrap_or_default())
}

/// The URL of one of our pages that takes a one-time token.
pub fn link_with_token(app: &App, page: &str, token: &str) -> ApiResult<Url> {
    let mut link = app.public_url.join(page).map_err(anyhow::Error::from)?;
    link.query_pairs_mut().append_pair("token", token);
    Ok(link)
}

/// The page on which the holder of a link downloads.
pub fn download_page(app: &App, link: &LinkId, secret: &str) -> ApiResult<Url> {
    let mut page = app.public_url.join(&format!("d/{link}")).map_err(anyhow::Error::from)?;
    page.query_pairs_mut().append_pair("secret", secret);
    Ok(page)
}

/// Addresses in the normalized form in which they are compared, each once, in the given order. This is work for each of
/// them, so it is done before a transaction, and refused beyond what any Team may have.
pub fn recipients(given: &[String]) -> ApiResult<Vec<String>> {
    if i64::try_from(given.len()).unwrap_or(i64::MAX) > RECIPIENTS_MOST {
        return Err(domain::Refusal::invalid("recipients", format!("can be up to {RECIPIENTS_MOST}")).into());
    }
    let mut known = HashSet::with_capacity(given.len());
    let mut addresses = Vec::with_capacity(given.len());
    for (index, text) in given.iter().enumerate() {
        let address = EmailAddress::parse("recipients", text).map_err(|_| ApiError::InvalidField {
            field: format!("recipients[{index}]"),
            reason: "must be an email address such as anna@example.org".to_owned(),
        })?;
        if known.insert(address.as_str().to_owned()) {
            addresses.push(address.as_str().to_owned());
        }
    }
    Ok(addresses)
}
