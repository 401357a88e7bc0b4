//! `get portal:SUBDOMAIN`: what arrived in a Portal and was not fetched yet, oldest first.
//!
//! A package counts as fetched when it is complete on the disk; then it is remembered in the state directory. What is left
//! out because of a virus, or because its scan is not finished, is named, and the command does not end with 0.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use serving::terminal::plain_line;
use wire::agent::{StartDownload, StartedDownload};
use wire::error::ErrorCode;
use wire::ids::{PackageId, PortalId, TeamId};
use wire::packages::PackageBody;

use super::account::Account;
use super::exit::Exit;
use super::follow::{Transfer, follow};
use super::memory::Memory;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::Form;
use super::{Context, paths, units};

/// Packages and files per request.
const PAGE: usize = 50;
const FILES: usize = 1_000;

/// The packages that were fetched.
type Fetched = Memory<BTreeSet<PackageId>>;

/// What the command line asks for.
pub(super) struct Wish<'a> {
    pub(super) subdomain: &'a str,
    pub(super) to: &'a Path,
    pub(super) priority: Option<i64>,
    pub(super) dry_run: bool,
}

/// How it went.
#[derive(Default)]
struct Round {
    fetched: Vec<Value>,
    left_out: Vec<Value>,
    first: Option<Problem>,
}

pub(super) async fn run(wish: Wish<'_>, context: &Context) -> Outcome<Exit> {
    let dst_folder = paths::text(&paths::target("--to", wish.to)?)?;
    let account = Account::open(context).await?;
    let (team, portal) = context.unless_interrupted(find(&account, wish.subdomain)).await?;
    let subject = format!("{}\0{portal}", context.options.cloud_url.as_str().trim_end_matches('/'));
    let mut known = Fetched::open(&context.options.state_dir, "fetched", &subject)?;
    let mut packages = context.unless_interrupted(arrived(&account, &team, &portal)).await?;
    packages.retain(|package| !known.content.contains(&package.id));
    if wish.dry_run {
        return Ok(list(&packages, context));
    }
    if packages.is_empty() {
        context.talk.say("nothing new has arrived");
        context.talk.document(&json!({ "packages": [], "left_out": [] }));
        return Ok(Exit::Done);
    }
    let agent = context.reach().await?;
    let done = async {
        agent.require_current().await?;
        agent.require_server(context).await?;
        let mut round = Round::default();
        for package in &packages {
            round.fetch(package, &account, &wish, &dst_folder, &agent, &mut known, context).await?;
        }
        round.tell(&dst_folder, context)
    };
    let exit = done.await;
    agent.leave().await;
    exit
}

async fn find(account: &Account, subdomain: &str) -> Outcome<(TeamId, PortalId)> {
    for own in account.teams(None)? {
        let query = format!("subdomain={}&limit={PAGE}", encoded(subdomain));
        let found = match account.cloud.portals(&own.team.id, &query).await {
            Ok(page) => page.records,
            // In another Team, the account may be a guest.
            Err(client::ClientError::Refused { body, .. }) if body.code == ErrorCode::Forbidden => continue,
            Err(error) => return Err(error.into()),
        };
        if let Some(portal) = found.into_iter().find(|portal| portal.subdomain.eq_ignore_ascii_case(subdomain)) {
            return Ok((own.team.id.clone(), portal.id));
        }
    }
    let what = format!("there is no Portal {subdomain:?}, or your account may not see it");
    Err(Problem::new(Exit::Missing, what).next("pass the subdomain of a Portal of your Teams"))
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn arrived(account: &Account, team: &TeamId, portal: &PortalId) -> Outcome<Vec<PackageBody>> {
    let mut packages = Vec::new();
    for page in 1_usize.. {
        let query = format!("status=finalized&sort=created_at&portal={portal}&page={page}&limit={PAGE}");
        let records = account.cloud.inbox(team, &query).await?.records;
        let is_last = records.len() < PAGE;
        packages.extend(records);
        if is_last {
            break;
        }
    }
    Ok(packages)
}

fn list(packages: &[PackageBody], context: &Context) -> Exit {
    let mut listed = Vec::new();
    for package in packages {
        let size = u64::try_from(package.size).unwrap_or_default();
        context.talk.print(&format!("{}  {:>9}  {}", package.id, units::bytes(size), plain_line(&package.name)));
        listed.push(json!({ "package_id": package.id, "name": package.name, "bytes": size }));
    }
    context.talk.say(&format!("{} new; nothing was downloaded", packages_of(packages.len())));
    context.talk.document(&json!({ "packages": listed, "dry_run": true }));
    Exit::Done
}

fn packages_of(count: usize) -> String {
    if count == 1 { "1 package".to_owned() } else { format!("{count} packages") }
}

/// Why a package must not be downloaded, at least not now.
async fn obstacle(package: &PackageBody, account: &Account) -> Outcome<Option<&'static str>> {
    const VIRUS: &str = "contains a virus";
    if package.contains_virus {
        return Ok(Some(VIRUS));
    }
    let holder = account.cloud.with_package_token(&package.access_token);
    for page in 1_usize.. {
        let files = holder.files(&package.id, &format!("page={page}&limit={FILES}")).await?;
        if files.iter().any(|file| file.scan_state == "infected") {
            return Ok(Some(VIRUS));
        }
        if files.iter().any(|file| file.scan_state == "pending") {
            return Ok(Some("is still being scanned for viruses"));
        }
        if files.len() < FILES {
            break;
        }
    }
    Ok(None)
}

impl Round {
    /// Fetches a package. Only what concerns all of them is an error.
    #[expect(clippy::too_many_arguments, reason = "each is something else that a download needs")]
    async fn fetch(
        &mut self,
        package: &PackageBody,
        account: &Account,
        wish: &Wish<'_>,
        dst_folder: &str,
        agent: &Agent,
        known: &mut Fetched,
        context: &Context,
    ) -> Outcome<()> {
        if let Some(reason) = context.unless_interrupted(obstacle(package, account)).await? {
            context.talk.warn(&format!("left out: {} ({}) {reason}", plain_line(&package.name), package.id));
            self.left_out.push(json!({ "package_id": package.id, "name": package.name, "reason": reason }));
            return Ok(());
        }
        let request = StartDownload {
            package_id: Some(package.id.to_string()),
            dst_folder: dst_folder.to_owned(),
            create_package_folder: Some(true),
            own_folder: Some(true),
            resume: Some(true),
            priority: wish.priority,
            ..StartDownload::default()
        };
        match download(&request, agent, context).await {
            Ok(mut document) => {
                known.content.insert(package.id.clone());
                known.save()?;
                document["package_id"] = json!(package.id);
                document["name"] = json!(package.name);
                self.fetched.push(document);
            }
            Err(problem) if problem.exit == Exit::Interrupted => {
                return Err(problem.next(format!("tonnage-agent get portal:{} continues", wish.subdomain)));
            }
            Err(problem) => {
                let what = format!("{} ({}): {}", plain_line(&package.name), package.id, problem.what);
                let problem = Problem { what, ..problem };
                context.talk.warn(&problem.what);
                self.first.get_or_insert(problem);
            }
        }
        Ok(())
    }

    fn tell(self, dst_folder: &str, context: &Context) -> Outcome<Exit> {
        let Self { fetched, left_out, first } = self;
        context.talk.say(&format!("{} → {dst_folder}", packages_of(fetched.len())));
        if let Some(problem) = first {
            let exit = if fetched.is_empty() { problem.exit } else { Exit::PartlyDone };
            return Err(Problem { exit, ..problem });
        }
        let exit = if left_out.is_empty() { Exit::Done } else { Exit::PartlyDone };
        let mut document = json!({ "packages": fetched, "left_out": left_out, "dst_folder": dst_folder });
        if context.talk.form == Form::Ndjson {
            document["event"] = json!("finished");
        }
        context.talk.document(&document);
        Ok(exit)
    }
}

async fn download(request: &StartDownload, agent: &Agent, context: &Context) -> Outcome<Value> {
    let StartedDownload { download_id, .. } = agent.client.start_download(request).await?;
    let transfer = Transfer::Download(download_id.clone());
    let finished = follow(&agent.client, &transfer, &context.talk, &context.interrupt).await?;
    context.talk.say(&finished.line());
    if let Some(renaming) = finished.renaming() {
        context.talk.warn(&renaming);
    }
    let mut document = json!(finished);
    document["download_id"] = json!(download_id);
    Ok(document)
}
