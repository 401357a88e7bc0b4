//! `cargo xtask openapi`: writes what is generated from the code: the documents, and the facts that the pages share with
//! the server. A test of the service compares them with the code, so a forgotten run is found.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::{Doing as _, Outcome, no_arguments};
use crate::processes::{must_succeed, output_of};
use crate::workspace;

pub(crate) fn write(arguments: &[String]) -> Outcome {
    no_arguments("openapi", arguments)?;
    let programs = workspace::build("dev", &["tonnage", "tonnage-agent"])?;
    // All are made before any is written: a fault in one must not leave them out of step.
    let document = output_of(Command::new(programs.join("tonnage")).arg("openapi"))?;
    let errors = output_of(Command::new(programs.join("tonnage")).arg("errors"))?;
    let of_agent = output_of(Command::new(programs.join("tonnage-agent")).arg("openapi"))?;
    let (docs, facts) = (workspace::root().join("docs"), workspace::root().join("web/src/facts"));
    save(&docs.join("openapi.json"), &document)?;
    save(&docs.join("agent-openapi.json"), &of_agent)?;
    save(&docs.join("errors.md"), &errors)?;
    must_succeed(Command::new(programs.join("tonnage")).arg("facts").arg(&facts))?;
    println!("{} written", facts.display());
    Ok(())
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
