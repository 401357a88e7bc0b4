//! Storage time beyond a Team's free days.

use wire::time::Time;

use crate::expiry::Expiry;

const DAY_MILLIS: i64 = 86_400_000;

/// Whether and how much of it a package uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExtraStorage {
    pub is_used: bool,
    /// Started days; 0 if there is no end to count to.
    pub days: i64,
    pub updated_at: Option<Time>,
}

impl ExtraStorage {
    /// The extra storage of a package of that age with this expiry.
    pub fn of(created_at: Time, expiry: Expiry, free_days: i64) -> Self {
        let free_until = created_at.plus_days(free_days);
        match expiry {
            Expiry::Never => Self { is_used: true, ..Self::default() },
            Expiry::At(time) if time > free_until => {
                let beyond = time.as_millis().saturating_sub(free_until.as_millis());
                Self { is_used: true, days: beyond / DAY_MILLIS + i64::from(beyond % DAY_MILLIS > 0), updated_at: None }
            }
            Expiry::At(_) => Self::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::ExtraStorage;
    use crate::expiry::Expiry;

    #[test]
    fn extra_storage_begins_where_the_free_days_end() {
        let created = Time::from_millis(0);
        let cases = [
            (Expiry::At(created.plus_days(10)), false, 0),
            (Expiry::At(created.plus_days(10).plus_millis(1)), true, 1),
            (Expiry::At(created.plus_days(11)), true, 1),
            (Expiry::At(created.plus_days(30)), true, 20),
            (Expiry::Never, true, 0),
        ];
        for (expiry, is_used, days) in cases {
            assert_eq!(ExtraStorage::of(created, expiry, 10), ExtraStorage { is_used, days, updated_at: None });
        }
    }
}
