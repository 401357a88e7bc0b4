//! `sync`: sends the files of a directory that are new or changed since the last time, to the same receivers.
//!
//! What was sent is remembered in the state directory, for each directory and each place that it is sent to. It is written
//! after the package is complete: if the command ends before that, the files are sent again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use client::AgentClient;
use serde::{Deserialize, Serialize};
use serde_json::json;
use transfer::tree::Entry;
use wire::agent::{ItemState, UploadId};

use super::exit::Exit;
use super::memory::Memory;
use super::problem::{Outcome, Problem};
use super::send::{How, Parcel};
use super::talk::TalkFlags;
use super::{Context, paths, units};
use crate::choice::Chooser;
use crate::journal::uploads::Choice;

/// Files per request.
const PAGE: u64 = 10_000;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent sync project/ --to ben@example.org\n  \
    tonnage-agent sync /srv/dailies --portal rushes --sender me@example.org")]
pub struct Sync {
    /// The directory
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    pub talk: TalkFlags,
}

/// A file as it was when it was sent: its size, and when it was modified, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Seen(u64, i128);

const EMPTY_DIRECTORY: Seen = Seen(0, 0);

/// What was sent from a directory to a place, by the names in the packages.
type Sent = Memory<BTreeMap<String, Seen>>;

impl Sync {
    pub(super) async fn run(mut self, context: Context) -> Outcome<Exit> {
        let source = paths::source(&self.directory)?;
        if !source.is_dir() {
            return Err(Problem::usage(format!("{} is not a directory", source.display())));
        }
        self.how.check_sync()?;
        let choice = self.how.choice()?;
        let password = self.how.password(&context)?;
        let agent = self.how.reach(&context).await?;
        let synced = async {
            let place = self.how.place(&agent.client).await?;
            let subject = format!("{place}\0{}", paths::text(&source)?);
            let memory = Sent::open(&context.options.state_dir, "synced", &subject)?;
            self.synced(memory, Parcel { sources: vec![source], choice, password, may_resume: true }, &agent, &context)
                .await
        };
        let exit = synced.await;
        agent.leave().await;
        exit
    }

    async fn synced(
        &self,
        mut memory: Sent,
        mut parcel: Parcel,
        agent: &super::reach::Agent,
        context: &Context,
    ) -> Outcome<Exit> {
        let found = tokio::task::block_in_place(|| found(&parcel.sources, &parcel.choice))?;
        let changed: BTreeSet<String> = found
            .iter()
            .filter(|(name, seen)| memory.content.get(*name) != Some(*seen))
            .map(|(name, _)| name.clone())
            .collect();
        let unchanged = found.len() - changed.len();
        let gone = memory.content.keys().filter(|name| !found.contains_key(*name)).count();
        if gone > 0 {
            context.talk.say(&format!("{gone} that were sent before are gone from the directory"));
        }
        // The service takes no package without files: new empty directories go with the next file.
        let has_file = changed.iter().any(|name| found.get(name) != Some(&EMPTY_DIRECTORY));
        if !has_file {
            context
                .talk
                .say(&format!("nothing has changed: {}", units::files(u64::try_from(unchanged).unwrap_or(u64::MAX))));
            context.talk.document(&json!({ "state": "unchanged", "files": 0, "unchanged": unchanged, "gone": gone }));
            return Ok(Exit::Done);
        }
        context.talk.say(&format!("{} of {} have changed", changed.len(), found.len()));
        // The first time, the names of all files would only make the request large.
        parcel.choice.only = (unchanged > 0).then_some(changed);
        if self.how.dry_run {
            return self.how.dry_run(parcel, agent, context).await;
        }
        let sent = self.how.send(parcel, agent, context).await?;
        let arrived = arrived(&agent.client, &sent.upload).await?;
        memory.content.retain(|name, _| found.contains_key(name));
        memory.content.extend(found.into_iter().filter(|(name, _)| arrived.contains(name)));
        memory.save()?;
        Ok(sent.exit)
    }
}

/// The files and empty directories that would be sent.
fn found(sources: &[PathBuf], choice: &Choice) -> Outcome<BTreeMap<String, Seen>> {
    let chooser = Chooser::new(sources, choice).map_err(|error| Problem::usage(error.message()))?;
    let entries = chooser.walk(sources.to_vec(), |path| chooser.leaves_out(path), || false, |_| Ok(()));
    let mut found = BTreeMap::new();
    for entry in entries {
        match entry {
            Entry::File { identity, path, name, .. } => {
                found.insert(whole_name(&path, &name), Seen(identity.size, identity.modified));
            }
            // Its time changes with its content, which is not sent.
            Entry::EmptyDirectory { path, name, .. } => {
                found.insert(whole_name(&path, &name), EMPTY_DIRECTORY);
            }
            Entry::Skipped { .. } => {}
            Entry::Unfit { source, why } => {
                return Err(Problem::new(Exit::Rule, format!("cannot be sent: {}: {why}", source.display())));
            }
        }
    }
    chooser.trouble().map_or(Ok(found), |fault| Err(Problem::of_fault(&fault)))
}

fn whole_name(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}

/// The names that are in the package. The server may have refused some.
async fn arrived(agent: &AgentClient, upload: &UploadId) -> Outcome<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for page in 1.. {
        let items = agent.upload(upload, page, PAGE).await?.items;
        let is_last = u64::try_from(items.len()).is_ok_and(|count| count < PAGE);
        let complete = items.into_iter().filter(|item| item.state == ItemState::Complete);
        names.extend(complete.map(|item| whole_name(&item.path, &item.name)));
        if is_last {
            break;
        }
    }
    Ok(names)
}
