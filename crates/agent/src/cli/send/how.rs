//! To whom files are sent and how, and the way from the arguments to the last line.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use client::{AgentClient, ClientError};
use serde_json::json;
use wire::agent::{LoginBody, StartPortalUpload, StartUpload, StartedUpload, UploadId, UploadState};
use wire::error::ErrorCode;
use wire::ids::PackageId;
use wire::links::CreateLink;
use wire::time::OptionalTime;

use super::Request;
use super::again::{self, Wish};
use super::files::{FileFlags, plan};
use crate::cli::exit::Exit;
use crate::cli::follow::{Finished, Transfer, follow};
use crate::cli::moments::End;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::reach::Agent;
use crate::cli::secrets::{PasswordFlags, Purpose};
use crate::cli::talk::Form;
use crate::cli::{Context, paths};
use crate::journal::uploads::Choice;

// Without `Debug`: it holds secrets.
#[expect(clippy::struct_excessive_bools, reason = "they are command line switches")]
#[derive(Args)]
#[command(group = ArgGroup::new("whom").required(true).multiple(true).args(["to", "link", "portal"]))]
pub(in crate::cli) struct How {
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
    pub(in crate::cli) name: Option<String>,
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
    pub(in crate::cli) dry_run: bool,
    /// Resume the same upload without asking, if it was interrupted before
    #[arg(long, conflicts_with = "dry_run")]
    resume: bool,
    /// Send everything again, even if the same upload was interrupted before
    #[arg(long, conflicts_with_all = ["resume", "dry_run"])]
    no_resume: bool,
    /// Wait until the transfer has ended (default)
    #[arg(long = "wait", overrides_with = "detach")]
    _wait: bool,
    /// Do not wait; leave the rest to the running agent
    #[arg(long, conflicts_with_all = ["link", "dry_run"], overrides_with = "_wait")]
    detach: bool,
    #[command(flatten)]
    files: FileFlags,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or("write KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// What is sent, and what protects it.
pub(in crate::cli) struct Parcel {
    pub(in crate::cli) sources: Vec<PathBuf>,
    pub(in crate::cli) choice: Choice,
    pub(in crate::cli) password: Option<String>,
    /// Whether the same upload may have been interrupted before.
    pub(in crate::cli) may_resume: bool,
}

/// How a command ended, and its upload.
pub(in crate::cli) struct Sent {
    pub(in crate::cli) exit: Exit,
    pub(in crate::cli) upload: UploadId,
}

impl How {
    pub(in crate::cli) fn choice(&mut self) -> Outcome<Choice> {
        std::mem::take(&mut self.files).choice()
    }

    pub(in crate::cli) fn password(&self, context: &Context) -> Outcome<Option<String>> {
        let password = self.password.read(Purpose::Protect, &context.interrupt)?;
        if password.is_some() && self.portal.is_some() {
            return Err(Problem::usage("a Portal has no password for downloads: --password does not go with --portal"));
        }
        Ok(password)
    }

    /// An agent that does all that is asked, and nothing else.
    pub(in crate::cli) async fn reach(&self, context: &Context) -> Outcome<Agent> {
        let agent = context.reach().await?;
        agent.require_current().await?;
        agent.require_server(context).await?;
        if self.detach && agent.is_own() {
            return Err(Problem::usage("--detach needs a running agent: start one, or omit --detach"));
        }
        Ok(agent)
    }

    /// Without the end, nobody would know what was sent.
    pub(in crate::cli) fn check_sync(&self) -> Outcome<()> {
        if self.detach { Err(Problem::usage("sync waits until the end: --detach does not go with it")) } else { Ok(()) }
    }

    /// Where packages are sent: the server, and the receivers there.
    pub(in crate::cli) async fn place(&self, agent: &AgentClient) -> Outcome<String> {
        let server = agent.status().await?.server;
        let team = match &self.portal {
            Some(_) => String::new(),
            None => team(self.team_id.as_deref(), &agent.login().await?)?,
        };
        let mut to: Vec<String> = self.to.iter().map(|address| address.to_lowercase()).collect();
        to.sort();
        let place = json!({
            "server": server.trim_end_matches('/'),
            "team": team,
            "portal": self.portal.as_ref().map(|portal| portal.to_lowercase()),
            "to": to,
            "link": self.link,
        });
        Ok(place.to_string())
    }

    pub(super) fn reads_password_from_input(&self) -> bool {
        self.password.is_from_input()
    }

    /// What an input cannot have.
    pub(super) fn check_input(&self) -> Outcome<()> {
        let given = [("--dry-run", self.dry_run), ("--detach", self.detach), ("--resume", self.resume)];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => Err(Problem::usage(format!("standard input is read once: {name} does not go with it"))),
            None => Ok(()),
        }
    }

    pub(in crate::cli) async fn send(&self, parcel: Parcel, agent: &Agent, context: &Context) -> Outcome<Sent> {
        let started = context.unless_interrupted(self.begin(parcel, &agent.client, context)).await?;
        self.finish(started, agent, context).await
    }

    /// Sends files that are gone afterwards: an upload that did not get through is deleted, because nobody can resume it.
    pub(super) async fn send_once(&self, parcel: Parcel, agent: &Agent, context: &Context) -> Outcome<Sent> {
        let started = context.unless_interrupted(self.begin(parcel, &agent.client, context)).await?;
        let upload = started.upload_id.clone();
        let sent = self.finish(started, agent, context).await;
        let Err(problem) = sent else { return sent };
        // A package that was finalized all the same is kept.
        let state = agent.client.upload(&upload, 1, 1).await.map(|body| body.summary.state);
        if matches!(state, Ok(UploadState::Complete)) {
            return Err(problem);
        }
        let what = match agent.client.delete_upload(&upload).await {
            Ok(_) => format!("{}: nothing was sent", problem.what),
            Err(error) => format!("{}; the upload {upload} could not be deleted: {error}", problem.what),
        };
        Err(Problem { what, ..problem }.next("run the command again, from its beginning"))
    }

    async fn finish(&self, started: StartedUpload, agent: &Agent, context: &Context) -> Outcome<Sent> {
        let StartedUpload { package_id, upload_id } = started;
        context.talk.event(&json!({ "event": "started", "upload_id": upload_id, "package_id": package_id }));
        context.talk.explain(&format!("upload {upload_id} of package {package_id}"));
        if self.detach {
            context.talk.document(&json!({ "upload_id": upload_id, "package_id": package_id }));
            context.talk.print(upload_id.as_str());
            return Ok(Sent { exit: Exit::Done, upload: upload_id });
        }
        let transfer = Transfer::Upload(upload_id.clone());
        let finished = follow(&agent.client, &transfer, &context.talk, &context.interrupt).await?;
        let url = if self.link { Some(create_link(&agent.client, &upload_id).await?) } else { None };
        tell(context, &upload_id, &package_id, &finished, url.as_deref());
        let exit = if finished.error.is_some() { Exit::PartlyDone } else { Exit::Done };
        Ok(Sent { exit, upload: upload_id })
    }

    /// Lists what would be sent, and asks whether it could be.
    pub(in crate::cli) async fn dry_run(&self, parcel: Parcel, agent: &Agent, context: &Context) -> Outcome<Exit> {
        let asking = async {
            let request = self.request(&parcel, &agent.client).await?;
            let plan = tokio::task::block_in_place(|| plan(parcel.sources.clone(), &parcel.choice, context))?;
            Ok((plan, request.check(&agent.client).await?))
        };
        let (plan, checked) = context.unless_interrupted(asking).await?;
        Ok(plan.tell(&checked, context))
    }

    /// Starts the upload, or resumes the same one.
    async fn begin(&self, parcel: Parcel, agent: &AgentClient, context: &Context) -> Outcome<StartedUpload> {
        let request = self.request(&parcel, agent).await?;
        let name = again::name(&request, &agent.status().await?.server)?;
        if parcel.may_resume
            && let Some(upload) = again::unfinished(agent, &name).await?
            && again::resumes(&upload, self.wish(), &parcel.sources, &parcel.choice, context)?
        {
            let resumed = match upload.state {
                UploadState::Complete | UploadState::Transferring => Ok(()),
                _ => agent.resume_upload(&upload.upload_id).await.map(|_| ()),
            };
            return match resumed {
                // Someone else has just resumed it.
                Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::WrongState => Ok(()),
                other => other,
            }
            .map(|()| StartedUpload { package_id: upload.package_id, upload_id: upload.upload_id })
            .map_err(Problem::from);
        }
        Ok(request.named(name).start(agent).await?)
    }

    const fn wish(&self) -> Wish {
        match (self.resume, self.no_resume) {
            (true, _) => Wish::Resume,
            (_, true) => Wish::Anew,
            _ => Wish::Ask,
        }
    }

    async fn request(&self, parcel: &Parcel, agent: &AgentClient) -> Outcome<Request> {
        let paths = parcel.sources.iter().map(|path| paths::text(path)).collect::<Outcome<Vec<_>>>()?;
        let Choice { exclude, include, ignore_files, links, only } = parcel.choice.clone();
        if let Some(subdomain) = &self.portal {
            return Ok(Request::Portal(Box::new(StartPortalUpload {
                subdomain: subdomain.clone(),
                sender_email: self.sender(agent).await?,
                paths,
                access_code: self.access_code.clone(),
                package_name: self.name.clone(),
                package_description: self.message.clone(),
                metadata: self.metadata.iter().cloned().collect(),
                priority: self.priority,
                exclude,
                include,
                ignore_files: Some(ignore_files),
                links: Some(links),
                only,
                ..StartPortalUpload::default()
            })));
        }
        let login = agent.login().await?;
        Ok(Request::Team(Box::new(StartUpload {
            team_id: team(self.team_id.as_deref(), &login)?,
            paths,
            recipients: self.to.clone(),
            package_name: self.name.clone(),
            package_description: self.message.clone(),
            password: parcel.password.clone(),
            priority: self.priority,
            expires_at: OptionalTime(self.expires.filter(|end| !matches!(end, End::In(_))).and_then(End::time)),
            expires_after: self.expires.and_then(End::seconds),
            unlimited_storage: (self.expires == Some(End::Never)).then_some(true),
            download_limit: self.max_downloads,
            exclude,
            include,
            ignore_files: Some(ignore_files),
            links: Some(links),
            only,
            wants_link: self.link.then_some(true),
            ..StartUpload::default()
        })))
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

/// Creates the link that was asked for.
pub(in crate::cli) async fn create_link(agent: &AgentClient, upload: &UploadId) -> Outcome<String> {
    let failed = |problem: Problem| {
        let what = format!("all files were sent, but the link could not be created: {}", problem.what);
        Problem { what, exit: Exit::PartlyDone, ..problem }.next(format!("tonnage-agent uploads link {upload}"))
    };
    let link = agent.create_upload_link(upload, &CreateLink::default()).await;
    let url = link.map_err(|error| failed(error.into()))?.url;
    url.ok_or_else(|| failed(Problem::new(Exit::Failed, "the agent returned no link")))
}

fn tell(context: &Context, upload: &UploadId, package: &PackageId, finished: &Finished, url: Option<&str>) {
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
