//! The second factor: time-based one-time passwords, each usable once.

use anyhow::anyhow;
use totp_rs::{Builder, Secret as TotpSecret, Totp};
use wire::time::Time;

/// One step before and after the current one is accepted, for clocks that differ.
const SKEW_STEPS: u16 = 1;
const ISSUER: &str = "Tonnage";

pub struct SecondFactor(Totp);

impl SecondFactor {
    pub fn generate(account: &str) -> anyhow::Result<Self> {
        Self::new(TotpSecret::generate(), account)
    }

    pub fn from_bytes(secret: &[u8], account: &str) -> anyhow::Result<Self> {
        Self::new(TotpSecret::from(secret), account)
    }

    fn new(secret: TotpSecret, account: &str) -> anyhow::Result<Self> {
        let builder = Builder::new().with_secret(secret).with_skew(SKEW_STEPS).with_issuer(Some(ISSUER));
        let totp = builder.with_account_name(account.replace(':', " ")).build();
        totp.map(Self).map_err(|error| anyhow!("cannot create a second factor: {error:?}"))
    }

    pub fn secret(&self) -> &[u8] {
        self.0.secret().as_ref()
    }

    pub fn secret_for_people(&self) -> String {
        self.0.secret().to_base32()
    }

    pub fn otpauth_url(&self) -> String {
        self.0.to_url().unwrap_or_default()
    }

    /// The time step of a correct password, if it is later than the last one used.
    pub fn check(&self, otp: &str, last_step: i64, now: Time) -> Option<i64> {
        let seconds = u64::try_from(now.as_millis() / 1_000).ok()?;
        let step = i64::try_from(self.0.check(otp.trim(), seconds)?).ok()?;
        (step > last_step).then_some(step)
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::SecondFactor;

    /// The test secret and values of RFC 6238, cut to six digits.
    #[test]
    fn agrees_with_the_standard_and_takes_nothing_twice() {
        let factor = SecondFactor::from_bytes(b"12345678901234567890", "anna@example.org").unwrap();
        let cases = [(59, "287082", 1), (1_111_111_109, "081804", 37_037_036), (20_000_000_000, "353130", 666_666_666)];
        for (seconds, otp, step) in cases {
            let now = Time::from_millis(seconds * 1_000);
            assert_eq!(factor.check(otp, 0, now), Some(step));
            assert_eq!(factor.check(otp, 0, now.plus_seconds(30)), Some(step), "a slow clock");
            assert_eq!(factor.check(otp, 0, now.plus_seconds(90)), None, "too late");
            assert_eq!(factor.check(otp, step, now), None, "used twice");
        }
        for otp in ["", "12345", "1234567", "abcdef", "-87082"] {
            assert_eq!(factor.check(otp, 0, Time::from_millis(59_000)), None, "{otp:?}");
        }
    }
}
