//! Whether a mail may still be sent, and where to. It may have waited for days.

use domain::membership::MemberStatus;
use store::mails::{Cancelled, MailRow};
use store::{Connection, links, memberships, packages, users};
use wire::ids::UserId;

use crate::app::App;
use crate::error::ApiResult;
use crate::mail::{INVITATION, OF_LIVE_PACKAGES, PASSWORD_RESET};

pub enum Fate {
    /// To this address.
    Send(String),
    Cancel(Cancelled),
}

pub async fn fate(app: &App, connection: &mut Connection, mail: &MailRow) -> ApiResult<Fate> {
    if leads_nowhere(app, connection, mail).await? {
        return Ok(Fate::Cancel(Cancelled::PackageEnded));
    }
    if has_no_link(app, connection, mail).await? {
        return Ok(Fate::Cancel(Cancelled::LinkEnded));
    }
    let Some(user_id) = &mail.user_id else { return Ok(Fate::Send(mail.recipient.clone())) };
    let Some(user) = users::by_id(connection, user_id).await? else {
        return Ok(Fate::Cancel(Cancelled::MemberLeft));
    };
    if has_left(connection, mail, user_id).await? {
        return Ok(Fate::Cancel(Cancelled::MemberLeft));
    }
    if mail.kind == PASSWORD_RESET && user.email != mail.recipient {
        return Ok(Fate::Cancel(Cancelled::AddressChanged)); // The change revoked the token in the mail.
    }
    Ok(Fate::Send(user.email))
}

/// Whether the mail is about a package that has ended.
async fn leads_nowhere(app: &App, connection: &mut Connection, mail: &MailRow) -> ApiResult<bool> {
    let Some(package) = mail.package_id.as_ref().filter(|_| OF_LIVE_PACKAGES.contains(&mail.kind.as_str())) else {
        return Ok(false);
    };
    let package = packages::by_id(connection, package).await?;
    Ok(!package.is_some_and(|package| package.at(app.trusted_time()).state.is_alive()))
}

/// Whether the link in the mail no longer works.
async fn has_no_link(app: &App, connection: &mut Connection, mail: &MailRow) -> ApiResult<bool> {
    let Some(link) = &mail.link_id else { return Ok(false) };
    let link = links::by_id(connection, link).await?.filter(|link| link.deleted_at.is_none());
    Ok(link.is_none_or(|link| link.expiry.is_some_and(|expiry| expiry <= app.trusted_time())))
}

/// Whether the mail is for members of a Team, and the account is none. Only an invitation is for people who are not
/// members yet.
async fn has_left(connection: &mut Connection, mail: &MailRow, user: &UserId) -> ApiResult<bool> {
    let Some(team) = &mail.team_id else { return Ok(false) };
    let membership = memberships::of_user_in_team(connection, user, team).await?;
    let is_meant = |status: MemberStatus| status == MemberStatus::Active || mail.kind == INVITATION;
    Ok(!membership.is_some_and(|membership| is_meant(membership.status)))
}
