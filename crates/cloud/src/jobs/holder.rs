//! Which process holds a lease. A process that has ended leaves its leases behind: a start on the same machine can tell,
//! and need not wait until they run out.

use std::fs;
use std::path::Path;
use std::process;
use std::sync::LazyLock;

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use crate::credentials::random;

/// Between the holder and the secret of a lease.
const MARK: char = '@';

/// This process; none where the system does not say.
static SELF: LazyLock<Option<Holder>> = LazyLock::new(Holder::current);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Holder {
    /// The boot of the machine, and the numbering of its processes: containers have their own.
    boot: String,
    process: u32,
    /// Numbers of processes are used again.
    started: u64,
}

impl Holder {
    fn current() -> Option<Self> {
        let process = process::id();
        Some(Self { boot: boot()?, process, started: started(process)? })
    }

    fn text(&self) -> String {
        format!("{}.{}.{}", self.boot, self.process, self.started)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (boot, process, started) = (parts.next()?, parts.next()?, parts.next()?);
        let holder = Self { boot: boot.to_owned(), process: process.parse().ok()?, started: started.parse().ok()? };
        parts.next().is_none().then_some(holder)
    }
}

fn boot() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let numbering = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(random::hash(&format!("{} {}", boot.trim(), numbering.display())))
}

/// When a process started, in ticks since the boot; none if there is no such process, or it is hidden.
fn started(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).ok()?;
    // The name may contain anything, also parentheses and spaces. The 22nd field is the 20th behind it.
    let (_, behind) = stat.rsplit_once(')')?;
    behind.split_whitespace().nth(19)?.parse().ok()
}

/// A new lease of this process.
pub(super) fn lease() -> String {
    let holder = SELF.as_ref().map(Holder::text).unwrap_or_default();
    format!("{holder}{MARK}{}", random::secret(""))
}

/// Whether a lease certainly belongs to a process that has ended. Only that of a process of this boot can be known:
/// another machine may have the same name, and its processes are not seen here.
pub(super) fn has_ended(lease: &str) -> bool {
    let holder = lease.split_once(MARK).and_then(|(holder, _)| Holder::parse(holder));
    let (Some(holder), Some(current)) = (holder, SELF.as_ref()) else { return false };
    holder.boot == current.boot
        && match started(holder.process) {
            Some(started) => started != holder.started,
            None => is_gone(holder.process),
        }
}

/// Whether no process has this number. Those of other users may be hidden, but a signal tells that they are there.
fn is_gone(process: u32) -> bool {
    let number = i32::try_from(process).ok().and_then(Pid::from_raw);
    number.is_none_or(|number| test_kill_process(number) == Err(Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::{Holder, MARK, SELF, has_ended, is_gone, lease};

    #[test]
    fn only_leases_of_ended_processes_of_this_boot_have_ended() {
        let current = SELF.clone().expect("the system says who runs");
        assert!(!has_ended(&lease()), "this process runs");
        let of = |holder: Holder| format!("{}{MARK}secret", holder.text());
        let before = Holder { started: current.started - 1, ..current.clone() };
        assert!(has_ended(&of(before)), "another process had this number before");
        let gone = Holder { process: u32::MAX, ..current.clone() };
        assert!(has_ended(&of(gone.clone())), "no process has this number");
        assert!(!has_ended(&of(Holder { boot: "other".into(), ..gone })), "that may be another machine");
        assert!(!is_gone(1) && !is_gone(current.process), "also a process that is not ours");
        for odd in ["", "secret", "@secret", "a.b.c@secret", "a.1.2.3@secret"] {
            assert!(!has_ended(odd), "{odd}");
        }
    }
}
