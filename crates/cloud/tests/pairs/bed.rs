//! Two servers on one database, one of which can be stopped between its statements.

use std::collections::BTreeSet;
use std::pin::pin;
use std::time::Duration;

use testkit::{OtherConnection, Reply, Setup, StatementGate, TestCloud, TestReceiver};
use tokio::sync::{Mutex, oneshot};
use tokio::time::sleep;

use super::operations::Operation;
use super::questions::QUESTIONS;
use super::scene::{Maker, Scene};

const LOOK_EVERY: Duration = Duration::from_millis(5);
/// An operation that neither ends nor waits for a lock in this time waits for something that it should not.
const PATIENCE: Duration = Duration::from_mins(4);

/// Two servers; the second one can be stopped between its statements.
pub(super) struct Bed {
    pub(super) direct: TestCloud,
    stopped: TestCloud,
    gate: StatementGate,
    receiver: TestReceiver,
    /// Asks the database how things are.
    witness: Mutex<OtherConnection>,
    scenes: u64,
    /// What was found wrong before: it stays in the database.
    known: BTreeSet<String>,
}

impl Bed {
    pub(super) async fn start() -> Self {
        let direct = neighbourly().start().await;
        let database = direct.app().config.database.url.expose().to_owned();
        assert!(database.starts_with("postgres"), "run this with cargo xtask test --only postgresql");
        let gate = StatementGate::start(&database).await;
        let stopped = direct.beside(gate.url()).start().await;
        let receiver = TestReceiver::start().await;
        receiver.react_by(testkit::obliging);
        let witness = Mutex::new(OtherConnection::open(&database).await);
        Self { direct, stopped, gate, receiver, witness, scenes: 0, known: BTreeSet::new() }
    }

    pub(super) async fn scene(&mut self) -> Scene {
        self.scenes += 1;
        Maker { cloud: &self.direct, receiver: &self.receiver }.scene(self.scenes).await
    }

    /// The statements of an operation that nobody disturbs.
    pub(super) async fn statements(&mut self, operation: &Operation) -> Vec<String> {
        let scene = self.scene().await;
        self.gate.watch(None);
        let reply = operation.run(&self.stopped, &scene).await;
        let statements = self.gate.open();
        assert!(reply.status.is_success(), "{}: {} {}", operation.name, reply.status, reply.text);
        statements
    }

    /// Stops `first` after some of its statements, and does `second` meanwhile.
    pub(super) async fn duel(&mut self, first: &Operation, second: &Operation, after: usize) -> Outcome {
        let scene = self.scene().await;
        self.duel_in(&scene, first, second, after).await
    }

    /// As [`duel`](Self::duel), in a scene that was prepared for it.
    pub(super) async fn duel_in(
        &mut self,
        scene: &Scene,
        first: &Operation,
        second: &Operation,
        after: usize,
    ) -> Outcome {
        self.gate.watch(Some(after));
        let (ended, end_of_first) = oneshot::channel();
        let one = async {
            let reply = first.run(&self.stopped, scene).await;
            let _ = ended.send(());
            reply
        };
        let other = async {
            // If the first one ends without so many statements, the gate never closes.
            let statement = tokio::select! {
                statement = self.gate.stopped() => statement,
                _ = end_of_first => String::new(),
            };
            (statement, self.meanwhile(second, scene).await)
        };
        let (one, (statement, other)) = tokio::join!(one, other);
        while self.direct.run_due_jobs().await > 0 {}
        Outcome { statement, one, other, wrong: self.wrong().await }
    }

    /// Does an operation, and lets the other one go on when this one has ended or waits for it.
    async fn meanwhile(&self, operation: &Operation, scene: &Scene) -> Reply {
        let mut doing = pin!(operation.run(&self.direct, scene));
        let ended = tokio::select! {
            reply = &mut doing => Some(reply),
            () = self.someone_waits() => None,
        };
        self.gate.open();
        match ended {
            Some(reply) => reply,
            None => doing.await,
        }
    }

    /// Returns when a transaction waits for a lock.
    async fn someone_waits(&self) {
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND pid IN
             (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
        let patience = sleep(PATIENCE);
        tokio::pin!(patience);
        loop {
            tokio::select! {
                () = sleep(LOOK_EVERY) => {}
                () = &mut patience => panic!("the second operation neither ends nor waits for a lock"),
            }
            if self.number(waiting).await > 0 {
                return;
            }
        }
    }

    pub(super) async fn number(&self, statement: &str) -> i64 {
        self.witness.lock().await.number(statement).await
    }

    /// What has become wrong, in words.
    async fn wrong(&mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        for question in QUESTIONS {
            for id in self.witness.lock().await.texts(question.statement).await {
                let words = format!("{}: {id}", question.wrong);
                if self.known.insert(words.clone()) {
                    wrong.push(words);
                }
            }
        }
        wrong
    }
}

pub(super) fn neighbourly() -> Setup {
    TestCloud::setup().with(|config| {
        config.egress.allow = vec!["127.0.0.0/8".parse().unwrap()];
        let limits = &mut config.limits;
        for limit in [
            &mut limits.portal_packages_per_hour,
            &mut limits.portal_all_packages_per_hour,
            &mut limits.mails_per_address_per_hour,
            &mut limits.address_tries_per_minute,
        ] {
            *limit = 1_000_000;
        }
    })
}

pub(super) struct Outcome {
    pub(super) statement: String,
    pub(super) one: Reply,
    pub(super) other: Reply,
    wrong: Vec<String>,
}

impl Outcome {
    /// What must not be, in words.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = self.wrong.clone();
        for reply in [&self.one, &self.other] {
            if reply.status.is_server_error() {
                faults.push(format!("{} {}", reply.status, reply.text));
            }
        }
        faults
    }
}
