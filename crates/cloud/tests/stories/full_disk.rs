//! The disk below the server fills up, and has room again.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use client::Client;
use reqwest::Method;
use testkit::{PASSWORD, Program, Reply, SmallDisk};
use wire::auth::SignIn;
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
