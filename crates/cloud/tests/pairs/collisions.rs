//! A transaction that PostgreSQL ends because it and another one wait for each other.

use serde_json::json;
use testkit::{OtherConnection, Reply, TestCloud, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_loses_is_carried_out_again() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let (team, database) = (&owner.team_id, cloud.app().config.database.url.expose().to_owned());
    let mut other = OtherConnection::open(&database).await;
    // It must not notice first, however busy this machine is.
    other.execute("SET deadlock_timeout = '5min'").await;
    other.execute("BEGIN").await;
    other.execute(&format!("UPDATE audit_heads SET sequence = sequence WHERE team_id = '{team}'")).await;

    let line = format!("POST /v1/teams/{team}/tags");
    let body = json!({ "name": "Tag" });
    let request = Reply::of(&owner.client, &line, &body);
    let collide = async {
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted
             AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())";
        until("the request waits for the audit record", async || {
            let waiting = testkit::number_of_sql(&database, waiting).await;
            if waiting > 0 { Ok(()) } else { Err("nobody waits") }
        })
        .await;
        // Now each waits for the other. The request notices it and gives way.
        let tag = format!("INSERT INTO tags VALUES ('0', '{team}', 'Tag', 1, 0, 0)");
        other.execute(&tag).await;
        other.execute("ROLLBACK").await;
    };
    let (reply, ()) = tokio::join!(request, collide);
    assert_eq!(reply.expect(201)["name"], "Tag");
}
