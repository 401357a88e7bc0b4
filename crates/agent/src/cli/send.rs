//! `send`: sends files to recipients or to a Portal, or creates a download link.

mod files;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use client::AgentClient;
use serde_json::json;
use wire::agent::{LoginBody, StartPortalUpload, StartUpload, StartedUpload, UploadId};
use wire::links::CreateLink;
use wire::time::OptionalTime;

use super::exit::Exit;
use super::follow::{Finished, Transfer, follow};
use super::moments::End;
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::secrets::{PasswordFlags, Purpose};
use super::talk::{Form, TalkFlags};
use super::{Context, paths};
use crate::journal::uploads::Choice;
use files::{FileFlags, dry_run};

// Without `Debug`: it holds secrets.
#[derive(Args)]
#[command(group = ArgGroup::new("whom").required(true).multiple(true).args(["to", "link", "portal"]))]
#[command(after_help = "Examples:\n  \
    tonnage-agent send reel.mov --to ben@example.org --message 'The first cut'\n  \
    tonnage-agent send shoot/ --link --expires 14d --max-downloads 3\n  \
    tonnage-agent send project/ --link --exclude '*.tmp' --exclude cache/\n  \
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
    #[arg(long, value_name = "SUBDOMAIN", conflicts_with_all = ["to", "link"])]
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
    #[command(flatten)]
    password: PasswordFlags,
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
    /// How long to keep the package, such as 12h, 14d or 2026-12-24, or `never` to keep it for good
    #[arg(long, visible_alias = "delete-after", value_name = "END", conflicts_with = "portal", value_parser = End::parse)]
    expires: Option<End>,
    /// How many downloads each link allows
    #[arg(long, value_name = "NUMBER", conflicts_with = "portal", value_parser = clap::value_parser!(i64).range(1..))]
    max_downloads: Option<i64>,
    /// Show what would be sent, without sending it
    #[arg(long)]
    dry_run: bool,
    /// Do not wait; leave the rest to the running agent
    #[arg(long, conflicts_with_all = ["link", "dry_run"])]
    detach: bool,
    #[command(flatten)]
    files: FileFlags,
    #[command(flatten)]
    pub talk: TalkFlags,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// What is sent, and what protects it.
struct Given {
    paths: Vec<String>,
    choice: Choice,
    password: Option<String>,
}

impl Send {
    pub(super) async fn run(mut self, context: Context) -> Outcome<Exit> {
        let sources = self.paths.iter().map(|path| paths::source(path)).collect::<Outcome<Vec<_>>>()?;
        let choice = std::mem::take(&mut self.files).choice()?;
        if self.dry_run {
            return dry_run(sources, &choice, &context);
        }
        let password = self.password.read(Purpose::Protect, &context.interrupt)?;
        if password.is_some() && self.portal.is_some() {
            return Err(Problem::usage("a Portal has no password for downloads: --password does not go with --portal"));
        }
        let paths = sources.iter().map(|path| paths::text(path)).collect::<Outcome<_>>()?;
        let agent = context.reach().await?;
        agent.require_current().await?;
        agent.require_server(&context).await?;
        let sent = self.send(Given { paths, choice, password }, &agent, &context).await;
        agent.leave().await;
        sent
    }

    async fn send(&self, given: Given, agent: &Agent, context: &Context) -> Outcome<Exit> {
        if self.detach && agent.is_own() {
            return Err(Problem::usage("--detach needs a running agent: start one, or omit --detach"));
        }
        let started = context.unless_interrupted(self.start(&agent.client, given)).await?;
        let StartedUpload { package_id, upload_id } = started;
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

    async fn start(&self, agent: &AgentClient, given: Given) -> Outcome<StartedUpload> {
        let Given { paths, choice: Choice { exclude, include, ignore_files }, password } = given;
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
                exclude,
                include,
                ignore_files: Some(ignore_files),
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
            password,
            priority: self.priority,
            expires_at: OptionalTime(self.expires.filter(|end| !matches!(end, End::In(_))).and_then(End::time)),
            expires_after: self.expires.and_then(End::seconds),
            unlimited_storage: (self.expires == Some(End::Never)).then_some(true),
            download_limit: self.max_downloads,
            exclude,
            include,
            ignore_files: Some(ignore_files),
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
    for item in &finished.skipped_items {
        talk.explain(&format!("left out: {} {}", item.path, item.reason));
    }
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use wire::agent::LoginBody;

    use super::{key_and_value, team};

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
        assert_eq!(key_and_value("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(key_and_value("=b").is_err() && key_and_value("a").is_err());
    }
}
