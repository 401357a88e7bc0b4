//! `ls`, `info`, `rm`, `extend` and `link`: the packages of the account's Teams.

mod changes;
mod link;
mod list;
mod show;

use serde::Serialize;
use wire::ids::{PackageId, TeamId};
use wire::packages::PackageBody;
use wire::time::Time;

use super::moments;
use super::problem::{Outcome, Problem};

pub(super) use changes::{Extend, Rm};
pub(super) use link::CreateLinkOf;
pub(super) use list::Ls;
pub(super) use show::Info;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Sent,
    Received,
}

impl Direction {
    /// What arrives through a Portal was received.
    fn of(body: &PackageBody) -> Self {
        if body.portal_id.is_some() { Self::Received } else { Self::Sent }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Received => "received",
        }
    }
}

/// A package as the commands print it: without the tokens that give access to it.
#[derive(Serialize)]
struct Shown {
    id: PackageId,
    team_id: TeamId,
    direction: Direction,
    name: String,
    state: String,
    sender: String,
    recipients: Vec<String>,
    size: i64,
    files: i64,
    created_at: Time,
    /// Null if it never expires.
    expires_at: Option<Time>,
    contains_virus: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    portal_id: Option<String>,
}

impl Shown {
    fn of(team: &TeamId, body: PackageBody) -> Self {
        Self {
            team_id: team.clone(),
            direction: Direction::of(&body),
            id: body.id,
            name: body.name,
            state: body.state,
            sender: body.sender,
            recipients: body.recipients,
            size: body.size,
            files: body.total_files,
            created_at: body.created_at,
            expires_at: body.expiry.0,
            contains_virus: body.contains_virus,
            portal_id: body.portal_id,
        }
    }

    fn expires(&self) -> String {
        self.expires_at.map_or_else(|| "never".to_owned(), moments::shown)
    }

    /// The sender of what was received, and the recipients of what was sent.
    fn other(&self) -> String {
        match (self.direction, self.recipients.as_slice()) {
            (Direction::Received, _) => self.sender.clone(),
            (Direction::Sent, []) => "by link".to_owned(),
            (Direction::Sent, [only]) => only.clone(),
            (Direction::Sent, [first, more @ ..]) => format!("{first} and {} more", more.len()),
        }
    }
}

fn package_id(text: &str) -> Outcome<PackageId> {
    let id = text.trim().parse();
    id.map_err(|_| Problem::usage(format!("{text:?} is not a package id")).next("see tonnage-agent ls"))
}

/// Sizes of the server are not negative.
fn size(bytes: i64) -> String {
    super::units::bytes(u64::try_from(bytes).unwrap_or_default())
}

fn files(count: i64) -> String {
    super::units::files(u64::try_from(count).unwrap_or_default())
}
