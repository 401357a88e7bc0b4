//! `ls`: lists packages.

use std::cmp::Reverse;

use clap::Args;
use url::form_urlencoded::Serializer;
use wire::error::ErrorCode;
use wire::ids::TeamId;

use super::{Direction, Shown, size};
use crate::cli::Context;
use crate::cli::account::Account;
use crate::cli::exit::Exit;
use crate::cli::moments;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::talk::{TalkFlags, table};

/// Packages per request, the most that the server gives.
const PAGE: usize = 50;
const STATES: [&str; 4] = ["new", "finalized", "expired", "archived"];

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent ls\n  \
    tonnage-agent ls --received --portal rushes --limit 200\n  \
    tonnage-agent ls --json | jq -r '.[] | select(.size > 1e9) | .id'")]
pub struct Ls {
    /// Only packages that the Team sent
    #[arg(long, conflicts_with_all = ["received", "portal"])]
    sent: bool,
    /// Only packages that the Team received through its Portals
    #[arg(long)]
    received: bool,
    /// Only packages with this in their name
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Only packages of this sender
    #[arg(long, value_name = "EMAIL")]
    sender: Option<String>,
    /// Only packages received through the Portal with this name or ID
    #[arg(long, value_name = "PORTAL")]
    portal: Option<String>,
    /// Only packages in this state; can be repeated [default: finalized and expired]
    #[arg(long, value_name = "STATE", value_parser = STATES)]
    state: Vec<String>,
    /// Only packages of this Team
    #[arg(long, value_name = "ID")]
    team_id: Option<TeamId>,
    /// How many packages to list, newest first
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    limit: u16,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Ls {
    pub(in crate::cli) async fn run(self, context: Context) -> Outcome<Exit> {
        let account = Account::open(&context).await?;
        let (mut packages, total) = context.unless_interrupted(self.found(&account)).await?;
        packages.sort_by_key(|package| Reverse(package.created_at));
        packages.truncate(usize::from(self.limit));
        let talk = &context.talk;
        if packages.is_empty() {
            talk.say("there are no such packages");
        } else {
            talk.print(&table(
                ["ID", "CREATED", "", "FROM OR TO", "SIZE", "EXPIRES", "STATE", "NAME"],
                &cells(&packages),
            ));
        }
        let hidden = total.saturating_sub(packages.len());
        if hidden > 0 {
            talk.say(&format!("{hidden} older packages are not listed; list more with --limit"));
        }
        talk.document(&packages);
        Ok(Exit::Done)
    }

    /// The newest packages of each list, and how many there are in all.
    async fn found(&self, account: &Account) -> Outcome<(Vec<Shown>, usize)> {
        let (mut found, mut total, mut has_read, mut refused) = (Vec::new(), 0, false, None);
        for own in account.teams(self.team_id.as_ref())? {
            for direction in self.directions() {
                match self.read(account, &own.team.id, *direction, &mut found).await {
                    // In another Team, the account may be a guest.
                    Err(problem) if problem.code == Some(ErrorCode::Forbidden) => refused = Some(problem),
                    read => (total, has_read) = (total + read?, true),
                }
            }
        }
        match refused {
            Some(problem) if !has_read => Err(problem),
            _ => Ok((found, total)),
        }
    }

    const fn directions(&self) -> &'static [Direction] {
        match (self.sent, self.received || self.portal.is_some()) {
            (true, _) => &[Direction::Sent],
            (false, true) => &[Direction::Received],
            (false, false) => &[Direction::Sent, Direction::Received],
        }
    }

    async fn read(
        &self,
        account: &Account,
        team: &TeamId,
        direction: Direction,
        found: &mut Vec<Shown>,
    ) -> Outcome<usize> {
        let most = usize::from(self.limit);
        let mut read = 0;
        for page in 1_usize.. {
            let query = self.query(direction, page);
            let listed = match direction {
                Direction::Sent => account.cloud.packages(team, &query).await?,
                Direction::Received => account.cloud.inbox(team, &query).await?,
            };
            let (total, records) = (listed.metadata.total, listed.records.len());
            read += records;
            found.extend(listed.records.into_iter().map(|body| Shown::of(team, body)));
            if records < PAGE || read >= most {
                return usize::try_from(total).map_err(|_| Problem::new(Exit::Failed, "the server counts below zero"));
            }
        }
        Ok(read)
    }

    fn query(&self, direction: Direction, page: usize) -> String {
        let mut query = Serializer::new(String::new());
        query.append_pair("sort", "-created_at");
        query.append_pair("page", &page.to_string()).append_pair("limit", &PAGE.to_string());
        if !self.state.is_empty() {
            query.append_pair("status", &self.state.join(","));
        }
        let portal = self.portal.as_ref().filter(|_| direction == Direction::Received);
        for (name, value) in [("name", self.name.as_ref()), ("sender", self.sender.as_ref()), ("portal", portal)] {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        query.finish()
    }
}

fn cells(packages: &[Shown]) -> Vec<[String; 8]> {
    let row = |package: &Shown| {
        [
            package.id.to_string(),
            moments::shown(package.created_at),
            package.direction.as_str().to_owned(),
            package.other(),
            size(package.size),
            package.expires(),
            package.state.clone(),
            package.name.clone(),
        ]
    };
    packages.iter().map(row).collect()
}
