//! Checks of this machine.

use std::path::Path;

use serving::{open_files, private};

use super::Finding;
use crate::cli::units;
use crate::journal::Journal;

/// The journal of a large transfer needs this much space.
const ROOM_LEAST: u64 = 64 << 20;

pub(super) fn room(state_dir: &Path) -> Finding {
    let there = state_dir.ancestors().find(|ancestor| ancestor.exists()).unwrap_or(Path::new("/"));
    let place = there.display();
    match rustix::fs::statvfs(there) {
        Ok(room) => {
            let free = room.f_bavail.saturating_mul(room.f_frsize);
            let detail = format!("{} free in {place}", units::bytes(free));
            if free < ROOM_LEAST {
                Finding::bad("disk", detail, "free up space, or choose another --state-dir")
            } else {
                Finding::good("disk", detail)
            }
        }
        Err(error) => Finding::bad("disk", format!("cannot read {place}: {error}"), "choose another --state-dir"),
    }
}

pub(super) fn file_handles() -> Finding {
    match open_files::limit() {
        Some(most) if most < open_files::LEAST => {
            let fix = format!("raise the hard limit: ulimit -Hn {}, or LimitNOFILE= in the unit", open_files::LEAST);
            Finding::bad("handles", format!("up to {most} open files"), fix)
        }
        Some(most) => Finding::good("handles", format!("up to {most} open files")),
        None => Finding::good("handles", "no limit on open files"),
    }
}

/// A running agent has opened its journal successfully, so it is not checked again.
pub(super) fn journal(state_dir: &Path, is_running: bool) -> Finding {
    let place = state_dir.display();
    if !state_dir.exists() {
        return Finding::good("journal", format!("{place} is created by the first transfer"));
    }
    let fix = "choose another --state-dir. If the journal is damaged, start the agent: it sets the journal aside";
    match private::lock(&state_dir.join("agent.lock")) {
        Ok(Some(_lock)) => match Journal::open(state_dir) {
            Ok(_) => Finding::good("journal", format!("{place} opens")),
            Err(error) => Finding::bad("journal", format!("{error:#}"), fix),
        },
        Ok(None) if is_running => Finding::good("journal", format!("{place} is in use by an agent")),
        Ok(None) => Finding::bad(
            "journal",
            format!("{place} is in use by an agent that cannot be found"),
            "set its address with --listen or TONNAGE_AGENT_LISTEN, or stop it",
        ),
        Err(error) => Finding::bad("journal", format!("{error:#}"), fix),
    }
}

#[cfg(test)]
mod tests {
    use super::{journal, room};

    #[test]
    fn a_journal_that_cannot_be_opened_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("not yet");
        assert!(journal(&missing, false).result.is_ok() && !missing.exists());
        assert!(room(&missing).result.is_ok());
        assert!(journal(directory.path(), false).result.is_ok());
        let broken = tempfile::tempdir().unwrap();
        std::fs::write(broken.path().join("journal.db"), "this is not a database, but it is long enough").unwrap();
        assert!(journal(broken.path(), false).result.is_err());
        let _held = serving::private::lock(&directory.path().join("agent.lock")).unwrap();
        assert!(journal(directory.path(), true).result.is_ok());
        assert!(journal(directory.path(), false).result.err().unwrap().fix.contains("--listen"));
    }
}
