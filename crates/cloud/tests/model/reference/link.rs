//! A download link, and the tokens of packages and links.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::package::{Package, State};
use super::{DAY, SECOND, written};

/// How long a download that has begun may continue after its link was deleted.
const GRACE: i64 = DAY;
const FULL_TOKEN_LIVES: i64 = 7 * DAY;
const ENDLESS_TOKEN_LIVES: i64 = 3_650 * DAY;

#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) id: String,
    pub(crate) email: Option<String>,
    /// `None` as long as it exists only in a mail that nobody has read.
    pub(crate) secret: Option<String>,
    pub(crate) has_password: bool,
    /// Downloads that may be started; 0 means no limit.
    pub(crate) limit: i64,
    pub(crate) used: i64,
    pub(crate) is_active: bool,
    pub(crate) deleted_at: Option<i64>,
    pub(crate) end: Option<i64>,
    pub(crate) notified_at: Option<i64>,
    pub(crate) wrong_guesses: u8,
}

impl Link {
    pub(crate) fn is_locked(&self) -> bool {
        self.limit > 0 && self.used >= self.limit
    }

    /// The earlier of its own expiry and the package's.
    pub(crate) fn end_with(&self, package: &Package) -> Option<i64> {
        self.end.into_iter().chain(package.expiry).min()
    }

    /// The status with which the link is refused, if it is.
    pub(crate) fn refusal(&self, package: &Package, now: i64) -> Option<u16> {
        if package.is_over(now) || self.end.is_some_and(|end| end <= now) {
            return Some(410);
        }
        let is_usable =
            package.state == State::Finalized && self.is_active && self.deleted_at.is_none() && !self.is_locked();
        (!is_usable).then_some(403)
    }

    pub(crate) fn facts(&self, package: &Package, now: i64, owner: &str) -> Value {
        let mut facts = json!({
            "id": self.id,
            "email": self.email.as_deref().unwrap_or(owner),
            "access_limit": self.limit,
            "access_limit_enabled": self.limit > 0,
            "active": self.refusal(package, now).is_none(),
            "expiry": written(self.end_with(package)),
            "password": if self.has_password { "****" } else { "" },
        });
        // The exact moment may depend on a crash.
        if self.notified_at.is_none() {
            facts["recipient_notified"] = json!("");
        }
        facts
    }
}

/// A token for a package, and what was requested with it.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) value: String,
    /// The link that it came from; `None` for one of the Team's own.
    pub(crate) link: Option<usize>,
    until: i64,
    is_begun: bool,
    asked: BTreeSet<usize>,
}

impl Token {
    pub(crate) fn full(value: String, now: i64) -> Self {
        Self { value, link: None, until: now + FULL_TOKEN_LIVES, is_begun: false, asked: BTreeSet::new() }
    }

    pub(crate) fn of_link(value: String, link: usize, end: Option<i64>, now: i64) -> Self {
        let until = end.unwrap_or(now + ENDLESS_TOKEN_LIVES);
        Self { value, link: Some(link), until, is_begun: false, asked: BTreeSet::new() }
    }

    /// Rounded up to the full second.
    pub(crate) fn is_dead(&self, now: i64) -> bool {
        now / SECOND > self.until / SECOND
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.is_begun
    }

    /// Returns whether the file was not requested before.
    pub(crate) fn ask(&mut self, file: usize) -> bool {
        self.is_begun = true;
        self.asked.insert(file)
    }

    /// The status with which the bearer of the token is refused, before their request is checked.
    pub(crate) fn refusal(&self, package: &Package, now: i64) -> Option<u16> {
        if self.is_dead(now) {
            return Some(401);
        }
        let link = &package.links[self.link?];
        let may_finish = self.is_begun && link.deleted_at.is_some_and(|at| now < at + GRACE);
        match link.refusal(package, now) {
            Some(403) if may_finish => None,
            // A link without downloads left still shows its package.
            Some(403) if link.is_locked() && link.is_active && link.deleted_at.is_none() => None,
            refusal => refusal,
        }
    }
}
