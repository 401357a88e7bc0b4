//! Transfers whose provider is stuck, or loses data, and connections that are deleted during a transfer.

use std::time::{Duration, Instant};

use cloud::jobs::run_until;
use store::jobs;
use store::transfer_files::{OpenUpload, add_part, begin_upload, open_upload, open_uploads};
use store::transfers::of_package;
use testkit::{
    Answer, Fault, Operation, Parcel, Reaction, TargetBucket, TestReceiver, execute_sql, plain_package, until,
};
use tokio_util::sync::CancellationToken;
use wire::connections::StartTransfer;

use super::connection_scene::{bucket_at, connected, holder, neighbourly, portal_to, received, to, transfers};
use super::webhook_scene::Scene;

/// The provider has lost parts whose receipts we have: they are sent again, in a new upload.
#[tokio::test]
async fn parts_that_the_provider_lost_are_sent_again() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let large = vec![7_u8; 40 << 20];
    let parcel = received(&cloud, &portal.id, "Day", &[("", "large", &large)]).await;
    bucket.proxy().inject_times(2, Operation::Complete, &Fault::Instead(Answer::error(400, "InvalidPart")));
    cloud.run_due_jobs().await;
    let waiting = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(waiting.state, "pending");
    assert!(waiting.error.contains("InvalidPart"), "{}", waiting.error);
    cloud.advance(Duration::from_secs(10));
    cloud.run_due_jobs().await;
    let done = transfers(&owner, &parcel.id).await.remove(0);
    let size = i64::try_from(large.len()).unwrap();
    assert_eq!((done.state.as_str(), done.bytes), ("complete", size));
    assert_eq!(bucket.proxy().count(Operation::Part), 6, "all three parts, twice");
    assert_eq!(bucket.files().await["Day/large"], large);
    assert_eq!(bucket.uploads().await, 0, "nobody pays for what is left of the first");
}

/// A worker that lost its lease may still get the receipt of a part when another has started the file over.
#[tokio::test]
async fn a_late_note_is_not_added_to_another_upload() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "large", &vec![7_u8; 17 << 20])]).await;
    bucket.proxy().inject_times(1_000, Operation::Complete, &Fault::Instead(Answer::error(403, "AccessDenied")));
    cloud.run_due_jobs().await;
    let transfer = transfers(&owner, &parcel.id).await.remove(0).id;
    let mut tx = cloud.app().store.begin().await.unwrap();
    let OpenUpload { file, place, upload: first } = open_uploads(&mut tx, &transfer).await.unwrap().remove(0);
    assert_eq!(open_upload(&mut tx, &transfer, &file).await.unwrap().unwrap().receipts.len(), 2);
    assert!(add_part(&mut tx, &transfer, &file, &first, 1, "again").await.unwrap());
    begin_upload(&mut tx, &transfer, &file, &place, "second").await.unwrap();
    assert!(!add_part(&mut tx, &transfer, &file, &first, 1, "late").await.unwrap());
    let open = open_upload(&mut tx, &transfer, &file).await.unwrap().unwrap();
    assert_eq!((open.upload.as_str(), open.receipts), ("second", [].into()));
    assert!(add_part(&mut tx, &transfer, &file, "second", 2, "mine").await.unwrap());
    let open = open_upload(&mut tx, &transfer, &file).await.unwrap().unwrap();
    assert_eq!(open.receipts, [(2, "mine".to_owned())].into());
}

/// Whichever is first, no transfer is left waiting forever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_deleted_while_a_package_is_finalized() {
    let setup = neighbourly().with(|config| config.limits.mails_per_address_per_hour = 100);
    let (cloud, bucket) = (setup.start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    for round in 0..12 {
        let connection = connected(&owner, &bucket).await;
        let portal = portal_to(&owner, &format!("Rushes{round}"), &[&connection]).await;
        let parcel = Parcel::through(&cloud.anyone(), &portal.id, "Day").await;
        parcel.put("", "a", b"1").await;
        let delete = owner.client.delete_connection(&connection.id);
        let (finalized, deleted) = tokio::join!(parcel.client.finalize_package(&parcel.id), delete);
        assert_eq!(finalized.unwrap().state, "finalized", "round {round}");
        deleted.unwrap();
        let found = transfers(&owner, &parcel.id).await;
        assert!(found.len() <= 1 && found.iter().all(|transfer| transfer.state == "error"), "{round}: {found:?}");
    }
    cloud.run_due_jobs().await;
    assert_eq!(cloud.waiting_jobs().await, 0);
    assert_eq!(bucket.files().await, [].into());
}

/// A process that is told to stop does not wait for a large package: another continues with it at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transfer_is_handed_over_by_a_process_that_ends() {
    let (cloud, bucket) = (neighbourly().start().await, TargetBucket::start().await);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let connection = connected(&owner, &bucket).await;
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "large", &vec![7_u8; 17 << 20])]).await;
    bucket.proxy().inject(Operation::Complete, Fault::Stalled);
    let stop = cloud.app().ending.stop.clone();
    let working = tokio::spawn(run_until(cloud.app().clone(), stop.clone()));
    until("the transfer gets as far as its last call", async || {
        let parts = bucket.proxy().count(Operation::Part);
        if bucket.proxy().count(Operation::Complete) > 0 { Ok(()) } else { Err(format!("{parts} parts")) }
    })
    .await;
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(10), working).await.expect("nobody waits for the provider").unwrap();
    let mut database = cloud.app().store.read().await.unwrap();
    let waiting = jobs::list(&mut database, "waiting", 100).await.unwrap();
    let waiting = waiting.iter().find(|job| job.name == "forward_package").expect("the job is kept");
    assert_eq!((waiting.is_leased, waiting.attempts, waiting.claims), (false, 0, 0), "as if it had not been taken");
    assert_eq!(waiting.run_at, cloud.now(), "at once");
    let transfer = of_package(&mut database, &parcel.id).await.unwrap().remove(0);
    assert_eq!(
        (transfer.error.as_str(), transfer.attempts),
        ("", 0),
        "the end of a process is no fault of the transfer"
    );
}

/// Gives all jobs that are running to another worker.
fn take_over(database: &str) {
    at_once(database, "UPDATE jobs SET lease = 'another' WHERE lease IS NOT NULL");
}

fn at_once(database: &str, statement: &'static str) {
    let database = database.to_owned();
    let changing = async move { execute_sql(&database, statement).await };
    let changed = std::thread::spawn(move || tokio::runtime::Runtime::new().unwrap().block_on(changing));
    changed.join().unwrap();
}

/// Another worker has begun an attempt, and continues the upload of which this one hears that it is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_lease_aborts_no_upload_of_another() {
    let (cloud, provider) = (neighbourly().start().await, TestReceiver::start().await);
    provider.react_by(testkit::obliging);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = to("vendor_e_s3", bucket_at(&format!("http://127.0.0.1:{}", provider.port())));
    let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let portal = portal_to(&owner, "Rushes", &[&connection]).await;
    let parcel = received(&cloud, &portal.id, "Day", &[("", "large", &vec![7_u8; 17 << 20])]).await;
    let database = cloud.app().config.database.url.expose().to_owned();
    let checked = provider.deliveries().len();
    provider.react_by(move |request| match request.method() {
        "POST" => {
            let begun = "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>";
            Reaction::Raw(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{begun}", begun.len()).into_bytes())
        }
        "PUT" if request.head.contains("partNumber") => {
            at_once(&database, "UPDATE transfers SET version = version + 1");
            Reaction::Answer(404)
        }
        _ => testkit::obliging(request),
    });
    cloud.run_due_jobs().await;
    let transfer = transfers(&owner, &parcel.id).await.remove(0);
    assert_eq!(transfer.state, "transferring", "as the other worker has it: {}", transfer.error);
    let asked: Vec<String> = provider.deliveries().iter().skip(checked).map(|one| one.method().to_owned()).collect();
    assert!(asked.contains(&"POST".to_owned()), "{asked:?}");
    assert!(!asked.contains(&"DELETE".to_owned()), "{asked:?}");
}

/// The other worker may be about to succeed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_lease_gives_nothing_up() {
    let (cloud, provider) = (neighbourly().start().await, TestReceiver::start().await);
    provider.react_by(testkit::obliging);
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = to("vendor_e_s3", bucket_at(&format!("http://127.0.0.1:{}", provider.port())));
    let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Day")).await;
    let start = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
    parcel.client.start_transfer(&parcel.id, &start).await.unwrap();
    cloud.execute_sql("UPDATE jobs SET attempts = max_attempts - 1 WHERE name = 'forward_package'").await;
    let database = cloud.app().config.database.url.expose().to_owned();
    provider.react_by(move |_| {
        take_over(&database);
        Reaction::Answer(403)
    });
    cloud.run_due_jobs().await;
    assert_eq!(transfers(&owner, &parcel.id).await.remove(0).state, "pending");
    let waiting = jobs::list(&mut cloud.app().store.read().await.unwrap(), "waiting", 100).await.unwrap();
    assert!(waiting.iter().any(|job| job.name == "forward_package" && job.is_leased), "the other one has it");
}

/// Transfers to providers that do not answer, more than there are slots for transfers and for all other calls together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stuck_transfers_keep_no_webhook_waiting() {
    const CONNECTIONS: usize = 80;
    let (scene, provider) = (Scene::new().await, TestReceiver::start().await);
    provider.react_by(testkit::obliging);
    let (client, team) = (&scene.owner.client, &scene.owner.team_id);
    let request = to("vendor_e_s3", bucket_at(&format!("http://127.0.0.1:{}", provider.port())));
    let packages = [
        Parcel::sent(client, team, &plain_package("One")).await,
        Parcel::sent(client, team, &plain_package("Two")).await,
    ];
    for _ in 0..CONNECTIONS {
        let connection = client.create_connection(team, &request).await.unwrap();
        // The rate limit of checks does not matter here.
        scene.cloud.execute_sql("DELETE FROM rate_limits").await;
        let start = StartTransfer { cloud_connection_id: Some(connection.id.to_string()), ..StartTransfer::default() };
        for package in &packages {
            package.client.start_transfer(&package.id, &start).await.unwrap();
        }
    }
    let before = provider.connections();
    provider.react(Reaction::Silence);
    let working = tokio::spawn(run_until(scene.cloud.app().clone(), CancellationToken::new()));
    // As many as run at once; none of them returns for a minute.
    until("transfers begin", async || {
        let begun = provider.connections() - before;
        if begun >= 16 { Ok(()) } else { Err(format!("{begun} of 16")) }
    })
    .await;
    scene.event().await;
    let since = Instant::now();
    while scene.receiver.deliveries().len() != 1 {
        // Well before one of the stuck transfers ends and gives way.
        assert!(since.elapsed() < Duration::from_secs(30), "the webhook waits for the stuck");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    working.abort();
    let stuck = transfers(&scene.owner, &packages[0].id).await;
    assert!(stuck.iter().all(|transfer| transfer.state != "complete"), "{stuck:?}");
    let client = holder(&scene.owner, &packages[1].id).await;
    assert_eq!(client.transfers(&packages[1].id).await.unwrap().len(), CONNECTIONS);
}
