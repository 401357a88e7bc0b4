//! What it costs to watch an idle folder, and a very busy one. Prints Markdown.
//!
//! The comparison is what people would do without an agent: `find` once a minute. Cost is CPU time, which does not
//! depend on other load.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use bench::process::{cpu, forget_peak, peak_memory};
use serde_json::{Value, json};
use testkit::Program;

const FOLDERS: usize = 10_000;
const FILES: usize = 100_000;
const HOUR: f64 = 3_600.0;
/// How long nothing happens.
const IDLE: Duration = Duration::from_mins(2);
/// How many times an hour the agent scans everything, whatever the kernel reports.
const LOOKS_AN_HOUR: f64 = 6.0;
const LONGEST: Duration = Duration::from_mins(5);

struct Bed {
    directory: tempfile::TempDir,
    _server: Program,
    agent: Program,
    team: String,
    http: reqwest::Client,
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> anyhow::Result<()> {
    testkit::prepare();
    let bed = Bed::start()?;
    println!("\nMeasured with two cores or more. Cost is CPU time, so other load on the machine does not matter.\n");
    println!("| | seconds | CPU s | agent's peak MiB |\n|---|---|---|---|");
    let root = bed.folder("idle")?;
    for number in 0..FOLDERS {
        write(&root.join(format!("folder {number}/file")))?;
    }
    let begun = bed.watch("idle", &root).await?;
    bed.until_waiting(0, FOLDERS).await?;
    let first = bed.row(&format!("first scan of {FOLDERS} folders"), begun);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let resting = bed.meter();
    tokio::time::sleep(IDLE).await;
    let idle = bed.row(&format!("{} s idle", IDLE.as_secs()), resting);
    let find = peer(&root)?;
    let burst = bed.folder("burst")?;
    bed.watch("burst", &burst).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let rush = bed.meter();
    let writing = Instant::now();
    for number in 0..FILES {
        write(&burst.join(format!("folder {}/{number}", number % 100)))?;
    }
    let wrote = writing.elapsed();
    bed.until_settled_look().await?;
    bed.row(&format!("{FILES} files, created in {:.1} s, all found", wrote.as_secs_f64()), rush);
    let hour = idle / IDLE.as_secs_f64() * HOUR + first * LOOKS_AN_HOUR;
    let peer = find * 60.0;
    println!("\n| {FOLDERS} folders for an hour | CPU s | × find |\n|---|---|---|");
    println!("| find, once a minute | {peer:.1} | 1.00 |");
    println!("| agent: idle, and {LOOKS_AN_HOUR:.0} full scans | {hour:.1} | {:.2} |", hour / peer);
    Ok(())
}

#[derive(Clone, Copy)]
struct Meter {
    at: Instant,
    cpu: f64,
}

impl Bed {
    fn start() -> anyhow::Result<Self> {
        let place =
            |name: &str| std::env::var_os(name).map(PathBuf::from).with_context(|| format!("{name} is not set"));
        let (tonnage, agent) = (place("BENCH_TONNAGE")?, place("BENCH_AGENT")?);
        let directory = tempfile::tempdir_in(place("BENCH_DIRECTORY")?)?;
        let server = Program::serve(&tonnage, &directory.path().join("data"), &[]);
        let (team, key) = Program::bootstrap(&tonnage, &directory.path().join("data"));
        let key_file = directory.path().join("key");
        fs::write(&key_file, key)?;
        let key_file = key_file.display().to_string();
        let arguments = ["-cloud-url", server.api.as_str(), "-api-key-file", &key_file, "-log-level", "warn"];
        let agent = Program::agent(&agent, &directory.path().join("state"), &arguments);
        let http = reqwest::Client::builder().no_proxy().build()?;
        Ok(Self { directory, _server: server, agent, team: team.to_string(), http })
    }

    fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.directory.path().join(name);
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// The timeout is long, so that nothing settles while we measure.
    async fn watch(&self, name: &str, root: &Path) -> anyhow::Result<Meter> {
        let begun = self.meter();
        let body = json!({ "name": name, "path": root, "timeout": 600, "enabled": true, "team_id": self.team,
            "recipient_emails": [] });
        let url = format!("{}/api/v1/automations/team_upload", self.agent.api);
        let reply = self.http.post(url).json(&body).send().await?;
        if !reply.status().is_success() {
            bail!("the agent refused: {}", reply.text().await?);
        }
        Ok(begun)
    }

    async fn automations(&self) -> anyhow::Result<Vec<Value>> {
        Ok(self.http.get(format!("{}/api/v1/automations", self.agent.api)).send().await?.json().await?)
    }

    async fn until_waiting(&self, automation: usize, wanted: usize) -> anyhow::Result<()> {
        let since = Instant::now();
        loop {
            let waiting = self.automations().await?[automation]["status"]["waiting"].as_u64();
            if waiting == u64::try_from(wanted).ok() {
                return Ok(());
            }
            if since.elapsed() > LONGEST {
                bail!("{waiting:?} of {wanted} were found");
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Waits until all hundred folders are known and the agent is idle.
    async fn until_settled_look(&self) -> anyhow::Result<()> {
        self.until_waiting(1, 100).await?;
        let mut before = cpu(self.agent.id(), false);
        loop {
            tokio::time::sleep(Duration::from_secs(2)).await;
            let now = cpu(self.agent.id(), false);
            if now - before < 0.05 {
                return Ok(());
            }
            before = now;
        }
    }

    fn meter(&self) -> Meter {
        let _ = forget_peak(self.agent.id());
        Meter { at: Instant::now(), cpu: cpu(self.agent.id(), false) }
    }

    /// Prints what was used since then, and returns the CPU seconds.
    fn row(&self, what: &str, since: Meter) -> f64 {
        let used = cpu(self.agent.id(), false) - since.cpu;
        let peak = peak_memory(self.agent.id());
        println!("| {what} | {:.1} | {used:.2} | {peak} |", since.at.elapsed().as_secs_f64());
        used
    }
}

/// CPU seconds of one `find` over everything, with sizes and modification times.
fn peer(root: &Path) -> anyhow::Result<f64> {
    const RUNS: u32 = 10;
    let spent = || cpu(std::process::id(), true) - cpu(std::process::id(), false);
    let before = spent();
    for _ in 0..RUNS {
        let output = Command::new("find").arg(root).args(["-printf", "%p %s %T@\\n"]).output()?;
        if !output.status.success() {
            bail!("find failed");
        }
    }
    Ok((spent() - before) / f64::from(RUNS))
}

fn write(path: &Path) -> anyhow::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(fs::write(path, b"some bytes")?)
}
