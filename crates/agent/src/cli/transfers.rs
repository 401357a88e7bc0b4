//! Code that the `uploads` and `downloads` commands share.

use clap::Args;
use client::AgentClient;
use serde_json::{Value, json};
use serving::terminal::plain_line;
use wire::agent::{DownloadBody, ItemBody, TransferError, UploadBody};

use super::exit::Exit;
use super::follow::{Transfer, follow};
use super::problem::{Outcome, Problem};
use super::reach::Agent;
use super::send::create_link;
use super::talk::{Form, table};
use super::{Context, units};

/// Selects transfers.
#[derive(Args)]
pub(super) struct Which {
    /// IDs as shown in the list
    #[arg(value_name = "ID", required_unless_present = "all")]
    pub ids: Vec<String>,
    /// All of them
    #[arg(long, conflicts_with = "ids")]
    pub all: bool,
}

/// One row of a list.
pub(super) struct Row {
    pub transfer: Transfer,
    pub id: String,
    pub name: String,
    pub state: &'static str,
    pub progress: u64,
    pub under_way: u64,
    pub size: u64,
    pub error: Option<TransferError>,
    /// Whether a link to an upload was asked for that is not created yet.
    pub wants_link: bool,
}

impl From<&UploadBody> for Row {
    fn from(body: &UploadBody) -> Self {
        let upload = &body.summary;
        Self {
            transfer: Transfer::Upload(upload.upload_id.clone()),
            id: upload.upload_id.to_string(),
            name: upload.package_name.clone(),
            state: upload.state.as_str(),
            progress: upload.progress,
            under_way: upload.under_way,
            size: upload.size,
            error: upload.error.clone(),
            wants_link: upload.wants_link,
        }
    }
}

impl From<&DownloadBody> for Row {
    fn from(body: &DownloadBody) -> Self {
        let download = &body.summary;
        Self {
            transfer: Transfer::Download(download.download_id.clone()),
            id: download.download_id.to_string(),
            name: download.name.clone(),
            state: download.state.as_str(),
            progress: download.progress,
            under_way: download.under_way,
            size: download.size,
            error: download.error.clone(),
            wants_link: false,
        }
    }
}

impl Row {
    fn can_go_on(&self) -> bool {
        self.state == "paused"
            || self.lacks_only_link()
            || self.error.as_ref().is_some_and(|error| error.recoverable && self.state == "error")
    }

    /// Everything was sent, and the link that was asked for is missing.
    fn lacks_only_link(&self) -> bool {
        self.state == "complete" && self.wants_link
    }

    fn cells(&self) -> [String; 5] {
        let mut moved = units::bytes(self.size);
        if self.state != "complete" {
            moved = format!("{} of {moved}", units::bytes(self.progress));
        }
        if self.under_way > 0 {
            moved = format!("{moved}, {} under way", units::bytes(self.under_way));
        }
        let reason = self.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
        [self.id.clone(), self.state.to_owned(), moved, self.name.clone(), reason]
    }
}

pub(super) fn print_rows(context: &Context, rows: &[Row], nothing: &str) {
    if rows.is_empty() {
        context.talk.say(nothing);
    } else {
        let cells: Vec<[String; 5]> = rows.iter().map(Row::cells).collect();
        context.talk.print(&table(["ID", "STATE", "MOVED", "NAME", "REASON"], &cells));
    }
}

pub(super) fn print_one(context: &Context, row: &Row, items: &[ItemBody]) {
    let [id, state, moved, name, reason] = row.cells();
    let name = plain_line(&name);
    context.talk.print(&format!("{id}\n  name   {name}\n  state  {state}\n  moved  {moved}"));
    if !reason.is_empty() {
        context.talk.print(&format!("  reason {reason}"));
    }
    for item in items {
        let name = if item.path.is_empty() { item.name.clone() } else { format!("{}/{}", item.path, item.name) };
        let reason = item.error.as_ref().map(|error| format!("  {}", error.message)).unwrap_or_default();
        let what = format!("{name}{reason}");
        let (state, size) = (item.state.as_str(), units::bytes(item.size));
        context.talk.print(&format!("  {state:<12} {size:>9}  {}", plain_line(&what)));
    }
}

/// The selected rows; each given id must exist.
pub(super) fn chosen(rows: Vec<Row>, which: &Which, kind: &str) -> Outcome<Vec<Row>> {
    if which.all {
        return Ok(rows);
    }
    if let Some(missing) = which.ids.iter().find(|id| !rows.iter().any(|row| row.id.eq_ignore_ascii_case(id))) {
        let what = format!("there is no {kind} {missing}");
        return Err(Problem::new(Exit::Missing, what).next(format!("see tonnage-agent {kind}s")));
    }
    Ok(rows.into_iter().filter(|row| which.ids.iter().any(|id| row.id.eq_ignore_ascii_case(id))).collect())
}

pub(super) async fn pause(agent: &AgentClient, rows: &[Row], context: &Context, all: bool) -> Outcome<Exit> {
    let mut paused = Vec::new();
    for row in rows.iter().filter(|row| !all || row.state == "transferring") {
        row.transfer.pause(agent).await?;
        context.talk.say(&format!("paused {}", row.id));
        paused.push(row.id.clone());
    }
    context.talk.document(&json!({ "paused": paused }));
    Ok(Exit::Done)
}

/// How transfers are resumed.
#[derive(Clone, Copy)]
pub(super) struct Resuming {
    /// Those that can be, of all.
    pub(super) all: bool,
    /// Leaves them to the running agent.
    pub(super) detach: bool,
    /// Without the files that failed.
    pub(super) leave_out_failed: bool,
}

async fn resume_one(agent: &AgentClient, transfer: &Transfer, leaves_out: bool) -> Outcome<()> {
    match transfer {
        Transfer::Upload(id) if leaves_out => agent.leave_out_failed(id).await?,
        Transfer::Upload(id) => agent.resume_upload(id).await?,
        Transfer::Download(id) => agent.resume_download(id).await?,
    };
    Ok(())
}

/// Resumes them and waits until they end, unless they are left to a running agent.
pub(super) async fn resume(agent: &Agent, rows: &[Row], context: &Context, how: Resuming) -> Outcome<Exit> {
    let Resuming { all, detach, leave_out_failed } = how;
    if detach && agent.is_own() {
        return Err(Problem::usage("--detach needs a running agent: start one, or omit --detach"));
    }
    let wanted: Vec<&Row> = rows.iter().filter(|row| !all || row.can_go_on()).collect();
    for row in wanted.iter().filter(|row| !row.lacks_only_link()) {
        resume_one(&agent.client, &row.transfer, leave_out_failed).await?;
    }
    let (mut first, mut exit, mut documents) = (None, Exit::Done, Vec::new());
    for row in wanted.iter().filter(|_| !detach) {
        match to_its_end(agent, row, context).await {
            Ok((document, ended)) => {
                context.talk.event(&document);
                documents.push(document);
                exit = if ended == Exit::Done { exit } else { ended };
            }
            Err(problem) if problem.exit == Exit::Interrupted => return Err(problem),
            Err(problem) if first.is_none() => first = Some(problem),
            Err(problem) => context.talk.complain(&problem),
        }
    }
    if let Some(problem) = first {
        return Err(problem);
    }
    if context.talk.form == Form::Json {
        context.talk.document(&documents);
    }
    Ok(exit)
}

/// Waits until the transfer has ended, and creates the link that was asked for when it was started.
async fn to_its_end(agent: &Agent, row: &Row, context: &Context) -> Outcome<(Value, Exit)> {
    let talk = &context.talk;
    let finished = follow(&agent.client, &row.transfer, talk, &context.interrupt).await?;
    let url = match &row.transfer {
        Transfer::Upload(id) if row.wants_link => Some(create_link(&agent.client, id).await?),
        _ => None,
    };
    let arrow = url.as_ref().map(|url| format!(" → {url}")).unwrap_or_default();
    talk.say(&format!("{}: {}{arrow}", row.name, finished.line()));
    if let Some(error) = &finished.error {
        talk.warn(&error.message);
    }
    if let Some(url) = url.as_ref().filter(|_| talk.is_quiet || !context.is_terminal) {
        talk.print(url);
    }
    let exit = if finished.error.is_some() { Exit::PartlyDone } else { Exit::Done };
    let mut document = json!(finished);
    document["id"] = json!(row.id);
    document["url"] = json!(url);
    document["event"] = json!("finished");
    Ok((document, exit))
}
