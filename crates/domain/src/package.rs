//! The life of a package: `new` → `finalized` → `expired` ⇄ `archived`.
//!
//! A move is decided here and written by `cloud::operations`. Until then it is
//! only a [`PackageChange`], a value that a test can look at.

use std::fmt;

use wire::ids::{PackageId, TagId, TeamId, TeamspaceId, UserId};
use wire::time::Time;

use crate::Refusal;
use crate::account::check_name;

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

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl fmt::Display for PackageState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// How long a package is kept. Never is not a date far away: nothing may compare it with now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expiry {
    At(Time),
    Never,
}

impl Expiry {
    pub fn is_due(self, now: Time) -> bool {
        matches!(self, Self::At(time) if time <= now)
    }
}

/// What a move sets in motion, saved with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    ActivateLinks,
    NotifyRecipients,
    EmitFinalized,
    DeleteContent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub id: PackageId,
    pub team_id: TeamId,
    pub creator_id: UserId,
    pub name: String,
    pub description: String,
    pub sender: String,
    pub recipients: Vec<String>,
    pub state: PackageState,
    pub size: i64,
    pub total_files: i64,
    pub expiry: Expiry,
    /// Whether someone chose the expiry.
    pub custom_expiry: bool,
    pub access_limit: i64,
    pub password_hash: Option<String>,
    pub chunk_size: i64,
    pub tag_id: Option<TagId>,
    pub teamspace_id: Option<TeamspaceId>,
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
    pub fn rename(self, name: &str, now: Time) -> Result<PackageChange, Refusal> {
        let name = check_name("name", name)?;
        self.require("rename", &[New, Finalized])?;
        Ok(Self { name, ..self }.changed(now))
    }

    /// Name and tag at once; `None` takes the tag away.
    pub fn describe(self, name: &str, tag_id: Option<TagId>, now: Time) -> Result<PackageChange, Refusal> {
        let name = check_name("name", name)?;
        self.require("change", &[New, Finalized])?;
        Ok(Self { name, tag_id, ..self }.changed(now))
    }

    /// All files are there: from now on the package is locked and on its way.
    pub fn finalize(self, size: i64, total_files: i64, now: Time) -> Result<PackageChange, Refusal> {
        self.require("finalize", &[New])?;
        if total_files == 0 {
            return Err(Refusal::invalid("package", "must have at least 1 file"));
        }
        let effects = vec![Effect::ActivateLinks, Effect::NotifyRecipients, Effect::EmitFinalized];
        let package = Self { state: Finalized, size, total_files, updated_at: now, ..self };
        Ok(PackageChange { package, effects })
    }

    pub fn change_expiry(self, expiry: Expiry, now: Time) -> Result<PackageChange, Refusal> {
        self.require("change the expiry of", &[Finalized])?;
        if expiry.is_due(now) {
            return Err(Refusal::invalid("expiry", "must be in the future"));
        }
        Ok(Self { expiry, custom_expiry: true, ..self }.changed(now))
    }

    /// Its time ran out: the record stays, the content goes.
    pub fn expire(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("expire", &[New, Finalized])?;
        let package = Self { state: Expired, updated_at: now, ..self };
        Ok(PackageChange { package, effects: vec![Effect::DeleteContent] })
    }

    /// Someone wants it gone before its time.
    pub fn delete(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("delete", &[New, Finalized])?;
        Self { expiry: Expiry::At(now), ..self }.expire(now)
    }

    pub fn archive(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("archive", &[Expired])?;
        Ok(Self { state: Archived, ..self }.changed(now))
    }

    pub fn unarchive(self, now: Time) -> Result<PackageChange, Refusal> {
        self.require("unarchive", &[Archived])?;
        Ok(Self { state: Expired, ..self }.changed(now))
    }

    /// Files come and go only while the package is new.
    pub fn check_open(&self) -> Result<(), Refusal> {
        self.require("change the files of", &[New])
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
mod tests {
    use wire::time::Time;

    use super::PackageState::{Archived, Expired, Finalized, New};
    use super::{Effect, Expiry, Package, PackageChange, PackageState};
    use crate::Refusal;

    const NOW: Time = Time::from_millis(1_000);

    fn package(state: PackageState) -> Package {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        Package {
            id: id.parse().unwrap(),
            team_id: id.parse().unwrap(),
            creator_id: id.parse().unwrap(),
            name: "Dailies".into(),
            description: String::new(),
            sender: "anna@example.org".into(),
            recipients: Vec::new(),
            state,
            size: 0,
            total_files: 0,
            expiry: Expiry::Never,
            custom_expiry: false,
            access_limit: 0,
            password_hash: None,
            chunk_size: 0,
            tag_id: None,
            teamspace_id: None,
            created_at: Time::from_millis(0),
            updated_at: Time::from_millis(0),
            version: 1,
        }
    }

    type Move = fn(Package) -> Result<PackageChange, Refusal>;

    /// Name, move, the states it starts from, and the state it leads to where it changes it.
    type Row = (&'static str, Move, &'static [PackageState], Option<PackageState>);

    /// The specification's own table.
    const MOVES: &[Row] = &[
        ("rename", |package| package.rename("Other", NOW), &[New, Finalized], None),
        ("describe", |package| package.describe("Other", None, NOW), &[New, Finalized], None),
        ("finalize", |package| package.finalize(10, 1, NOW), &[New], Some(Finalized)),
        ("change expiry", |package| package.change_expiry(Expiry::Never, NOW), &[Finalized], None),
        ("expire", |package| package.expire(NOW), &[New, Finalized], Some(Expired)),
        ("delete", |package| package.delete(NOW), &[New, Finalized], Some(Expired)),
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
        let finalized = package(New).finalize(10, 1, NOW).unwrap();
        assert_eq!(finalized.effects, [Effect::ActivateLinks, Effect::NotifyRecipients, Effect::EmitFinalized]);
        assert_eq!((finalized.package.size, finalized.package.total_files), (10, 1));
        let deleted = package(Finalized).delete(NOW).unwrap();
        assert_eq!(
            (deleted.effects.as_slice(), deleted.package.expiry),
            ([Effect::DeleteContent].as_slice(), Expiry::At(NOW))
        );
    }

    #[test]
    fn refusals_say_why() {
        let empty = package(New).finalize(0, 0, NOW).unwrap_err();
        assert_eq!(empty.to_string(), "package: must have at least 1 file");
        let late = package(Expired).change_expiry(Expiry::Never, NOW).unwrap_err();
        assert_eq!(late.to_string(), "cannot change the expiry of a package that is expired");
        for past in [NOW, Time::from_millis(999)] {
            assert!(package(Finalized).change_expiry(Expiry::At(past), NOW).is_err());
        }
        assert!(package(Finalized).change_expiry(Expiry::At(Time::from_millis(1_001)), NOW).is_ok());
    }

    #[test]
    fn never_is_never_due() {
        assert!(!Expiry::Never.is_due(Time::from_millis(i64::MAX)));
        assert!(Expiry::At(NOW).is_due(NOW));
        assert!(!Expiry::At(NOW).is_due(Time::from_millis(999)));
    }
}
