//! Points at which a test ends the process: just before and just after each commit that goes with an effect outside the
//! database.
//!
//! `TONNAGE_TEST_CRASH_AT=seal_file.before` ends the process when it gets there first, `seal_file.before:3` when it gets
//! there for the third time. Release builds have no such points.

/// A commit that goes with an effect outside the database: in storage, at another party, or in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrashPoint {
    // Files and packages.
    ClaimFile,
    SealFile,
    RemoveFile,
    FinalizePackage,
    ExpirePackage,
    DeletePackage,
    // Removal of content.
    RecordRemoval,
    ForgetFiles,
    DeleteAgain,
    // Forwarding to a connection.
    TakeFolder,
    RecordForwarding,
    SettleForwarding,
    // Import from a connection.
    AddImported,
    CopyImported,
    EndImported,
    SettleImport,
    // Joining of segments.
    OrderJoining,
    BeginJoining,
    RecordCopies,
    EndJoining,
    // Webhooks and mails.
    RecordAttempt,
    NotifyRecipient,
    RecordMail,
    // The end of any job.
    SettleJob,
}

impl CrashPoint {
    pub const ALL: &[Self] = &[
        Self::ClaimFile,
        Self::SealFile,
        Self::RemoveFile,
        Self::FinalizePackage,
        Self::ExpirePackage,
        Self::DeletePackage,
        Self::RecordRemoval,
        Self::ForgetFiles,
        Self::DeleteAgain,
        Self::TakeFolder,
        Self::RecordForwarding,
        Self::SettleForwarding,
        Self::AddImported,
        Self::CopyImported,
        Self::EndImported,
        Self::SettleImport,
        Self::OrderJoining,
        Self::BeginJoining,
        Self::RecordCopies,
        Self::EndJoining,
        Self::RecordAttempt,
        Self::NotifyRecipient,
        Self::RecordMail,
        Self::SettleJob,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaimFile => "claim_file",
            Self::SealFile => "seal_file",
            Self::RemoveFile => "remove_file",
            Self::FinalizePackage => "finalize_package",
            Self::ExpirePackage => "expire_package",
            Self::DeletePackage => "delete_package",
            Self::RecordRemoval => "record_removal",
            Self::ForgetFiles => "forget_files",
            Self::DeleteAgain => "delete_again",
            Self::TakeFolder => "take_folder",
            Self::RecordForwarding => "record_forwarding",
            Self::SettleForwarding => "settle_forwarding",
            Self::AddImported => "add_imported",
            Self::CopyImported => "copy_imported",
            Self::EndImported => "end_imported",
            Self::SettleImport => "settle_import",
            Self::OrderJoining => "order_joining",
            Self::BeginJoining => "begin_joining",
            Self::RecordCopies => "record_copies",
            Self::EndJoining => "end_joining",
            Self::RecordAttempt => "record_attempt",
            Self::NotifyRecipient => "notify_recipient",
            Self::RecordMail => "record_mail",
            Self::SettleJob => "settle_job",
        }
    }

    pub(crate) fn pass_before(self) {
        pass(self, "before");
    }

    pub(crate) fn pass_after(self) {
        pass(self, "after");
    }
}

#[cfg(not(debug_assertions))]
const fn pass(_: CrashPoint, _: &str) {}

#[cfg(debug_assertions)]
fn pass(point: CrashPoint, moment: &str) {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    static WANTED: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("TONNAGE_TEST_CRASH_AT").ok());
    static PASSED: AtomicU32 = AtomicU32::new(0);

    let Some(wanted) = WANTED.as_deref() else { return };
    let (name, time) = wanted.split_once(':').unwrap_or((wanted, "1"));
    if name.split_once('.') != Some((point.as_str(), moment)) {
        return;
    }
    if time.parse() == Ok(PASSED.fetch_add(1, Ordering::Relaxed) + 1) {
        // As `kill -9`: nothing is dropped and nothing is flushed.
        std::process::abort();
    }
}
