//! How many files and connections this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Enough for many connections and files at the same time. `doctor` warns below this.
pub const LEAST: u64 = 4_096;

/// Raises the soft limit to the hard one. Login shells and service managers often set a low soft limit for the sake of
/// old programs.
pub fn raise_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        // If the kernel refuses, the program works with fewer files at a time.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

/// The limit that applies; `None` if there is none.
pub fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}
