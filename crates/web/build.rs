//! Makes sure that the folders which the program embeds are there. It builds no page itself: that would run Node.js in
//! every editor, under cargo's lock, and turn a fault of a script into a fault of the program.

use std::path::Path;
use std::{env, fs, io};

/// The server's pages and the agent's are two folders, so that neither program carries the other's.
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
