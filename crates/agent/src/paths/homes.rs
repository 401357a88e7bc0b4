//! Home directories of the people who can sign in on this machine.

use std::path::{Path, PathBuf};

const ACCOUNTS: &str = "/etc/passwd";
/// Shells of accounts with which nobody signs in.
const NO_SHELLS: [&str; 2] = ["nologin", "false"];

/// The home directory of the agent's own account, and those of all local accounts.
pub(super) fn all() -> Vec<PathBuf> {
    let own = std::env::var_os("HOME").map(PathBuf::from);
    let accounts = std::fs::read_to_string(ACCOUNTS).unwrap_or_default();
    let homes = own.into_iter().chain(accounts.lines().filter_map(home_of));
    // A home directory that does not exist yet counts by its name.
    homes.filter(|home| is_home(home)).map(|home| home.canonicalize().unwrap_or(home)).collect()
}

fn home_of(account: &str) -> Option<PathBuf> {
    let fields: Vec<&str> = account.split(':').collect();
    let [_, _, _, _, _, home, shell] = fields[..] else { return None };
    let signs_in = !NO_SHELLS.iter().any(|name| Path::new(shell).ends_with(name));
    signs_in.then(|| PathBuf::from(home))
}

/// Services often have the root of the file system as their home.
fn is_home(home: &Path) -> bool {
    home.is_absolute() && home != Path::new("/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::home_of;

    #[test]
    fn accounts_that_sign_in_have_a_home() {
        for (account, home) in [
            ("me:x:1000:1000:Me,,,:/home/me:/bin/bash", Some("/home/me")),
            ("root:x:0:0:root:/root:", Some("/root")),
            ("www:x:33:33:www:/var/www:/usr/sbin/nologin", None),
            ("sync:x:4:65534:sync:/bin:/bin/false", None),
            ("broken:x:4", None),
            ("", None),
        ] {
            assert_eq!(home_of(account).as_deref(), home.map(Path::new), "{account}");
        }
    }
}
