//! What is sent from standard input, or from the output of a command.
//!
//! It is read to its end before anything is sent, into a private file on the disk: until it is known that all of it is
//! there, there is no package that could look complete. The file goes with the command, however that ends.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serving::private::{PRIVATE_DIRECTORY, PRIVATE_FILE};

use crate::cli::exit::Exit;
use crate::cli::problem::{Outcome, Problem};
use crate::cli::units;

const PIECE: usize = 1 << 20;
const NOTHING: &str = "nothing was sent";

/// Where the bytes come from.
pub(super) enum Input {
    StandardInput,
    /// A command of the shell. Its output is complete if it succeeds.
    Command(String),
}

/// The file that was read, removed when this is dropped.
pub(super) struct Spooled {
    directory: PathBuf,
    pub(super) file: PathBuf,
}

impl Drop for Spooled {
    fn drop(&mut self) {
        self.remove();
    }
}

impl Spooled {
    /// An empty file of this name in a directory of its own.
    pub(super) fn new(name: &str) -> Outcome<Self> {
        let plain = Path::new(name).file_name().is_some_and(|plain| plain == name);
        if !plain {
            return Err(Problem::usage(format!("--name: {name:?} cannot be the name of a file")));
        }
        let above = std::env::var_os("TMPDIR").filter(|directory| !directory.is_empty());
        let above = above.map_or_else(|| PathBuf::from("/var/tmp"), PathBuf::from);
        let directory = above.join(format!("tonnage-agent-{:016x}", rand::random::<u64>()));
        let made = DirBuilder::new().mode(PRIVATE_DIRECTORY).create(&directory);
        made.map_err(|error| unwritable(&directory, &error))?;
        let file = directory.join(name);
        Ok(Self { directory, file })
    }

    pub(super) fn remove(&self) {
        if let Err(error) = std::fs::remove_dir_all(&self.directory)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(%error, directory = %self.directory.display(), "cannot remove what was read");
        }
    }

    /// Reads all of the input, which must have exactly `size` bytes if that is known. Blocks.
    pub(super) fn fill(&self, input: &Input, size: Option<u64>) -> Outcome<u64> {
        let opened = OpenOptions::new().write(true).create_new(true).mode(PRIVATE_FILE).open(&self.file);
        let mut file = opened.map_err(|error| unwritable(&self.file, &error))?;
        let count = match input {
            Input::StandardInput => self.copy(std::io::stdin().lock(), &mut file)?,
            Input::Command(command) => self.run(command, &mut file)?,
        };
        match size {
            Some(size) if size != count => {
                let what = format!("the input has {count} bytes instead of {size}: {NOTHING}");
                Err(Problem::new(Exit::Failed, what).next("check the command that writes it"))
            }
            None if count == 0 => {
                let what = format!("the input is empty: {NOTHING}");
                Err(Problem::new(Exit::Failed, what).next("check the command that writes it, or pass --size 0"))
            }
            _ => Ok(count),
        }
    }

    fn run(&self, command: &str, file: &mut File) -> Outcome<u64> {
        let started = Command::new("/bin/sh").args(["-c", command]).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(anyhow::Error::from)?;
        let copied = child.stdout.take().map_or(Ok(0), |output| self.copy(output, file));
        let status = child.wait().map_err(anyhow::Error::from)?;
        if !status.success() {
            return Err(Problem::new(Exit::Failed, format!("the command failed ({status}): {NOTHING}")));
        }
        copied
    }

    fn copy(&self, mut input: impl Read, file: &mut File) -> Outcome<u64> {
        let (mut piece, mut count) = (vec![0; PIECE], 0_u64);
        loop {
            let read = match input.read(&mut piece) {
                Ok(0) => return Ok(count),
                Ok(read) => read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Err(Problem::new(Exit::Failed, format!("cannot read the input: {error}: {NOTHING}")));
                }
            };
            let written = file.write_all(piece.get(..read).unwrap_or_default());
            written.map_err(|error| {
                let read = units::bytes(count);
                let problem = unwritable(&self.file, &error);
                Problem { what: format!("{} after {read}: {NOTHING}", problem.what), ..problem }
            })?;
            count = count.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        }
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    let what = format!("cannot write {}: {error}", path.display());
    Problem::new(Exit::Failed, what).next("set TMPDIR to a directory with enough space")
}
