//! A download link: usable once its package is finalized, until it is deleted, locked or expired.

use wire::ids::{LinkId, PackageId};
use wire::time::Time;

use crate::Refusal;
use crate::expiry::Expiry;
use crate::package::{Package, PackageState};

const DOWNLOADS_MOST: i64 = 1_000_000;
/// The longest password from strangers that argon2 has to hash.
pub const PASSWORD_LONGEST: usize = 1_024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub id: LinkId,
    pub package_id: PackageId,
    /// `None` for a link that its creator shares.
    pub email: Option<String>,
    pub password_hash: Option<String>,
    pub access_limit: i64,
    pub access_limit_enabled: bool,
    /// Downloads that were started.
    pub accesses: i64,
    /// Whether its creator has enabled it.
    pub active: bool,
    /// Its own expiry; it never outlives the package.
    pub expiry: Option<Time>,
    pub notified_at: Option<Time>,
    pub accessed_at: Option<Time>,
    pub usage_updated_at: Option<Time>,
    pub deleted_at: Option<Time>,
    pub created_at: Time,
}

/// Why a link cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unusable {
    Expired,
    Inactive,
    Locked,
}

impl Link {
    /// A link with the package's defaults.
    pub fn new(id: LinkId, package: &Package, email: Option<String>, now: Time) -> Self {
        Self {
            id,
            package_id: package.id.clone(),
            email,
            password_hash: package.password_hash.clone(),
            access_limit: package.access_limit,
            access_limit_enabled: package.access_limit > 0,
            accesses: 0,
            active: true,
            expiry: None,
            notified_at: None,
            accessed_at: None,
            usage_updated_at: None,
            deleted_at: None,
            created_at: now,
        }
    }

    /// Whether a new download may be started now.
    pub fn check_usable(&self, package: &Package, now: Time) -> Result<(), Unusable> {
        let is_over = matches!(package.state, PackageState::Expired | PackageState::Archived);
        if is_over || package.expiry.is_due(now) || self.expiry.is_some_and(|time| time <= now) {
            return Err(Unusable::Expired);
        }
        if package.state == PackageState::New || !self.active || self.deleted_at.is_some() {
            return Err(Unusable::Inactive);
        }
        if self.is_locked() {
            return Err(Unusable::Locked);
        }
        Ok(())
    }

    pub const fn is_locked(&self) -> bool {
        self.access_limit_enabled && self.accesses >= self.access_limit
    }

    /// How many more downloads may be started; `None` if there is no limit.
    pub fn downloads_left(&self) -> Option<i64> {
        self.access_limit_enabled.then(|| (self.access_limit - self.accesses).max(0))
    }

    /// The earlier of its own expiry and the package's.
    pub fn ends_at(&self, package: &Package) -> Option<Time> {
        match (self.expiry, package.expiry) {
            (Some(own), Expiry::At(whole)) => Some(own.min(whole)),
            (own, whole) => own.or(whole.time()),
        }
    }
}

/// Links can be created while a package is new or finalized, and must expire before it does.
pub fn check_new_link(package: &Package, expiry: Option<Time>, now: Time) -> Result<(), Refusal> {
    if !package.state.is_alive() {
        return Err(Refusal::wrong_state(format!("cannot create a link to a package that is {}", package.state)));
    }
    let Some(time) = expiry else { return Ok(()) };
    if time <= now {
        return Err(Refusal::invalid("expiry", "must be in the future"));
    }
    match package.expiry {
        Expiry::At(end) if time >= end => {
            Err(Refusal::invalid("expiry", format!("must be before the package's own expiry, {end}")))
        }
        _ => Ok(()),
    }
}

/// A requested download limit; 0 means no limit.
pub fn check_access_limit(field: &'static str, limit: i64) -> Result<i64, Refusal> {
    if (0..=DOWNLOADS_MOST).contains(&limit) {
        return Ok(limit);
    }
    Err(Refusal::invalid(field, format!("must be between 0 and {DOWNLOADS_MOST}; 0 means no limit")))
}

/// A password of a package or link. Empty means none.
pub fn check_password<'a>(field: &'static str, password: Option<&'a str>) -> Result<Option<&'a str>, Refusal> {
    match password.filter(|password| !password.is_empty()) {
        Some(password) if password.len() > PASSWORD_LONGEST => {
            Err(Refusal::invalid(field, format!("can have up to {PASSWORD_LONGEST} bytes")))
        }
        password => Ok(password),
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{Link, Unusable, check_access_limit, check_new_link, check_password};
    use crate::expiry::Expiry;
    use crate::package::tests::package;
    use crate::package::{Package, PackageState};

    const NOW: Time = Time::from_millis(1_000);
    const SOON: Time = Time::from_millis(2_000);
    const LATER: Time = Time::from_millis(3_000);

    fn link() -> Link {
        Link::new("01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(), &package(PackageState::Finalized), None, NOW)
    }

    #[test]
    fn a_link_is_as_good_as_its_package_and_itself() {
        let until = |state, time| Package { expiry: Expiry::At(time), ..package(state) };
        let finalized = || package(PackageState::Finalized);
        let limited = |accesses| Link { access_limit: 3, access_limit_enabled: true, accesses, ..link() };
        let cases = [
            (link(), package(PackageState::New), Err(Unusable::Inactive)),
            (link(), finalized(), Ok(())),
            (link(), package(PackageState::Expired), Err(Unusable::Expired)),
            (link(), package(PackageState::Archived), Err(Unusable::Expired)),
            (link(), until(PackageState::Finalized, NOW), Err(Unusable::Expired)),
            (link(), until(PackageState::Finalized, SOON), Ok(())),
            (Link { active: false, ..link() }, finalized(), Err(Unusable::Inactive)),
            (Link { deleted_at: Some(NOW), ..link() }, finalized(), Err(Unusable::Inactive)),
            (Link { expiry: Some(NOW), ..link() }, finalized(), Err(Unusable::Expired)),
            (Link { expiry: Some(SOON), ..link() }, finalized(), Ok(())),
            (limited(2), finalized(), Ok(())),
            (limited(3), finalized(), Err(Unusable::Locked)),
            (Link { access_limit_enabled: false, ..limited(3) }, finalized(), Ok(())),
        ];
        for (link, package, expected) in cases {
            assert_eq!(link.check_usable(&package, NOW), expected, "{link:?} {package:?}");
        }
    }

    #[test]
    fn the_sooner_end_counts() {
        let ends = |own, whole| {
            Link { expiry: own, ..link() }.ends_at(&Package { expiry: whole, ..package(PackageState::New) })
        };
        assert_eq!(ends(None, Expiry::Never), None);
        assert_eq!(ends(Some(SOON), Expiry::Never), Some(SOON));
        assert_eq!(ends(None, Expiry::At(LATER)), Some(LATER));
        assert_eq!(ends(Some(SOON), Expiry::At(LATER)), Some(SOON));
        assert_eq!(ends(Some(LATER), Expiry::At(SOON)), Some(SOON));
    }

    #[test]
    fn new_links_end_before_the_package() {
        let until = |state| Package { expiry: Expiry::At(LATER), ..package(state) };
        for state in PackageState::ALL {
            let allowed = state.is_alive();
            assert_eq!(check_new_link(&until(state), None, NOW).is_ok(), allowed, "{state}");
        }
        let expiry = |time| check_new_link(&until(PackageState::New), Some(time), NOW).is_ok();
        assert!(expiry(SOON));
        assert!(!expiry(NOW) && !expiry(LATER));
        assert!(check_new_link(&package(PackageState::New), Some(LATER), NOW).is_ok());
    }

    #[test]
    fn limits_and_passwords() {
        assert!(check_access_limit("access_limit", 0).is_ok() && check_access_limit("access_limit", 1).is_ok());
        assert!(check_access_limit("access_limit", -1).is_err());
        assert!(check_access_limit("access_limit", i64::MAX).is_err());
        assert_eq!(check_password("password", Some("")), Ok(None));
        assert_eq!(check_password("password", Some("x")), Ok(Some("x")));
        assert!(check_password("password", Some(&"x".repeat(1_025))).is_err());
    }
}
