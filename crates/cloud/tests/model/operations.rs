//! The operations on the service and on the model.

#[derive(Debug, Clone)]
pub(crate) enum Operation {
    Create(NewPackage),
    List,
    On { package: usize, target: Target },
}

impl Operation {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Create(_) => "create",
            Self::List => "list",
            Self::On { target, .. } => target.name(),
        }
    }
}

/// A new package has an expiry: without one, it would end at some hour after its last change, when a sweep finds it.
#[derive(Debug, Clone)]
pub(crate) struct NewPackage {
    pub(crate) name: String,
    pub(crate) recipients: Vec<String>,
    pub(crate) limit: Option<i64>,
    pub(crate) has_password: bool,
}

/// An operation on one package.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    Look,
    Rename { name: String },
    AddFile { name: String, size: i64 },
    FinalizeFile { file: usize, is_wrong: bool },
    RemoveFile { file: usize },
    ListFiles,
    Finalize,
    Delete,
    Archive,
    Unarchive,
    ChangeExpiry { end: End },
    CreateLink(NewLink),
    DeleteLink { link: usize },
    Open { link: usize, is_right: bool, password: Password },
    ReadMail { link: usize },
    Download { token: usize, file: usize },
}

impl Target {
    const fn name(&self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Rename { .. } => "rename",
            Self::AddFile { .. } => "add file",
            Self::FinalizeFile { .. } => "finalize file",
            Self::RemoveFile { .. } => "remove file",
            Self::ListFiles => "list files",
            Self::Finalize => "finalize",
            Self::Delete => "delete",
            Self::Archive => "archive",
            Self::Unarchive => "unarchive",
            Self::ChangeExpiry { .. } => "change expiry",
            Self::CreateLink(_) => "create link",
            Self::DeleteLink { .. } => "delete link",
            Self::Open { .. } => "open",
            Self::ReadMail { .. } => "read mail",
            Self::Download { .. } => "download",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct NewLink {
    pub(crate) email: Option<String>,
    pub(crate) limit: Option<i64>,
    pub(crate) has_password: bool,
    pub(crate) is_active: bool,
    pub(crate) ends_in: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Password {
    None,
    Right,
    Wrong,
}

/// How long a package is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    In(i64),
    Never,
    Missing,
}

/// One step of a sequence.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    One(Operation),
    /// Both at once, on the same package.
    Pair(usize, Target, Target),
    /// The clock moves by this many milliseconds.
    Wait(i64),
    RunJobs,
    /// The worker dies in the middle of its jobs, and another takes over.
    CutJobs,
    /// The server dies in the middle of its jobs, and restarts.
    CrashInJobs,
    /// The server dies in the middle of a change, and restarts.
    CrashIn(usize, Target),
    Crash,
}
