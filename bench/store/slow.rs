//! The same disk, but with syncs that take as long as on disks that really flush.
//!
//! On the disks of many virtual machines a sync is nearly free, so they do not show what group commit gains.

use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

use crate::Workplace;

pub(crate) const MICROSECONDS: u32 = 3_000;
/// Argument that makes this program measure one writer instead of everything.
pub(crate) const ONE_WRITER: &str = "one-writer";

/// Runs a program with every sync delayed by [`MICROSECONDS`].
pub(crate) fn slowly(program: &Path) -> Command {
    let mut command = Command::new("strace");
    // The program stays our own child, and strace stops it only for its syncs.
    command.args(["-f", "-D", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e"]);
    command.arg(format!("inject=fsync,fdatasync:delay_enter={MICROSECONDS}")).arg(program);
    command
}

/// How many times per second one writer can write and sync on such a disk.
pub(crate) fn syncs_per_second(workplace: &Workplace) -> anyhow::Result<f64> {
    let output = slowly(&std::env::current_exe()?).arg(ONE_WRITER).arg(&workplace.directory).output()?;
    String::from_utf8(output.stdout)?.trim().parse().context("the writer on the slow disk did not print a number")
}
