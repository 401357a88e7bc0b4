//! Checks that the folders which the program embeds exist. It does not build the pages: that would run Node.js in every
//! editor, under cargo's lock, and turn a script error into a build error of the program.

use std::path::Path;
use std::{env, fs, io};

/// Two folders, so that neither program contains the other's pages.
const PARTS: [&str; 2] = ["cloud", "agent"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=TONNAGE_REQUIRE_WEB");
    for part in PARTS {
        let folder = Path::new("../../web/dist").join(part);
        println!("cargo::rerun-if-changed={}", folder.display());
        fs::create_dir_all(&folder)?;
        if !folder.join("manifest.json").is_file() {
            missing(&folder);
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
