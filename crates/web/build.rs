//! Copies the built pages to where they are embedded from. It builds nothing itself: that would run Node in every
//! editor, under cargo's lock, and turn a fault of a script into a fault of the program.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The server's pages and the agent's are two builds, so that neither program carries the other's.
const PARTS: [&str; 2] = ["cloud", "agent"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=TONNAGE_WEB_DIST");
    println!("cargo::rerun-if-env-changed=TONNAGE_REQUIRE_WEB");
    let built = env::var_os("TONNAGE_WEB_DIST").map_or_else(|| PathBuf::from("../../web/dist"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", built.display());
    let embedded = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    for part in PARTS {
        let (from, to) = (built.join(part), embedded.join(part));
        if to.exists() {
            fs::remove_dir_all(&to)?;
        }
        fs::create_dir_all(&to)?;
        if from.join("manifest.json").is_file() {
            copy(&from, &to)?;
        } else {
            missing(&from);
        }
    }
    Ok(())
}

fn missing(folder: &Path) {
    let advice = "build the pages with `cargo xtask web`, which needs Node.js";
    if env::var_os("TONNAGE_REQUIRE_WEB").is_some() {
        println!("cargo::error=there are no pages in {}: {advice}", folder.display());
    } else {
        println!("cargo::warning=no pages in {}: the program will say so instead; {advice}", folder.display());
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
