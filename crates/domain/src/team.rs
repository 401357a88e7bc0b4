//! A Team and its settings.

use wire::ids::TeamId;
use wire::teams::UpdateTeam;
use wire::time::Time;

use crate::Refusal;
use crate::account::check_name;
use crate::package::PACKAGE_LARGEST;
use crate::quota::strictest;
use crate::subdomain::check_subdomain;

pub const DAYS_LONGEST: i64 = 65_535;
pub const DOWNLOADS_MOST: i64 = 1_000_000;
pub const RECIPIENTS_MOST: i64 = 10_000;

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent setting")]
pub struct Team {
    pub id: TeamId,
    pub name: String,
    pub subdomain: String,
    pub custom_expiry_default: i64,
    pub custom_expiry_enabled: bool,
    pub download_limit_default: i64,
    pub download_limit_enabled: bool,
    pub max_email_recipients: i64,
    pub free_storage_days: i64,
    pub webhooks_enabled: bool,
    /// Whether the secret of a link is shown only when the link is created.
    pub links_shown_once: bool,
    /// Whether what came through a Portal and could not be scanned is kept from connections.
    pub hold_unscanned_files: bool,
    /// As the Owner chose; 0 means no limit.
    pub max_stored_bytes: i64,
    /// As the operator decided for this Team; 0 means no limit, `None` means what all Teams have.
    pub operator_max_stored_bytes: Option<i64>,
    /// When the operator suspended the account.
    pub suspended_at: Option<Time>,
    pub created_at: Time,
    pub version: i64,
}

impl Team {
    /// The default number of days for which packages are kept.
    pub fn default_storage_days(&self) -> i64 {
        if self.custom_expiry_enabled { self.custom_expiry_default } else { self.free_storage_days }
    }

    /// How many recipients one mail of the Team may have.
    pub fn check_recipients(&self, count: usize) -> Result<(), Refusal> {
        if i64::try_from(count).unwrap_or(i64::MAX) > self.max_email_recipients {
            let reason = format!("can be up to {}, the Team's max_email_recipients", self.max_email_recipients);
            return Err(Refusal::invalid("recipients", reason));
        }
        Ok(())
    }

    /// The bytes that the Team may store, if that is limited. `usual` is the operator's limit for all Teams.
    pub fn stored_bytes_limit(&self, usual: i64) -> Option<i64> {
        strictest([self.max_stored_bytes, self.operator_max_stored_bytes.unwrap_or(usual)])
    }

    /// Refuses what a suspended Team may not do.
    pub fn check_sending(&self) -> Result<(), Refusal> {
        check_sending(self.is_suspended())
    }

    /// The default number of downloads per link; 0 means no limit.
    pub fn default_access_limit(&self) -> i64 {
        if self.download_limit_enabled { self.download_limit_default } else { 0 }
    }

    pub fn new(id: TeamId, name: String, subdomain: String, now: Time) -> Self {
        Self {
            id,
            name,
            subdomain,
            custom_expiry_default: 10,
            custom_expiry_enabled: false,
            download_limit_default: 5,
            download_limit_enabled: false,
            max_email_recipients: 50,
            free_storage_days: 10,
            webhooks_enabled: true,
            links_shown_once: false,
            hold_unscanned_files: true,
            max_stored_bytes: 0,
            operator_max_stored_bytes: None,
            suspended_at: None,
            created_at: now,
            version: 1,
        }
    }

    pub const fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    pub const fn billing_state(&self) -> &'static str {
        if self.is_suspended() { "suspended" } else { "active" }
    }

    /// Applies the given fields; missing ones are not changed.
    pub fn update(self, change: &UpdateTeam) -> Result<Self, Refusal> {
        let Self { name, subdomain, .. } = self;
        Ok(Self {
            name: change.name.as_deref().map_or(Ok(name), |new| check_name("name", new))?,
            subdomain: change.subdomain.as_deref().map_or(Ok(subdomain), |new| {
                // People write names with capitals; host names have none.
                check_subdomain("subdomain", &new.trim().to_lowercase())
            })?,
            custom_expiry_default: within(
                "custom_expiry_default",
                change.custom_expiry_default,
                self.custom_expiry_default,
                1,
                DAYS_LONGEST,
            )?,
            custom_expiry_enabled: change.custom_expiry_enabled.unwrap_or(self.custom_expiry_enabled),
            download_limit_default: within(
                "download_limit_default",
                change.download_limit_default,
                self.download_limit_default,
                1,
                DOWNLOADS_MOST,
            )?,
            download_limit_enabled: change.download_limit_enabled.unwrap_or(self.download_limit_enabled),
            max_email_recipients: within(
                "max_email_recipients",
                change.max_email_recipients,
                self.max_email_recipients,
                1,
                RECIPIENTS_MOST,
            )?,
            free_storage_days: within(
                "free_storage_days",
                change.free_storage_days,
                self.free_storage_days,
                1,
                DAYS_LONGEST,
            )?,
            webhooks_enabled: change.webhooks_enabled.unwrap_or(self.webhooks_enabled),
            links_shown_once: change.links_shown_once.unwrap_or(self.links_shown_once),
            hold_unscanned_files: change.hold_unscanned_files.unwrap_or(self.hold_unscanned_files),
            max_stored_bytes: within(
                "max_stored_bytes",
                change.max_stored_bytes,
                self.max_stored_bytes,
                0,
                PACKAGE_LARGEST,
            )?,
            ..self
        })
    }

    /// The operator's limit; 0 means no limit, `None` means what all Teams have.
    pub fn limit_stored_bytes(self, bytes: Option<i64>) -> Result<Self, Refusal> {
        if let Some(bytes) = bytes {
            within("bytes", Some(bytes), 0, 0, PACKAGE_LARGEST)?;
        }
        Ok(Self { operator_max_stored_bytes: bytes, ..self })
    }

    pub fn suspend(self, now: Time) -> Result<Self, Refusal> {
        if self.is_suspended() {
            return Err(Refusal::wrong_state("the Team is already suspended"));
        }
        Ok(Self { suspended_at: Some(now), ..self })
    }

    pub fn reactivate(self) -> Result<Self, Refusal> {
        if !self.is_suspended() {
            return Err(Refusal::wrong_state("the Team is not suspended"));
        }
        Ok(Self { suspended_at: None, ..self })
    }
}

/// A suspended Team reads and downloads. It does not create packages, add files, send, or make links.
pub fn check_sending(is_suspended: bool) -> Result<(), Refusal> {
    if is_suspended {
        let reason = "team_suspended: the account of the Team is suspended, so it cannot send or receive anything new. \
                      Ask the operator to reactivate it";
        return Err(Refusal::Forbidden(reason));
    }
    Ok(())
}

fn within(field: &'static str, new: Option<i64>, current: i64, least: i64, most: i64) -> Result<i64, Refusal> {
    let Some(new) = new else { return Ok(current) };
    if (least..=most).contains(&new) {
        return Ok(new);
    }
    Err(Refusal::invalid(field, format!("must be between {least} and {most}")))
}

/// A subdomain derived from a Team's name; `distinction` makes it unique.
pub fn suggest_subdomain(name: &str, distinction: &str) -> String {
    let letters = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' })
        .collect::<String>();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").chars().take(40).collect();
    let stem = if stem.is_empty() { "team".to_owned() } else { stem };
    check_subdomain("subdomain", &stem).unwrap_or_else(|_| format!("{stem}-{}", distinction.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use wire::teams::UpdateTeam;
    use wire::time::Time;

    use super::{Team, suggest_subdomain};
    use crate::subdomain::check_subdomain;

    fn team() -> Team {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
        Team::new(id, "Film".into(), "film".into(), Time::from_millis(0))
    }

    #[test]
    fn update_keeps_what_was_left_out() {
        let change = UpdateTeam { free_storage_days: Some(30), ..UpdateTeam::default() };
        let updated = team().update(&change).unwrap();
        assert_eq!(updated, Team { free_storage_days: 30, ..team() });
    }

    #[test]
    fn update_refuses_numbers_out_of_range() {
        let cases: [fn(i64) -> UpdateTeam; 4] = [
            |number| UpdateTeam { free_storage_days: Some(number), ..UpdateTeam::default() },
            |number| UpdateTeam { custom_expiry_default: Some(number), ..UpdateTeam::default() },
            |number| UpdateTeam { download_limit_default: Some(number), ..UpdateTeam::default() },
            |number| UpdateTeam { max_email_recipients: Some(number), ..UpdateTeam::default() },
        ];
        for change in cases {
            assert!(team().update(&change(1)).is_ok());
            for number in [0, -1, i64::MIN, i64::MAX] {
                assert!(team().update(&change(number)).is_err(), "{:?}", change(number));
            }
        }
    }

    #[test]
    fn the_stricter_of_owner_and_operator_counts() {
        let cases = [
            (0, None, 0, None),
            (5, None, 0, Some(5)),
            (0, None, 9, Some(9)),
            (5, None, 9, Some(5)),
            (5, Some(3), 9, Some(3)),
            (0, Some(0), 9, None),
        ];
        for (own, operator, usual, limit) in cases {
            let team = team().limit_stored_bytes(operator).unwrap();
            let change = UpdateTeam { max_stored_bytes: Some(own), ..UpdateTeam::default() };
            assert_eq!(team.update(&change).unwrap().stored_bytes_limit(usual), limit, "{own} {operator:?} {usual}");
        }
        assert!(team().limit_stored_bytes(Some(-1)).is_err());
        let change = UpdateTeam { max_stored_bytes: Some(-1), ..UpdateTeam::default() };
        assert!(team().update(&change).is_err());
    }

    #[test]
    fn suspension_moves() {
        let now = Time::from_millis(5);
        let suspended = team().suspend(now).unwrap();
        assert!(suspended.is_suspended());
        assert!(suspended.clone().suspend(now).is_err());
        assert_eq!(suspended.reactivate().unwrap(), team());
        assert!(team().reactivate().is_err());
    }

    #[test]
    fn a_subdomain_is_taken_in_small_letters() {
        let renamed = |subdomain: &str| {
            let change = UpdateTeam { subdomain: Some(subdomain.into()), ..UpdateTeam::default() };
            team().update(&change).map(|team| team.subdomain)
        };
        assert_eq!(renamed(" Acme ").unwrap(), "acme");
        assert!(renamed("ADMIN").is_err() && renamed("a_bc").is_err());
    }

    #[test]
    fn suggested_subdomains_are_good_ones() {
        for name in ["Acme Film & TV", "www", "Ä", "", "日本", &"long name ".repeat(30), "--", "a"] {
            let suggested = suggest_subdomain(name, "01KA2B3C");
            assert!(check_subdomain("subdomain", &suggested).is_ok(), "{name:?} gave {suggested:?}");
        }
    }
}
