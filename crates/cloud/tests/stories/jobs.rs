//! The queue: leased, retried, dead, and each job taken by one worker.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use cloud::jobs::run_due;
use cloud::queue::{SendMail, enqueue};
use cloud::secret::Secret;
use store::jobs::{self, FailedAttempt, JobRow, NewJob, Which};
use store::sweeps::take_due;
use store::{DatabaseAddress, Dialect, LeaseTime, PoolLimits, Store, mails};
use testkit::{Behaviour, TestCloud, until};
use wire::auth::ForgotPassword;
use wire::ids::JobId;
use wire::time::Time;

/// How long the workers of the service lease a job.
const LEASE: Duration = Duration::from_mins(1);

/// Another process of the same installation.
async fn another_store(cloud: &TestCloud) -> Store {
    let config = &cloud.app().config;
    let address = DatabaseAddress::new(&config.database.url, &config.data_dir);
    Store::open(&address, PoolLimits::patient(6)).await.unwrap()
}

async fn add(cloud: &TestCloud, name: &str, payload: &str) -> JobId {
    let app = cloud.app();
    let id: JobId = app.ids.next();
    let (run_at, created_at) = (cloud.now(), cloud.now());
    let new =
        NewJob { id: id.clone(), name, payload: payload.into(), subject: "", run_at, max_attempts: 25, created_at };
    let mut tx = app.store.begin().await.unwrap();
    jobs::insert(&mut tx, new).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn claim(cloud: &TestCloud, lease: &str) -> Option<JobRow> {
    jobs::claim(&cloud.app().store, lease, minute(cloud.now()), Which::All).await.unwrap()
}

/// A lease of a minute.
fn minute(now: Time) -> LeaseTime {
    LeaseTime { now, seconds: 60, by_database: false }
}

async fn list(cloud: &TestCloud, state: &str) -> Vec<JobRow> {
    jobs::list(&mut cloud.app().store.read().await.unwrap(), state, 1_000).await.unwrap()
}

#[tokio::test]
async fn a_claimed_job_is_invisible_until_its_lease_ends() {
    let cloud = TestCloud::start().await;
    let id = add(&cloud, "work", "{}").await;
    let first = claim(&cloud, "first").await.unwrap();
    assert_eq!((&first.id, first.claims, first.attempts, first.is_leased), (&id, 1, 0, true));
    assert!(claim(&cloud, "second").await.is_none());
    cloud.advance(Duration::from_millis(59_999));
    assert!(claim(&cloud, "second").await.is_none());
    cloud.advance(Duration::from_millis(1));
    let second = claim(&cloud, "second").await.unwrap();
    assert_eq!((second.id, second.claims), (id, 2));
}

#[tokio::test]
async fn a_lost_lease_decides_nothing() {
    let cloud = TestCloud::start().await;
    let id = add(&cloud, "work", "{}").await;
    let job = &claim(&cloud, "first").await.unwrap();
    cloud.advance(LEASE);
    claim(&cloud, "second").await.unwrap();
    let (now, run_at) = (cloud.now(), cloud.now().plus_seconds(3_600));
    let mut tx = cloud.app().store.begin().await.unwrap();
    jobs::finish(&mut tx, &id, "first").await.unwrap();
    jobs::retry_later(&mut tx, "first", &FailedAttempt { job, attempts: 0, error: "late", run_at, now }).await.unwrap();
    jobs::bury(&mut tx, &id, "first", "late").await.unwrap();
    assert!(!jobs::extend(&mut tx, &id, "first", minute(cloud.now())).await.unwrap());
    tx.commit().await.unwrap();
    let waiting = list(&cloud, "waiting").await;
    let seen = (waiting[0].attempts, waiting[0].run_at, waiting[0].last_error.as_deref());
    assert_eq!(seen, (0, cloud.now().plus_seconds(60), None), "the second holder's job is untouched");

    let mut tx = cloud.app().store.begin().await.unwrap();
    assert!(jobs::extend(&mut tx, &id, "second", LeaseTime { seconds: 90, ..minute(cloud.now()) }).await.unwrap());
    tx.commit().await.unwrap();
    cloud.advance(LEASE);
    assert!(claim(&cloud, "third").await.is_none(), "an extended lease holds");
    let mut tx = cloud.app().store.begin().await.unwrap();
    jobs::finish(&mut tx, &id, "second").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(list(&cloud, "waiting").await.len(), 0);
}

/// A process that must end before its job does hands the job back: nobody waits for the lease to expire.
#[tokio::test]
async fn a_job_that_is_cut_waits_for_another_worker_at_once() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let smtp = format!("smtp://{}", silent.local_addr().unwrap());
    let cloud = TestCloud::setup().with(|config| config.mail.smtp_url = Secret::new(smtp)).start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    let app = cloud.app().clone();
    let working = tokio::spawn(async move { run_due(&app).await });
    // The server accepts connections and never answers: the mail is being sent now.
    let _caller = silent.accept().await.unwrap();
    assert!(list(&cloud, "waiting").await[0].is_leased);
    cloud.app().ending.cut.cancel();
    working.await.unwrap().unwrap();
    let waiting = list(&cloud, "waiting").await;
    let found: Vec<_> = waiting.iter().map(|job| (job.is_leased, job.attempts, job.claims)).collect();
    assert_eq!(found, [(false, 0, 0)], "as if it had not been taken");
    assert_eq!(waiting[0].run_at, cloud.now());
}

#[tokio::test]
async fn a_failing_job_waits_longer_and_longer_and_dies() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.mails.behave(Behaviour::HangUp);
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    assert_eq!(cloud.run_due_jobs().await, 2, "the reset and its mail");
    let mut pauses = Vec::new();
    while let [job] = &list(&cloud, "waiting").await[..] {
        pauses.push(u64::try_from(job.run_at.as_millis() - cloud.now().as_millis()).unwrap());
        cloud.advance(Duration::from_millis(*pauses.last().unwrap()));
        assert_eq!(cloud.run_due_jobs().await, 1);
    }
    assert_eq!(pauses.len(), 129, "130 attempts have 129 pauses between them");
    let all = Duration::from_millis(pauses.iter().sum());
    assert!(all > Duration::from_hours(5 * 24), "{all:?} is no five days");
    let lower = |number: u32| 2_000_u64.saturating_mul(2_u64.saturating_pow(number)).min(3_600_000);
    for (number, pause) in (0..).zip(&pauses) {
        let least = lower(number);
        assert!((least..=least + least / 5).contains(pause), "pause {number} is {pause} ms");
    }
    let dead = list(&cloud, "dead").await;
    assert_eq!((dead.len(), dead[0].attempts, dead[0].max_attempts), (1, 130, 130));
    assert!(dead[0].last_error.is_some());

    cloud.mails.behave(Behaviour::Accept);
    let mut tx = cloud.app().store.begin().await.unwrap();
    assert!(jobs::revive(&mut tx, &dead[0].id, cloud.now()).await.unwrap());
    assert!(!jobs::revive(&mut tx, &dead[0].id, cloud.now()).await.unwrap(), "it lives already");
    tx.commit().await.unwrap();
    assert_eq!(list(&cloud, "waiting").await[0].attempts, 0);
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(cloud.mails.take().len(), 1);
}

#[tokio::test]
async fn jobs_that_nothing_knows_are_buried() {
    let cloud = TestCloud::start().await;
    add(&cloud, "from_the_future", "{}").await;
    add(&cloud, "send_mail", "{ broken").await;
    add(&cloud, "send_mail", "{ \"mail\": \"no identifier\" }").await;
    assert_eq!(cloud.run_due_jobs().await, 3);
    let dead = list(&cloud, "dead").await;
    assert_eq!(dead.len(), 3);
    assert!(dead[0].last_error.as_ref().unwrap().contains("from_the_future"), "{:?}", dead[0].last_error);
    let mut tx = cloud.app().store.begin().await.unwrap();
    assert!(jobs::remove_dead(&mut tx, &dead[0].id).await.unwrap());
    assert!(!jobs::remove_dead(&mut tx, &dead[0].id).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(list(&cloud, "dead").await.len(), 2);
}

#[tokio::test]
async fn a_job_that_kills_its_workers_is_buried() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    let job = &list(&cloud, "waiting").await[0];
    // Claimed as often as it has attempts, and twenty times more, without a result.
    for number in 0..job.max_attempts + 20 {
        assert!(claim(&cloud, &format!("worker {number}")).await.is_some());
        cloud.advance(LEASE);
    }
    assert_eq!(cloud.run_due_jobs().await, 1);
    let dead = list(&cloud, "dead").await;
    assert_eq!(dead.len(), 1);
    assert!(dead[0].last_error.as_ref().unwrap().contains("never finished"), "{:?}", dead[0].last_error);
    assert_eq!(cloud.mails.take().len(), 0, "it did not run again");
}

#[tokio::test]
async fn each_job_is_taken_by_one_worker() {
    let cloud = TestCloud::start().await;
    for _ in 0..200 {
        add(&cloud, "work", "{}").await;
    }
    let stores = [cloud.app().store.clone(), another_store(&cloud).await];
    let now = cloud.now();
    let workers = (0..8).map(|worker| {
        let store = stores[worker % 2].clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            let lease = format!("worker {worker}");
            while let Some(job) = jobs::claim(&store, &lease, minute(now), Which::All).await.unwrap() {
                taken.push(job.id);
            }
            taken
        })
    });
    let mut taken = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        taken.extend(worker.await.unwrap());
    }
    assert_eq!(taken.len(), 200);
    assert_eq!(taken.into_iter().collect::<HashSet<_>>().len(), 200);
}

/// Adds due jobs to the queue, all of them calls to one subject, whose letter is the second of their ids.
async fn add_calls(cloud: &TestCloud, subject: &str, count: usize) {
    let now = cloud.now().as_millis();
    let statement = format!(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {count})
         INSERT INTO jobs (id, name, payload, state, run_at, attempts, claims, max_attempts, created_at, subject)
         SELECT '0{subject}00000' || (1000000000000000000 + number), 'call', '{{}}', 'waiting', {now}, 0, 0, 25, {now}, '{subject}' FROM numbers"
    );
    cloud.execute_sql(&statement).await;
}

/// Takes a call, and returns its subject.
async fn claim_call(store: &Store, now: Time) -> Option<String> {
    let calls = Which::Calls { names: &["forward_package"], others: true };
    let taken = jobs::claim(store, "caller", minute(now), calls).await.unwrap();
    taken.map(|job| job.id.as_str()[1..2].to_owned())
}

/// The time of the faster one of the two calls that a fresh subject may have at once.
async fn time_of_a_claim(cloud: &TestCloud) -> Duration {
    let (store, now) = (&cloud.app().store, cloud.now());
    add_calls(cloud, "B", 20).await;
    let mut quickest = Duration::MAX;
    for _ in 0..2 {
        let since = Instant::now();
        assert_eq!(claim_call(store, now).await.as_deref(), Some("B"));
        quickest = quickest.min(since.elapsed());
    }
    assert_eq!(claim_call(store, now).await, None, "two at once");
    cloud.execute_sql("DELETE FROM jobs WHERE subject = 'B'").await;
    quickest
}

#[tokio::test]
async fn a_long_queue_to_one_subject_costs_the_others_nothing() {
    let cloud = TestCloud::start().await;
    let (store, now) = (&cloud.app().store, cloud.now());
    if store.dialect() == Dialect::Postgres {
        // The planner's statistics are those that this test collects.
        cloud.execute_sql("ALTER TABLE jobs SET (autovacuum_enabled = false)").await;
    }
    // PostgreSQL assumes that a table that was empty still is, and then uses any index, until it analyzes again.
    add_calls(&cloud, "Z", 20).await;
    cloud.execute_sql("UPDATE jobs SET run_at = run_at + 86400000").await;
    let mut before = Duration::MAX;
    for _ in 0..8 {
        before = before.min(time_of_a_claim(&cloud).await);
    }
    // A claim holds the only writer of SQLite, and blocks the other callers on PostgreSQL.
    let most = before * 2 + Duration::from_millis(3);
    cloud.execute_sql("ANALYZE jobs").await;
    add_calls(&cloud, "A", 50_000).await;
    for _ in 0..2 {
        assert_eq!(claim_call(store, now).await.as_deref(), Some("A"));
    }
    // Databases choose another plan for another number of rows.
    for known in ["a short queue", "a long queue"] {
        // On a busy machine most claims wait for a processor. One that scanned the long queue is never quick.
        let mut quickest = Duration::MAX;
        until(&format!("a claim is as quick as before, when the planner knows {known}"), async || {
            quickest = quickest.min(time_of_a_claim(&cloud).await);
            if quickest < most { Ok(()) } else { Err(format!("{before:?} became {quickest:?}")) }
        })
        .await;
        cloud.execute_sql("ANALYZE jobs").await;
    }
}

/// Jobs that are not due yet are not taken, however many are waiting.
#[tokio::test]
async fn calls_that_are_not_due_wait() {
    let cloud = TestCloud::start().await;
    for subject in ["A", "B"] {
        add_calls(&cloud, subject, 3).await;
    }
    cloud.execute_sql("UPDATE jobs SET run_at = run_at + 5000 WHERE subject = 'A'").await;
    let store = &cloud.app().store;
    let claim = async || claim_call(store, cloud.now()).await;
    assert_eq!([claim().await, claim().await, claim().await], [Some("B".into()), Some("B".into()), None]);
    cloud.advance(Duration::from_secs(5));
    assert_eq!([claim().await, claim().await, claim().await], [Some("A".into()), Some("A".into()), None]);
}

#[tokio::test]
async fn of_one_subject_two_run_at_once_whoever_runs_them() {
    let cloud = TestCloud::start().await;
    let stores = [cloud.app().store.clone(), another_store(&cloud).await];
    let now = cloud.now();
    for subject in ["A", "B", "C", "D", "E"] {
        add_calls(&cloud, subject, 10).await;
    }
    let workers = (0..8).map(|worker| {
        let store = stores[worker % 2].clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            while let Some(subject) = claim_call(&store, now).await {
                taken.push(subject);
            }
            taken
        })
    });
    let mut taken = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        taken.extend(worker.await.unwrap());
    }
    taken.sort();
    assert_eq!(taken.concat(), "AABBCCDDEE");
}

#[tokio::test]
async fn a_change_that_is_undone_leaves_no_job() {
    let cloud = TestCloud::start().await;
    let app = cloud.app();
    let job = SendMail { mail: app.ids.next() };
    let mut tx = app.store.begin().await.unwrap();
    enqueue(&mut tx, &app.ids, &job, cloud.now()).await.unwrap();
    drop(tx);
    assert_eq!(cloud.waiting_jobs().await, 0);
    let mut tx = app.store.begin().await.unwrap();
    enqueue(&mut tx, &app.ids, &job, cloud.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(cloud.waiting_jobs().await, 1);
    assert_eq!(run_due(app).await.unwrap(), 1, "a mail that no longer exists is not a failure");
    assert_eq!(cloud.waiting_jobs().await, 0);
}

#[tokio::test]
async fn a_sweep_runs_once_in_its_period() {
    let cloud = TestCloud::start().await;
    let stores = [cloud.app().store.clone(), another_store(&cloud).await];
    let mut now: Time = cloud.now();
    for period in 0..3 {
        let callers = (0..10).map(|caller| {
            let store = stores[caller % 2].clone();
            tokio::spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let taken = take_due(&mut tx, "test", now, now.plus_seconds(60)).await.unwrap();
                tx.commit().await.unwrap();
                taken
            })
        });
        let mut taken = 0;
        for caller in callers.collect::<Vec<_>>() {
            taken += usize::from(caller.await.unwrap());
        }
        assert_eq!(taken, 1, "period {period}");
        now = now.plus_seconds(60);
    }
}

#[tokio::test]
async fn leftovers_are_swept_away() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    cloud.anyone().forgot_password(&ForgotPassword { email: owner.email.clone() }).await.unwrap();
    cloud.run_due_jobs().await;
    let outbox = async || mails::latest(&mut cloud.app().store.read().await.unwrap(), 10).await.unwrap().len();
    cloud.advance(Duration::from_hours(30 * 24));
    cloud.run_due_jobs().await;
    assert_eq!(outbox().await, 1, "mails are kept for 30 days");
    cloud.advance(Duration::from_hours(1));
    cloud.run_due_jobs().await;
    assert_eq!(outbox().await, 0);
}
