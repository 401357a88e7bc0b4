//! What an operator's commands and a start never do by themselves: migrate, mistake one installation for another, call
//! something clean that they did not look at.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use testkit::{Parcel, Program, TestCloud, execute_sql, number_of_sql, plain_package};
use wire::ids::TeamId;

use super::backup::scene::{program, refused, said};

/// A data directory with an installation that has one package, whose server has stopped.
async fn stopped(directory: &TempDir) -> PathBuf {
    installed(directory).await.0
}

/// As [`stopped`], with an API key.
async fn installed(directory: &TempDir) -> (PathBuf, TeamId, String) {
    testkit::prepare();
    let data = directory.path().join("data");
    let server = Program::serve(program(), &data, &[]);
    let (team, key) = Program::bootstrap(program(), &data);
    let client = client::Client::new(&server.api).unwrap().with_api_key(&key);
    Parcel::sent(&client, &team, &plain_package("Dailies")).await;
    (data, team, key)
}

/// The command is given to a shell as it was printed, in another directory.
#[tokio::test]
async fn the_command_that_a_restore_prints_starts_what_was_restored() {
    let directory = tempfile::tempdir().unwrap();
    let (data, team, key) = installed(&directory).await;
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (backup, restored, config) = (path("backup"), path("restored"), path("t.toml"));
    said(&["backup", "create", &backup, "--data-dir", data.to_str().unwrap()], &[]).await;
    std::fs::write(&config, "listen = '127.0.0.1:0'\nstorage.listen = '127.0.0.1:0'\n").unwrap();
    let database = testkit::fresh_database(directory.path()).await;
    let key_of_secrets = std::fs::read_to_string(data.join("secret_key")).unwrap();
    let mut variables = vec![("TONNAGE_DATABASE__URL", database.as_str())];
    let mut secret_key = format!("secret key: in {restored}/secret_key");
    if database.starts_with("postgres") {
        // Processes on several machines share no file.
        variables.push(("TONNAGE_SECRET_KEY", key_of_secrets.trim()));
        secret_key = "secret key: in your configuration".to_owned();
    }
    let restore = ["backup", "restore", &backup, "--config", &config, "--data-dir", &restored];
    let printed = said(&restore, &variables).await;
    assert!(printed.contains(&secret_key), "{printed}");
    let (_, command) = printed.split_once("start it: ").unwrap();
    let (command, needed) = command.split_once('\n').unwrap();
    assert!(variables.iter().all(|(name, _)| needed.contains(name)), "{needed}");

    let mut shell = Command::new("sh");
    let programs = format!("{}:{}", program().parent().unwrap().display(), std::env::var("PATH").unwrap());
    shell.args(["-c", &format!("exec {command}")]).current_dir("/").envs(variables).env("PATH", programs);
    let server = Program::follow(shell, Path::new(&restored));
    let client = client::Client::new(&server.api).unwrap().with_api_key(&key);
    let found = client.packages(&team, "").await.unwrap();
    assert_eq!(found.records.len(), 1, "the installation that was backed up, and not a second, empty one");
}

#[tokio::test]
async fn commands_do_not_migrate() {
    let directory = tempfile::tempdir().unwrap();
    let data = stopped(&directory).await;
    let data_dir = data.to_str().unwrap();
    let database = format!("sqlite://{}", data.join("tonnage.db").display());
    for statement in [
        "DROP INDEX files_scan_pending",
        "DROP INDEX files_doubtful",
        "DELETE FROM _sqlx_migrations WHERE version = 28",
    ] {
        execute_sql(&database, statement).await;
    }
    let wanted = "schema 27, this program wants 28";
    let backup = directory.path().join("backup");
    for command in [
        vec!["doctor"],
        vec!["admin", "user", "list"],
        vec!["admin", "fsck"],
        vec!["backup", "create", backup.to_str().unwrap()],
    ] {
        let text = refused(&[command.as_slice(), &["--data-dir", data_dir]].concat(), &[]).await;
        assert!(text.contains(wanted), "{command:?}: {text}");
    }
    let migrations = async || number_of_sql(&database, "SELECT COUNT(*) FROM _sqlx_migrations").await;
    assert_eq!(migrations().await, 27);
    let dry = said(&["admin", "migrate", "--dry-run", "--data-dir", data_dir], &[]).await;
    assert!(dry.contains(wanted) && dry.contains("1 migrations to run"), "{dry}");
    assert_eq!(migrations().await, 27);
    assert!(said(&["admin", "migrate", "--data-dir", data_dir], &[]).await.contains("migrated"));
    assert_eq!(migrations().await, 28);
    assert!(said(&["admin", "migrate", "--data-dir", data_dir], &[]).await.contains("nothing to do"));
    assert!(said(&["admin", "user", "list", "--data-dir", data_dir], &[]).await.contains("anna@example.org"));
}

#[tokio::test]
async fn commands_leave_an_empty_database_empty() {
    testkit::prepare();
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("tonnage.db"), "").unwrap();
    let text = refused(&["admin", "user", "list", "--data-dir", data.to_str().unwrap()], &[]).await;
    assert!(text.contains("the database is empty, this program wants schema"), "{text}");
    assert_eq!(std::fs::metadata(data.join("tonnage.db")).unwrap().len(), 0, "not a byte is written");
    assert!(!data.join("secret_key").exists());
}

#[tokio::test]
async fn a_lost_database_is_not_replaced_by_an_empty_one() {
    let directory = tempfile::tempdir().unwrap();
    let data = stopped(&directory).await;
    for name in ["tonnage.db", "tonnage.db-wal", "tonnage.db-shm"] {
        let _ = std::fs::remove_file(data.join(name));
    }
    let data_dir = data.to_str().unwrap();
    let bootstrap = ["admin", "bootstrap", "--team", "T", "--email", "a@b.org", "--password", testkit::PASSWORD];
    let text = refused(&[bootstrap.as_slice(), &["--data-dir", data_dir]].concat(), &[]).await;
    assert!(text.contains("the database is empty, but"), "{text}");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--storage-listen", "127.0.0.1:0", "--data-dir", data_dir];
    let text = refused(&serve, &[]).await;
    assert!(text.contains("the database is empty, but the object store"), "{text}");
}

#[tokio::test]
async fn the_data_directory_is_closed_to_others() {
    let directory = tempfile::tempdir().unwrap();
    let data = stopped(&directory).await;
    let open = |path: &Path, mode: u32| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    open(&data, 0o755);
    open(&data.join("tonnage.db"), 0o644);
    let doctor = refused(&["doctor", "--data-dir", data.to_str().unwrap()], &[]).await;
    assert!(doctor.contains("others can access") && doctor.contains("chmod"), "{doctor}");
    let _server = Program::serve(program(), &data, &[]);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("tonnage.db"))), (0o700, 0o600));
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_another_make_is_really_checked() {
    let (setup, store) = TestCloud::setup().with_faulty_store().await;
    let cloud = setup.start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let parcel = Parcel::sent(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
    let config = &cloud.app().config;
    let variables = [
        ("TONNAGE_DATABASE__URL", config.database.url.expose()),
        ("TONNAGE_SECRET_KEY", config.secret_key.expose()),
        ("TONNAGE_STORAGE__ENDPOINT", &config.storage.endpoint),
        ("TONNAGE_STORAGE__ACCESS_KEY", &config.storage.access_key),
        ("TONNAGE_STORAGE__SECRET_KEY", config.storage.secret_key.expose()),
        ("TONNAGE_STORAGE__REGION", &config.storage.region),
    ];
    let fsck = ["admin", "fsck", "--data-dir", config.data_dir.to_str().unwrap()];
    let read = [fsck.as_slice(), &["--read-data"]].concat();
    let report = said(&fsck, &variables).await;
    assert!(report.contains("1 finalized, 5 bytes, sizes and checksums compared, content not read"), "{report}");
    assert!(!report.contains("clean"), "{report}");
    let report = said(&read, &variables).await;
    assert!(report.contains("every byte read") && report.ends_with("clean\n"), "{report}");

    let file = parcel.client.files(&parcel.id, "").await.unwrap().remove(0);
    let key = format!("packages/{}/{}", parcel.id, file.id);
    cloud.store_object("packages/stray", b"of nobody".to_vec()).await;
    let report = said(&fsck, &variables).await;
    assert!(report.contains("1 unknown") && report.contains("unknown: packages/stray"), "{report}");
    cloud.app().storage.delete(std::slice::from_ref(&key)).await.unwrap();
    cloud.store_object(&key, b"HELLO".to_vec()).await;
    let report = refused(&fsck, &variables).await;
    assert!(report.contains("checksum") && !report.ends_with("clean\n"), "{report}");
    cloud.app().storage.delete(&[key]).await.unwrap();
    let report = refused(&read, &variables).await;
    assert!(report.contains("has no content in the store"), "{report}");
    drop(store);
}
