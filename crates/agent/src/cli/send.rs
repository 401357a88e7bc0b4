//! `send`: sends files to recipients or to a Portal, or creates a download link.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use client::AgentClient;
use serde_json::json;
use serving::terminal::plain_line;
use transfer::tree::{Entry, walk};
use wire::agent::{LoginBody, StartPortalUpload, StartUpload, StartedUpload, UploadId};
use wire::links::CreateLink;

use super::exit::Exit;
use super::follow::{Finished, Transfer, follow};
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::talk::{Form, TalkFlags};
use super::{Context, paths, units};

// Without `Debug`: it holds secrets.
#[derive(Args)]
#[command(group = ArgGroup::new("whom").required(true).args(["to", "link", "portal"]))]
#[command(after_help = "Examples:\n  \
    tonnage-agent send reel.mov --to ben@example.org --message 'The first cut'\n  \
    tonnage-agent send shoot/ --link --delete-after 14d\n  \
    tonnage-agent send shoot/ --portal rushes --sender me@example.org")]
pub struct Send {
    /// Files and directories; a directory is sent with its name
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Recipient, who is notified by email; can be repeated
    #[arg(long, value_name = "EMAIL")]
    to: Vec<String>,
    /// Create a download link and print it
    #[arg(long)]
    link: bool,
    /// Send through the Portal with this subdomain
    #[arg(long, value_name = "SUBDOMAIN")]
    portal: Option<String>,
    /// Your email address, for a Portal [default: that of the API key]
    #[arg(long, value_name = "EMAIL", conflicts_with_all = ["to", "link"])]
    sender: Option<String>,
    /// Access code of the Portal, if it requires one
    #[arg(long, value_name = "CODE", conflicts_with_all = ["to", "link"])]
    access_code: Option<String>,
    /// Answer to a field of the Portal's form; can be repeated
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["to", "link"], value_parser = key_and_value)]
    metadata: Vec<(String, String)>,
    /// Password that protects the download
    #[arg(long, conflicts_with = "portal")]
    password: Option<String>,
    /// Name of the package [default: derived from the files]
    #[arg(long)]
    name: Option<String>,
    /// Message to the recipients
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// Team that sends the package [default: your only Team]
    #[arg(long, value_name = "ID", conflicts_with = "portal")]
    team_id: Option<String>,
    /// Transfers with a higher number run first [default: 0]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    priority: Option<i64>,
    /// Days to keep the package, such as 14d
    #[arg(long, value_name = "DAYS", conflicts_with = "portal", value_parser = days)]
    delete_after: Option<i64>,
    /// Show what would be sent, without sending it
    #[arg(long)]
    dry_run: bool,
    /// Do not wait; leave the rest to the running agent
    #[arg(long, conflicts_with_all = ["link", "dry_run"])]
    detach: bool,
    #[command(flatten)]
    pub talk: TalkFlags,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

fn days(text: &str) -> Result<i64, String> {
    let digits = text.strip_suffix('d').unwrap_or(text);
    digits.parse().ok().filter(|days| *days > 0).ok_or_else(|| "must be a number of days, such as 14d".to_owned())
}

impl Send {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let sources = self.paths.iter().map(|path| paths::source(path)).collect::<Outcome<Vec<_>>>()?;
        if self.dry_run {
            return dry_run(sources, &context);
        }
        let agent = context.reach().await?;
        let sent = self.send(&sources, &agent, &context).await;
        agent.leave().await;
        sent
    }

    async fn send(&self, sources: &[PathBuf], agent: &Agent, context: &Context) -> Outcome<Exit> {
        if self.detach && agent.is_own() {
            return Err(Problem::usage("--detach needs a running agent: start one, or omit --detach"));
        }
        let paths = sources.iter().map(|path| paths::text(path)).collect::<Outcome<Vec<_>>>()?;
        let started = context.unless_interrupted(self.start(&agent.client, paths)).await?;
        let StartedUpload { upload_id, package_id } = started;
        context.talk.event(&json!({ "event": "started", "upload_id": upload_id, "package_id": package_id }));
        context.talk.explain(&format!("upload {upload_id} of package {package_id}"));
        if self.detach {
            context.talk.document(&json!({ "upload_id": upload_id, "package_id": package_id }));
            context.talk.print(upload_id.as_str());
            return Ok(Exit::Done);
        }
        let transfer = Transfer::Upload(upload_id.clone());
        let finished = follow(&agent.client, &transfer, &context.talk, &context.interrupt).await?;
        let url = if self.link { Some(link(&agent.client, &upload_id).await?) } else { None };
        tell(context, &upload_id, package_id.as_str(), &finished, url.as_deref());
        Ok(if finished.error.is_some() { Exit::PartlyDone } else { Exit::Done })
    }

    async fn start(&self, agent: &AgentClient, paths: Vec<String>) -> Outcome<StartedUpload> {
        if let Some(subdomain) = &self.portal {
            let request = StartPortalUpload {
                subdomain: subdomain.clone(),
                sender_email: self.sender(agent).await?,
                paths,
                access_code: self.access_code.clone(),
                package_name: self.name.clone(),
                package_description: self.message.clone(),
                metadata: self.metadata.iter().cloned().collect::<BTreeMap<_, _>>(),
                chunk_size: None,
                priority: self.priority,
            };
            return Ok(agent.start_portal_upload(&request).await?);
        }
        let login = agent.login().await?;
        let request = StartUpload {
            team_id: team(self.team_id.as_deref(), &login)?,
            paths,
            recipients: self.to.clone(),
            package_name: self.name.clone(),
            package_description: self.message.clone(),
            password: self.password.clone(),
            priority: self.priority,
            delete_after: self.delete_after,
            ..StartUpload::default()
        };
        Ok(agent.start_upload(&request).await?)
    }

    async fn sender(&self, agent: &AgentClient) -> Outcome<String> {
        if let Some(sender) = &self.sender {
            return Ok(sender.clone());
        }
        let login = agent.login().await;
        login.map(|login| login.user.email).map_err(|_| {
            Problem::usage("a Portal needs the sender's email address, and there is no API key to take it from")
                .next("pass it with --sender EMAIL")
        })
    }
}

/// The given Team, or the only one.
fn team(given: Option<&str>, login: &LoginBody) -> Outcome<String> {
    let mut listed = login.teams.iter().map(|team| format!("\n  {}  {}", team.id, team.name)).collect::<Vec<_>>();
    listed.sort();
    match (given, login.teams.as_slice()) {
        (Some(given), teams) if teams.iter().any(|team| team.id.as_str() == given) => Ok(given.to_owned()),
        (Some(given), _) => {
            let what = format!("--team-id: {given} is not one of your Teams; yours are:{}", listed.concat());
            Err(Problem::usage(what))
        }
        (None, [only]) => Ok(only.id.to_string()),
        (None, []) => Err(Problem::new(Exit::Access, "the API key does not belong to a Team")),
        (None, _) => {
            let what = format!("you have several Teams: choose one with --team-id:{}", listed.concat());
            Err(Problem::usage(what))
        }
    }
}

async fn link(agent: &AgentClient, upload: &UploadId) -> Outcome<String> {
    let failed = |problem: Problem| {
        let what = format!("all files were sent, but the link could not be created: {}", problem.what);
        Problem { what, exit: Exit::PartlyDone, ..problem }.next(format!("tonnage-agent uploads link {upload}"))
    };
    let link = agent.create_upload_link(upload, &CreateLink::default()).await;
    let url = link.map_err(|error| failed(error.into()))?.url;
    url.ok_or_else(|| failed(Problem::new(Exit::Failed, "the agent returned no link")))
}

fn tell(context: &Context, upload: &UploadId, package: &str, finished: &Finished, url: Option<&str>) {
    let talk = &context.talk;
    let arrow = url.map(|url| format!(" → {url}")).unwrap_or_default();
    talk.say(&format!("{}{arrow}", finished.line()));
    if finished.state == "idle" {
        talk.say(&format!("the package is not finalized; run: tonnage-agent uploads finalize {upload}"));
    }
    if let Some(error) = &finished.error {
        talk.warn(&error.message);
    }
    if let Some(url) = url.filter(|_| talk.is_quiet || !context.is_terminal) {
        talk.print(url);
    }
    let mut document = json!(finished);
    document["upload_id"] = json!(upload);
    document["package_id"] = json!(package);
    document["url"] = json!(url);
    if talk.form == Form::Ndjson {
        document["event"] = json!("finished");
    }
    talk.document(&document);
}

/// Lists what would be sent with its size, and what would not with the reason.
fn dry_run(sources: Vec<PathBuf>, context: &Context) -> Outcome<Exit> {
    let (mut count, mut total, mut refused, mut listed) = (0, 0, 0, Vec::new());
    for entry in walk(sources) {
        let (name, size) = match entry {
            Entry::File { identity, path, name, .. } => (joined(&path, &name), identity.size),
            Entry::EmptyDirectory { path, name, .. } => (joined(&path, &name) + "/", 0),
            Entry::Skipped { source, why } => {
                context.talk.say(&format!("skipped: {} {why}", source.display()));
                continue;
            }
            Entry::Unfit { source, why } => {
                refused += 1;
                context.talk.warn(&format!("cannot be sent: {}: {why}", source.display()));
                continue;
            }
        };
        (count, total) = (count + 1, total + size);
        context.talk.print(&format!("{size:>15}  {}", plain_line(&name)));
        listed.push(json!({ "path": name, "size": size }));
    }
    context.talk.say(&format!("{}, {}; nothing was sent", units::files(count), units::bytes(total)));
    context.talk.document(&json!({ "files": listed, "bytes": total, "dry_run": true }));
    if refused > 0 {
        return Err(Problem::new(Exit::PartlyDone, format!("{} cannot be sent", units::files(refused))));
    }
    Ok(Exit::Done)
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use wire::agent::LoginBody;

    use super::{days, key_and_value, team};

    fn login(teams: &[&str]) -> LoginBody {
        let element = |id: &&str| {
            json!({ "id": id, "name": format!("Team {id}"), "subdomain": "", "custom_expiry_default": 0,
                "custom_expiry_enabled": false, "download_limit_default": 0, "download_limit_enabled": false,
                "max_email_recipients": 0 })
        };
        let user = json!({ "email": "a@example.org", "id": "01KA2B3C4D5E6F7G8H9JKMNPQR", "name": "" });
        let teams: Vec<_> = teams.iter().map(element).collect();
        serde_json::from_value(json!({ "user": user, "teams": teams })).unwrap()
    }

    #[test]
    fn the_only_team_sends_and_several_must_be_told_apart() {
        let (one, two) = ("01KA2B3C4D5E6F7G8H9JKMNPQR", "01KA2B3C4D5E6F7G8H9JKMNPQS");
        assert_eq!(team(None, &login(&[one])).unwrap(), one);
        assert_eq!(team(Some(two), &login(&[one, two])).unwrap(), two);
        for (given, teams) in [(None, &[one, two][..]), (Some("else"), &[one, two])] {
            let problem = team(given, &login(teams)).unwrap_err();
            assert_eq!(problem.exit.number(), 2);
            for said in ["--team-id", one, two, "Team 01"] {
                assert!(problem.what.contains(said), "{}", problem.what);
            }
        }
        assert_eq!(team(None, &login(&[])).unwrap_err().exit.number(), 4);
    }

    #[test]
    fn values_are_read_as_people_write_them() {
        assert_eq!((days("14d"), days("3")), (Ok(14), Ok(3)));
        assert!(["0", "-1", "soon", "d", ""].iter().all(|text| days(text).is_err()));
        assert_eq!(key_and_value("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(key_and_value("=b").is_err() && key_and_value("a").is_err());
    }
}
