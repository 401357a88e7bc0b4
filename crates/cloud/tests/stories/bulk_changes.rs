//! Changes of thousands of packages, while others go on sending, and the order in which names are listed.

use std::time::{Duration, Instant};

use cloud::queue::{ClearTag, enqueue, report};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::jobs;
use testkit::{Parcel, Person, Reply, TestCloud, number_of_sql, plain_package};
use wire::ids::{PackageId, PortalId, TagId};

/// More than two batches; in a deep test more than one request changes in its time, so that a job completes it.
fn many() -> usize {
    testkit::rounds(1_200, 40_000)
}

async fn made(owner: &Person, path: &str, body: Value) -> String {
    let line = format!("POST /v1/teams/{}/{path}", owner.team_id);
    Reply::of(&owner.client, &line, &body).await.expect(201)["id"].as_str().unwrap().to_owned()
}

/// Copies a package many times, with other values in some columns.
async fn copy(cloud: &TestCloud, package: &PackageId, changed: &[(&str, &str)]) {
    let url = cloud.app().config.database.url.expose();
    let names = if url.starts_with("postgres") {
        "SELECT CAST(column_name AS TEXT) FROM information_schema.columns WHERE table_name = 'packages'"
    } else {
        "SELECT name FROM pragma_table_info('packages')"
    };
    let columns = testkit::texts_of_sql(url, names).await;
    let value = |column: &String| match changed.iter().find(|(name, _)| name == column) {
        _ if column == "id" => "substr(id, 1, 20) || (100000 + number)".to_owned(),
        Some((_, value)) => format!("'{value}'"),
        None => column.clone(),
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    let statement = format!(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {})
         INSERT INTO packages ({}) SELECT {} FROM packages, numbers WHERE packages.id = '{package}'",
        many(),
        columns.join(", "),
        values.join(", "),
    );
    cloud.execute_sql(&statement).await;
}

/// Lets a job make what a request had no time for.
async fn complete(cloud: &TestCloud) {
    let since = Instant::now();
    cloud.advance(Duration::from_secs(20));
    if cloud.run_due_jobs().await > 0 {
        println!("a job made the rest in {:?}", since.elapsed());
    }
}

async fn count(cloud: &TestCloud, condition: &str) -> usize {
    let statement = format!("SELECT COUNT(*) FROM packages WHERE {condition}");
    usize::try_from(number_of_sql(cloud.app().config.database.url.expose(), &statement).await).unwrap()
}

/// A Portal with thousands of packages, while strangers send more.
async fn while_strangers_send(cloud: &TestCloud, portal: &PortalId, change: impl Future<Output = Reply>) -> Reply {
    let send = || async { Parcel::through(&cloud.anyone(), portal, "New").await };
    let since = Instant::now();
    let timed = async {
        let reply = change.await;
        (reply, since.elapsed())
    };
    let ((reply, took), _) = tokio::join!(timed, join_all((0..20).map(|_| send())));
    println!("{} packages in {took:?}, and 20 new ones meanwhile in {:?}", many(), since.elapsed());
    reply
}

#[tokio::test]
async fn a_portal_moves_with_all_its_packages() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let space = made(&owner, "spaces", json!({ "name": "Space" })).await;
    let fields = json!({ "name": "Portal", "subdomain": "portal", "active": true });
    let portal: PortalId = made(&owner, "portals", fields.clone()).await.parse().unwrap();
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    copy(&cloud, &parcel.id, &[]).await;
    let mut moved = fields;
    moved["teamspace_id"] = json!(space);
    let line = format!("PUT /v1/portals/{portal}");
    while_strangers_send(&cloud, &portal, Reply::of(&owner.client, &line, &moved)).await.expect(200);
    complete(&cloud).await;
    assert_eq!(count(&cloud, &format!("teamspace_id = '{space}'")).await, many() + 1 + 20);
    assert_eq!(cloud.waiting_jobs().await, 0, "it is completed");
}

#[tokio::test]
async fn a_deleted_tag_leaves_all_packages_even_if_the_request_ended_early() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let tag: TagId = made(&owner, "tags", json!({ "name": "Tag" })).await.parse().unwrap();
    let package = Parcel::create(&owner.client, &owner.team_id, &plain_package("Reel")).await;
    copy(&cloud, &package.id, &[("tag_id", tag.as_str())]).await;
    Reply::of(&owner.client, &format!("DELETE /v1/tags/{tag}"), &Value::Null).await.expect(204);
    complete(&cloud).await;
    assert_eq!(count(&cloud, "tag_id <> ''").await, 0);

    // As after a crash behind the first commit: the tag is gone, and the job is all that is left.
    cloud.execute_sql(&format!("UPDATE packages SET tag_id = '{tag}'")).await;
    let app = cloud.app();
    let mut tx = app.store.begin().await.unwrap();
    let clear = ClearTag { team: owner.team_id.clone(), tag: tag.clone() };
    enqueue(&mut tx, &app.ids, &clear, cloud.now()).await.unwrap();
    report(&mut tx, &clear, "700 packages left").await.unwrap();
    tx.commit().await.unwrap();
    let waiting = jobs::list(&mut app.store.read().await.unwrap(), "waiting", 10).await.unwrap();
    assert_eq!(waiting[0].progress, "700 packages left");
    assert_eq!(cloud.run_due_jobs().await, 1);
    assert_eq!(count(&cloud, "tag_id <> ''").await, 0);
}

#[tokio::test]
async fn a_period_is_archived_whole_and_comes_back() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let package = Parcel::create(&owner.client, &owner.team_id, &plain_package("Reel")).await;
    copy(&cloud, &package.id, &[("state", "expired")]).await;
    let range = json!({ "expiry_start": "2020-01-01T00:00:00Z", "expiry_end": "2040-01-01T00:00:00Z" });
    for (step, state) in [("archive", "archived"), ("unarchive", "expired")] {
        let line = format!("PUT /v1/teams/{}/{step}", owner.team_id);
        let reply = Reply::of(&owner.client, &line, &range).await.expect(200);
        assert_eq!(reply["total_updated"], many());
        complete(&cloud).await;
        assert_eq!(count(&cloud, &format!("state = '{state}'")).await, many());
        let again = Reply::of(&owner.client, &line, &range).await.expect(200);
        assert_eq!(again["total_updated"], 0);
    }
    assert_eq!(cloud.waiting_jobs().await, 0);
}

/// Each changes all packages of the other, in an order of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archive_and_a_move_of_the_same_packages_do_not_collide() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let spaces =
        [made(&owner, "spaces", json!({ "name": "A" })).await, made(&owner, "spaces", json!({ "name": "B" })).await];
    let fields = json!({ "name": "Portal", "subdomain": "portal", "active": true });
    let portal: PortalId = made(&owner, "portals", fields.clone()).await.parse().unwrap();
    let parcel = Parcel::through(&cloud.anyone(), &portal, "Reel").await;
    copy(&cloud, &parcel.id, &[("state", "expired")]).await;
    let range = json!({ "expiry_start": "2020-01-01T00:00:00Z", "expiry_end": "2040-01-01T00:00:00Z" });
    for (step, space) in [("archive", 0), ("unarchive", 1), ("archive", 0), ("unarchive", 1)] {
        let mut moved = fields.clone();
        moved["teamspace_id"] = json!(spaces[space]);
        let (line, inbox) =
            (format!("PUT /v1/portals/{portal}"), format!("PUT /v1/teams/{}/inbox/{step}", owner.team_id));
        let (moved, archived) =
            tokio::join!(Reply::of(&owner.client, &line, &moved), Reply::of(&owner.client, &inbox, &range));
        moved.expect(200);
        assert_eq!(archived.expect(200)["total_updated"], many());
        complete(&cloud).await;
        assert_eq!(count(&cloud, &format!("teamspace_id = '{}'", spaces[space])).await, many() + 1);
    }
}

/// On PostgreSQL in a database that sorts by the rules of a language.
#[tokio::test]
async fn names_are_sorted_alike_on_every_database() {
    let setup = TestCloud::setup();
    let cloud = match testkit::database_in_a_language().await {
        Some(url) => setup.with(|config| config.database.url = cloud::secret::Secret::new(url)).start().await,
        None => setup.start().await,
    };
    let owner = cloud.owner("Film", "owner@example.org").await;
    for name in ["Äpfel", "zebra", "_x", "a b", "ab", "A-c"] {
        Parcel::create(&owner.client, &owner.team_id, &plain_package(name)).await;
        made(&owner, "tags", json!({ "name": name })).await;
    }
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let team = format!("GET /v1.1/teams/{}/packages?sort=name&status=new", owner.team_id);
    let packages = Reply::of(&owner.client, &team, &Value::Null).await.expect(200);
    assert_eq!(names(&packages["records"]), ["_x", "a b", "A-c", "ab", "zebra", "Äpfel"]);
    let tags =
        Reply::of(&owner.client, &format!("GET /v1/teams/{}/tags", owner.team_id), &Value::Null).await.expect(200);
    assert_eq!(names(&tags), ["A-c", "_x", "a b", "ab", "zebra", "Äpfel"]);
}
