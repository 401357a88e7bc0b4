//! Mails every recipient of a package, each with their own link.
//!
//! A link's secret is created here: the link and the mail are saved in one transaction, so
//! nobody is mailed twice and nobody is forgotten, however often the job starts. The recipient counts as notified when the
//! mail server has taken the mail.

use domain::package::{Package, PackageState};
use domain::portal::Portal;
use store::{CrashPoint, Tx, links, packages};
use wire::ids::LinkId;
use wire::time::Time;

use super::{Job, JobError};
use crate::app::App;
use crate::error::ApiResult;
use crate::mail::{Access, FileNote, Message, PackageNote, PortalNote};
use crate::operations::downloads::link_secrets::NewSecret;
use crate::operations::mail::{About, To, download_page, first_files, post, sender_name};
use crate::operations::portals::forms::responses::lines_for_mail;
use crate::operations::portals::rules::portal_of;
use crate::operations::requests::rate_limit::{Limit, is_allowed};
use crate::queue::NotifyRecipients;

const PAGE: i64 = 100;
const PORTAL_MAILS_PER_HOUR: i64 = 100;

impl Job for NotifyRecipients {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        loop {
            let mut connection = app.store.read().await?;
            let package = packages::by_id(&mut connection, &self.package).await?;
            let package = package.map(|package| package.at(app.trusted_time()));
            let Some(package) = package.filter(|package| package.state == PackageState::Finalized) else {
                return Ok(()); // Deleted or expired in the meantime: there is nothing left to announce.
            };
            let waiting = links::to_be_mailed(&mut connection, &self.package, app.trusted_time(), PAGE).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            let told = Told {
                files: first_files(&mut connection, &package.id).await?,
                sender_name: sender_name(&mut connection, &package).await?,
                package,
            };
            drop(connection);
            for link in waiting {
                notify(app, &told, &link).await?;
            }
        }
    }
}

/// The content that all mails share.
struct Told {
    package: Package,
    sender_name: String,
    files: Vec<FileNote>,
}

async fn notify(app: &App, told: &Told, id: &LinkId) -> ApiResult<()> {
    let package = &told.package;
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let secret = NewSecret::make(app, &mut tx, &package.team_id, id).await?;
    if !links::take_for_mail(&mut tx, id, secret.kept(), now).await? {
        return Ok(());
    }
    let Some(link) = links::by_id(&mut tx, id).await? else { return Ok(()) };
    let Some(recipient) = link.email.clone() else { return Ok(()) };
    let address = download_page(app, id, &secret.secret)?;
    let note = PackageNote {
        expiry: link.ends_at(package),
        sender_name: &told.sender_name,
        files: &told.files,
        ..PackageNote::of(package)
    };
    let access =
        Access { link: &address, has_password: link.password_hash.is_some(), downloads_left: link.downloads_left() };
    let portal = portal_of(&mut tx, package).await?;
    let answers = lines_for_mail(&mut tx, &package.id).await?;
    let message = match &portal {
        None => Message::PackageForYou { note, access },
        Some(portal) => Message::PackageReceived { note, portal: PortalNote::of(portal), answers: &answers, access },
    };
    if is_wanted(&mut tx, portal.as_ref(), &recipient, now).await? {
        post(app, &mut tx, About::Package(package), To::Recipient { link: id, address: &recipient }, &message).await?;
    }
    tx.commit_at(CrashPoint::NotifyRecipient).await?;
    Ok(())
}

/// Limits how many mails unauthenticated senders can cause to the recipients of a Portal. Beyond that, they find the
/// packages in the inbox.
async fn is_wanted(tx: &mut Tx, portal: Option<&Portal>, recipient: &str, now: Time) -> ApiResult<bool> {
    let Some(portal) = portal else { return Ok(true) };
    let subject = format!("{} {recipient}", portal.id);
    is_allowed(tx, &Limit::per_hour("portal_mail", &subject, PORTAL_MAILS_PER_HOUR), now).await
}
