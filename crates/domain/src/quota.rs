//! How much a Team may store, and how much a Portal may store and receive in an hour.

use crate::named::named;

/// From so many percent on, people are warned.
const NEAR_PERCENT: i128 = 80;
/// One call can add so many entries, so a smaller limit per hour would refuse them for ever.
pub const ENTRIES_LEAST: i64 = 1_000;
/// What a Portal accepts beyond its `max_file_count`: empty directories that belong to someone's folders.
pub const DIRECTORIES_SPARE: i64 = 100;

named! {
    /// What is limited.
    Quota {
        TeamBytes = "team_bytes",
        PortalBytes = "portal_bytes",
        PortalPackages = "portal_packages",
        PortalEntries = "portal_entries",
        PortalPackagesShare = "portal_packages_share",
        PortalEntriesShare = "portal_entries_share",
    }
}

impl Quota {
    /// What one sender can use of a limit.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::PortalPackagesShare | Self::PortalEntriesShare)
    }
}

/// A limit, and how much of it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub quota: Quota,
    pub limit: i64,
    pub used: i64,
}

impl Measured {
    pub const fn left(self) -> i64 {
        let left = self.limit.saturating_sub(self.used);
        if left > 0 { left } else { 0 }
    }

    /// So much of it that people want to know.
    pub fn is_near(self) -> bool {
        i128::from(self.used) * 100 >= i128::from(self.limit) * NEAR_PERCENT
    }

    #[must_use]
    pub const fn with(self, more: i64) -> Self {
        Self { used: self.used.saturating_add(more), ..self }
    }

    /// Whether so much more fits. Nothing more always fits, even if the limit was lowered since.
    pub const fn fits(self, more: i64) -> bool {
        more <= self.left()
    }

    /// Why no more is accepted.
    pub fn reason(self) -> String {
        let (limit, left) = (self.limit, self.left());
        match self.quota {
            Quota::TeamBytes => format!(
                "the Team can store {limit} bytes, and {left} are left: packages that are deleted make room, and its \
                 Owner or the operator can raise the limit"
            ),
            Quota::PortalBytes => format!(
                "this Portal can store {limit} bytes, and {left} are left: ask the Team that it belongs to for room"
            ),
            Quota::PortalPackages => format!("this Portal accepts {limit} packages in an hour, and {left} are left"),
            Quota::PortalEntries => {
                format!("this Portal accepts {limit} files and directories in an hour, and {left} are left")
            }
            Quota::PortalPackagesShare => format!(
                "of the packages that this Portal accepts in an hour, one sender can use {limit}, and {left} are left"
            ),
            Quota::PortalEntriesShare => format!(
                "of the files and directories that this Portal accepts in an hour, one sender can use {limit}, and {left} \
                 are left"
            ),
        }
    }
}

/// How much of a limit one sender can use, so that something is left for others: half, but at least `least`, and never
/// more than there is.
pub fn share(limit: i64, least: i64) -> i64 {
    (limit / 2).max(least).min(limit)
}

/// The strictest of several limits, of which 0 is none.
pub fn strictest(limits: impl IntoIterator<Item = i64>) -> Option<i64> {
    limits.into_iter().filter(|limit| *limit > 0).min()
}

#[cfg(test)]
mod tests {
    use super::{Measured, Quota, share, strictest};

    const fn bytes(limit: i64, used: i64) -> Measured {
        Measured { quota: Quota::TeamBytes, limit, used }
    }

    #[test]
    fn what_is_left_fits_and_no_more() {
        for (limit, used, left) in [(10, 0, 10), (10, 9, 1), (10, 10, 0), (10, 15, 0), (10, -5, 15), (1, i64::MAX, 0)] {
            let measured = bytes(limit, used);
            assert_eq!(measured.left(), left, "{measured:?}");
            assert!(measured.fits(left) && !measured.fits(left + 1), "{measured:?}");
        }
        assert!(!bytes(10, 4).fits(i64::MAX));
        assert_eq!(bytes(10, 4).with(5).left(), 1);
    }

    #[test]
    fn a_refusal_says_how_much_is_left() {
        for quota in Quota::ALL {
            let reason = Measured { quota: *quota, limit: 1_000, used: 877 }.reason();
            assert!(reason.contains("1000") && reason.contains("123"), "{reason}");
        }
    }

    #[test]
    fn four_fifths_are_near() {
        for (limit, used, is_near) in [(10, 7, false), (10, 8, true), (10, 10, true), (1, 0, false)] {
            assert_eq!(bytes(limit, used).is_near(), is_near, "{used} of {limit}");
        }
        assert!(bytes(i64::MAX, i64::MAX).is_near() && !bytes(i64::MAX, i64::MAX / 2).is_near());
    }

    #[test]
    fn one_sender_can_use_half() {
        for (limit, least, expected) in
            [(10, 1, 5), (11, 1, 5), (1, 1, 1), (3_000, 1_000, 1_500), (1_000, 1_000, 1_000)]
        {
            assert_eq!(share(limit, least), expected, "{limit}");
        }
    }

    #[test]
    fn the_strictest_counts_and_zero_is_none() {
        for (limits, expected) in [([0, 0], None), ([5, 0], Some(5)), ([0, 7], Some(7)), ([5, 7], Some(5))] {
            assert_eq!(strictest(limits), expected, "{limits:?}");
        }
    }
}
