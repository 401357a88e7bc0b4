//! A package, a link, a webhook and a connection on the cluster; then faults.

use std::time::{Duration, Instant};

use testkit::{Parcel, Subscription, fetch, plain_package};
use tokio::time::sleep;
use wire::packages::PublishProgress;

use super::bed::{Bed, Line};
use super::faults::{self, Healing};
use super::ledger::Ledger;
use super::load::{CONTENT, Load};

/// Far below every polling interval.
const WOKEN_WITHIN: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cluster_serves_whatever_falls() {
    let began = Instant::now();
    let mut bed = Bed::start().await;
    let line = bed.line("dailies").await;
    println!("{:.1} s: the cluster stands", began.elapsed().as_secs_f64());
    every_process_says_how_it_is(&bed).await;
    a_package_is_sent_and_received(&bed).await;
    progress_crosses_processes(&bed).await;
    work_crosses_processes(&bed, &line).await;
    println!("{:.1} s: the stories are told", began.elapsed().as_secs_f64());

    let mut ledger = processes_are_replaced_under_load(&mut bed, &line).await;
    println!("{:.1} s: every process was replaced", began.elapsed().as_secs_f64());

    let load = Load::begin(&bed, &line, "faults");
    let mut healings = Vec::new();
    for round in 0..faults::rounds() {
        let healed = faults::round(&mut bed, &line, round, &mut ledger).await;
        healings.extend(healed);
    }
    let under_faults = load.end().await;
    println!("{:.1} s: the faults are over", began.elapsed().as_secs_f64());
    let failed = under_faults.failures.len();
    ledger.merge(under_faults);
    ledger.compare(&bed, &line).await;
    println!("{}", faults::table(&healings, &ledger, failed));
    assert!(healings.iter().all(Healing::is_quick), "the cluster answers again within five seconds");
    println!("{:.1} s in all", began.elapsed().as_secs_f64());
}

/// Workers too, which have no API.
async fn every_process_says_how_it_is(bed: &Bed) {
    for process in &bed.processes {
        process.until_bus(true).await;
        assert_eq!(process.page("/healthz").await, Some((200, "ok\n".to_owned())), "{}", process.name);
        assert_eq!(process.page("/readyz").await, Some((200, "ready\n".to_owned())), "{}", process.name);
        let (status, _) = process.page("/v1/users/me").await.unwrap();
        assert_eq!(status, 404, "{} has the operator's pages there and no others", process.name);
    }
    assert_eq!(bed.balancer.ready(), 2);
}

async fn a_package_is_sent_and_received(bed: &Bed) {
    let parcel = Parcel::create(&bed.client(), &bed.team, &plain_package("story")).await;
    parcel.put("day 1", "a.mov", b"clip").await;
    assert_eq!(parcel.finalize().await.state, "finalized");
    let link = parcel.link().await;
    let (_, holder) = parcel.open(&link).await.unwrap();
    let file = holder.files(&parcel.id, "").await.unwrap().remove(0);
    let address = holder.download_address(&parcel.id, &file.id).await.unwrap();
    assert_eq!(fetch(&address.url).await, b"clip");
}

/// Changed through one process, noticed by the other, long before it would poll.
async fn progress_crosses_processes(bed: &Bed) {
    let parcel = Parcel::create(&bed.client_of(0), &bed.team, &plain_package("progress")).await;
    let channel = &parcel.body.progress_channels[0].auth;
    let mut follower = Subscription::open(&bed.client_of(1), channel).await;
    assert_eq!(follower.next().await.unwrap().total_bytes, 0);
    let mut slowest = Duration::ZERO;
    for bytes in 1..=5 {
        let told = PublishProgress { bytes, total_bytes: 9, ..PublishProgress::default() };
        let since = Instant::now();
        bed.client_of(0).publish_progress(channel, &told).await.unwrap();
        follower.until(|message| message.bytes == bytes).await;
        slowest = slowest.max(since.elapsed());
    }
    assert!(slowest < WOKEN_WITHIN, "the slowest of five took {slowest:?}");
    println!("progress crosses processes in {} ms at most", slowest.as_millis());
}

/// Workers poll every two minutes here, so only the API process that adds the work can have woken them.
async fn work_crosses_processes(bed: &Bed, line: &Line) {
    let parcel = Parcel::through(&bed.client(), &line.portal, "through the Portal").await;
    parcel.put("", "a.txt", CONTENT).await;
    parcel.finalize().await;
    let since = Instant::now();
    while line.receiver.deliveries().is_empty() || line.target.keys().await.is_empty() {
        assert!(since.elapsed() < 3 * WOKEN_WITHIN, "nobody told the workers");
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(line.target.files().await["through the Portal/a.txt"], CONTENT);
    println!("an event and a transfer cross processes in {} ms", since.elapsed().as_millis());
}

/// A rolling upgrade: one process after the other is restarted under load. Nobody notices.
async fn processes_are_replaced_under_load(bed: &mut Bed, line: &Line) -> Ledger {
    let load = Load::begin(bed, line, "rolling");
    let mut slowest = Duration::ZERO;
    for number in 0..bed.processes.len() {
        // With another setting: from here on workers poll often, to find what killed processes left behind.
        bed.processes[number].set("TONNAGE_WORKERS__POLL_SECONDS", "2");
        slowest = slowest.max(bed.processes[number].restart().await);
        bed.processes[number].until_page("/readyz", |status, _| status == 200).await;
        let since = Instant::now();
        while bed.balancer.ready() < 2 {
            assert!(since.elapsed() < 10 * WOKEN_WITHIN, "the balancer takes it in again");
            sleep(Duration::from_millis(20)).await;
        }
    }
    let ledger = load.end().await;
    let failures = &ledger.failures;
    let told = bed.complaints();
    assert!(failures.is_empty(), "{} of {} calls failed: {failures:?}\n{told}", failures.len(), ledger.calls);
    println!(
        "rolling restart: {} calls, none failed; the slowest process took {:.1} s to go, two of them for the balancer",
        ledger.calls,
        slowest.as_secs_f64()
    );
    ledger
}
