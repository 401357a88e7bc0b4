//! The disk below the server fills up, and has room again.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use client::{Client, ClientError};
use reqwest::Method;
use serde_json::Value;
use testkit::{Need, PASSWORD, Parcel, Program, Reply, SmallDisk, fetch, plain_package, request_of, until};
use wire::auth::SignIn;
use wire::files::RequestChunks;
use wire::ids::TeamId;
use wire::users::UpdateUser;

const TONNAGE: &str = env!("CARGO_BIN_EXE_tonnage");

/// Takes what is left of a disk, to the last byte.
fn fill(path: &Path) {
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    for size in [1 << 20, 4_096, 1] {
        while file.write_all(&vec![0; size]).is_ok() {}
    }
}

#[tokio::test]
async fn the_database_takes_writes_again_once_its_disk_has_room() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    testkit::prepare();
    let disk = SmallDisk::mount("size=64m");
    let data = disk.path().join("data");
    let program = Program::serve(Path::new(TONNAGE), &data, &[]);
    Program::bootstrap(Path::new(TONNAGE), &data);
    let client = Client::new(&program.api).unwrap();
    let sign_in = SignIn { email: "anna@example.org".to_owned(), password: PASSWORD.to_owned(), otp: None };
    let client = client.with_user_token(&client.sign_in(&sign_in).await.unwrap().token);
    let path = format!("/v1/users/{}", client.who_am_i().await.unwrap().user.id);
    let rename = |name: String| {
        let change = UpdateUser { name: Some(name), ..UpdateUser::default() };
        Reply::to(client.request(Method::PUT, &path).json(&change))
    };
    assert_eq!(rename("before".to_owned()).await.status, 200);
    for round in 0..3 {
        let filler = disk.path().join("filler");
        fill(&filler);
        let mut refused = 0;
        for number in 0..50 {
            let reply = rename(format!("{round} {number} {}", "n".repeat(40))).await;
            refused += usize::from(reply.status != 200);
        }
        assert!(refused > 0, "the disk was not full");
        std::fs::remove_file(&filler).unwrap();
        let since = Instant::now();
        while rename(format!("after {round}")).await.status != 200 {
            assert!(since.elapsed() < Duration::from_secs(5), "no write in five seconds\n{}", program.log());
        }
        assert_eq!(client.who_am_i().await.unwrap().user.name, format!("after {round}"));
    }
}

/// Small, as the disk of the test is, but more than what the database has set aside.
const VARIABLES: &[(&str, &str)] =
    &[("TONNAGE_STORAGE__RESERVE_BYTES", "33554432"), ("TONNAGE_WORKERS__POLL_SECONDS", "1")];

#[tokio::test]
async fn a_server_whose_disk_is_full_starts_serves_and_deletes() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    testkit::prepare();
    let disk = SmallDisk::mount("size=400m");
    let data = disk.path().join("data");
    let mut program = Program::serve(Path::new(TONNAGE), &data, VARIABLES);
    let (team, key) = Program::bootstrap(Path::new(TONNAGE), &data);
    let client = |program: &Program| Client::new(&program.api).unwrap().with_api_key(&key);
    let content = testkit::noise(1, 300_000);
    let parcel = Parcel::create(&client(&program), &team, &plain_package("Dailies")).await;
    parcel.put("", "a.bin", &content).await;
    parcel.finalize().await;
    program.terminate();
    program.wait();

    let filler = disk.path().join("filler");
    fill(&filler);
    let program = Program::serve(Path::new(TONNAGE), &data, VARIABLES);
    let client = client(&program);
    let ready = Reply::of(&client, "GET /readyz", &Value::Null).await;
    assert_eq!((ready.status.as_u16(), ready.text.as_str()), (200, "ready\ndegraded: the disk is full\n"));
    let body = client.package(&team, &parcel.id).await.unwrap();
    let holder = client.with_package_token(&body.access_token);
    let file = holder.files(&parcel.id, "").await.unwrap().remove(0);
    let address = holder.download_address(&parcel.id, &file.id).await.unwrap().url;
    assert_eq!(fetch(&address).await, content);
    assert_eq!(upload(&client, &team).await, 507);

    let purge = format!("DELETE /v1/packages/{}?purge=true", parcel.id);
    Reply::of(&holder, &purge, &Value::Null).await.expect(204);
    until("the content is removed", async || match reqwest::get(&address).await.unwrap().status().as_u16() {
        404 => Ok(()),
        other => Err(other),
    })
    .await;
    std::fs::remove_file(&filler).unwrap();
    until("uploads are accepted again", async || match upload(&client, &team).await {
        200 => Ok(()),
        other => Err(other),
    })
    .await;
    assert_eq!(Reply::of(&client, "GET /readyz", &Value::Null).await.text, "ready\n");
}

#[tokio::test]
async fn a_full_disk_of_the_database_alone_is_shown_and_deleting_works() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    testkit::prepare();
    let (disk, directory) = (SmallDisk::mount("size=200m"), tempfile::tempdir().unwrap());
    let url = format!("sqlite://{}", disk.path().join("tonnage.db").display());
    let variables = [("TONNAGE_DATABASE__URL", url.as_str())];
    let data = directory.path().join("data");
    let program = Program::serve(Path::new(TONNAGE), &data, &variables);
    let (team, key) = Program::bootstrap_with(Path::new(TONNAGE), &data, &variables);
    let client = Client::new(&program.api).unwrap().with_api_key(&key);
    let parcel = Parcel::sent(&client, &team, &plain_package("Dailies")).await;
    let ready = async || Reply::of(&client, "GET /readyz", &Value::Null).await.text;
    assert_eq!(ready().await, "ready\n");

    let filler = disk.path().join("filler");
    fill(&filler);
    let purge = format!("DELETE /v1/packages/{}?purge=true", parcel.id);
    Reply::of(&parcel.client, &purge, &Value::Null).await.expect(204);
    assert_eq!(ready().await, "ready\ndegraded: the disk is full\n", "the room that is left is for deleting");
    std::fs::remove_file(&filler).unwrap();
    until("the disk is not called full any more", async || match ready().await.as_str() {
        "ready\n" => Ok(()),
        other => Err(other.to_owned()),
    })
    .await;
}

/// The status of the first refusal on the way to a chunk in the store, or of the chunk.
async fn upload(client: &Client, team: &TeamId) -> u16 {
    let body = match client.create_package(team, &plain_package("More")).await {
        Ok(body) => body,
        Err(ClientError::Refused { status, .. }) => return status.as_u16(),
        Err(error) => panic!("{error}"),
    };
    let parcel = Parcel { client: client.with_package_token(&body.access_token), id: body.id.clone(), body };
    let added = parcel.add("", "b.bin", 300_000).await;
    let begun = request_of(added.create_blueprint.as_ref().unwrap()).send().await.unwrap();
    if begun.status() != 200 {
        return begun.status().as_u16();
    }
    let text = begun.text().await.unwrap();
    let upload_id = text.split_once("<UploadId>").unwrap().1.split('<').next().unwrap().to_owned();
    let request = RequestChunks { upload_id, checksums: None };
    let blueprint = parcel.client.chunks(&parcel.id, &added.file.id, 0, 1, &request).await.unwrap().remove(0);
    request_of(&blueprint).body(testkit::noise(2, 300_000)).send().await.unwrap().status().as_u16()
}
