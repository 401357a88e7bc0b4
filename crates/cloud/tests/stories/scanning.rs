//! Files are scanned for viruses; the scanner may be busy, broken or down.

use std::path::Path;
use std::time::Duration;

use cloud::queue::{ScanFile, Task as _, enqueue};
use reqwest::Method;
use store::audit::{Verdict, verify};
use store::jobs;
use testkit::{
    Clamd, FakeClamd, Parcel, Person, Program, Refusal as _, Reply, Scan, TestCloud, VIRUS, VIRUS_NAME, fetch,
    plain_package,
};
use wire::error::ErrorCode;
use wire::files::FileBody;
use wire::ids::FileId;

/// Longer than the longest pause between two attempts.
const NEXT_ATTEMPT: Duration = Duration::from_mins(90);

struct Scene {
    cloud: TestCloud,
    owner: Person,
    parcel: Parcel,
}

impl Scene {
    async fn new(clamd: &str) -> Self {
        Self::with_patience(clamd, 60).await
    }

    async fn with_patience(clamd: &str, seconds: u64) -> Self {
        let setup = TestCloud::setup().with(|config| {
            config.scan = cloud::config::Scan { clamd: clamd.to_owned(), timeout_seconds: seconds };
        });
        let cloud = setup.start().await;
        let owner = cloud.owner("Film", "anna@example.org").await;
        let parcel = Parcel::create(&owner.client, &owner.team_id, &plain_package("Dailies")).await;
        Self { cloud, owner, parcel }
    }

    async fn file(&self, id: &FileId) -> FileBody {
        let files = self.parcel.client.files(&self.parcel.id, "").await.unwrap();
        files.into_iter().find(|file| file.id == *id).unwrap()
    }

    /// State and reason.
    async fn scan_of(&self, id: &FileId) -> (String, String) {
        let file = self.file(id).await;
        (file.scan_state, file.scan_reason)
    }

    async fn contains_virus(&self) -> bool {
        self.owner.client.package(&self.owner.team_id, &self.parcel.id).await.unwrap().contains_virus
    }

    /// How many audit entries there are.
    async fn record(&self) -> i64 {
        let mut snapshot = self.cloud.app().store.snapshot().await.unwrap();
        match verify(&mut snapshot, &self.owner.team_id).await.unwrap() {
            Verdict::Whole { entries, .. } => entries,
            broken @ Verdict::Broken { .. } => panic!("{broken:?}"),
        }
    }

    /// Requests the scan of a file again.
    async fn order(&self, file: &FileId) {
        let app = self.cloud.app();
        let task = ScanFile { package: self.parcel.id.clone(), file: file.clone() };
        let mut tx = app.store.begin().await.unwrap();
        enqueue(&mut tx, &app.ids, &task, self.cloud.now()).await.unwrap();
        tx.commit().await.unwrap();
    }
}

fn said(state: &str, reason: &str) -> (String, String) {
    (state.to_owned(), reason.to_owned())
}

#[tokio::test]
async fn files_are_scanned_once_they_are_stored() {
    let clamd = FakeClamd::start().await;
    let scene = Scene::new(&clamd.address()).await;
    let content: Vec<u8> = (0..1_000_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    let file = scene.parcel.put("", "a.mov", &content).await;
    let empty = scene.parcel.put("", "empty.txt", b"").await;
    assert_eq!((file.scan_state.as_str(), file.virus_detected), ("pending", false));
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&file.id).await, said("clean", ""));
    assert_eq!(scene.scan_of(&empty.id).await, said("clean", ""));
    assert_eq!(clamd.received(), [content, Vec::new()]);
    assert!(!scene.contains_virus().await);
    scene.order(&file.id).await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(clamd.received().len(), 2, "what is judged is not looked at again");
}

#[tokio::test]
async fn an_infected_file_is_had_only_on_demand() {
    let clamd = FakeClamd::start().await;
    clamd.set(Scan::Found("Eicar"));
    let scene = Scene::new(&clamd.address()).await;
    let file = scene.parcel.put("", "a.exe", b"boom").await;
    scene.parcel.finalize().await;
    scene.order(&file.id).await;
    let before = scene.record().await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&file.id).await, said("infected", "Eicar"));
    assert!(scene.file(&file.id).await.virus_detected && scene.contains_virus().await);
    assert_eq!(scene.record().await, before + 1, "recorded once, though it was ordered twice");
    let client = &scene.parcel.client;
    assert_eq!(client.download_address(&scene.parcel.id, &file.id).await.refusal(), ErrorCode::Infected);
    let path = format!("/v1/packages/{}/files/{}/download?accept_infected=true", scene.parcel.id, file.id);
    let address = Reply::to(client.request(Method::GET, &path)).await.expect(200);
    assert_eq!(fetch(address["url"].as_str().unwrap()).await, b"boom");
    let ids = serde_json::json!([file.id]);
    let refused = scene.parcel.reply("POST /files/download", &ids).await.expect(200);
    assert_eq!(refused[0]["error"]["code"], serde_json::json!(ErrorCode::Infected));
    let given = scene.parcel.reply("POST /files/download?accept_infected=true", &ids).await.expect(200);
    assert_eq!(fetch(given[0]["url"].as_str().unwrap()).await, b"boom");
}

#[tokio::test]
async fn what_is_too_large_is_not_scanned_and_said_so() {
    let clamd = FakeClamd::start().await;
    let scene = Scene::new(&clamd.address()).await;
    for (name, scan, reason) in [
        ("a", Scan::TooLarge(100_000), "too large"),
        ("b", Scan::Says("stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND"), "too large"),
        ("c", Scan::Says("stream: Heuristics.Limits.Exceeded.MaxScanTime FOUND"), "timeout"),
    ] {
        clamd.set(scan);
        let file = scene.parcel.put("", name, &vec![b'x'; 6_000_000]).await;
        scene.cloud.run_due_jobs().await;
        assert_eq!(scene.scan_of(&file.id).await, said("not_scanned", reason), "{scan:?}");
    }
    assert!(clamd.received()[0].len() <= 100_000, "the rest was not sent");
    assert!(!scene.contains_virus().await);
    assert_eq!(scene.cloud.waiting_jobs().await, 0, "nothing is tried again");
}

#[tokio::test]
async fn a_scanner_that_fails_is_asked_again() {
    let clamd = FakeClamd::start().await;
    let scene = Scene::with_patience(&clamd.address(), 2).await;
    let file = scene.parcel.put("", "a.mov", &vec![b'x'; 3_000_000]).await;
    for scan in [
        Scan::HangUp(0),
        Scan::HangUp(100_000),
        Scan::HangUp(usize::MAX),
        Scan::Silent,
        Scan::Says("stream: Can't allocate memory ERROR"),
        Scan::Says("stream: all is well"),
        Scan::Says(""),
    ] {
        clamd.set(scan);
        scene.cloud.run_due_jobs().await;
        assert_eq!(scene.scan_of(&file.id).await, said("pending", ""), "{scan:?}");
        scene.cloud.advance(NEXT_ATTEMPT);
    }
    clamd.set(Scan::Clean);
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&file.id).await, said("clean", ""));
}

#[tokio::test]
async fn a_file_does_not_stay_pending_for_ever() {
    let scene = Scene::new("127.0.0.1:1").await;
    let file = scene.parcel.put("", "a.mov", b"12345").await;
    for _ in 0..ScanFile::MAX_ATTEMPTS {
        assert_eq!(scene.scan_of(&file.id).await, said("pending", ""));
        scene.cloud.run_due_jobs().await;
        scene.cloud.advance(NEXT_ATTEMPT);
    }
    assert_eq!(scene.scan_of(&file.id).await, said("not_scanned", "timeout"));
    let app = scene.cloud.app();
    let dead = jobs::list(&mut app.store.read().await.unwrap(), "dead", 10).await.unwrap();
    assert_eq!(dead.len(), 1, "the operator sees what happened");
    assert!(dead[0].last_error.as_deref().unwrap().contains("cannot be reached"), "{:?}", dead[0].last_error);
}

#[tokio::test]
async fn an_operator_can_have_it_scanned_after_all() {
    let clamd = FakeClamd::start().await;
    clamd.set(Scan::HangUp(0));
    let scene = Scene::new(&clamd.address()).await;
    let file = scene.parcel.put("", "a.mov", b"12345").await;
    for _ in 0..ScanFile::MAX_ATTEMPTS {
        scene.cloud.run_due_jobs().await;
        scene.cloud.advance(NEXT_ATTEMPT);
    }
    assert_eq!(scene.scan_of(&file.id).await, said("not_scanned", "timeout"));
    clamd.set(Scan::Clean);
    let app = scene.cloud.app();
    let mut tx = app.store.begin().await.unwrap();
    let dead = jobs::list(&mut tx, "dead", 10).await.unwrap();
    assert!(jobs::revive(&mut tx, &dead[0].id, scene.cloud.now()).await.unwrap());
    tx.commit().await.unwrap();
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&file.id).await, said("clean", ""));
}

#[tokio::test]
async fn what_is_gone_needs_no_scan() {
    let clamd = FakeClamd::start().await;
    let scene = Scene::new(&clamd.address()).await;
    let file = scene.parcel.put("", "a.mov", b"12345").await;
    scene.parcel.client.remove_file(&scene.parcel.id, &file.id).await.unwrap();
    scene.parcel.put("", "b.mov", b"12345").await;
    scene.parcel.client.delete_package(&scene.parcel.id).await.unwrap();
    scene.cloud.run_due_jobs().await;
    assert_eq!(clamd.received().len(), 0);
    let dead = jobs::list(&mut scene.cloud.app().store.read().await.unwrap(), "dead", 10).await.unwrap();
    assert!(dead.is_empty());
}

#[tokio::test]
async fn without_a_scanner_it_is_said_that_none_looked() {
    let scene = Scene::new("").await;
    let file = scene.parcel.put("", "a.mov", b"12345").await;
    assert_eq!((file.scan_state.as_str(), file.scan_reason.as_str()), ("not_scanned", "off"));
    scene.cloud.execute_sql("UPDATE files SET scan_state = 'pending', scan_reason = ''").await;
    scene.order(&file.id).await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&file.id).await, said("not_scanned", "off"), "switched off since it was ordered");
}

/// Debian's clamd, with a signature that only this test knows.
#[tokio::test]
async fn a_real_clamd_finds_what_it_knows() {
    let clamd = Clamd::start(1).await;
    let scene = Scene::new(&clamd.address()).await;
    let clean = scene.parcel.put("", "clean.txt", b"nothing to see").await;
    let empty = scene.parcel.put("", "empty.txt", b"").await;
    let infected = scene.parcel.put("", "infected.bin", &[&vec![0; 300_000], VIRUS, &vec![1; 300_000]].concat()).await;
    let large = scene.parcel.put("", "large.bin", &vec![b'x'; 6_000_000]).await;
    scene.cloud.run_due_jobs().await;
    assert_eq!(scene.scan_of(&clean.id).await, said("clean", ""));
    assert_eq!(scene.scan_of(&empty.id).await, said("clean", ""));
    assert_eq!(scene.scan_of(&infected.id).await, said("infected", VIRUS_NAME));
    assert_eq!(scene.scan_of(&large.id).await, said("not_scanned", "too large"));
    assert!(scene.contains_virus().await);
}

fn doctor(data_dir: &Path, clamd: &str) -> String {
    let data_dir = data_dir.to_str().unwrap();
    let arguments = ["doctor", "--data-dir", data_dir, "--storage-listen", "127.0.0.1:1"];
    let output = Program::run(Path::new(env!("CARGO_BIN_EXE_tonnage")), &[("TONNAGE_SCAN__CLAMD", clamd)], &arguments);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_asks_the_scanner() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path();
    assert!(!doctor(data_dir, "").contains("virus scanner"));
    let clamd = FakeClamd::start().await;
    let report = doctor(data_dir, &clamd.address());
    assert!(report.contains(&format!("ok    virus scanner: {} answers\n", clamd.address())), "{report}");
    let report = doctor(data_dir, "unix:/nowhere");
    assert!(report.contains("BAD   virus scanner: clamd cannot be reached"), "{report}");
    let report = doctor(data_dir, "clamd");
    assert!(report.contains("scan.clamd must be host:port or unix:"), "{report}");
}
