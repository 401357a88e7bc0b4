//! `cargo xtask openapi`: writes the documents that are generated from the code. A test of the service compares them
//! with the code, so a forgotten run is found.

use std::fs;
use std::path::Path;

use crate::failure::{Doing as _, Outcome, no_arguments};
use crate::processes::output_of;
use crate::workspace;

pub(crate) fn write(arguments: &[String]) -> Outcome {
    no_arguments("openapi", arguments)?;
    // All are generated before any is written, so that an error in one does not leave them out of sync.
    let document = printed_by(("cloud", "tonnage"), "openapi")?;
    let errors = printed_by(("cloud", "tonnage"), "errors")?;
    let of_agent = printed_by(("agent", "tonnage-agent"), "openapi")?;
    let docs = workspace::root().join("docs");
    save(&docs.join("openapi.json"), &document)?;
    save(&docs.join("agent-openapi.json"), &of_agent)?;
    save(&docs.join("errors.md"), &errors)
}

fn printed_by((package, program): (&str, &str), subcommand: &str) -> Outcome<String> {
    let mut command = workspace::cargo()?;
    command.args(["run", "--quiet", "--package", package, "--bin", program, "--", subcommand]);
    output_of(&mut command)
}

fn save(path: &Path, text: &str) -> Outcome {
    if fs::read_to_string(path).is_ok_and(|before| before == text) {
        println!("{} is up to date", path.display());
        return Ok(());
    }
    fs::write(path, text).doing(|| format!("write {}", path.display()))?;
    println!("{} written", path.display());
    Ok(())
}
