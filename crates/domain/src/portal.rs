//! A Portal: who can see it, whether it accepts uploads, and which ones.

mod restrictions;
mod settings;
mod update;

pub use restrictions::{FileRules, Totals};
pub use settings::{EXPIRY_DAYS_LONGEST, SECRET_LONGEST_BYTES, TITLE_LONGEST, check_secret, check_settings};
pub use update::{check_supported, updated};

use wire::ids::{PortalId, TagId, TeamId, TeamspaceId, UserId};
use wire::portals::PortalSettings;
use wire::time::Time;

use crate::Refusal;
use crate::expiry::Expiry;
use crate::re2::Pattern;
use crate::team::Team;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessLevel {
    /// Visible to the Team, or to the Teamspace that it is in.
    Regular,
    /// Visible only to the users on its list, whatever their role.
    Private,
}

impl AccessLevel {
    pub const ALL: [Self; 2] = [Self::Regular, Self::Private];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Private => "private",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portal {
    pub id: PortalId,
    pub team_id: TeamId,
    pub creator_id: UserId,
    pub teamspace_id: Option<TeamspaceId>,
    /// Assigned to new packages.
    pub tag_id: Option<TagId>,
    pub name: String,
    pub subdomain: String,
    pub active: bool,
    pub access_level: AccessLevel,
    /// Encrypted.
    pub access_code: Option<String>,
    /// Encrypted, and the hash that its packages inherit.
    pub download_password: Option<String>,
    pub download_password_hash: Option<String>,
    pub expiry: Option<Time>,
    /// Notified of uploads.
    pub recipients: Vec<String>,
    pub settings: PortalSettings,
    pub created_at: Time,
    pub updated_at: Time,
    pub deleted_at: Option<Time>,
    pub version: i64,
}

impl Portal {
    pub fn is_private(&self) -> bool {
        self.access_level == AccessLevel::Private
    }

    /// Whether its page is active and accepts new uploads.
    pub fn is_open(&self, now: Time) -> bool {
        let is_over = self.settings.expiry_enabled && self.expiry.is_some_and(|expiry| expiry <= now);
        self.active && !is_over
    }

    pub fn check_open(&self, now: Time) -> Result<(), Refusal> {
        match (self.active, self.is_open(now)) {
            (_, true) => Ok(()),
            (false, _) => Err(Refusal::Forbidden("this Portal is inactive: ask the person who sent you the link")),
            (true, false) => Err(Refusal::Forbidden("this Portal has expired and no longer accepts uploads")),
        }
    }

    /// Conditions on the whole Portal, whichever fields a request changed.
    pub fn check_whole(&self) -> Result<(), Refusal> {
        let settings = &self.settings;
        if settings.has_access_code && self.access_code.is_none() {
            return Err(Refusal::invalid("access_code", "must be set when has_access_code is true"));
        }
        if settings.has_download_password && self.download_password.is_none() {
            return Err(Refusal::invalid("download_password", "must be set when has_download_password is true"));
        }
        if settings.expiry_enabled && self.expiry.is_none() {
            return Err(Refusal::invalid("expiry", "must be set when expiry_enabled is true"));
        }
        if self.is_private() && !settings.has_access_code {
            return Err(Refusal::invalid("has_access_code", "must be true: a private Portal requires an access code"));
        }
        if self.is_private() && self.teamspace_id.is_some() {
            return Err(Refusal::invalid("teamspace_id", "must be empty: a private Portal cannot be in a Teamspace"));
        }
        check_settings(settings)
    }

    /// Whether an uploader may give a package this name.
    pub fn check_package_name(&self, name: &str) -> Result<(), Refusal> {
        let format = &self.settings.package_name_format;
        // A saved pattern that no longer compiles must not block uploads.
        let fits = || Pattern::compile_whole(&format.value).map_or(true, |pattern| pattern.is_match(name));
        if !self.settings.package_name_format_enabled || fits() {
            return Ok(());
        }
        let wanted = if format.label.is_empty() { &format.value } else { &format.label };
        Err(Refusal::invalid("name", format!("must have the format {wanted}")))
    }

    /// The expiry of a new package, and whether the Portal chose it.
    pub fn package_expiry(&self, team: &Team, now: Time) -> (Expiry, bool) {
        match self.settings.custom_expiry_days {
            -1 => (Expiry::Never, true),
            0 => (Expiry::At(now.plus_days(team.default_storage_days())), false),
            days => (Expiry::At(now.plus_days(days)), true),
        }
    }
}

#[cfg(test)]
mod tests {
    use wire::portals::{PackageNameFormat, PortalSettings};
    use wire::time::Time;

    use super::{AccessLevel, Portal};

    const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
    const NOW: Time = Time::from_millis(1_000);

    fn portal() -> Portal {
        Portal {
            id: ID.parse().unwrap(),
            team_id: ID.parse().unwrap(),
            creator_id: ID.parse().unwrap(),
            teamspace_id: None,
            tag_id: None,
            name: "Dailies".into(),
            subdomain: "dailies".into(),
            active: true,
            access_level: AccessLevel::Regular,
            access_code: None,
            download_password: None,
            download_password_hash: None,
            expiry: None,
            recipients: Vec::new(),
            settings: PortalSettings::default(),
            created_at: NOW,
            updated_at: NOW,
            deleted_at: None,
            version: 1,
        }
    }

    #[test]
    fn a_portal_is_open_while_it_is_on_and_in_time() {
        let cases = [
            (true, false, Some(0), true),
            (true, true, Some(1_001), true),
            (true, true, Some(1_000), false),
            (true, true, None, true),
            (false, false, None, false),
        ];
        for (active, expiry_enabled, expiry, open) in cases {
            let settings = PortalSettings { expiry_enabled, ..PortalSettings::default() };
            let portal = Portal { active, settings, expiry: expiry.map(Time::from_millis), ..portal() };
            assert_eq!(portal.is_open(NOW), open, "{active} {expiry_enabled} {expiry:?}");
            assert_eq!(portal.check_open(NOW).is_ok(), open);
        }
    }

    #[test]
    fn a_format_takes_the_whole_name() {
        let format = PackageNameFormat { label: "Reel and number".into(), value: "R[0-9]+|test".into() };
        let settings = PortalSettings {
            package_name_format: format,
            package_name_format_enabled: true,
            ..PortalSettings::default()
        };
        let portal = Portal { settings, ..portal() };
        for (name, fits) in [("R1", true), ("R", false), ("R1 ", false), ("xtest", false), ("test", true), ("", false)]
        {
            assert_eq!(portal.check_package_name(name).is_ok(), fits, "{name:?}");
        }
        let mut off = portal;
        off.settings.package_name_format_enabled = false;
        assert!(off.check_package_name("anything").is_ok());
    }

    type Change = fn(&mut Portal);

    #[test]
    fn what_is_switched_on_must_be_set() {
        let with = |change: Change| {
            let mut portal = portal();
            change(&mut portal);
            portal.check_whole().err().map(|refusal| refusal.to_string())
        };
        assert_eq!(with(|_| ()), None);
        let refused: [(&str, Change); 6] = [
            ("access_code", |portal| portal.settings.has_access_code = true),
            ("download_password", |portal| portal.settings.has_download_password = true),
            ("expiry", |portal| portal.settings.expiry_enabled = true),
            ("has_access_code", |portal| portal.access_level = AccessLevel::Private),
            ("teamspace_id", |portal| {
                portal.access_level = AccessLevel::Private;
                portal.settings.has_access_code = true;
                portal.access_code = Some("sealed".into());
                portal.teamspace_id = ID.parse().ok();
            }),
            ("max_package_size", |portal| portal.settings.package_size_restriction_enabled = true),
        ];
        for (field, change) in refused {
            assert!(with(change).is_some_and(|text| text.starts_with(field)), "{field}: {:?}", with(change));
        }
        let private = Portal {
            access_level: AccessLevel::Private,
            access_code: Some("sealed".into()),
            settings: PortalSettings { has_access_code: true, ..PortalSettings::default() },
            ..portal()
        };
        assert!(private.check_whole().is_ok());
    }
}
