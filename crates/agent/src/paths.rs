//! The paths of this machine that may be read and written.
//!
//! A path is checked after it is resolved, so that a symbolic link cannot bypass a rule. Everything that uses it later
//! opens it without following links (`transfer::resolved`), so that one that is put in the way afterwards cannot either.
//! The rules are in `docs/decisions/0009-agent.md`.

mod completions;
mod homes;

use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;

use crate::error::{AgentError, AgentResult};

/// Virtual file systems of the kernel.
const NEVER: &[&str] = &["/proc", "/sys", "/dev"];
/// Folders that the operating system boots and runs from.
const NEVER_WRITTEN: &[&str] = &[
    "/boot",
    "/etc",
    "/run",
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/var/run",
    "/var/lib",
    "/var/spool",
];
/// Desktops mount removable disks here, so it is allowed.
const WRITTEN_ALL_THE_SAME: &[&str] = &["/run/media"];
/// Files below a home directory that contain keys or start programs.
const NEVER_WRITTEN_AT_HOME: &[&[&str]] = &[
    &[".ssh"],
    &[".gnupg"],
    &[".profile"],
    &[".bashrc"],
    &[".bash_profile"],
    &[".bash_login"],
    &[".zshrc"],
    &[".zshenv"],
    &[".zprofile"],
    &[".config", "autostart"],
    &[".config", "fish"],
    &[".config", "systemd"],
    &[".local", "share", "systemd"],
];

pub struct Paths {
    /// Resolved. Empty means everywhere.
    roots: Vec<PathBuf>,
    state_dir: PathBuf,
    /// Resolved.
    homes: Vec<PathBuf>,
}

impl Paths {
    /// The roots and the state directory must exist.
    pub fn new(roots: &[PathBuf], state_dir: &Path) -> anyhow::Result<Self> {
        let resolved = |path: &PathBuf| {
            anyhow::ensure!(path.is_absolute(), "--allow-path: {} is not absolute", path.display());
            path.canonicalize().with_context(|| format!("--allow-path: cannot find {}", path.display()))
        };
        let roots = roots.iter().map(resolved).collect::<anyhow::Result<_>>()?;
        let state_dir = state_dir.canonicalize().with_context(|| format!("cannot find {}", state_dir.display()))?;
        Ok(Self { roots, state_dir, homes: homes::all() })
    }

    /// A file or directory to send: with its own name, and all parent folders resolved. `field` is named in the error.
    pub fn readable(&self, field: &str, text: &str) -> AgentResult<PathBuf> {
        let path = absolute(field, text)?;
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(refused(field, "the root of the file system cannot be sent"));
        };
        let path = parent.canonicalize().map_err(|error| unusable(field, &error))?.join(name);
        let kind = path.symlink_metadata().map_err(|error| unusable(field, &error))?.file_type();
        if kind.is_symlink() {
            return Err(AgentError::invalid(field, "is a symbolic link: use its target instead"));
        }
        self.require_readable(field, &path)?;
        Ok(path)
    }

    /// Whether a path that [`Self::readable`] returned may still be read: an upload can outlive the options of the
    /// agent that started it.
    pub fn require_readable(&self, field: &str, path: &Path) -> AgentResult<()> {
        self.require(field, path)?;
        if self.state_dir.starts_with(path) {
            return Err(refused(field, "contains the agent's own state directory"));
        }
        if NEVER.iter().any(|system| Path::new(system).starts_with(path)) {
            return Err(refused(field, "contains system folders"));
        }
        Ok(())
    }

    /// A directory to write to, which need not exist yet. The existing part is resolved.
    pub fn writable(&self, field: &str, text: &str) -> AgentResult<PathBuf> {
        let path = absolute(field, text)?;
        let there = path.ancestors().find(|ancestor| ancestor.symlink_metadata().is_ok()).unwrap_or(Path::new("/"));
        let missing = path.strip_prefix(there).unwrap_or(Path::new(""));
        let resolved = there.canonicalize().map_err(|error| unusable(field, &error))?;
        if !resolved.is_dir() {
            return Err(AgentError::invalid(field, "must be a directory"));
        }
        let path = if missing.as_os_str().is_empty() { resolved } else { resolved.join(missing) };
        self.require_writable(field, &path)?;
        Ok(path)
    }

    /// As [`Self::writable`], for what arrives without a person who asked for it: never a home directory or one that
    /// contains it, where the names of unknown senders would be among the files that programs read and run.
    pub fn writable_unattended(&self, field: &str, text: &str) -> AgentResult<PathBuf> {
        let path = self.writable(field, text)?;
        if self.homes.iter().any(|home| home.starts_with(&path)) {
            return Err(refused(field, "is or contains a home directory: choose a folder in it"));
        }
        Ok(path)
    }

    /// Whether a directory that [`Self::writable`] returned may still be written, or a path below it may be written too.
    /// It must be resolved.
    pub fn require_writable(&self, field: &str, path: &Path) -> AgentResult<()> {
        self.require(field, path)?;
        let is_below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        if is_below(NEVER_WRITTEN) && !is_below(WRITTEN_ALL_THE_SAME) {
            return Err(refused(field, "is a system folder"));
        }
        let names: Vec<_> = path.components().map(Component::as_os_str).collect();
        if NEVER_WRITTEN_AT_HOME.iter().any(|folder| names.windows(folder.len()).any(|window| window == *folder)) {
            return Err(refused(field, "is a folder that contains keys or programs"));
        }
        Ok(())
    }

    fn require(&self, field: &str, path: &Path) -> AgentResult<()> {
        if path.starts_with(&self.state_dir) {
            return Err(refused(field, "is the agent's own state directory"));
        }
        if NEVER.iter().any(|system| path.starts_with(system)) {
            return Err(refused(field, "is a system folder"));
        }
        if !self.roots.is_empty() && !self.roots.iter().any(|root| path.starts_with(root)) {
            return Err(refused(field, "is outside the directories that this agent was started with (--allow-path)"));
        }
        Ok(())
    }
}

fn absolute(field: &str, text: &str) -> AgentResult<PathBuf> {
    let path = Path::new(text);
    if text.contains('\0') {
        return Err(AgentError::invalid(field, "must not contain the NUL character"));
    }
    if !path.is_absolute() {
        return Err(AgentError::invalid(field, "must be an absolute path"));
    }
    if path.components().any(|component| component == Component::ParentDir) {
        return Err(AgentError::invalid(field, "must not contain .."));
    }
    Ok(path.components().collect())
}

fn refused(field: &str, reason: &str) -> AgentError {
    AgentError::PathRefused { field: field.to_owned(), reason: reason.to_owned() }
}

fn unusable(field: &str, error: &io::Error) -> AgentError {
    match error.kind() {
        io::ErrorKind::NotFound => AgentError::invalid(field, "there is no such file or directory"),
        io::ErrorKind::PermissionDenied => AgentError::invalid(field, "permission denied"),
        _ => AgentError::invalid(field, &error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use wire::error::ErrorCode;

    use super::Paths;

    struct Bed {
        paths: Paths,
        root: PathBuf,
        _directory: tempfile::TempDir,
    }

    /// A root with a file, a link that leads out of it, and a state directory inside.
    fn bed(limited: bool) -> Bed {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().canonicalize().unwrap();
        let (root, outside) = (base.join("root"), base.join("outside"));
        for folder in ["root/state", "root/a", "outside/deep"] {
            std::fs::create_dir_all(base.join(folder)).unwrap();
        }
        std::fs::write(root.join("a/file"), "x").unwrap();
        std::fs::write(outside.join("file"), "x").unwrap();
        symlink(&outside, root.join("link")).unwrap();
        let roots = if limited { vec![root.clone()] } else { Vec::new() };
        let paths = Paths::new(&roots, &root.join("state")).unwrap();
        Bed { paths, root, _directory: directory }
    }

    fn read(bed: &Bed, path: &str) -> Option<ErrorCode> {
        let whole = path.replace("ROOT", bed.root.to_str().unwrap());
        bed.paths.readable("paths[0]", &whole).err().map(|error| error.code())
    }

    fn write(bed: &Bed, path: &str) -> Option<ErrorCode> {
        let whole = path.replace("ROOT", bed.root.to_str().unwrap());
        bed.paths.writable("dst_folder", &whole).err().map(|error| error.code())
    }

    #[test]
    fn what_may_be_read() {
        use ErrorCode::{InvalidField, PathRefused};
        for (limited, path, expected) in [
            (true, "ROOT/a/file", None),
            (true, "ROOT/a", None),
            (true, "ROOT/a/", None),
            (true, "ROOT/./a//file", None),
            (true, "ROOT/link", Some(InvalidField)),
            (true, "ROOT/link/file", Some(PathRefused)),
            (false, "ROOT/link/file", None),
            (true, "ROOT/../outside/file", Some(InvalidField)),
            (true, "ROOT/missing", Some(InvalidField)),
            (true, "a/file", Some(InvalidField)),
            (true, "", Some(InvalidField)),
            (true, "ROOT/a\0", Some(InvalidField)),
            (true, "ROOT/state", Some(PathRefused)),
            (true, "ROOT", Some(PathRefused)),
            (false, "ROOT", Some(PathRefused)),
            (false, "/", Some(PathRefused)),
            (false, "/proc/self/environ", Some(PathRefused)),
            (false, "/etc/passwd", None),
            (true, "/etc/passwd", Some(PathRefused)),
        ] {
            assert_eq!(read(&bed(limited), path), expected, "{path} limited {limited}");
        }
    }

    #[test]
    fn what_may_be_written() {
        use ErrorCode::{InvalidField, PathRefused};
        for (limited, path, expected) in [
            (true, "ROOT/a", None),
            (true, "ROOT/new/deep/er", None),
            (true, "ROOT", None),
            (true, "ROOT/a/file", Some(InvalidField)),
            (true, "ROOT/a/file/below", Some(InvalidField)),
            (true, "ROOT/link", Some(PathRefused)),
            (true, "ROOT/link/new", Some(PathRefused)),
            (false, "ROOT/link/new", None),
            (true, "ROOT/new/../../outside", Some(InvalidField)),
            (false, "ROOT/state", Some(PathRefused)),
            (false, "ROOT/state/new", Some(PathRefused)),
            (false, "ROOT/.ssh", Some(PathRefused)),
            (false, "ROOT/.config/autostart/new", Some(PathRefused)),
            (false, "ROOT/.config/else", None),
            (false, "/etc/cron.d", Some(PathRefused)),
            (false, "/dev/shm/new", Some(PathRefused)),
            (false, "/usr/local/bin", Some(PathRefused)),
            (false, "relative", Some(InvalidField)),
        ] {
            assert_eq!(write(&bed(limited), path), expected, "{path} limited {limited}");
        }
    }

    #[test]
    fn roots_must_be_there_and_absolute() {
        let directory = tempfile::tempdir().unwrap();
        for root in ["relative", "/there/is/no/such/root"] {
            assert!(Paths::new(&[root.into()], directory.path()).is_err(), "{root}");
        }
    }
}
