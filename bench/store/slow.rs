//! The same disk, but with syncs that take as long as on disks that really have to flush.
//!
//! On the disks of many virtual machines a sync is nearly free, and shows nothing of what sharing one is worth.

use std::path::Path;
use std::process::Command;

use anyhow::Context as _;

use crate::Workplace;

pub(crate) const MICROSECONDS: u32 = 3_000;
/// Has this program measure one writer, instead of everything.
pub(crate) const ONE_WRITER: &str = "one-writer";

/// A program all of whose syncs take so much longer.
pub(crate) fn slowly(program: &Path) -> Command {
    let mut command = Command::new("strace");
    // The program stays our own child, and is stopped for nothing but its syncs.
    command.args(["-f", "-D", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e"]);
    command.arg(format!("inject=fsync,fdatasync:delay_enter={MICROSECONDS}")).arg(program);
    command
}

/// How often one writer can write and sync on such a disk, each second.
pub(crate) fn syncs_per_second(workplace: &Workplace) -> anyhow::Result<f64> {
    let output = slowly(&std::env::current_exe()?).arg(ONE_WRITER).arg(&workplace.directory).output()?;
    String::from_utf8(output.stdout)?.trim().parse().context("one writer on the slow disk told no figure")
}
