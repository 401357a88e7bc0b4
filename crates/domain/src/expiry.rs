//! When something expires, or that it never does.

use wire::time::Time;

/// How long a package is kept. "Never" is not a date in the far future, because it must not be compared with the
/// current time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expiry {
    At(Time),
    Never,
}

impl Expiry {
    pub fn is_due(self, now: Time) -> bool {
        matches!(self, Self::At(time) if time <= now)
    }

    pub const fn time(self) -> Option<Time> {
        match self {
            Self::At(time) => Some(time),
            Self::Never => None,
        }
    }
}

impl From<Option<Time>> for Expiry {
    fn from(time: Option<Time>) -> Self {
        time.map_or(Self::Never, Self::At)
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::Expiry;

    const NOW: Time = Time::from_millis(1_000);

    #[test]
    fn never_is_never_due() {
        assert!(!Expiry::Never.is_due(Time::from_millis(i64::MAX)));
        assert!(Expiry::At(NOW).is_due(NOW));
        assert!(!Expiry::At(NOW).is_due(Time::from_millis(999)));
    }
}
