//! `get`: downloads the files of a link, or of a package of the Team.

use std::path::PathBuf;

use clap::Args;
use client::{AgentClient, Client, ClientError};
use serde_json::json;
use serving::terminal::plain_line;
use wire::agent::{DownloadBody, DownloadId, DownloadState, StartDownload, StartedDownload};

use super::arrivals;
use super::chase::{self, Wish};
use super::exit::Exit;
use super::follow::{Transfer, follow};
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::secrets::{PasswordFlags, Purpose};
use super::source::{Opened, Source, check_matches, full_name, patterns};
use super::talk::{Form, TalkFlags};
use super::{Context, output, paths, units};
use crate::downloads::Only;

// Without `Debug`: it holds secrets.
#[expect(clippy::struct_excessive_bools, reason = "they are command line switches")]
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent get 'https://files.example.org/d/ID?secret=SECRET' --to ~/Movies\n  \
    tonnage-agent get PACKAGE_ID 'day 4' '*.wav'\n  \
    tonnage-agent get PACKAGE_ID dump.sql.gz --stdout | gunzip | psql\n  \
    tonnage-agent get URL --dry-run\n  \
    tonnage-agent get --follow PACKAGE_ID --to ~/Movies\n  \
    tonnage-agent get portal:rushes --to /srv/rushes")]
pub struct Get {
    /// The whole download link with its secret, in quotation marks; or the ID of a package of your Teams; or
    /// portal:SUBDOMAIN for everything that arrived there and is not downloaded yet
    #[arg(value_name = "LINK|PACKAGE_ID|portal:SUBDOMAIN")]
    source: String,
    /// Only these files and directories of the package, such as 'day 4' or '*.wav'
    #[arg(value_name = "PATTERN", conflicts_with = "follow")]
    only: Vec<String>,
    /// Target directory [default: the current directory]
    #[arg(long, value_name = "DIRECTORY", default_value = ".", hide_default_value = true)]
    to: PathBuf,
    /// Download the files of a package of your Team while they grow, until it is finalized
    #[arg(long, conflicts_with_all = ["password", "password_file", "priority", "dry_run", "detach"])]
    follow: bool,
    /// Write the only chosen file to standard output, for another program
    #[arg(long, conflicts_with_all = ["to", "follow", "package_folder", "priority", "dry_run", "detach", "json", "ndjson"])]
    stdout: bool,
    #[command(flatten)]
    password: PasswordFlags,
    /// Put the files into a subdirectory named after the package
    #[arg(long)]
    package_folder: bool,
    /// Transfers with a higher number run first [default: 0]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    priority: Option<i64>,
    /// Show what would be downloaded, without downloading it
    #[arg(long)]
    dry_run: bool,
    /// Wait until the transfer has ended (default)
    #[arg(long = "wait", overrides_with = "detach")]
    _wait: bool,
    /// Do not wait; leave the rest to the running agent
    #[arg(long, conflicts_with = "dry_run", overrides_with = "_wait")]
    detach: bool,
    #[command(flatten)]
    pub talk: TalkFlags,
}

impl Get {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        if self.follow {
            let wish = Wish { package: &self.source, to: &self.to, package_folder: self.package_folder };
            return chase::run(wish, &context).await;
        }
        if let Some(subdomain) = self.source.trim().strip_prefix("portal:") {
            return self.get_arrivals(subdomain, &context).await;
        }
        let source = Source::parse(&self.source)?;
        let mut only = patterns(&self.only)?;
        let dst_folder = paths::text(&paths::target("--to", &self.to)?)?;
        let password = self.password.read(Purpose::Open, &context.interrupt)?;
        source.check_password(password.as_deref())?;
        if self.stdout {
            output::check_place(&context)?;
            let opened = context.unless_interrupted(source.open(password.as_deref(), &context)).await?;
            return output::run(&opened, &mut only, &context).await;
        }
        if self.dry_run {
            let opened = context.unless_interrupted(source.open(password.as_deref(), &context)).await?;
            return context.unless_interrupted(dry_run(&opened, &mut only, &context)).await;
        }
        context.unless_interrupted(require_answer(&source.server(&context)?)).await?;
        let agent = context.reach().await?;
        if !self.only.is_empty() || matches!(source, Source::Package(_)) {
            agent.require_current().await?;
        }
        if matches!(source, Source::Package(_)) {
            agent.require_server(&context).await?;
        }
        let (url, package_id) = match source {
            Source::Link(_) => (self.source.clone(), None),
            Source::Package(id) => (String::new(), Some(id.to_string())),
        };
        let request = StartDownload {
            url,
            package_id,
            only: self.only.clone(),
            dst_folder,
            password,
            create_package_folder: Some(self.package_folder),
            priority: self.priority,
            resume: Some(true),
            own_folder: None,
        };
        let got = self.get(request, &agent, &context).await;
        agent.leave().await;
        got
    }

    async fn get_arrivals(&self, subdomain: &str, context: &Context) -> Outcome<Exit> {
        let given = [("PATTERN", !self.only.is_empty()), ("--detach", self.detach), ("--stdout", self.stdout)];
        if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
            return Err(Problem::usage(format!("{name} does not go with portal:{subdomain}")));
        }
        if self.password.is_given() {
            return Err(Problem::usage("a password is only for links, not for a Portal"));
        }
        let wish = arrivals::Wish { subdomain, to: &self.to, priority: self.priority, dry_run: self.dry_run };
        arrivals::run(wish, context).await
    }

    async fn get(&self, request: StartDownload, agent: &Agent, context: &Context) -> Outcome<Exit> {
        if self.detach && agent.is_own() {
            return Err(Problem::usage("--detach needs a running agent: start one, or omit --detach"));
        }
        let dst_folder = request.dst_folder.clone();
        let StartedDownload { download_id: id, resumed } = agent.client.start_download(&request).await?;
        context.talk.event(&json!({ "event": "started", "download_id": id, "resumed": resumed }));
        if resumed {
            context.talk.say("resuming the download that was interrupted");
        }
        if self.detach {
            context.talk.document(&json!({ "download_id": id }));
            context.talk.print(id.as_str());
            return Ok(Exit::Done);
        }
        let transfer = Transfer::Download(id.clone());
        let followed = follow(&agent.client, &transfer, &context.talk, &context.interrupt).await;
        if followed.as_ref().is_err_and(|problem| problem.exit != Exit::Interrupted) {
            forget_unopened(&agent.client, &id).await;
        }
        let finished = followed?;
        let body = agent.client.download(&id, 1, 1).await?;
        context.talk.say(&format!("{} → {dst_folder}", finished.line()));
        if let Some(renaming) = finished.renaming() {
            context.talk.warn(&renaming);
        }
        let mut document = json!(finished);
        document["download_id"] = json!(id);
        document["package_id"] = json!(body.summary.package_id);
        document["name"] = json!(body.summary.name);
        document["dst_folder"] = json!(dst_folder);
        if context.talk.form == Form::Ndjson {
            document["event"] = json!("finished");
        }
        context.talk.document(&document);
        Ok(Exit::Done)
    }
}

async fn dry_run(opened: &Opened, only: &mut Only, context: &Context) -> Outcome<Exit> {
    let (mut listed, mut total) = (Vec::new(), 0);
    for page in 1_usize.. {
        let (files, is_last) = opened.files(page).await?;
        for file in files.into_iter().filter(|file| only.contains(file)) {
            let name = full_name(&file);
            context.talk.print(&format!("{:>15}  {}", file.size, plain_line(&name)));
            total += u64::try_from(file.size).unwrap_or_default();
            listed.push(json!({ "path": name, "size": file.size }));
        }
        if is_last {
            break;
        }
    }
    check_matches(only)?;
    let count = u64::try_from(listed.len()).unwrap_or(u64::MAX);
    let sum = format!("{}, {}", units::files(count), units::bytes(total));
    context.talk.say(&format!("{}: {sum}; nothing was downloaded", opened.name));
    context.talk.document(&json!({ "name": opened.name, "files": listed, "bytes": total, "dry_run": true }));
    Ok(Exit::Done)
}

/// A running transfer waits a long time for an unreachable server; a server that was never reachable is reported at
/// once.
async fn require_answer(server: &Client) -> Outcome<()> {
    match server.chunk_parameters().await {
        Err(error @ ClientError::Unreachable(_)) => {
            let what = format!("cannot reach {}: {error}", server.base_url());
            Err(Problem::new(Exit::Network, what).next("check the link and the network, and try again"))
        }
        _ => Ok(()),
    }
}

/// A download whose link could never be opened, or whose files were never listed, cannot be resumed, so it is not kept.
async fn forget_unopened(agent: &AgentClient, id: &DownloadId) {
    if let Ok(body) = agent.download(id, 1, 1).await
        && (body.summary.package_id.is_empty() || is_nothing(&body))
    {
        // If this fails, it stays in the list, which does no harm.
        let _ = agent.delete_download(id, false).await;
    }
}

fn is_nothing(body: &DownloadBody) -> bool {
    let summary = &body.summary;
    let may_go_on = summary.error.as_ref().is_some_and(|error| error.recoverable);
    body.items.is_empty() && summary.state == DownloadState::Error && !may_go_on
}
