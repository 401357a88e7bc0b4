//! `verify`: compares files on the disk with the checksums of their package.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use domain::local_name::{Names, Platform};
use serde::Serialize;
use transfer::checksum::{Sum, parse};
use transfer::{Fault, Identity, prove, resolved};
use wire::files::FileBody;

use super::exit::Exit;
use super::problem::{Outcome, Problem};
use super::secrets::{PasswordFlags, Purpose};
use super::source::{Opened, Source, full_name, patterns};
use super::talk::TalkFlags;
use super::{Context, paths, units};
use crate::downloads::Only;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tonnage-agent verify ~/Movies PACKAGE_ID\n  \
    tonnage-agent verify ~/Movies 'https://files.example.org/d/ID?secret=SECRET' '*.mov'")]
pub struct Verify {
    /// Directory with the files of the package
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
    /// The whole download link with its secret, in quotation marks, or the ID of a package of your Teams
    #[arg(value_name = "LINK|PACKAGE_ID")]
    source: String,
    /// Only these files and directories of the package, such as 'day 4' or '*.wav'
    #[arg(value_name = "PATTERN")]
    only: Vec<String>,
    #[command(flatten)]
    password: PasswordFlags,
    #[command(flatten)]
    pub talk: TalkFlags,
}

/// What was found.
#[derive(Default, Serialize)]
struct Comparison {
    /// Their content is that of the package.
    verified: u64,
    /// They have the right size; the package has no checksum of them.
    only_size: u64,
    bytes: u64,
    different: Vec<Different>,
    /// A pattern that has matched nothing.
    #[serde(skip)]
    unmatched: Option<String>,
}

#[derive(Serialize)]
struct Different {
    path: String,
    reason: String,
}

impl Verify {
    pub(super) async fn run(self, context: Context) -> Outcome<Exit> {
        let source = Source::parse(&self.source)?;
        let mut only = patterns(&self.only)?;
        let directory = paths::target("DIRECTORY", &self.directory)?;
        if !directory.is_dir() {
            let what = format!("{} is not a directory", directory.display());
            return Err(Problem::new(Exit::Missing, what).next("name the directory with the files of the package"));
        }
        let password = self.password.read(Purpose::Open, &context.interrupt)?;
        source.check_password(password.as_deref())?;
        let compare = async {
            let opened = source.open(password.as_deref(), &context).await?;
            compare(&opened, directory, &mut only, &context).await
        };
        let found = context.unless_interrupted(compare).await?;
        found.tell(&context)
    }
}

async fn compare(opened: &Opened, directory: PathBuf, only: &mut Only, context: &Context) -> Outcome<Comparison> {
    let names = Names::new(Platform::Linux, directory.as_os_str().len());
    let mut names = names.keeping_hidden(context.options.allow_hidden);
    let mut found = Comparison::default();
    for page in 1_usize.. {
        let (files, is_last) = opened.files(page).await?;
        for file in files {
            // The names on the disk depend on all entries before.
            let (name, is_chosen) = (full_name(&file), only.contains(&file));
            if file.kind == "directory" {
                names.folder(&name);
                continue;
            }
            let local = directory.join(names.file(&file.path, &file.name));
            if !is_chosen {
                continue;
            }
            context.talk.explain(&format!("reading {}", local.display()));
            let checked = tokio::task::spawn_blocking(move || check(&local, &file)).await;
            found.note(name, checked.map_err(anyhow::Error::from)?);
        }
        if is_last {
            break;
        }
    }
    found.unmatched = only.unmatched();
    Ok(found)
}

/// A file that is right.
struct Right {
    size: u64,
    has_checksum: bool,
}

/// Why a file is not that of the package, if it is not.
fn check(local: &Path, file: &FileBody) -> Result<Right, String> {
    let metadata = resolved::metadata(local).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "is missing".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if !metadata.is_file() {
        return Err("is not a file".to_owned());
    }
    let identity = Identity::of(&metadata);
    let size = u64::try_from(file.size).unwrap_or_default();
    if identity.size != size {
        return Err(format!("has {} bytes instead of {size}", identity.size));
    }
    let right = |has_checksum| Right { size, has_checksum };
    let Some(crc64) = parse(&file.checksum.crc64nvme) else { return Ok(right(false)) };
    match prove(local, identity, Sum { crc64, length: size }) {
        Ok(()) => Ok(right(true)),
        Err(Fault::SourceChanged { .. }) => Err("has other content".to_owned()),
        Err(fault) => Err(fault.to_string()),
    }
}

impl Comparison {
    fn note(&mut self, path: String, checked: Result<Right, String>) {
        match checked {
            Ok(Right { size, has_checksum }) => {
                let count = if has_checksum { &mut self.verified } else { &mut self.only_size };
                *count += 1;
                self.bytes += size;
            }
            Err(reason) => self.different.push(Different { path, reason }),
        }
    }

    fn tell(&self, context: &Context) -> Outcome<Exit> {
        let talk = &context.talk;
        for Different { path, reason } in &self.different {
            talk.print(&format!("{path}: {reason}"));
        }
        let checked = self.verified + self.only_size;
        if let Some(what) = &self.unmatched {
            return Err(Problem::new(Exit::Missing, what));
        }
        if checked == 0 && self.different.is_empty() {
            return Err(Problem::new(Exit::Missing, "there is no file to compare"));
        }
        talk.say(&format!("{}, {}: as in the package", units::files(checked), units::bytes(self.bytes)));
        if self.only_size > 0 {
            let count = units::files(self.only_size);
            talk.warn(&format!("only the size of {count} was compared: the package has no checksum"));
        }
        if self.different.is_empty() {
            talk.document(self);
            return Ok(Exit::Done);
        }
        let count = u64::try_from(self.different.len()).unwrap_or(u64::MAX);
        talk.document(self);
        talk.say(&format!(
            "{} not as in the package",
            match count {
                1 => "1 file is".to_owned(),
                more => format!("{more} files are"),
            }
        ));
        Ok(Exit::Failed)
    }
}
