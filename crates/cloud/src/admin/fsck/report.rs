//! What `tonnage admin fsck` found, as lines for people or as one document for programs.

use serde::Serialize;

/// What was counted and found.
#[derive(Default, Serialize)]
pub(super) struct Report {
    is_clean: bool,
    /// Whether every stored byte was read.
    read_data: bool,
    /// Files that were moved to `objects/lost+found`, if that was asked for.
    set_aside: Option<u64>,
    teams: u64,
    files: Option<Files>,
    store: Option<Store>,
    problems: Vec<String>,
    #[serde(skip)]
    json: bool,
}

#[derive(Serialize)]
pub(super) struct Files {
    pub(super) finalized: u64,
    /// Files whose checksum the store does not tell, and which were not read.
    pub(super) unproven: u64,
    /// Parts of files that are still growing.
    pub(super) segments: u64,
}

#[derive(Serialize)]
pub(super) struct Store {
    pub(super) objects: u64,
    pub(super) bytes: u64,
    /// Objects of no finalized file: unfinished, or waiting to be deleted.
    pub(super) objects_without_file: u64,
    /// Names of objects or files that nothing refers to; the first hundred.
    pub(super) unknown: Vec<String>,
}

impl Report {
    pub(super) fn new(read_data: bool, json: bool) -> Self {
        Self { read_data, json, ..Self::default() }
    }

    /// Something that people read at once: the next step may take hours.
    pub(super) fn line(&self, text: &str) {
        if !self.json {
            say!("{text}");
        }
    }

    pub(super) fn set_aside(&mut self, count: u64) {
        self.set_aside = Some(count);
        self.line(&format!("store: moved {count} files to objects/lost+found"));
    }

    pub(super) fn teams(&mut self, count: usize) {
        self.teams = u64::try_from(count).unwrap_or(u64::MAX);
        self.line(&format!("database: {count} Teams"));
    }

    pub(super) fn content(&mut self, files: Files, store: Store) {
        (self.files, self.store) = (Some(files), Some(store));
    }

    pub(super) fn problems(&mut self, problems: impl IntoIterator<Item = String>) {
        self.problems.extend(problems);
    }

    /// Prints everything, and returns whether nothing is wrong.
    pub(super) fn finish(mut self) -> bool {
        self.is_clean = self.problems.is_empty();
        if self.json {
            say!("{}", serde_json::json!(self));
            return self.is_clean;
        }
        for problem in &self.problems {
            say!("problem: {problem}");
        }
        match self.problems.len() {
            0 if self.read_data => say!("clean"),
            0 => say!("no problems found; the content was not read: --read-data reads it"),
            count => say!("{count} problems"),
        }
        self.is_clean
    }
}
