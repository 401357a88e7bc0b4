//! The test data: files of random bytes, created once and kept, and in the page cache when the clock starts.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use rand::Rng as _;

const MIB: u64 = 1 << 20;
pub(crate) const SMALL_BYTES: u64 = 16 << 10;
const FILES_PER_FOLDER: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    File,
    Tree { files: usize },
}

pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) shape: Shape,
    pub(crate) bytes: u64,
}

impl Source {
    pub(crate) fn file(directory: &Path, mib: u64) -> anyhow::Result<Self> {
        let path = directory.join(format!("source-{mib}-mib"));
        if fs::metadata(&path).map_or(0, |metadata| metadata.len()) != mib * MIB {
            let mut file = fs::File::create(&path)?;
            let mut block = vec![0; usize::try_from(MIB)?];
            for _ in 0..mib {
                rand::rng().fill_bytes(&mut block);
                file.write_all(&block)?;
            }
        }
        Ok(Self { path, shape: Shape::File, bytes: mib * MIB })
    }

    pub(crate) fn tree(directory: &Path, files: usize) -> anyhow::Result<Self> {
        let path = directory.join(format!("source-{files}-files"));
        let bytes = SMALL_BYTES * u64::try_from(files)?;
        let source = Self { path, shape: Shape::Tree { files }, bytes };
        let mut block = vec![0; usize::try_from(SMALL_BYTES)?];
        for name in source.files() {
            let path = source.path.join(&name);
            if !path.exists() {
                fs::create_dir_all(path.parent().context("the file is not in a folder")?)?;
                rand::rng().fill_bytes(&mut block);
                fs::write(path, &block)?;
            }
        }
        Ok(source)
    }

    /// The files of a tree, relative to its folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let count = if let Shape::Tree { files } = self.shape { files } else { 0 };
        (0..count).map(|number| format!("{}/{}", number / FILES_PER_FOLDER, number % FILES_PER_FOLDER)).collect()
    }

    /// Reads everything once, and flushes what earlier runs left unwritten.
    pub(crate) fn settle(&self) -> anyhow::Result<()> {
        if self.shape == Shape::File {
            std::io::copy(&mut fs::File::open(&self.path)?, &mut std::io::sink())?;
        }
        for name in self.files() {
            fs::read(self.path.join(name))?;
        }
        Command::new("sync").status()?;
        Ok(())
    }

    /// Fails if the received data differs from what was sent.
    pub(crate) fn compare(&self, received: &Path) -> anyhow::Result<()> {
        let mut command = Command::new("diff");
        command.args(["--recursive", "--brief"]).arg(&self.path).arg(received);
        if !command.status()?.success() {
            bail!("{} differs from what was sent", received.display());
        }
        Ok(())
    }
}
