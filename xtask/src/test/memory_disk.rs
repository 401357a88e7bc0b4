//! A disk in memory for the temporary files of a job.
//!
//! Stories write and sync thousands of small databases, and the processors would wait for a disk that keeps nothing.
//! Every job mounts a disk of its own where no other job sees it, and the kernel removes it with the last process of
//! the job. Tests of full or failing disks mount theirs themselves. Tests that are about real disks, and deep tests, use
//! the real one.

use std::fs;
use std::path::PathBuf;

use crate::processes::{answers_yes, unique_name};

/// All disks together stay well below this. A machine with less free memory is faster with its real disk.
const NEEDED_KIB: u64 = 10 << 20;
/// Its first word is the folder, the others are the program. A test that writes without end fills its own disk, and not
/// the memory of the others.
const MOUNT: &str = r#"mount -t tmpfs -o mode=1777,size=4g tonnage-test "$0" && exec "$@""#;

pub(crate) struct MemoryDisk {
    /// Empty for everybody but the jobs.
    folder: PathBuf,
    /// Options of unshare.
    namespaces: &'static [&'static str],
}

impl MemoryDisk {
    /// None if memory is scarce, or if we may not mount in these namespaces.
    pub(crate) fn new(namespaces: &'static [&'static str]) -> Option<Self> {
        let memory = fs::read_to_string("/proc/meminfo").ok()?;
        if available_kib(&memory)? < NEEDED_KIB {
            return None;
        }
        let folder = std::env::temp_dir().join(unique_name("test-disk"));
        fs::create_dir(&folder).ok()?;
        let disk = Self { folder, namespaces };
        let words = disk.wrapper();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["true"]).collect();
        answers_yes(words[0], &words[1..]).then_some(disk)
    }

    pub(crate) fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// The words before a program that start it with the disk.
    pub(crate) fn wrapper(&self) -> Vec<String> {
        let words = ["unshare"].iter().chain(self.namespaces).chain(&["sh", "-c", MOUNT]);
        words.map(|&word| word.to_owned()).chain([self.folder.display().to_string()]).collect()
    }
}

impl Drop for MemoryDisk {
    fn drop(&mut self) {
        // An empty folder that stays behind harms nobody.
        let _ = fs::remove_dir(&self.folder);
    }
}

fn available_kib(memory: &str) -> Option<u64> {
    let line = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::{MemoryDisk, available_kib};

    #[test]
    fn the_free_memory_is_read() {
        let memory = "MemTotal:       24689272 kB\nMemFree:         9691232 kB\nMemAvailable:   23068672 kB\n";
        assert_eq!(available_kib(memory), Some(23_068_672));
        assert_eq!(available_kib("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn what_a_job_writes_is_seen_by_no_other_and_is_gone_with_it() {
        let Some(disk) = MemoryDisk::new(&["--map-root-user", "--mount"]) else {
            eprintln!("skipped: too little memory is free, or mounting is not allowed here");
            return;
        };
        let folder = disk.folder().clone();
        for _ in 0..2 {
            let words = disk.wrapper();
            let script = r#"test -z "$(ls -A "$1")" && echo secret > "$1/file" && stat -f -c %T "$1""#;
            let output =
                Command::new(&words[0]).args(&words[1..]).args(["sh", "-c", script, "sh"]).arg(&folder).output();
            let Ok(output) = output else { panic!("unshare cannot be started") };
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "tmpfs");
            assert!(fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_none()));
        }
        drop(disk);
        assert!(!folder.exists());
    }
}
