//! `get --follow`: downloads the files of a package while they may still grow.
//!
//! It needs no running agent, but an account of the Team, because a link is not active before its package is finalized.
//! Files are read one after the other in the order in which they were added, until the package is finalized.

mod notes;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use client::Client;
use domain::local_name::{Names, Platform};
use serde_json::json;
use serving::private;
use tokio::time::{Instant, MissedTickBehavior, interval};
use transfer::folder::Folder;
use transfer::follow::{Followed, Following, Seen, follow};
use transfer::{Engine, Fault, with_retries};
use wire::error::ErrorCode;
use wire::files::FileBody;
use wire::ids::{FileId, PackageId, TeamId};
use wire::packages::PackageBody;

use super::account::{Account, Found};
use super::exit::Exit;
use super::meter::{Meter, per_second};
use super::problem::{Outcome, Problem};
use super::progress::{Look, MovingFile, Progress};
use super::talk::Form;
use super::{Context, paths, units};
use crate::paths::Paths;
use notes::Notes;

/// Files per request.
const PAGE: usize = 1_000;
/// How often a package without new data is polled.
const LOOK_EVERY: Duration = Duration::from_secs(2);
const INTERRUPTED: &str = "interrupted: downloaded data is kept";
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// The followed package and its target folder.
pub(super) struct Chase {
    cloud: Client,
    team: TeamId,
    package: PackageId,
    engine: Engine,
    path: PathBuf,
    folder: Arc<Folder>,
    paths: Paths,
    state_dir: PathBuf,
    names: Names,
    done: BTreeSet<FileId>,
    bytes: u64,
    begun: Instant,
}

/// The arguments of the command line.
pub(super) struct Wish<'a> {
    pub package: &'a str,
    pub to: &'a Path,
    pub package_folder: bool,
}

pub(super) async fn run(wish: Wish<'_>, context: &Context) -> Outcome<Exit> {
    let package: PackageId = wish.package.trim().parse().map_err(|_| {
        Problem::usage(format!("{:?} is not a package id: --follow needs an id instead of a link", wish.package))
    })?;
    let target = paths::target("--to", wish.to)?;
    let resume = format!("tonnage-agent get --follow {package} --to {}", target.display());
    let (mut chase, body) = context.unless_interrupted(Chase::begin(package, target, &wish, context)).await?;
    context.talk.event(&json!({ "event": "started", "package_id": body.id, "name": body.name }));
    chase.read_all(body, context).await.map_err(|problem| told(problem, &resume))?;
    chase.tell(context);
    Ok(Exit::Done)
}

/// Downloaded data is kept, and running the same command again resumes.
fn told(problem: Problem, resume: &str) -> Problem {
    match problem.exit {
        Exit::Interrupted => Problem { what: INTERRUPTED.to_owned(), ..problem }.next(resume),
        Exit::Network => problem.next(resume),
        Exit::Missing => problem.next("the unfinished file is kept as a .part file"),
        _ => problem,
    }
}

impl Chase {
    async fn begin(
        package: PackageId,
        target: PathBuf,
        wish: &Wish<'_>,
        context: &Context,
    ) -> Outcome<(Self, PackageBody)> {
        let options = &context.options;
        let account = Account::open(context).await?;
        let Found { team, body } = account.find(&package).await?;
        let path = if wish.package_folder { target.join(Platform::Linux.visible_part(&body.name)) } else { target };
        private::make_directory("the state directory", &options.state_dir)?;
        let allowed = Paths::new(&options.allow_paths, &options.state_dir)?;
        let path = allowed.writable("--to", &paths::text(&path)?);
        let path = path.map_err(|error| Problem::new(Exit::Rule, error.message()))?;
        let folder = Folder::open(&path).map_err(|error| problem_of(&error.into()))?;
        let engine = Engine::start(options.retry_policy).map_err(anyhow::Error::from)?;
        engine.limit_downloads(options.max_download_rate.filter(|rate| *rate > 0));
        let names = Names::new(Platform::Linux, path.as_os_str().len()).keeping_hidden(options.allow_hidden);
        let chase = Self {
            cloud: account.cloud,
            team,
            package,
            engine,
            path,
            folder: Arc::new(folder),
            paths: allowed,
            state_dir: options.state_dir.clone(),
            names,
            done: BTreeSet::new(),
            bytes: 0,
            begun: Instant::now(),
        };
        Ok((chase, body))
    }

    /// Reads new data repeatedly until the package is finalized.
    async fn read_all(&mut self, mut body: PackageBody, context: &Context) -> Outcome<()> {
        let mut has_said_so = false;
        loop {
            check_there(&body)?;
            let is_final = body.state == "finalized";
            let holder = self.cloud.with_package_token(&body.access_token);
            let files = self.new_files(&holder, context).await?;
            let is_news = !files.is_empty();
            for file in files {
                self.get(file, &holder, context).await?;
            }
            if is_final {
                return Ok(());
            }
            if !is_news {
                if !has_said_so {
                    context.talk.say("waiting for more files, or for the package to be finalized");
                    has_said_so = true;
                }
                let pause = async {
                    tokio::time::sleep(LOOK_EVERY).await;
                    Ok(())
                };
                context.unless_interrupted(pause).await?;
            }
            body = self.look(context).await?;
        }
    }

    async fn look(&self, context: &Context) -> Outcome<PackageBody> {
        let asked = with_retries(self.engine.retry_policy(), || self.cloud.package(&self.team, &self.package));
        context.unless_interrupted(async { asked.await.map_err(|fault| problem_of(&fault)) }).await
    }

    /// Files that were added since the last poll.
    async fn new_files(&self, holder: &Client, context: &Context) -> Outcome<Vec<FileBody>> {
        let mut found = Vec::new();
        for page in 1_usize.. {
            let query = format!("page={page}&limit={PAGE}");
            let asked = with_retries(self.engine.retry_policy(), || holder.files(&self.package, &query));
            let listed = async { asked.await.map_err(|fault| problem_of(&fault)) };
            let files = context.unless_interrupted(listed).await?;
            let is_last = files.len() < PAGE;
            found.extend(files.into_iter().filter(|file| !self.done.contains(&file.id)));
            if is_last {
                break;
            }
        }
        Ok(found)
    }

    async fn get(&mut self, file: FileBody, holder: &Client, context: &Context) -> Outcome<()> {
        let id = file.id.clone();
        if file.kind == "directory" {
            let whole = if file.path.is_empty() { file.name } else { format!("{}/{}", file.path, file.name) };
            let local = self.names.folder(&whole);
            let made = self.folder.directory(Path::new(&local));
            made.and_then(|()| self.folder.sync_directories([Path::new(&local)]))
                .map_err(|error| problem_of(&error.into()))?;
        } else {
            let local = PathBuf::from(self.names.file(&file.path, &file.name));
            let followed = self.follow(file, &local, holder, context).await?;
            self.bytes += followed.size;
            let path = self.path.join(&followed.path);
            context.talk.event(&json!({ "event": "file", "path": path, "size": followed.size }));
        }
        self.done.insert(id);
        Ok(())
    }

    async fn follow(&self, file: FileBody, local: &Path, holder: &Client, context: &Context) -> Outcome<Followed> {
        let refused = self.paths.require_writable("--to", &self.path.join(local)).err();
        if let Some(error) = refused {
            return Err(Problem::new(Exit::Rule, format!("{}: {}", local.display(), error.message())));
        }
        let notes = Notes::open(&self.state_dir, &file.id, &self.path)?;
        let notes = notes.ok_or_else(|| {
            let what = format!("another command is downloading {} to the same folder", local.display());
            Problem::new(Exit::Failed, what).next("wait for it to end, or choose another folder with --to")
        })?;
        let (notes, name) = (Arc::new(notes), local.display().to_string());
        let (mut holder, mut is_renewed) = (holder.clone(), false);
        loop {
            let following = Following {
                cloud: holder.clone(),
                package: self.package.clone(),
                file: file.id.clone(),
                folder: Arc::clone(&self.folder),
                path: local.to_owned(),
                last_modified: file.last_modified,
            };
            let seen = Arc::new(Seen::default());
            let work = follow(&self.engine, following, Arc::clone(&notes), Arc::clone(&seen), &context.interrupt);
            match shown(work, &seen, &name, context).await {
                // A token is valid for a week, and a recording may take longer.
                Err(Fault::Refused { code: ErrorCode::Unauthorized, .. }) if !is_renewed => {
                    holder = self.cloud.with_package_token(&self.look(context).await?.access_token);
                    is_renewed = true;
                }
                Err(fault) => return Err(problem_of(&fault)),
                Ok(followed) => return Ok(followed),
            }
        }
    }

    fn tell(&self, context: &Context) {
        let took = self.begun.elapsed();
        let (files, rate) = (self.done.len(), per_second(self.bytes, took).unwrap_or_default());
        let count = u64::try_from(files).unwrap_or(u64::MAX);
        let (sum, folder) = (units::bytes(self.bytes), self.path.display());
        context.talk.say(&format!("{}, {sum} in {} → {folder}", units::files(count), units::time(took)));
        let mut document = json!({
            "state": "complete",
            "package_id": self.package,
            "dst_folder": self.path,
            "files": files,
            "bytes": self.bytes,
            "seconds": took.as_secs_f64(),
            "bytes_per_second": rate,
        });
        if context.talk.form == Form::Ndjson {
            document["event"] = json!("finished");
        }
        context.talk.document(&document);
    }
}

fn check_there(body: &PackageBody) -> Outcome<()> {
    if matches!(body.state.as_str(), "new" | "finalized") {
        return Ok(());
    }
    Err(Problem::new(Exit::Missing, format!("the package {:?} was deleted or has expired", body.name)))
}

/// Shows the progress of the work until it ends.
async fn shown(
    work: impl Future<Output = Result<Followed, Fault>>,
    seen: &Seen,
    name: &str,
    context: &Context,
) -> Result<Followed, Fault> {
    let (mut progress, mut meter, begun) = (Progress::new(&context.talk), Meter::default(), Instant::now());
    let mut looks = interval(SHOWN_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut work = std::pin::pin!(work);
    let followed = loop {
        tokio::select! {
            followed = &mut work => break followed,
            _ = looks.tick() => {
                let (at, bytes, total) = (begun.elapsed(), seen.bytes(), seen.there());
                meter.note(at, bytes);
                let files = vec![MovingFile { name: name.to_owned(), bytes, size: total }];
                let bytes_per_second = meter.bytes_per_second();
                progress.show(&Look { at, bytes, total, bytes_per_second, files, ..Look::default() }, &context.talk);
            }
        }
    };
    progress.end();
    followed
}

fn problem_of(fault: &Fault) -> Problem {
    if matches!(fault, Fault::Stopped) {
        return Problem::new(Exit::Interrupted, INTERRUPTED);
    }
    Problem::of_fault(fault)
}
