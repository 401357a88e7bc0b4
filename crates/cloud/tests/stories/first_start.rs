//! The first start on an empty database, also of several processes at once.

use cloud::first_start;
use store::{teams, users};
use testkit::TestCloud;

/// A crash after the commit must not lose the only password, so it is written before.
#[tokio::test]
async fn nothing_is_committed_whose_password_could_not_be_written() {
    let cloud = TestCloud::setup().start().await;
    let app = cloud.app();
    let note = app.config.data_dir.join("first-start.txt");
    for table in ["api_keys", "memberships", "users", "teams"] {
        cloud.execute_sql(&format!("DELETE FROM {table}")).await;
    }
    let _ = std::fs::remove_file(&note);
    std::fs::create_dir(&note).unwrap();
    let refused = first_start::if_needed(app, None).await.err().expect("the file cannot be written");
    assert!(format!("{refused:#}").contains("first-start.txt"), "{refused:#}");
    assert!(!users::any_exists(&mut app.store.read().await.unwrap()).await.unwrap());
    std::fs::remove_dir(&note).unwrap();
    let welcome = first_start::if_needed(app, None).await.unwrap().expect("this start creates the Team");
    assert_eq!(std::fs::read_to_string(&note).unwrap(), welcome.to_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_start_together_make_one_team() {
    let cloud = TestCloud::setup().with(|config| config.limits.password_hashes_at_once = 4).start().await;
    for round in 0..10 {
        for table in ["api_keys", "memberships", "users", "teams"] {
            cloud.execute_sql(&format!("DELETE FROM {table}")).await;
        }
        let starts = (0..4).map(|_| {
            let app = cloud.app().clone();
            tokio::spawn(async move { first_start::if_needed(&app, None).await })
        });
        let mut welcomes = 0;
        for start in starts.collect::<Vec<_>>() {
            welcomes += usize::from(start.await.unwrap().expect("the slower ones start too").is_some());
        }
        assert_eq!(welcomes, 1, "round {round}: one operator is told");
        let mut connection = cloud.app().store.read().await.unwrap();
        assert_eq!(teams::all(&mut connection).await.unwrap().len(), 1);
        assert_eq!(users::all(&mut connection).await.unwrap()[0].email, "owner@localhost");
    }
}
