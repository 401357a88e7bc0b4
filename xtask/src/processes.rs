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

/// The same command behind the words of a wrapper; none changes nothing.
pub(crate) fn wrapped(command: Command, wrapper: &[String]) -> Command {
    let Some((first, rest)) = wrapper.split_first() else { return command };
    let mut outer = Command::new(first);
    outer.args(rest).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        outer.current_dir(folder);
    }
    outer
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

/// Kills a process and what it started, except for programs whose own parent has ended before. The parent still has to
/// wait for it.
pub(crate) fn kill_with_descendants(process: u32) -> Outcome {
    let table = output_of(Command::new("ps").args(["-e", "-o", "pid=,ppid="]))?;
    let mut kill = Command::new("kill");
    kill.arg("-9").args(with_descendants(&table, process).iter().map(u32::to_string));
    // One that has ended by itself makes the command fail, and is what we want.
    kill.stderr(Stdio::null()).status().doing(|| "start `kill`".to_owned()).map(|_| ())
}

/// Reads lines of a process and its parent.
fn with_descendants(table: &str, process: u32) -> Vec<u32> {
    let rows: Vec<(u32, u32)> = table
        .lines()
        .filter_map(|line| {
            let (process, parent) = line.trim().split_once(' ')?;
            Some((process.parse().ok()?, parent.trim().parse().ok()?))
        })
        .collect();
    let mut found = vec![process];
    let mut looked_at = 0;
    while let Some(parent) = found.get(looked_at).copied() {
        found.extend(rows.iter().filter(|row| row.1 == parent).map(|row| row.0));
        looked_at += 1;
    }
    found
}

fn both_streams(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{shown, with_descendants, wrapped};

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--no-deps", "it's"]);
        command.env("RUSTDOCFLAGS", "-D warnings").env("CARGO_TARGET_DIR", "/somewhere/else");
        assert_eq!(shown(&command), r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'");
    }

    #[test]
    fn a_wrapper_keeps_everything_of_its_command() {
        let mut command = Command::new("/bin/program");
        command.arg("argument").env("SET", "1").env_remove("UNSET").current_dir("/folder");
        let outer = wrapped(command, &["unshare".to_owned(), "--mount".to_owned()]);
        assert_eq!(shown(&outer), "SET=1 unshare --mount /bin/program argument");
        assert!(outer.get_envs().any(|(name, value)| name == "UNSET" && value.is_none()));
        assert_eq!(outer.get_current_dir(), Some(std::path::Path::new("/folder")));
    }

    #[test]
    fn descendants_are_found_at_any_depth_and_others_are_not() {
        let table = "    1     0\n   10     1\n   11    10\n  300    11\n   12     1\n nonsense\n";
        assert_eq!(with_descendants(table, 10), [10, 11, 300]);
        assert_eq!(with_descendants(table, 300), [300]);
    }
}
