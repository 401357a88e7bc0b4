//! Opens paths without following links.
//!
//! A path is resolved and checked when a transfer is requested, and used much later, often by another run. Someone who
//! may write to a directory on the way can replace it by a link in the meantime. So every use opens the path with
//! `openat2`, which fails at any link: what is opened is then exactly what was checked.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

const TRIES_MOST: u32 = 100;

/// Opens a file or directory by its resolved path.
pub fn open(path: &Path, flags: OFlags) -> io::Result<File> {
    Ok(File::from(opened(path, flags)?))
}

/// What has this name now. If that is a link, it describes the link.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    open(path, OFlags::PATH | OFlags::NOFOLLOW)?.metadata()
}

/// The names in a directory, in no particular order.
pub fn names(directory: &Path) -> io::Result<Vec<OsString>> {
    let entries = Dir::new(opened(directory, OFlags::RDONLY | OFlags::DIRECTORY)?)?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if !matches!(name, b"." | b"..") {
            names.push(OsStr::from_bytes(name).to_owned());
        }
    }
    Ok(names)
}

pub fn remove_file(path: &Path) -> io::Result<()> {
    remove(path, AtFlags::empty())
}

/// Fails if the directory is not empty.
pub fn remove_directory(path: &Path) -> io::Result<()> {
    remove(path, AtFlags::REMOVEDIR)
}

fn remove(path: &Path, flags: AtFlags) -> io::Result<()> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Err(Errno::INVAL.into()) };
    let above = opened(parent, OFlags::PATH | OFlags::DIRECTORY)?;
    Ok(rustix::fs::unlinkat(above, name, flags)?)
}

pub(crate) fn opened(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    if !path.is_absolute() {
        return Err(Errno::INVAL);
    }
    without_links(CWD, path, flags, Mode::empty(), ResolveFlags::empty())
}

/// Opens a path below a directory. The kernel also refuses every path that leaves the directory.
pub(crate) fn open_beneath(at: BorrowedFd<'_>, path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    if path.is_absolute() {
        return Err(Errno::XDEV);
    }
    without_links(at, path, flags, mode, ResolveFlags::BENEATH)
}

fn without_links(
    at: BorrowedFd<'_>,
    path: &Path,
    flags: OFlags,
    mode: Mode,
    resolve: ResolveFlags,
) -> Result<OwnedFd, Errno> {
    let resolve = resolve | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let mut tries = 0;
    loop {
        tries += 1;
        match rustix::fs::openat2(at, path, flags | OFlags::CLOEXEC, mode, resolve) {
            // Something was renamed at the same time, and the kernel could not be sure. It says the same of a file that
            // another program holds a lease on, which can take long to end.
            Err(Errno::AGAIN | Errno::INTR) if tries < TRIES_MOST => {}
            // An old kernel, or a sandbox that does not know the call and denies it.
            Err(Errno::NOSYS | Errno::PERM) => return by_steps(at, path, flags, mode),
            answer => return answer,
        }
    }
}

/// Opens one component after the other, with the same result as `openat2`.
fn by_steps(at: BorrowedFd<'_>, path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let mut above: Option<OwnedFd> = None;
    let mut parts = path.components().peekable();
    while let Some(part) = parts.next() {
        if part == Component::ParentDir {
            return Err(Errno::XDEV);
        }
        let from = above.as_ref().map_or(at, OwnedFd::as_fd);
        if parts.peek().is_none() {
            return step(from, part.as_os_str(), flags, mode);
        }
        above = Some(step(from, part.as_os_str(), OFlags::PATH | OFlags::DIRECTORY, Mode::empty())?);
    }
    Err(Errno::NOENT)
}

fn step(at: BorrowedFd<'_>, name: &OsStr, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let opened = rustix::fs::openat(at, name, flags | OFlags::NOFOLLOW | OFlags::CLOEXEC, mode);
    // Where a directory is wanted, the kernel reports a link as something that is not a directory.
    if let Err(Errno::NOTDIR) = opened {
        let found = rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if FileType::from_raw_mode(found.st_mode) == FileType::Symlink {
            return Err(Errno::LOOP);
        }
    }
    opened
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use rustix::fs::{CWD, Mode, OFlags};
    use rustix::io::Errno;

    use super::{by_steps, metadata, names, open_beneath, opened, remove_directory, remove_file};

    const READ: OFlags = OFlags::RDONLY;

    /// `a/file` and `a/deep`, and links to them with all kinds of targets.
    fn tree() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        fs::create_dir_all(root.join("a/deep")).unwrap();
        fs::write(root.join("a/file"), "x").unwrap();
        symlink("a", root.join("link")).unwrap();
        symlink(root.join("a"), root.join("absolute")).unwrap();
        symlink("file", root.join("a/to file")).unwrap();
        symlink("nothing", root.join("a/dangling")).unwrap();
        place
    }

    #[test]
    fn no_link_is_followed_whether_the_kernel_knows_the_call_or_not() {
        let place = tree();
        let root = place.path().canonicalize().unwrap();
        let directory = fs::File::open(&root).unwrap();
        let listed = READ | OFlags::DIRECTORY;
        for (path, flags, expected) in [
            ("a/file", READ, None),
            ("a/deep", listed, None),
            ("a", OFlags::PATH, None),
            ("a/file", listed, Some(Errno::NOTDIR)),
            ("a/file/below", READ, Some(Errno::NOTDIR)),
            ("a/missing", READ, Some(Errno::NOENT)),
            ("missing/file", READ, Some(Errno::NOENT)),
            ("link", READ, Some(Errno::LOOP)),
            ("link", listed, Some(Errno::LOOP)),
            ("link/file", READ, Some(Errno::LOOP)),
            ("absolute/file", READ, Some(Errno::LOOP)),
            ("a/to file", READ, Some(Errno::LOOP)),
            ("a/dangling", READ, Some(Errno::LOOP)),
            ("a/to file", OFlags::PATH | OFlags::NOFOLLOW, None),
        ] {
            let (whole, beneath) = (root.join(path), Path::new(path));
            for (way, answer) in [
                ("whole", opened(&whole, flags)),
                ("whole, by steps", by_steps(CWD, &whole, flags, Mode::empty())),
                ("beneath", open_beneath(directory.as_fd(), beneath, flags, Mode::empty())),
                ("beneath, by steps", by_steps(directory.as_fd(), beneath, flags, Mode::empty())),
            ] {
                assert_eq!(answer.err(), expected, "{path} {flags:?} {way}");
            }
        }
        for outside in ["/etc", "../x", "a/../../x"] {
            let answer = open_beneath(directory.as_fd(), Path::new(outside), READ, Mode::empty());
            assert_eq!(answer.err(), Some(Errno::XDEV), "{outside}");
        }
        assert_eq!(opened(Path::new("a"), READ).err(), Some(Errno::INVAL), "relative to what?");
    }

    #[test]
    fn what_is_below_a_link_is_neither_seen_nor_removed() {
        let place = tree();
        let root = place.path().canonicalize().unwrap();
        assert!(metadata(&root.join("a/file")).unwrap().is_file());
        assert!(metadata(&root.join("link")).unwrap().is_symlink());
        assert!(metadata(&root.join("link/file")).is_err() && names(&root.join("link")).is_err());
        assert!(remove_file(&root.join("link/file")).is_err() && remove_directory(&root.join("link/deep")).is_err());
        let mut found = names(&root.join("a")).unwrap();
        found.sort();
        assert_eq!(found, ["dangling", "deep", "file", "to file"]);
        remove_file(&root.join("a/file")).unwrap();
        remove_directory(&root.join("a/deep")).unwrap();
        assert_eq!(names(&root.join("a")).unwrap().len(), 2);
    }
}
