//! Runs other programs and shows their command lines.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::{Doing as _, Outcome, failed};

/// Variables that only contain paths: they would clutter the command.
const NOT_SHOWN: &[&str] = &["CARGO_TARGET_DIR", "TONNAGE_TEST_PYTHON", "TONNAGE_TEST_RCLONE"];

/// A name that no other run uses, and no other part of this one.
pub(crate) fn unique_name(what: &str) -> String {
    static USED: AtomicUsize = AtomicUsize::new(0);
    format!("tonnage-{what}-{}-{}", std::process::id(), USED.fetch_add(1, Ordering::Relaxed))
}

/// The command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let name = name.to_string_lossy();
        let value = value?.to_string_lossy();
        (!NOT_SHOWN.contains(&name.as_ref())).then(|| format!("{name}={}", quoted(&value)))
    });
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    variables.chain(words.map(|word| quoted(&word))).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_=./:@,+%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Runs it on our terminal and returns whether it succeeded; it is an error if it cannot be started.
pub(crate) fn succeeds(command: &mut Command) -> Outcome<bool> {
    let status = command.status().doing(|| format!("start `{}`", shown(command)))?;
    Ok(status.success())
}

/// Runs it on our terminal and fails if it does not succeed.
pub(crate) fn must_succeed(command: &mut Command) -> Outcome {
    if succeeds(command)? { Ok(()) } else { failed(format!("`{}` failed; its output is above.", shown(command))) }
}

/// Runs it silently and returns its standard output; its errors are shown only if it fails.
pub(crate) fn output_of(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).output().doing(|| format!("start `{}`", shown(command)))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).doing(|| format!("read the output of `{}`", shown(command)));
    }
    failed(format!("`{}` failed:\n{}", shown(command), both_streams(&output)))
}

/// A silent check, such as "can we use sudo?".
pub(crate) fn answers_yes(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn both_streams(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::shown;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--no-deps", "it's"]);
        command.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "/somewhere/else");
        assert_eq!(shown(&command), r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'");
    }
}
