//! One sequence: a Team of the service, the same Team in the model, and the operations on both.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::choice::next_step;
use super::operations::{Operation, Step, Target};
use super::reference::{Expected, MINUTE, Team};
use super::requests::{Call, Reply, call_of, difference};
use super::server::{Server, cut};

/// Longer than a lease, so that interrupted jobs run again.
pub(crate) const BEFORE_JOBS: i64 = 2 * MINUTE;
/// How often workers die in the middle of their jobs, one after the other.
const CUTS: i64 = 3;
/// What expires within this time may end before or after the jobs that a worker has left.
pub(crate) const WHILE_CUT: i64 = CUTS * BEFORE_JOBS;
/// Enough for the longest request to finish, now and then.
const POLLS_MOST: usize = 60;
const POLLS_OF_JOBS_MOST: usize = 400;

pub(crate) struct Sequence {
    pub(crate) team: Team,
    random: StdRng,
    /// The steps so far, to find the cause of a failure.
    pub(crate) log: Vec<String>,
    /// How often each operation was answered with each status.
    pub(crate) replies: BTreeMap<(&'static str, u16), usize>,
}

/// The effect of a step on all sequences on the same server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ForAll {
    Nothing,
    JobsRan,
}

pub(crate) type Outcome<T> = Result<T, String>;

impl Sequence {
    pub(crate) async fn begin(server: &Server, number: usize, seed: u64) -> Self {
        Self {
            team: server.team(number).await,
            random: StdRng::seed_from_u64(seed),
            log: Vec::new(),
            replies: BTreeMap::new(),
        }
    }

    /// Chooses the next step.
    pub(crate) fn choose(&mut self, now: i64) -> Step {
        let step = next_step(&mut self.random, &self.team, now);
        self.log.push(format!("{now} {step:?}"));
        step
    }

    /// Makes a step. The jobs of all Teams run at once, so the caller updates the models of the others.
    pub(crate) async fn take(&mut self, server: &mut Server, step: &Step) -> Outcome<ForAll> {
        match step {
            Step::One(operation) => self.one(server, operation).await?,
            Step::Pair(package, first, second) => self.pair(server, *package, [first, second]).await?,
            Step::Wait(millis) => server.advance(*millis),
            Step::RunJobs => {
                server.advance(BEFORE_JOBS);
                server.run_jobs().await;
                return Ok(ForAll::JobsRan);
            }
            Step::CutJobs | Step::CrashInJobs => {
                for _ in 0..CUTS {
                    server.begin_jobs(self.random.random_range(1..POLLS_OF_JOBS_MOST)).await;
                    server.advance(BEFORE_JOBS);
                }
                if matches!(step, Step::CrashInJobs) {
                    server.crash().await;
                }
                server.run_jobs().await;
                return Ok(ForAll::JobsRan);
            }
            Step::CrashIn(package, target) => self.crash_in(server, *package, target).await?,
            Step::Crash => server.crash().await,
        }
        Ok(ForAll::Nothing)
    }

    async fn one(&mut self, server: &Server, operation: &Operation) -> Outcome<()> {
        self.upload_for(server, operation).await;
        let now = server.now();
        let call = call_of(&self.team, operation, now);
        let reply = match operation {
            Operation::On { package, target: Target::ReadMail { link } } => {
                let package = &self.team.packages[*package];
                let recipient = package.links[*link].email.clone().unwrap_or_default();
                read_mails(server, &self.team, &package.id, &recipient).await
            }
            _ => call.send(server.router()).await,
        };
        let expected = self.team.apply(operation, now, &reply.body);
        self.count(operation, &reply);
        difference(&expected, &reply).map_or(Ok(()), Err)
    }

    fn count(&mut self, operation: &Operation, reply: &Reply) {
        *self.replies.entry((operation.name(), reply.status)).or_default() += 1;
    }

    /// Content is sent before its file is finalized.
    async fn upload_for(&mut self, server: &Server, operation: &Operation) {
        if let Operation::On { package, target: Target::FinalizeFile { file, .. } } = operation
            && let Some((key, size)) = self.team.packages[*package].upload(*file)
        {
            server.upload(&key, size).await;
        }
    }

    /// Two at once: the outcome must be that of one after the other, in one of the two orders.
    async fn pair(&mut self, server: &Server, package: usize, targets: [&Target; 2]) -> Outcome<()> {
        let operations = targets.map(|target| Operation::On { package, target: target.clone() });
        for operation in &operations {
            self.upload_for(server, operation).await;
        }
        let now = server.now();
        let [first, second] = operations.each_ref().map(|operation| {
            let call = call_of(&self.team, operation, now);
            tokio::spawn(call.send(server.router()))
        });
        let replies = [first.await.expect("a reply"), second.await.expect("a reply")];
        operations.iter().zip(&replies).for_each(|(operation, reply)| self.count(operation, reply));
        let mut fitting = Vec::new();
        let mut differences = Vec::new();
        for order in [[0, 1], [1, 0]] {
            let mut team = self.team.clone();
            let different = order.iter().find_map(|index| {
                let expected = team.apply(&operations[*index], now, &replies[*index].body);
                difference(&expected, &replies[*index])
            });
            match different {
                None => fitting.push(team),
                Some(different) => differences.push(different),
            }
        }
        // The replies alone do not always tell which was first.
        if let [one, other] = &fitting[..]
            && one.facts_of(package, now) != other.facts_of(package, now)
        {
            let seen = self.see(server, package).await;
            fitting.retain_mut(|team| {
                seen.difference(team, package, now).is_none_or(|found| {
                    differences.push(found);
                    false
                })
            });
        }
        if let Some(team) = fitting.into_iter().next() {
            self.team = team;
            return Ok(());
        }
        Err(format!("neither order fits: {}", differences.join("; or ")))
    }

    /// A crash interrupts a change: then it was made completely or not at all.
    async fn crash_in(&mut self, server: &mut Server, package: usize, target: &Target) -> Outcome<()> {
        let now = server.now();
        let operation = Operation::On { package, target: target.clone() };
        let call = call_of(&self.team, &operation, now);
        let polls = self.random.random_range(1..POLLS_MOST);
        cut(call.send(server.router()), polls).await;
        server.crash().await;
        let seen = self.see(server, package).await;
        let mut made = self.team.clone();
        made.apply(&operation, now, &seen.package.body);
        let mut not_made = self.team.clone();
        let first = seen.difference(&mut made, package, now);
        let second = seen.difference(&mut not_made, package, now);
        self.team = match (first, second) {
            (None, _) => made,
            (_, None) => not_made,
            (Some(first), Some(second)) => return Err(format!("half done: {first}; or {second}")),
        };
        Ok(())
    }

    async fn see(&self, server: &Server, package: usize) -> Seen {
        let look = Operation::On { package, target: Target::Look };
        let package = call_of(&self.team, &look, server.now()).send(server.router()).await;
        Seen { package }
    }

    /// Compares everything that the Team has with the model: packages, links, files, mails.
    pub(crate) async fn compare_all(&mut self, server: &Server) -> Outcome<()> {
        self.compare(server).await?;
        for package in 0..self.team.packages.len() {
            self.one(server, &Operation::On { package, target: Target::ListFiles }).await?;
        }
        self.compare_mails(server).await
    }

    /// Compares packages and links with the model.
    pub(crate) async fn compare(&mut self, server: &Server) -> Outcome<()> {
        self.one(server, &Operation::List).await
    }

    async fn compare_mails(&self, server: &Server) -> Outcome<()> {
        let now = server.now();
        let found = outbox(server, &self.team).await;
        let is_recent = |mail: &&Value| {
            let at = mail["created_at"].as_str().and_then(|text| text.parse::<wire::time::Time>().ok());
            at.is_some_and(|at| at.as_millis() > Team::outbox_begins(now))
        };
        let is_ours = |mail: &&Value| matches!(mail["kind"].as_str(), Some("package_sent" | "package_for_you"));
        let text = |mail: &Value, name: &str| mail[name].as_str().unwrap_or_default().to_owned();
        let mut mails: Vec<_> = found
            .iter()
            .filter(is_ours)
            .filter(is_recent)
            .map(|mail| (text(mail, "kind"), text(mail, "recipient"), text(mail, "package_id")))
            .collect();
        mails.sort();
        let expected = self.team.outbox(now);
        if mails == expected { Ok(()) } else { Err(format!("the mails are {mails:?} instead of {expected:?}")) }
    }
}

/// A package after something that had more than one possible outcome.
struct Seen {
    package: Reply,
}

impl Seen {
    /// Where it differs from the model, and the expected value. Reading gives the model a new token.
    fn difference(&self, team: &mut Team, package: usize, now: i64) -> Option<String> {
        let look = Operation::On { package, target: Target::Look };
        let expected: Expected = team.apply(&look, now, &self.package.body);
        difference(&expected, &self.package)
    }
}

/// All mails for the Team that are still kept.
async fn outbox(server: &Server, team: &Team) -> Vec<Value> {
    let mut mails = Vec::new();
    for page in 1.. {
        let path = format!("/v1.1/teams/{}/outbox?page={page}&limit=50", team.id);
        let reply = Call::of_team(team, &path).send(server.router()).await;
        let records = reply.body["records"].as_array().cloned().unwrap_or_default();
        let is_last = records.len() < 50;
        mails.extend(records);
        if is_last {
            break;
        }
    }
    mails
}

/// The content of the mails to someone about a package.
async fn read_mails(server: &Server, team: &Team, package: &str, recipient: &str) -> Reply {
    let mut texts = Vec::new();
    for mail in outbox(server, team).await {
        if mail["package_id"] == package && mail["recipient"] == recipient {
            let path = format!("/v1/teams/{}/outbox/{}", team.id, mail["id"].as_str().unwrap_or_default());
            texts.push(Call::of_team(team, &path).send(server.router()).await.body["text"].clone());
        }
    }
    Reply { status: 200, body: json!({ "texts": texts }) }
}
