//! Confirms many uploads of an hour in one mail.
//!
//! The address is not verified, so it gets a limited number of mails in an hour. What goes beyond is confirmed here, when
//! the hour is over.

use domain::package::Package;
use store::mails::UPLOAD_RECEIPT;
use store::{packages, portals};

use wire::time::Time;

use super::{Job, JobError};
use crate::app::App;
use crate::mail::{Message, PackageNote, PortalNote};
use crate::operations::mail::{About, To, post};
use crate::queue::MailReceipts;

const HOUR_SECONDS: i64 = 3_600;
/// How many packages the mail names.
const NAMED: usize = 5;

impl Job for MailReceipts {
    async fn run(&self, app: &App) -> Result<(), JobError> {
        let mut tx = app.store.begin().await?;
        // Locked until the commit, so that no other run of this job does the same meanwhile.
        portals::lock(&mut tx, &self.portal).await?;
        let Some(portal) = portals::hold(&mut tx, &self.portal).await? else { return Ok(()) };
        if portal.settings.disable_upload_receipt {
            return Ok(());
        }
        let hour = (self.until.plus_seconds(-HOUR_SECONDS), self.until);
        let received = packages::with_mail(&mut tx, &portal, &self.sender, hour, UPLOAD_RECEIPT).await?;
        // An earlier run has confirmed all up to the one that its mail is about.
        let is_confirmed = |mailed_at: &Option<Time>| mailed_at.is_some_and(|mailed_at| mailed_at >= self.until);
        let confirmed = received.iter().rposition(|(_, mailed_at)| is_confirmed(mailed_at)).map_or(0, |last| last + 1);
        let left = received.into_iter().skip(confirmed).filter(|(_, mailed_at)| mailed_at.is_none());
        let received: Vec<Package> = left.map(|(package, _)| package).collect();
        let Some(newest) = received.last() else { return Ok(()) };
        let name = names(&received);
        let note = PackageNote {
            name: &name,
            size: received.iter().map(|package| package.size).sum(),
            total_files: received.iter().map(|package| package.total_files).sum(),
            ..PackageNote::of(newest)
        };
        let at = newest.finalized_at.unwrap_or(self.until);
        let message = Message::UploadReceipt { note, portal: PortalNote::of(&portal), at };
        post(app, &mut tx, About::Package(newest), To::Address(&self.sender), &message).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The first names, and how many there are if not all are named.
fn names(packages: &[Package]) -> String {
    let named = packages.iter().take(NAMED).map(|package| package.name.as_str()).collect::<Vec<_>>().join(", ");
    match packages.len().checked_sub(NAMED) {
        None | Some(0) => named,
        Some(more) => format!("{named} (+{more})"),
    }
}
