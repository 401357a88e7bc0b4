//! `cargo xtask package`: builds Debian packages with units, completions, man pages and bills of materials.
//!
//! With `--try` they are installed and used in a fresh Debian below the cache folder.

mod bill;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Doing as _, Failure, Outcome};
use crate::processes::{must_succeed, output_of};
use crate::{web, workspace};

const CARGO_DEB: &str = "3.8.0";
/// A release is optimised with a slow profile; for trying the packages, the faster profile is enough.
const FINAL_PROFILE: &str = "dist";
const TRIAL_PROFILE: &str = "release";

struct Product {
    package: &'static str,
    program: &'static str,
    /// The folder of its generated files.
    name: &'static str,
}

const PRODUCTS: [Product; 2] = [
    Product { package: "cloud", program: "tonnage", name: "server" },
    Product { package: "agent", program: "tonnage-agent", name: "agent" },
];

pub(crate) fn package(arguments: &[String]) -> Outcome {
    let is_trial = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--try"] => true,
        _ => return Err(Failure::Usage("`package` takes `--try` or nothing.".to_owned())),
    };
    let profile = if is_trial { TRIAL_PROFILE } else { FINAL_PROFILE };
    web::built()?;
    let tool = cargo_deb()?;
    workspace::build(profile, &PRODUCTS.map(|product| product.program))?;
    let pages = bill::of_pages(&fresh_folder("")?)?;
    let made = PRODUCTS.iter().map(|product| packed(product, profile, &tool)).collect::<Outcome<Vec<_>>>()?;
    let (packages, bills): (Vec<PathBuf>, Vec<PathBuf>) = made.into_iter().unzip();
    let published = [packages.as_slice(), &bills, &[pages]].concat();
    let checksums = bill::checksums(&folder(), &published)?;
    for file in published.iter().chain([&checksums]) {
        println!("{}", file.display());
    }
    if is_trial { trial::try_out(&packages) } else { Ok(()) }
}

/// The folder for the packages and everything generated for them.
fn folder() -> PathBuf {
    workspace::root().join("target/package")
}

/// An empty folder in it, or itself.
fn fresh_folder(name: &str) -> Outcome<PathBuf> {
    let folder = folder().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).doing(|| format!("empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).doing(|| format!("make {}", folder.display()))?;
    Ok(folder)
}

/// The package of a product and its bill of materials, which is also in the package.
fn packed(product: &Product, profile: &str, tool: &Path) -> Outcome<(PathBuf, PathBuf)> {
    let program = workspace::target()?.join(profile).join(product.program);
    generate(product, &program)?;
    let bill = bill::of_program(product, &folder())?;
    let output = folder().join(format!("{}.deb", product.program));
    let mut command = workspace::cargo()?;
    command.arg("deb").args(["--no-build", "--locked", "--profile", profile, "--package", product.package]);
    command.arg("--output").arg(&output);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(tool.to_owned()).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(path).doing(|| "find cargo-deb".to_owned())?);
    must_succeed(&mut command)?;
    Ok((output, bill))
}

/// Completions and man pages, printed by the program itself.
fn generate(product: &Product, program: &Path) -> Outcome {
    let folder = fresh_folder(product.name)?;
    for shell in ["bash", "zsh", "fish"] {
        let text = output_of(Command::new(program).args(["completions", shell]))?;
        let path = folder.join(format!("{}.{shell}", product.program));
        fs::write(&path, text).doing(|| format!("write {}", path.display()))?;
    }
    output_of(Command::new(program).arg("man").arg(folder.join("man")))?;
    Ok(())
}

/// The folder with `cargo-deb`, installed once.
fn cargo_deb() -> Outcome<PathBuf> {
    let _turn = workspace::take_turn("tools")?;
    let root = workspace::cache()?.join("tools");
    let program = root.join("bin/cargo-deb");
    let is_there = output_of(Command::new(&program).arg("--version"))
        .is_ok_and(|version| version.split_whitespace().next_back() == Some(CARGO_DEB));
    if !is_there {
        println!("Installing cargo-deb {CARGO_DEB} into {}", root.display());
        let mut install = workspace::cargo()?;
        install.args(["install", "cargo-deb", "--version", CARGO_DEB, "--locked", "--root"]).arg(&root);
        must_succeed(&mut install)?;
    }
    Ok(root.join("bin"))
}
