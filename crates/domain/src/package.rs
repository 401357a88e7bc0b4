//! The states of a package: `new` → `finalized` → `expired` ⇄ `archived`.
//!
//! A change is decided here and written by `cloud::operations`. Until then it is only a [`PackageChange`], a value that
//! a test can inspect.

use std::fmt;

use wire::ids::{PackageId, PortalId, TagId, TeamId, TeamspaceId, UserId};
use wire::time::Time;

use crate::Refusal;
use crate::account::check_name;
use crate::expiry::Expiry;
use crate::extra_storage::ExtraStorage;

/// The largest integer that every JSON parser supports, so that no sum of sizes can overflow.
pub const PACKAGE_LARGEST: i64 = (1 << 53) - 1;
pub const FILES_MOST: i64 = 10_000_000;
/// How long a package is kept that was restored after its expiry.
pub const RESTORED_DAYS: i64 = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackageState {
    New,
    Finalized,
    Expired,
    Archived,
}

use PackageState::{Archived, Expired, Finalized, New};

impl PackageState {
    pub const ALL: [Self; 4] = [New, Finalized, Expired, Archived];

    pub const fn as_str(self) -> &'static str {
        match self {
            New => "new",
            Finalized => "finalized",
            Expired => "expired",
            Archived => "archived",
        }
    }

    /// Whether the files of such a package can be reached.
    pub const fn is_alive(self) -> bool {
        matches!(self, New | Finalized)
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl fmt::Display for PackageState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What a change triggers, saved in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    NotifyRecipients,
    EmitFinalized,
    /// To the connections of the Portal that received it.
    Forward,
    DeleteContent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub id: PackageId,
    pub team_id: TeamId,
    /// The Portal that received it; `None` for packages that the Team sends.
    pub portal_id: Option<PortalId>,
    /// The version of that Portal when the package was created; 0 if it is not known.
    pub portal_version: i64,
    /// `None` for packages that came through a Portal.
    pub creator_id: Option<UserId>,
    pub name: String,
    pub description: String,
    pub sender: String,
    pub recipients: Vec<String>,
    pub state: PackageState,
    /// Added files and directories, and the bytes announced for them.
    pub files_added: i64,
    pub directories_added: i64,
    pub bytes_added: i64,
    /// Finalized files, and their bytes.
    pub total_files: i64,
    pub size: i64,
    pub expiry: Expiry,
    /// Whether someone chose the expiry.
    pub custom_expiry: bool,
    pub extra_storage: ExtraStorage,
    pub access_limit: i64,
    pub password_hash: Option<String>,
    pub chunk_size: i64,
    pub tag_id: Option<TagId>,
    pub teamspace_id: Option<TeamspaceId>,
    /// Identifies the store that has the content.
    pub storage_id: String,
    pub contains_virus: bool,
    pub custom_metadata_id: String,
    pub usage_total_bytes: i64,
    pub usage_updated_at: Option<Time>,
    pub finalized_at: Option<Time>,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

#[derive(Debug, PartialEq, Eq)]
#[must_use = "a change is not true until it is committed"]
pub struct PackageChange {
    pub package: Package,
    pub effects: Vec<Effect>,
}

impl Package {
    /// The package as it reads at a time: one that is due has expired, even if the sweep has not run yet.
    #[must_use]
    pub fn at(self, now: Time) -> Self {
        let has_ended = self.state.is_alive() && self.expiry.is_due(now);
        Self { state: if has_ended { Expired } else { self.state }, ..self }
    }

    pub fn rename(self, name: &str, now: Time) -> Result<PackageChange, Refusal> {
        let name = check_name("name", name)?;
        self.require("rename", &[New, Finalized])?;
        Ok(Self { name, ..self }.changed(now))
    }

    /// Changes name and tag together; `None` removes the tag.
    pub fn describe(self, name: &str, tag_id: Option<TagId>, now: Time) -> Result<PackageChange, Refusal> {
        let name = check_name("name", name)?;
        self.require("change", &[New, Finalized])?;
        Ok(Self { name, tag_id, ..self }.changed(now))
    }

    /// All files have arrived: from now on the package is locked and being delivered.
    /// `unfinished` names a file that was added but is not finalized, if there is one.
    pub fn finalize(self, unfinished: Option<&str>, now: Time) -> Result<PackageChange, Refusal> {
        self.require("finalize", &[New])?;
        if self.total_files == 0 {
            return Err(Refusal::Unready("package must have at least 1 file"));
        }
        if let Some(name) = unfinished {
            return Err(Refusal::wrong_state(format!("{name} is not finalized: finalize or remove it first")));
        }
        let effects = vec![Effect::NotifyRecipients, Effect::EmitFinalized, Effect::Forward];
        let package = Self { state: Finalized, finalized_at: Some(now), updated_at: now, ..self };
        Ok(PackageChange { package, effects })
    }

    pub fn change_expiry(self, expiry: Expiry, free_days: i64, now: Time) -> Result<PackageChange, Refusal> {
        self.require("change the expiry of", &[Finalized])?;
        if expiry.is_due(now) {
            return Err(Refusal::invalid("expiry", "must be in the future"));
        }
        let extra_storage =
            ExtraStorage { updated_at: Some(now), ..ExtraStorage::of(self.created_at, expiry, free_days) };
        Ok(Self { expiry, custom_expiry: true, extra_storage, ..self }.changed(now))
    }

    /// It has expired: the record is kept, the content is deleted.
    pub fn expire(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("expire", &[New, Finalized])?;
        let package = Self { state: Expired, updated_at: now, ..self };
        Ok(PackageChange { package, effects: vec![Effect::DeleteContent] })
    }

    /// Deleted by a user before its expiry.
    pub fn delete(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("delete", &[New, Finalized])?;
        Self { expiry: Expiry::At(now), ..self }.expire(now)
    }

    /// Brings back a package that has ended, while its content is still there. One that would be due at once is kept for
    /// another [`RESTORED_DAYS`], and so is one that nobody finished, which would be swept up again.
    pub fn restore(self, state: PackageState, expiry: Expiry, now: Time) -> Result<PackageChange, Refusal> {
        self.require("restore", &[Expired, Archived])?;
        let is_swept = state == New && expiry == Expiry::Never;
        let expiry = if expiry.is_due(now) || is_swept { Expiry::At(now.plus_days(RESTORED_DAYS)) } else { expiry };
        Ok(Self { state, expiry, ..self }.changed(now))
    }

    pub fn archive(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("archive", &[Expired])?;
        Ok(Self { state: Archived, ..self }.changed(now))
    }

    pub fn unarchive(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("unarchive", &[Archived])?;
        Ok(Self { state: Expired, ..self }.changed(now))
    }

    /// Files can only be added or removed while the package is new.
    pub fn check_open(&self) -> Result<(), Refusal> {
        self.require("change the files of", &[New])
    }

    /// Files and directories.
    pub const fn entries_added(&self) -> i64 {
        self.files_added.saturating_add(self.directories_added)
    }

    /// Whether this many more files or directories, and bytes, fit.
    pub fn check_room(&self, entries: i64, bytes: i64) -> Result<(), Refusal> {
        if self.entries_added().saturating_add(entries) > FILES_MOST {
            return Err(Refusal::TooLarge(format!("a package can have up to {FILES_MOST} files and directories")));
        }
        if self.bytes_added.saturating_add(bytes) > PACKAGE_LARGEST {
            return Err(Refusal::TooLarge(format!("a package can have up to {PACKAGE_LARGEST} bytes")));
        }
        Ok(())
    }

    /// Once its content is deleted, only archiving can change.
    pub fn check_alive(&self, action: &str) -> Result<(), Refusal> {
        self.require(action, &[New, Finalized])
    }

    fn require(&self, action: &str, allowed: &[PackageState]) -> Result<(), Refusal> {
        if allowed.contains(&self.state) {
            return Ok(());
        }
        Err(Refusal::wrong_state(format!("cannot {action} a package that is {}", self.state)))
    }

    fn changed(self, now: Time) -> PackageChange {
        PackageChange { package: Self { updated_at: now, ..self }, effects: Vec::new() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use wire::time::Time;

    use super::PackageState::{Archived, Expired, Finalized, New};
    use super::{Effect, Expiry, Package, PackageChange, PackageState};
    use crate::Refusal;
    use crate::extra_storage::ExtraStorage;

    const NOW: Time = Time::from_millis(1_000);

    pub(crate) fn package(state: PackageState) -> Package {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        Package {
            id: id.parse().unwrap(),
            team_id: id.parse().unwrap(),
            portal_id: None,
            portal_version: 0,
            creator_id: Some(id.parse().unwrap()),
            name: "Dailies".into(),
            description: String::new(),
            sender: "anna@example.org".into(),
            recipients: Vec::new(),
            state,
            files_added: 1,
            directories_added: 0,
            bytes_added: 10,
            total_files: 1,
            size: 10,
            expiry: Expiry::Never,
            custom_expiry: false,
            extra_storage: ExtraStorage::default(),
            access_limit: 0,
            password_hash: None,
            chunk_size: 0,
            tag_id: None,
            teamspace_id: None,
            storage_id: "tonnage".into(),
            contains_virus: false,
            custom_metadata_id: String::new(),
            usage_total_bytes: 0,
            usage_updated_at: None,
            finalized_at: None,
            created_at: Time::from_millis(0),
            updated_at: Time::from_millis(0),
            version: 1,
        }
    }

    type Move = fn(Package) -> Result<PackageChange, Refusal>;

    /// Name, change, the states it starts from, and the resulting state if it changes.
    type Row = (&'static str, Move, &'static [PackageState], Option<PackageState>);

    /// The specification's own table.
    const MOVES: &[Row] = &[
        ("rename", |package| package.rename("Other", NOW), &[New, Finalized], None),
        ("describe", |package| package.describe("Other", None, NOW), &[New, Finalized], None),
        ("finalize", |package| package.finalize(None, NOW), &[New], Some(Finalized)),
        ("change expiry", |package| package.change_expiry(Expiry::Never, 10, NOW), &[Finalized], None),
        ("expire", |package| package.expire(NOW), &[New, Finalized], Some(Expired)),
        ("delete", |package| package.delete(NOW), &[New, Finalized], Some(Expired)),
        ("restore", |package| package.restore(Finalized, Expiry::Never, NOW), &[Expired, Archived], Some(Finalized)),
        ("archive", |package| package.archive(NOW), &[Expired], Some(Archived)),
        ("unarchive", |package| package.unarchive(NOW), &[Archived], Some(Expired)),
    ];

    #[test]
    fn moves_start_and_end_where_the_table_says() {
        for (name, make, allowed, leads_to) in MOVES {
            for state in PackageState::ALL {
                let result = make(package(state));
                assert_eq!(result.is_ok(), allowed.contains(&state), "{name} of a package that is {state}");
                if let Ok(change) = result {
                    assert_eq!(change.package.state, leads_to.unwrap_or(state), "{name}");
                    assert_eq!(change.package.updated_at, NOW, "{name}");
                }
            }
        }
    }

    #[test]
    fn effects_ride_with_the_move() {
        let finalized = package(New).finalize(None, NOW).unwrap();
        assert_eq!(finalized.effects, [Effect::NotifyRecipients, Effect::EmitFinalized, Effect::Forward]);
        assert_eq!((finalized.package.size, finalized.package.total_files), (10, 1));
        let deleted = package(Finalized).delete(NOW).unwrap();
        assert_eq!(
            (deleted.effects.as_slice(), deleted.package.expiry),
            ([Effect::DeleteContent].as_slice(), Expiry::At(NOW))
        );
    }

    #[test]
    fn refusals_say_why() {
        let empty = Package { total_files: 0, ..package(New) }.finalize(Some("a.mov"), NOW).unwrap_err();
        assert_eq!(empty.to_string(), "package must have at least 1 file");
        let open = package(New).finalize(Some("day 4/a.mov"), NOW).unwrap_err();
        assert_eq!(open.to_string(), "day 4/a.mov is not finalized: finalize or remove it first");
        let late = package(Expired).change_expiry(Expiry::Never, 10, NOW).unwrap_err();
        assert_eq!(late.to_string(), "cannot change the expiry of a package that is expired");
        for past in [NOW, Time::from_millis(999)] {
            assert!(package(Finalized).change_expiry(Expiry::At(past), 10, NOW).is_err());
        }
        assert!(package(Finalized).change_expiry(Expiry::At(Time::from_millis(1_001)), 10, NOW).is_ok());
    }

    #[test]
    fn what_is_due_has_ended() {
        let due = |state| Package { expiry: Expiry::At(NOW), ..package(state) };
        assert!(due(New).at(NOW).finalize(None, NOW).is_err());
        assert!(due(Finalized).at(NOW).change_expiry(Expiry::Never, 10, NOW).is_err());
        for (state, reads) in [(New, Expired), (Finalized, Expired), (Expired, Expired), (Archived, Archived)] {
            assert_eq!(due(state).at(NOW).state, reads);
            assert_eq!(due(state).at(Time::from_millis(999)).state, state);
            assert_eq!(package(state).at(NOW).state, state);
        }
    }

    #[test]
    fn what_is_restored_does_not_end_at_once() {
        let later = Expiry::At(Time::from_millis(1_001));
        let restored = |expiry| package(Expired).restore(Finalized, expiry, NOW).unwrap().package.expiry;
        assert_eq!(restored(Expiry::Never), Expiry::Never);
        let unfinished = package(Expired).restore(New, Expiry::Never, NOW).unwrap().package.expiry;
        assert_eq!(unfinished, Expiry::At(NOW.plus_days(super::RESTORED_DAYS)));
        assert_eq!(restored(later), later);
        assert_eq!(restored(Expiry::At(NOW)), Expiry::At(NOW.plus_days(super::RESTORED_DAYS)));
    }

    #[test]
    fn room_ends_before_a_sum_runs_over() {
        let full = Package { files_added: super::FILES_MOST - 1, bytes_added: 1, ..package(New) };
        assert!(full.check_room(1, 0).is_ok() && full.check_room(2, 0).is_err());
        let directories = Package { files_added: 1, directories_added: super::FILES_MOST - 2, ..package(New) };
        assert!(directories.check_room(1, 0).is_ok() && directories.check_room(2, 0).is_err());
        assert!(full.check_room(1, super::PACKAGE_LARGEST - 1).is_ok());
        assert!(full.check_room(1, super::PACKAGE_LARGEST).is_err() && full.check_room(1, i64::MAX).is_err());
    }

    #[test]
    fn a_later_end_uses_extra_storage() {
        let created = Time::from_millis(0);
        let longer = package(Finalized).change_expiry(Expiry::At(created.plus_days(12)), 10, NOW).unwrap().package;
        assert_eq!(longer.extra_storage, ExtraStorage { is_used: true, days: 2, updated_at: Some(NOW) });
    }
}
