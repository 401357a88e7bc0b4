//! A process and its bus: it starts without one, finds it, loses it, and reports that.

use std::path::Path;

use testkit::{Nats, Program};

use super::process::{Process, TONNAGE};

fn lines(log: &str, text: &str) -> usize {
    log.lines().filter(|line| line.contains(text)).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_without_its_bus_and_finds_it_later() {
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let mut nats = Nats::start_with(&["--auth", "canary-of-the-bus"]).await;
    let url = nats.url("canary-of-the-bus@");
    nats.kill();
    let mut process = Process::new("alone", "api,worker,store", directory.path(), &[("TONNAGE_BUS__URL", url)]);
    process.start().await;
    process.until_page("/readyz", |status, text| status == 200 && text.contains("degraded")).await;
    process.until_bus(false).await;
    for round in 1..=2 {
        nats.restart().await;
        process.until_bus(true).await;
        process.until_page("/readyz", |status, text| (status, text) == (200, "ready\n")).await;
        assert_eq!(lines(&process.log(), "the bus answers"), round);
        assert_eq!(lines(&process.log(), "the bus does not answer"), round, "once for each loss");
        nats.kill();
        process.until_bus(false).await;
    }
    assert!(!process.log().contains("canary-of-the-bus"));
    process.restart().await;
}

#[tokio::test]
async fn the_doctor_looks_at_the_bus() {
    let directory = tempfile::tempdir().unwrap();
    let nats = Nats::start_with(&["--user", "film", "--pass", "canary-of-the-bus"]).await;
    let data = directory.path().join("data");
    let doctor = |url: String| {
        let arguments = ["doctor", "--data-dir", data.to_str().unwrap()];
        let output = Program::run(Path::new(TONNAGE), &[("TONNAGE_BUS__URL", &url)], &arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!text.contains("canary"), "{text}");
        text.lines().find(|line| line.contains("bus:")).map(str::to_owned)
    };
    assert_eq!(doctor(nats.url("film:canary-of-the-bus@")).as_deref(), Some("ok    bus: NATS answers"));
    let refused = doctor(nats.url("film:wrong-canary@")).unwrap();
    assert!(refused.starts_with("BAD   bus: ") && refused.contains("authorization"), "{refused}");
    assert_eq!(doctor(String::new()), None, "nothing is logged if none is set");
}
