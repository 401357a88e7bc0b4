//! One server, and the sequences that run on it: a few at a time, step by step in turns, so that they share only the
//! clock, the jobs and the crashes.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::audit::{Verdict, verify};

use super::operations::Step;
use super::sequence::{BEFORE_JOBS, ForAll, Outcome, Sequence, WHILE_CUT};
use super::server::Server;

const GROUPS: usize = 10;
const AT_ONCE: usize = 4;
pub(crate) const SEQUENCES: usize = GROUPS * AT_ONCE;
const OPERATIONS: usize = 50;

/// The statistics of one or more worlds.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) sequences: usize,
    pub(crate) operations: usize,
    pub(crate) restarts: usize,
    pub(crate) pairs: usize,
    /// How often each operation was answered with each status.
    pub(crate) replies: BTreeMap<(&'static str, u16), usize>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.sequences += other.sequences;
        self.operations += other.operations;
        self.restarts += other.restarts;
        self.pairs += other.pairs;
        for (reply, count) in other.replies {
            *self.replies.entry(reply).or_default() += count;
        }
    }
}

struct World {
    server: Server,
    sequences: Vec<Sequence>,
    tally: Tally,
}

/// Runs the world of a seed. The seed decides everything except which of two concurrent requests is faster.
pub(crate) async fn run(seed: u64) -> Outcome<Tally> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut world = World { server: Server::start().await, sequences: Vec::new(), tally: Tally::default() };
    for _ in 0..GROUPS {
        let first = world.sequences.len();
        for number in first..first + AT_ONCE {
            world.sequences.push(Sequence::begin(&world.server, number, random.random()).await);
        }
        for _ in 0..OPERATIONS {
            for index in first..first + AT_ONCE {
                world.step(index).await?;
            }
        }
        world.run_jobs().await;
        for index in first..first + AT_ONCE {
            let compared = world.sequences[index].compare_all(&world.server).await;
            compared.map_err(|difference| world.failure(index, &format!("at its end, {difference}")))?;
        }
    }
    Box::pin(world.end()).await
}

impl World {
    async fn step(&mut self, index: usize) -> Outcome<()> {
        let now = self.server.now();
        let mut step = self.sequences[index].choose(now);
        if matches!(step, Step::CutJobs | Step::CrashInJobs) && self.ends_something(now) {
            step = Step::RunJobs;
        }
        let taken = self.sequences[index].take(&mut self.server, &step).await;
        let for_all = taken.map_err(|difference| self.failure(index, &difference))?;
        self.tally.operations += 1;
        match step {
            Step::Pair(..) => {
                self.tally.pairs += 1;
                self.tally.operations += 1;
            }
            Step::Crash | Step::CrashIn(..) | Step::CrashInJobs => self.tally.restarts += 1,
            _ => {}
        }
        if for_all == ForAll::JobsRan {
            self.note_jobs();
        }
        Ok(())
    }

    /// Whether it makes a difference if jobs run now or a little later.
    fn ends_something(&self, now: i64) -> bool {
        self.sequences.iter().any(|sequence| sequence.team.ends_between(now, now + WHILE_CUT))
    }

    async fn run_jobs(&mut self) {
        self.server.advance(BEFORE_JOBS);
        self.server.run_jobs().await;
        self.note_jobs();
    }

    /// The jobs of all Teams ran.
    fn note_jobs(&mut self) {
        let now = self.server.now();
        self.sequences.iter_mut().for_each(|sequence| sequence.team.run_jobs(now));
    }

    /// Compares everything again, once no job is left: all Teams, the audit record of each, and the store.
    async fn end(mut self) -> Outcome<Tally> {
        self.run_jobs().await;
        for index in 0..self.sequences.len() {
            let compared = self.sequences[index].compare(&self.server).await;
            compared.map_err(|difference| self.failure(index, &format!("at the end of all, {difference}")))?;
        }
        self.verify_records().await?;
        self.tally.sequences = self.sequences.len();
        for sequence in &mut self.sequences {
            self.tally.add(Tally { replies: std::mem::take(&mut sequence.replies), ..Tally::default() });
        }
        self.compare_store().await
    }

    async fn verify_records(&self) -> Outcome<()> {
        let mut connection = self.server.app().store.snapshot().await.expect("the database answers");
        for sequence in &self.sequences {
            let team = sequence.team.id.parse().expect("an id");
            if let Verdict::Broken { sequence } = verify(&mut connection, &team).await.expect("the database answers") {
                return Err(format!("the audit record of {team} is broken at entry {sequence}"));
            }
        }
        Ok(())
    }

    async fn compare_store(self) -> Outcome<Tally> {
        let (objects, bucket) = (self.server.objects_directory(), self.server.bucket().to_owned());
        let directory = self.server.shut_down().await;
        let catalogue = objects::Catalogue::open(&objects).expect("the store's index");
        let stored = catalogue.after(&bucket, "packages/", u32::MAX).expect("the index answers");
        let size = |size: u64| i64::try_from(size).expect("a small size");
        let stored: BTreeMap<String, i64> = stored.into_iter().map(|entry| (entry.key, size(entry.size))).collect();
        let expected: BTreeMap<String, i64> =
            self.sequences.iter().flat_map(|sequence| sequence.team.objects()).collect();
        if stored != expected {
            return Err(format!("the store has {stored:?} instead of {expected:?}"));
        }
        let report = objects::fsck(&objects, true).expect("the store can be checked");
        drop(directory);
        if report.is_clean() { Ok(self.tally) } else { Err(format!("the store is damaged: {:?}", report.problems)) }
    }

    fn failure(&self, index: usize, difference: &str) -> String {
        let log = self.sequences[index].log.join("\n  ");
        format!("sequence {index}: {difference}\nafter\n  {log}")
    }
}
