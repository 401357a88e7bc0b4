//! Requirements from the operating system: PostgreSQL's server programs, Python, Node.js, programs to test against.
//!
//! Installed programs are left alone. Missing ones are installed if possible (Debian or similar, root or sudo without a
//! password) and otherwise listed. We never use, change or stop a database server of the system.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Outcome, failed};
use crate::processes::{answers_yes, must_succeed, output_of};

/// A requirement of the tests, and its Debian package.
pub(crate) struct Need {
    what: &'static str,
    pub(crate) package: &'static str,
    is_there: fn() -> bool,
    /// Services that the package would start, and that must not start if we installed it.
    services: &'static [&'static str],
}

pub(crate) const PYTHON: Need =
    Need { what: "python3 with venv", package: "python3-venv", is_there: python_makes_environments, services: &[] };
pub(crate) const NODE: Need = Need {
    what: "Node.js with npm",
    package: "npm",
    is_there: || answers_yes("node", &["--version"]) && answers_yes("npm", &["--version"]),
    services: &[],
};
pub(crate) const POSTGRES: Need = Need {
    what: "PostgreSQL's server programs (initdb, pg_ctl)",
    package: "postgresql",
    is_there: || postgres_programs().is_some(),
    services: &[],
};
/// The tests have their own signature. The package installs a service that downloads all others, and a daemon that
/// waits for them: neither must start.
pub(crate) const CLAMD: Need = Need {
    what: "clamd",
    package: "clamav-daemon",
    is_there: || has_server("clamd"),
    services: &["clamav-freshclam.service", "clamav-daemon.service", "clamav-daemon.socket"],
};

/// The tests start their own; the package would start another on the default port.
pub(crate) const NATS: Need = Need {
    what: "nats-server",
    package: "nats-server",
    is_there: || has_server("nats-server"),
    services: &["nats-server.service"],
};
pub(crate) const STRACE: Need =
    Need { what: "strace", package: "strace", is_there: || answers_yes("strace", &["--version"]), services: &[] };
pub(crate) const UNZIP: Need =
    Need { what: "unzip", package: "unzip", is_there: || answers_yes("unzip", &["-v"]), services: &[] };
pub(crate) const SEVEN_ZIP: Need =
    Need { what: "7-Zip (7z)", package: "p7zip-full", is_there: || answers_yes("7z", &["i"]), services: &[] };
pub(crate) const JQ: Need =
    Need { what: "jq", package: "jq", is_there: || answers_yes("jq", &["--version"]), services: &[] };
pub(crate) const NGINX: Need =
    Need { what: "nginx", package: "nginx-light", is_there: || answers_yes("nginx", &["-v"]), services: &[] };
pub(crate) const CHROMIUM: Need =
    Need { what: "Chromium", package: "chromium", is_there: || answers_yes("chromium", &["--version"]), services: &[] };
pub(crate) const DEBOOTSTRAP: Need = Need {
    what: "debootstrap",
    package: "debootstrap",
    is_there: || answers_yes("debootstrap", &["--version"]),
    services: &[],
};
pub(crate) const CURL: Need =
    Need { what: "curl", package: "curl", is_there: || answers_yes("curl", &["--version"]), services: &[] };

pub(crate) fn provide(needs: &[&Need]) -> Outcome {
    let missing: Vec<&Need> = needs.iter().copied().filter(|need| !(need.is_there)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (root, sudo) = (is_root(), answers_yes("sudo", &["-n", "true"]));
    let Some(commands) = installation(&missing, root, sudo) else {
        return failed(by_hand(&missing));
    };
    if let Some(mut mask) = masking(&missing, root).filter(|_| answers_yes("systemctl", &["--version"])) {
        must_succeed(&mut mask)?;
    }
    for mut command in commands {
        must_succeed(&mut command)?;
    }
    match missing.iter().find(|need| !(need.is_there)()) {
        None => Ok(()),
        Some(need) => failed(format!("Package `{}` is installed, but {} is still missing.", need.package, need.what)),
    }
}

pub(crate) fn is_root() -> bool {
    output_of(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Options of unshare: what the program mounts is seen by nobody else. An ordinary user may mount only as the root of a
/// namespace.
pub(crate) fn own_mounts() -> &'static [&'static str] {
    if is_root() { &["--mount"] } else { &["--map-root-user", "--mount"] }
}

/// The folder with `initdb` and `pg_ctl`: from the path, or where Debian puts them, newest version first.
pub(crate) fn postgres_programs() -> Option<PathBuf> {
    let has_both = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).chain(debian_postgres_folders()).find(has_both)
}

/// The folder with `psql` and `pgbench`: next to the server's programs, with links resolved.
pub(crate) fn postgres_client_programs() -> Outcome<PathBuf> {
    let server = postgres_programs().and_then(|folder| fs::canonicalize(folder.join("pg_ctl")).ok());
    let folder = server.and_then(|program| program.parent().map(Path::to_owned));
    match folder.filter(|folder| folder.join("psql").is_file() && folder.join("pgbench").is_file()) {
        Some(folder) => Ok(folder),
        None => failed("psql and pgbench are not next to pg_ctl: install PostgreSQL's client programs there."),
    }
}

fn debian_postgres_folders() -> Vec<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort();
    versions.into_iter().rev().map(|(_, folder)| folder).collect()
}

fn python_makes_environments() -> bool {
    answers_yes("python3", &["-c", "import venv, ensurepip"])
}

fn installation(missing: &[&Need], root: bool, sudo: bool) -> Option<[Command; 2]> {
    let may_install = (root || sudo) && Path::new("/usr/bin/apt-get").exists();
    may_install.then(|| {
        let mut update = apt_get(root);
        update.args(["update"]);
        let mut install = apt_get(root);
        install.args(["install", "-y", "--no-install-recommends"]).args(missing.iter().map(|need| need.package));
        [update, install]
    })
}

fn apt_get(root: bool) -> Command {
    let mut command = as_root(root);
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    command
}

fn as_root(root: bool) -> Command {
    let mut command = Command::new(if root { "env" } else { "sudo" });
    if !root {
        command.args(["-n", "env"]);
    }
    command
}

/// Before the installation, which would start them; permanently, because the next boot would start them too.
fn masking(missing: &[&Need], root: bool) -> Option<Command> {
    let services: Vec<&str> = missing.iter().flat_map(|need| need.services).copied().collect();
    let mut command = as_root(root);
    command.args(["systemctl", "mask"]).args(&services);
    (!services.is_empty()).then_some(command)
}

/// Ordinary users do not have the sbin folders in their path.
fn has_server(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let servers = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    env::split_paths(&path).chain(servers).any(|folder| folder.join(name).is_file())
}

fn by_hand(missing: &[&Need]) -> String {
    let what = missing.iter().map(|need| format!("  {}", need.what)).collect::<Vec<_>>().join("\n");
    let packages = missing.iter().map(|need| need.package).collect::<Vec<_>>().join(" ");
    format!(
        "These requirements of the tests are missing:\n{what}\n\
         On Debian and Ubuntu: sudo apt-get install {packages}\n\
         On other systems, install them with `initdb` and `pg_ctl` in the PATH, and run the command again."
    )
}

#[cfg(test)]
mod tests {
    use super::{CLAMD, POSTGRES, PYTHON, apt_get, by_hand, masking};
    use crate::processes::shown;

    #[test]
    fn what_is_missing_is_named_with_its_package() {
        let text = by_hand(&[&POSTGRES, &PYTHON]);
        assert!(text.contains("initdb") && text.contains("apt-get install postgresql python3-venv"), "{text}");
    }

    #[test]
    fn what_is_installed_for_the_tests_does_not_run_beside_them() {
        assert!(masking(&[&POSTGRES, &PYTHON], true).is_none());
        let mask = masking(&[&POSTGRES, &CLAMD], false).map(|command| shown(&command));
        let expected = "sudo -n env systemctl mask clamav-freshclam.service clamav-daemon.service clamav-daemon.socket";
        assert_eq!(mask.as_deref(), Some(expected));
    }

    #[test]
    fn apt_get_asks_no_questions_and_uses_sudo_only_when_needed() {
        assert_eq!(shown(&apt_get(true)), "env DEBIAN_FRONTEND=noninteractive apt-get");
        assert_eq!(shown(&apt_get(false)), "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get");
    }
}
