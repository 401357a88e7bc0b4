//! Lists of transfers that grow for years.

use std::time::{Duration, Instant};

use agent::journal::JournalError;
use serde_json::{Value, json};

use super::bench::Bench;

const MANY: u64 = 60_000;
/// The list of all of them took longer.
const SOON: Duration = Duration::from_secs(5);

async fn execute(bench: &Bench, statement: &'static str) {
    let journal = &bench.agent.app().journal;
    journal.write(move |tables| tables.execute_batch(statement).map_err(JournalError::from)).await.unwrap();
}

async fn ids(bench: &Bench, query: &str) -> Vec<String> {
    let list = bench.agent.call(&format!("GET /api/v1/uploads{query}"), &Value::Null).await.expect(200);
    let id = |upload: &Value| upload["upload_id"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_come_in_pages_however_long_they_are() {
    let bench = Bench::start().await;
    let file = bench.file("a", 10);
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(bench.upload(&[&file], json!({})).await);
        bench.until("uploads", all.last().unwrap(), &["complete"]).await;
    }
    assert_eq!(ids(&bench, "?limit=2").await, all[1..]);
    assert_eq!(ids(&bench, &format!("?limit=2&before={}", all[1])).await, all[..1]);
    assert_eq!(ids(&bench, "?states=paused,error").await, [""; 0]);
    assert_eq!(ids(&bench, "?states=complete&limit=1").await, all[2..]);
    for wrong in ["?limit=0", "?limit=x", "?before=x", "?states=x"] {
        let refused = bench.agent.call(&format!("GET /api/v1/uploads{wrong}"), &Value::Null).await;
        assert_eq!(refused.status.as_u16(), 400, "{wrong}: {}", refused.text);
    }
    execute(
        &bench,
        "WITH RECURSIVE counted(number) AS (SELECT 100 UNION ALL SELECT number + 1 FROM counted WHERE number < 60096)
         INSERT INTO uploads (id, sequence, package_id, package_token, name, package_name, paths, priority, state)
         SELECT printf('00000000-0000-4000-8000-%012x', number), number, package_id, '', '', '', '[]', 0, 'complete'
         FROM counted, (SELECT package_id FROM uploads LIMIT 1)",
    )
    .await;
    let since = Instant::now();
    assert_eq!(ids(&bench, "").await.len(), 1_000);
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    let listed = bench
        .agent
        .app()
        .journal
        .read(|tables| Ok(tables.query_row("SELECT COUNT(*) FROM uploads", [], |row| row.get::<_, u64>(0))?));
    assert_eq!(listed.await.unwrap(), MANY);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_complete_is_forgotten_after_some_time_and_not_sent_again() {
    let bench = Bench::start().await;
    let (old, new) = (bench.file("old", 10), bench.file("new", 10));
    let old = bench.upload(&[&old], json!({})).await;
    bench.until("uploads", &old, &["complete"]).await;
    let url = bench.link(&old).await;
    bench.received(&url, "received").await;
    let app = bench.agent.app();
    agent::history::sweep(app).await.unwrap();
    assert_eq!(ids(&bench, "").await, std::slice::from_ref(&old));
    execute(
        &bench,
        "UPDATE uploads SET finished_at = finished_at - 91 * 86400000;
         UPDATE downloads SET finished_at = finished_at - 91 * 86400000;",
    )
    .await;
    let new = bench.upload(&[&new], json!({})).await;
    bench.until("uploads", &new, &["complete"]).await;
    agent::history::sweep(app).await.unwrap();
    assert_eq!(ids(&bench, "").await, [new]);
    let downloads = bench.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200);
    assert_eq!(downloads, json!([]));
    assert!(bench.agent.place("received").join("old").exists(), "files stay");
}
