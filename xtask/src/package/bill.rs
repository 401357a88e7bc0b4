//! Software bills of materials as `CycloneDX` JSON, and checksums of everything that is published.
//!
//! The bill of a program lists everything that is compiled into it or that runs while it is built: what `cargo tree`
//! shows for its package, with the checksums of the lock file. It contains no date, so the same sources give the same
//! bill. The packages of the pages, which both programs embed, are in a bill of their own, written by npm.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Product;
use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::output_of;
use crate::{web, workspace};

const CHECKSUMS: &str = "SHA256SUMS";
const PAGES: &str = "tonnage-pages.cdx.json";

/// Writes the bill of a program.
pub(super) fn of_program(product: &Product, folder: &Path) -> Outcome<PathBuf> {
    let mut command = workspace::cargo()?;
    command.args(["tree", "--locked", "--package", product.package, "--edges", "normal,build"]);
    command.args(["--prefix", "depth", "--format", "{p}|{l}|{r}"]);
    let lock = workspace::root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).doing(|| format!("read {}", lock.display()))?;
    let bill = Tree::parse(&output_of(&mut command)?)?.bill(product.program, &checksums_of(&lock));
    written(&folder.join(format!("{}.cdx.json", product.program)), &bill)
}

/// Writes the bill of the pages.
pub(super) fn of_pages(folder: &Path) -> Outcome<PathBuf> {
    let mut command = web::npm(&["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application"]);
    let bill = output_of(command.args(["--omit", "dev", "--package-lock-only"]))?;
    written(&folder.join(PAGES), &bill)
}

/// Writes the checksums of files in a folder, in the format that `sha256sum --check` reads.
pub(super) fn checksums(folder: &Path, files: &[PathBuf]) -> Outcome<PathBuf> {
    let names = files.iter().filter_map(|file| file.file_name());
    let sums = output_of(Command::new("sha256sum").arg("--").args(names).current_dir(folder))?;
    written(&folder.join(CHECKSUMS), &sums)
}

fn written(path: &Path, text: &str) -> Outcome<PathBuf> {
    fs::write(path, text).doing(|| format!("write {}", path.display()))?;
    Ok(path.to_owned())
}

/// A crate, as `cargo tree` describes it.
struct Crate {
    name: String,
    version: String,
    license: String,
    repository: String,
}

impl Crate {
    /// `name v1.2.3 (proc-macro)|MIT OR Apache-2.0|https://...`, and ` (*)` if it was shown before.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim_end_matches(" (*)").split('|');
        let mut words = parts.next()?.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        // An older way to write a choice of licenses, which is not valid in a bill.
        let license = parts.next()?.replace('/', " OR ").replace("  OR  ", " OR ");
        Some(Self { name: name.into(), version: version.into(), license, repository: parts.next()?.into() })
    }

    /// How bills refer to it.
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version.replace('+', "%2B"))
    }

    fn json(&self, kind: &str, name: &str, checksum: Option<&String>) -> String {
        let reference = string(&self.reference());
        let mut fields = vec![
            ("type", string(kind)),
            ("bom-ref", reference.clone()),
            ("name", string(name)),
            ("version", string(&self.version)),
        ];
        // Our own crates are in no registry, where others have the same names.
        if let Some(checksum) = checksum {
            fields.push(("purl", reference));
            fields.push(("hashes", list([object(&[("alg", string("SHA-256")), ("content", string(checksum))])])));
        }
        if !self.license.is_empty() {
            fields.push(("licenses", list([object(&[("expression", string(&self.license))])])));
        }
        if !self.repository.is_empty() {
            let link = object(&[("type", string("vcs")), ("url", string(&self.repository))]);
            fields.push(("externalReferences", list([link])));
        }
        object(&fields)
    }
}

/// The crates of a program, and which crate needs which.
struct Tree {
    root: Crate,
    /// By their references, without the root.
    crates: BTreeMap<String, Crate>,
    needs: BTreeMap<String, BTreeSet<String>>,
}

impl Tree {
    /// Each line begins with its depth. The crates below one that was shown before are left out.
    fn parse(text: &str) -> Outcome<Self> {
        let (mut root, mut crates, mut above) = (None, BTreeMap::new(), Vec::new());
        let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in text.lines() {
            let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
            let depth = line[..line.len() - rest.len()].parse::<usize>();
            let (Ok(depth), Some(found)) = (depth, Crate::parse(rest)) else {
                return failed(format!("`cargo tree` has written a line of another form: {line}"));
            };
            let reference = found.reference();
            above.truncate(depth);
            if let Some(parent) = above.last() {
                needs.entry(String::clone(parent)).or_default().insert(reference.clone());
            }
            needs.entry(reference.clone()).or_default();
            above.push(reference.clone());
            if depth == 0 {
                root = Some(found);
            } else {
                crates.insert(reference, found);
            }
        }
        match root {
            Some(root) => Ok(Self { root, crates, needs }),
            None => failed("`cargo tree` has written nothing."),
        }
    }

    fn bill(&self, program: &str, checksums: &BTreeMap<(String, String), String>) -> String {
        let components = self.crates.values().map(|each| {
            let checksum = checksums.get(&(each.name.clone(), each.version.clone()));
            each.json("library", &each.name, checksum)
        });
        let dependencies = self.needs.iter().map(|(reference, needed)| {
            let needed = list(needed.iter().map(|each| string(each)));
            object(&[("ref", string(reference)), ("dependsOn", needed)])
        });
        let bill = object(&[
            ("bomFormat", string("CycloneDX")),
            ("specVersion", string("1.5")),
            ("version", "1".to_owned()),
            ("metadata", object(&[("component", self.root.json("application", program, None))])),
            ("components", list(components)),
            ("dependencies", list(dependencies)),
        ]);
        format!("{bill}\n")
    }
}

/// The checksums in `Cargo.lock`, by name and version.
fn checksums_of(lock: &str) -> BTreeMap<(String, String), String> {
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
        line.map(str::to_owned)
    };
    let packages = lock.split("[[package]]").skip(1);
    packages
        .filter_map(|block| Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?)))
        .collect()
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{}:{value}", string(name))).collect();
    format!("{{{}}}", fields.join(","))
}

/// One element on each line, so that two bills can be compared.
fn list(elements: impl IntoIterator<Item = String>) -> String {
    let elements: Vec<String> = elements.into_iter().collect();
    format!("[{}]", elements.join(",\n"))
}

fn string(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Tree, checksums, checksums_of};
    use crate::failure::Failure;
    use crate::processes::unique_name;

    const TREE: &str = "\
0cloud v0.1.0 (/somewhere/crates/cloud)|Apache-2.0|
1serde v1.0.1|MIT/Apache-2.0|https://example.org/serde
2serde_derive v1.0.1 (proc-macro)||
1wire v0.1.0 (/somewhere/crates/wire)|Apache-2.0|
2serde v1.0.1|MIT/Apache-2.0|https://example.org/serde (*)
";
    const LOCK: &str = "version = 4\n
[[package]]\nname = \"serde\"\nversion = \"1.0.1\"\nchecksum = \"ab12\"\ndependencies = [\n \"serde_derive\",\n]\n
[[package]]\nname = \"wire\"\nversion = \"0.1.0\"\n";

    fn message<T>(outcome: Result<T, Failure>) -> String {
        match outcome {
            Ok(_) => String::new(),
            Err(Failure::Usage(message) | Failure::Failed(message)) => message,
        }
    }

    #[test]
    fn the_bill_names_every_crate_once_and_what_it_needs() {
        let tree = Tree::parse(TREE).ok();
        let bill = tree.map(|tree| tree.bill("tonnage", &checksums_of(LOCK))).unwrap_or_default();
        let expected = [
            r#"{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,"#,
            r#""metadata":{"component":{"type":"application","bom-ref":"pkg:cargo/cloud@0.1.0","name":"tonnage","#,
            r#""version":"0.1.0","licenses":[{"expression":"Apache-2.0"}]}},"#,
            r#""components":[{"type":"library","bom-ref":"pkg:cargo/serde@1.0.1","name":"serde","version":"1.0.1","#,
            r#""purl":"pkg:cargo/serde@1.0.1","hashes":[{"alg":"SHA-256","content":"ab12"}],"#,
            r#""licenses":[{"expression":"MIT OR Apache-2.0"}],"#,
            r#""externalReferences":[{"type":"vcs","url":"https://example.org/serde"}]},"#,
            "\n",
            r#"{"type":"library","bom-ref":"pkg:cargo/serde_derive@1.0.1","name":"serde_derive","version":"1.0.1"},"#,
            "\n",
            r#"{"type":"library","bom-ref":"pkg:cargo/wire@0.1.0","name":"wire","version":"0.1.0","#,
            r#""licenses":[{"expression":"Apache-2.0"}]}],"#,
            r#""dependencies":[{"ref":"pkg:cargo/cloud@0.1.0","dependsOn":["pkg:cargo/serde@1.0.1","#,
            "\n",
            r#""pkg:cargo/wire@0.1.0"]},"#,
            "\n",
            r#"{"ref":"pkg:cargo/serde@1.0.1","dependsOn":["pkg:cargo/serde_derive@1.0.1"]},"#,
            "\n",
            r#"{"ref":"pkg:cargo/serde_derive@1.0.1","dependsOn":[]},"#,
            "\n",
            r#"{"ref":"pkg:cargo/wire@0.1.0","dependsOn":["pkg:cargo/serde@1.0.1"]}]}"#,
            "\n",
        ];
        assert_eq!(bill, expected.concat());
    }

    #[test]
    fn a_tree_that_cannot_be_read_makes_no_bill() {
        assert!(message(Tree::parse("")).contains("nothing"));
        assert!(message(Tree::parse("0cloud")).contains("another form: 0cloud"));
    }

    #[test]
    fn our_own_lock_file_has_the_checksums() {
        let lock = fs::read_to_string(crate::workspace::root().join("Cargo.lock")).unwrap_or_default();
        let found = checksums_of(&lock);
        assert!(found.len() > 300, "{} checksums", found.len());
        assert!(found.values().all(|checksum| checksum.len() == 64));
    }

    #[test]
    fn checksums_can_be_checked() {
        let folder = std::env::temp_dir().join(unique_name("checksums"));
        let file = folder.join("a.deb");
        let made = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, "abc"));
        assert!(made.is_ok(), "{made:?}");
        let written = checksums(&folder, std::slice::from_ref(&file)).ok();
        let text = written.and_then(|written| fs::read_to_string(written).ok()).unwrap_or_default();
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n");
    }
}
