//! Backing up an installation while it is used, verifying and restoring the backup; and moving to another database and
//! another store. With `TEST_DATABASE_URL` the backup is restored into PostgreSQL.

mod older;
pub(super) mod scene;

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use client::Client;
use serde_json::Value;
use testkit::beds::{Bed as _, Misbehaviour, S3Store, SeaweedFs};
use testkit::{Parcel, Program, fresh_database, plain_package, until};
use wire::ids::TeamId;

use self::scene::{Scene, VARIABLES, program, refused, said};

const PATIENCE: Duration = Duration::from_mins(4);

fn files_below(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// Creates and deletes packages, one after the other, until told to stop.
async fn come_and_go(client: Client, team: TeamId, stop: Arc<AtomicBool>, gone: Arc<AtomicUsize>) {
    while !stop.load(Ordering::Relaxed) {
        let parcel = Parcel::create(&client, &team, &plain_package("Passing")).await;
        parcel.put("", "a.bin", &vec![9; 300_000]).await;
        parcel.finalize().await;
        parcel.client.delete_package(&parcel.id).await.unwrap();
        gone.fetch_add(1, Ordering::Relaxed);
    }
}

async fn fsck(data: &str, variables: &[(&str, &str)]) {
    let report = said(&["admin", "fsck", "--read-data", "--data-dir", data], variables).await;
    assert!(report.ends_with("clean\n"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saved_in_use_and_brought_back() {
    let mut scene = Scene::new().await;
    let (stop, gone) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let busy: Vec<_> = (0..2)
        .map(|_| scene.client(&scene.server.api))
        .map(|client| tokio::spawn(come_and_go(client, scene.team.clone(), stop.clone(), gone.clone())))
        .collect();
    let before = gone.load(Ordering::Relaxed);
    let linked = scene.save("linked", &[]).await;
    let copied = scene.save("copied", &["--copy"]).await;
    // Files whose packages were deleted in the meantime are in it completely, or not at all.
    until("four packages came and went", async || {
        let passed = gone.load(Ordering::Relaxed) - before;
        if passed >= 4 { Ok(()) } else { Err(passed) }
    })
    .await;
    stop.store(true, Ordering::Relaxed);
    for task in busy {
        task.await.unwrap();
    }
    assert_eq!(linked["copied_files"], 0);
    assert!(copied["copied_files"].as_u64().unwrap() > 0);
    for name in ["linked", "copied"] {
        let path = scene.path(name);
        let report = said(&["backup", "verify", &path], &[]).await;
        assert!(report.ends_with("good\n"), "{report}");
        for file in files_below(Path::new(&path).join("database").as_path()) {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        let secret = Path::new(&path).join("secret_key");
        assert_eq!(secret.metadata().unwrap().mode() & 0o777, 0o600);
    }
    let settings = std::fs::read_to_string(Path::new(&scene.path("copied")).join("config.toml")).unwrap();
    assert!(settings.contains("data_dir") && !settings.contains("secret_key"), "{settings}");

    let (backup, other) = (scene.path("linked"), scene.path("other"));
    let running = refused(&["backup", "restore", &backup, "--data-dir", scene.data()], &[]).await;
    assert!(running.contains("another server is running"), "{running}");
    said(&["backup", "restore", &backup, "--data-dir", &other], &[]).await;
    fsck(&other, &[]).await;
    let again = refused(&["backup", "restore", &backup, "--data-dir", &other], &[]).await;
    assert!(again.contains("the database is not empty") && again.contains("--data-dir"), "{again}");
    scene.stop();
    let server = Program::serve(program(), Path::new(&other), VARIABLES);
    scene.is_found_at(&server.api).await;
    fsck(&other, &[]).await;
}

fn flip(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damage_is_found_and_named() {
    let mut scene = Scene::new().await;
    scene.stop();
    scene.save("backup", &["--copy"]).await;
    let backup = PathBuf::from(scene.path("backup"));
    let exists = refused(&["backup", "create", backup.to_str().unwrap(), "--data-dir", scene.data()], &[]).await;
    assert!(exists.contains("already exists"), "{exists}");
    let piece = files_below(&backup.join("objects")).remove(0);
    let table = files_below(&backup.join("database")).into_iter().find(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.split_once('_').is_some_and(|(_, table)| table == "files.jsonl")
    });
    let others = ["secret_key", "config.toml", "objects.jsonl", "manifest.json"].map(|name| backup.join(name));
    for path in others.into_iter().chain([piece.clone(), table.unwrap()]) {
        let name = path.file_name().unwrap().to_str().unwrap();
        flip(&path);
        let report = refused(&["backup", "verify", backup.to_str().unwrap()], &[]).await;
        assert!(report.contains(name), "{name}: {report}");
        let empty = scene.path(&format!("empty for {name}"));
        let restored = refused(&["backup", "restore", backup.to_str().unwrap(), "--data-dir", &empty], &[]).await;
        assert!(restored.contains(name), "{name}: {restored}");
        flip(&path);
    }
    std::fs::remove_file(&piece).unwrap();
    let report = refused(&["backup", "verify", backup.to_str().unwrap(), "--json"], &[]).await;
    assert!(report.contains("\"problem_count\":1"), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_damaged_does_not_cost_the_rest() {
    let mut scene = Scene::new().await;
    scene.stop();
    let piece = files_below(&scene.data.join("objects/data")).remove(0);
    let name = piece.file_name().unwrap().to_str().unwrap().to_owned();
    std::fs::remove_file(&piece).unwrap();
    let (backup, other) = (scene.path("backup"), scene.path("other"));
    let saved = refused(&["backup", "create", &backup, "--data-dir", scene.data()], &[]).await;
    assert!(saved.contains(&name) && saved.contains("SQLite at"), "{saved}");
    let restored = refused(&["backup", "restore", &backup, "--data-dir", &other], &[]).await;
    assert!(restored.contains(&name) && restored.contains("everything else was restored"), "{restored}");
    let checked = refused(&["admin", "fsck", "--data-dir", &other], &[]).await;
    assert!(checked.ends_with("1 problems\n"), "{checked}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_without_their_store_are_not_saved() {
    let mut scene = Scene::new().await;
    scene.stop();
    let database = format!("sqlite://{}", scene.data.join("tonnage.db").display());
    let secret = std::fs::read_to_string(scene.data.join("secret_key")).unwrap();
    let variables = [("TONNAGE_DATABASE__URL", database.as_str()), ("TONNAGE_SECRET_KEY", secret.trim())];
    let (backup, elsewhere) = (scene.path("backup"), scene.path("elsewhere"));
    for command in
        [&["backup", "create", &backup, "--data-dir", &elsewhere][..], &["admin", "fsck", "--data-dir", &elsewhere]]
    {
        let told = refused(command, &variables).await;
        assert!(told.contains("objects") && told.contains("elsewhere"), "{told}");
    }
    assert!(!Path::new(&backup).exists());
}

/// Starts a command and kills it at a certain point, unless it was faster. Returns whether it was killed. To meet that
/// point, this asks more often than `until`.
async fn kill_when(command: &mut Command, has_happened: impl AsyncFn() -> bool) -> bool {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let since = Instant::now();
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if has_happened().await {
            child.kill().unwrap();
            return child.wait().unwrap().code().is_none();
        }
        assert!(since.elapsed() < PATIENCE, "{command:?} does not come so far");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_backup_is_none() {
    let mut scene = Scene::new().await;
    scene.stop();
    let (backup, partial) = (PathBuf::from(scene.path("backup")), PathBuf::from(scene.path("backup.partial")));
    let mut killed = 0;
    for step in ["lock", "objects.jsonl", "database/00_teams.jsonl", "database/30_form_responses.jsonl", "objects"] {
        let mut command = Command::new(program());
        command.args(["backup", "create", "--copy"]).arg(&backup).arg("--data-dir").arg(&scene.data);
        if !kill_when(&mut command, async || partial.join(step).exists()).await {
            std::fs::remove_dir_all(&backup).unwrap();
            continue;
        }
        killed += 1;
        assert!(!backup.exists(), "killed at {step}");
        if partial.join("manifest.sha256").exists() {
            continue; // Killed at the very end: nothing but the name was missing.
        }
        let report = refused(&["backup", "verify", partial.to_str().unwrap()], &[]).await;
        assert!(report.contains("not a complete backup") || report.contains("manifest"), "{step}: {report}");
    }
    assert!(killed > 0, "every backup was quicker than its end");
    scene.save("backup", &[]).await;
    assert!(!partial.exists());
    let whole = refused(&["backup", "verify", partial.to_str().unwrap()], &[]).await;
    assert!(whole.contains("not a complete backup"), "{whole}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn brought_back_into_another_database() {
    let mut scene = Scene::new().await;
    scene.save("backup", &[]).await;
    scene.stop();
    let (backup, other) = (scene.path("backup"), scene.path("other"));
    let database = fresh_database(scene.directory.path()).await;
    let secret = std::fs::read_to_string(Path::new(&backup).join("secret_key")).unwrap();
    let with_secret =
        |secret: &'static str| [("TONNAGE_DATABASE__URL", database.as_str()), ("TONNAGE_SECRET_KEY", secret)];
    let restore = ["backup", "restore", &backup, "--data-dir", &other];
    let wrong = refused(&restore, &with_secret("another secret of more than 32 bytes")).await;
    assert!(wrong.contains("secret_key is not the one"), "{wrong}");
    let variables = [("TONNAGE_DATABASE__URL", database.as_str()), ("TONNAGE_SECRET_KEY", secret.trim())];
    said(&restore, &variables).await;
    fsck(&other, &variables).await;
    let chain = said(&["admin", "audit", "verify", "--data-dir", &other], &variables).await;
    assert!(!chain.contains("broken"), "{chain}");
    let again = refused(&restore, &variables).await;
    assert!(again.contains("the database is not empty"), "{again}");
    let server = Program::serve(program(), Path::new(&other), &[&variables, VARIABLES].concat());
    scene.is_found_at(&server.api).await;
    fsck(&other, &variables).await;
    // And back to the first kind of database: each can read what the other has written.
    let (back, third) = (scene.path("back"), scene.path("third"));
    said(&["backup", "create", &back, "--data-dir", &other], &variables).await;
    let without = refused(&["backup", "restore", &back, "--data-dir", &third], &[]).await;
    assert!(without.contains("no secret key"), "{without}");
    said(&["backup", "restore", &back, "--data-dir", &third], &variables[1..]).await;
    fsck(&third, &variables[1..]).await;
    let server = Program::serve(program(), Path::new(&third), &[&variables[1..], VARIABLES].concat());
    scene.is_found_at(&server.api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_older_version_saved_is_brought_up_to_date() {
    let mut scene = Scene::new().await;
    scene.save("backup", &[]).await;
    scene.stop();
    let (backup, other) = (scene.path("backup"), scene.path("other"));
    older::as_version_7(Path::new(&backup));
    said(&["backup", "verify", &backup], &[]).await;
    said(&["backup", "restore", &backup, "--data-dir", &other], &[]).await;
    let server = Program::serve(program(), Path::new(&other), VARIABLES);
    scene.is_found_at(&server.api).await;
    fsck(&other, &[]).await;
}

fn settings_of(scene: &Scene, bed: &S3Store, database: &str, secret: &str) -> String {
    let place = bed.authorization();
    let text = |name: &str| place[name].as_str().unwrap().to_owned();
    let storage = [
        ("endpoint", text("endpoint")),
        ("bucket", text("destination")),
        ("region", text("region")),
        ("access_key", text("client_id")),
        ("secret_key", text("client_secret")),
    ];
    let lines = storage.iter().map(|(name, value)| format!("{name} = '{value}'")).collect::<Vec<_>>().join("\n");
    let data = scene.path("new");
    format!("data_dir = '{data}'\nsecret_key = '{secret}'\n[database]\nurl = '{database}'\n[storage]\n{lines}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moved_to_another_database_and_another_store() {
    let mut scene = Scene::new().await;
    let bed = S3Store::one(&Arc::new(SeaweedFs::start().await)).await;
    let database = fresh_database(scene.directory.path()).await;
    let secret = std::fs::read_to_string(scene.data.join("secret_key")).unwrap();
    let file = scene.path("new.toml");
    let source = scene.data.clone();
    let data = source.to_str().unwrap();
    let migrate = ["admin", "migrate-storage", "--to-config", &file, "--json", "--data-dir", data];
    std::fs::write(&file, settings_of(&scene, &bed, &database, "another secret of more than 32 bytes")).unwrap();
    let running = refused(&migrate, &[]).await;
    assert!(running.contains("the server must be stopped"), "{running}");
    scene.stop();
    let other_secret = refused(&migrate, &[]).await;
    assert!(other_secret.contains("secret_key must stay the same"), "{other_secret}");
    std::fs::write(&file, settings_of(&scene, &bed, &database, secret.trim())).unwrap();
    let before = files_below(&source.join("objects/data"));

    // Killed while objects are being sent, and while the store is answering.
    let sent = || bed.writes().keys().filter(|key| key.starts_with("packages/")).count();
    let mut command = Command::new(program());
    command.args(migrate);
    let stopping = async || {
        let is_half = sent() >= 5;
        if is_half {
            bed.misbehave(Misbehaviour::Silent);
        }
        is_half
    };
    assert!(kill_when(&mut command, stopping).await, "it was quicker than its end");
    bed.misbehave(Misbehaviour::None);
    let moved: Value = serde_json::from_str(&said(&migrate, &[]).await).unwrap();
    assert!(moved["found_objects"].as_u64().unwrap() >= 4, "{moved}");
    assert_eq!((&moved["database_was_filled"], bed.open_uploads().await), (&false.into(), 0), "{moved}");
    let objects = moved["objects"].as_u64().unwrap();
    assert_eq!(bed.files_below("packages").await.len() as u64, objects);
    // A run after one that was killed at the very end finds everything done.
    let again: Value = serde_json::from_str(&said(&migrate, &[]).await).unwrap();
    assert_eq!((&again["database_was_filled"], &again["found_objects"]), (&true.into(), &objects.into()), "{again}");
    assert_eq!(files_below(&source.join("objects/data")), before, "the source is unchanged");
    fsck(scene.data(), &[]).await;

    let variables = [("TONNAGE_CONFIG", file.as_str())];
    let server = Program::serve(program(), Path::new(&scene.path("new")), &variables);
    scene.is_found_at(&server.api).await;
    fsck(&scene.path("new"), &variables).await;
    let prepare = ["admin", "storage", "prepare"];
    let written = said(&prepare, &variables).await;
    assert_eq!(written, "CORS: written\nlifecycle: written\n");
    assert_eq!(said(&prepare, &variables).await, written.replace("written", "already set"));
    drop(server);
    let used = refused(&migrate, &[]).await;
    assert!(used.contains("the database is not empty"), "{used}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_to_a_bucket_that_holds_other_things() {
    let mut scene = Scene::new().await;
    scene.stop();
    let bed = S3Store::one(&Arc::new(SeaweedFs::start().await)).await;
    bed.put("packages/foreign".to_owned(), "kept".into()).await;
    let database = format!("sqlite://{}", scene.path("fresh.db"));
    let secret = std::fs::read_to_string(scene.data.join("secret_key")).unwrap();
    let file = scene.path("new.toml");
    std::fs::write(&file, settings_of(&scene, &bed, &database, secret.trim())).unwrap();
    let report = refused(&["admin", "migrate-storage", "--to-config", &file, "--data-dir", scene.data()], &[]).await;
    assert!(report.contains("the bucket is not empty") && report.contains("storage.bucket"), "{report}");
    assert_eq!(bed.files_below("packages").await.len(), 1);
}
