//! The test executables of the workspace: built once by cargo, then started by us as often as the steps need them.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::{Doing as _, Outcome, failed};
use crate::processes::shown;
use crate::workspace;

/// Every target with tests, and those that `cargo test` leaves out because they need servers that only xtask starts:
/// `--tests` would ignore their names.
const ALL: &[&[&str]] = &[&["--tests"], &["--test", "cluster", "--test", "pairs"]];
/// Checks the sources and needs no program, so that it is ready in seconds.
const TIDY: &[&[&str]] = &[&["--test", TIDY_TARGET]];
const TIDY_TARGET: &str = "tidy";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Executable {
    pub(crate) package: String,
    /// The name of the integration test; none for the unit tests of a library or program.
    pub(crate) test: Option<String>,
    program: PathBuf,
    folder: PathBuf,
}

impl Executable {
    /// How tables name it.
    pub(crate) fn label(&self) -> String {
        format!("{} {}", self.package, self.test.as_deref().unwrap_or("(unit)"))
    }

    pub(crate) fn is_tidy(&self) -> bool {
        self.test.as_deref() == Some(TIDY_TARGET)
    }

    pub(crate) fn is(&self, package: &str, test: &str) -> bool {
        self.package == package && self.test.as_deref() == Some(test)
    }

    /// Starts it as `cargo test` would.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    /// Reads one line of cargo's `--message-format=json`; none if it is not about a test executable.
    fn from_message(line: &str) -> Option<Self> {
        if !line.contains(r#""reason":"compiler-artifact""#) {
            return None;
        }
        let program = PathBuf::from(text_of(line, "executable")?);
        // A program that tests start is an artifact, too.
        let (_, profile) = line.split_once(r#""profile":{"#)?;
        if !profile.split('}').next()?.contains(r#""test":true"#) {
            return None;
        }
        let folder = Path::new(&text_of(line, "manifest_path")?).parent()?.to_owned();
        let package = folder.file_name()?.to_str()?.to_owned();
        let (_, target) = line.split_once(r#""target":{"#)?;
        let is_integration_test = target.starts_with(r#""kind":["test"]"#);
        let test = if is_integration_test { Some(text_of(target, "name")?) } else { None };
        Some(Self { package, test, program, folder })
    }
}

/// The text of a key, which must be a string without escapes: the names and paths here are ours.
fn text_of(json: &str, key: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!(r#""{key}":""#))?;
    let (text, _) = rest.split_once('"')?;
    (!text.contains('\\')).then(|| text.to_owned())
}

/// Builds the executables and lists them. With `tidy_only` it builds no more than the tidy test.
pub(crate) fn built(tidy_only: bool) -> Outcome<Vec<Executable>> {
    let choices = if tidy_only { TIDY } else { ALL };
    let built = choices.iter().map(|targets| built_of(targets)).collect::<Outcome<Vec<_>>>()?;
    Ok(built.concat())
}

fn built_of(targets: &[&str]) -> Outcome<Vec<Executable>> {
    let mut command = workspace::cargo()?;
    command.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    command.args(targets).stdout(Stdio::piped());
    println!("    {}", shown(&command));
    let mut cargo = command.spawn().doing(|| format!("start `{}`", shown(&command)))?;
    let messages = cargo.stdout.take().map(BufReader::new);
    let lines = messages.into_iter().flat_map(BufReader::lines).map_while(Result::ok);
    let executables: Vec<_> = lines.filter_map(|line| Executable::from_message(&line)).collect();
    let status = cargo.wait().doing(|| format!("wait for `{}`", shown(&command)))?;
    if !status.success() {
        return failed("The tests do not compile; the errors are above.");
    }
    if executables.is_empty() {
        return failed("cargo built no test executable: the form of its messages may have changed.");
    }
    Ok(executables)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Executable;

    fn message(kind: &str, name: &str, test: bool, executable: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"path+file:///w/crates/cloud#0.1.0","manifest_path":"/w/crates/cloud/Cargo.toml","target":{{"kind":["{kind}"],"crate_types":["bin"],"name":"{name}","src_path":"/w/x.rs","doctest":false,"test":true}},"profile":{{"opt_level":"0","debuginfo":1,"test":{test}}},"features":[],"filenames":["/t/a"],"executable":{executable},"fresh":true}}"#
        )
    }

    #[test]
    fn test_executables_are_told_from_programs_and_libraries() {
        let stories = Executable::from_message(&message("test", "stories", true, r#""/t/stories-1""#));
        let expected = Executable {
            package: "cloud".to_owned(),
            test: Some("stories".to_owned()),
            program: PathBuf::from("/t/stories-1"),
            folder: PathBuf::from("/w/crates/cloud"),
        };
        assert_eq!(stories, Some(expected));
        let unit = Executable::from_message(&message("lib", "cloud", true, r#""/t/cloud-1""#));
        assert_eq!(unit.map(|unit| unit.label()).as_deref(), Some("cloud (unit)"));
        assert_eq!(Executable::from_message(&message("bin", "tonnage", false, r#""/t/tonnage""#)), None);
        assert_eq!(Executable::from_message(&message("lib", "cloud", false, "null")), None);
        assert_eq!(Executable::from_message(r#"{"reason":"build-finished","success":true}"#), None);
    }
}
