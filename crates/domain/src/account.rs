//! Rules for accounts: email address, password, name, time zone.

use std::borrow::Cow;

use crate::Refusal;

const EMAIL_LONGEST: usize = 254;
const LOCAL_PART_LONGEST: usize = 64;
const PASSWORD_SHORTEST: usize = 10;
const PASSWORD_LONGEST: usize = 1_024;
pub const NAME_LONGEST: usize = 200;
pub const DESCRIPTION_LONGEST: usize = 2_000;

/// An address in its normalized form, as it is compared and stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Accepts addresses that mail systems transport without quoting, and converts them to lower case.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Refusal> {
        // Checked as it is stored: the lower case of some letters is longer, or is not a letter alone.
        let text = text.trim().to_lowercase();
        let refusal = || Refusal::invalid(field, "must be an email address such as anna@example.org");
        let (local, host) = text.rsplit_once('@').ok_or_else(refusal)?;
        if text.len() > EMAIL_LONGEST || !is_local_part(local) || !is_host(host) {
            return Err(refusal());
        }
        Ok(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_local_part(local: &str) -> bool {
    let allowed = |character: char| character.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(character);
    (1..=LOCAL_PART_LONGEST).contains(&local.len())
        && local.chars().all(allowed)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|character| character.is_alphanumeric() || character == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.split('.').all(is_label)
}

/// Checks a new password. Existing ones are not affected.
pub fn check_new_password(field: &'static str, password: &str, email: &EmailAddress) -> Result<(), Refusal> {
    let length = password.chars().count();
    if length < PASSWORD_SHORTEST {
        return Err(Refusal::invalid(field, format!("must have at least {PASSWORD_SHORTEST} characters")));
    }
    if password.len() > PASSWORD_LONGEST {
        return Err(Refusal::invalid(field, format!("can have up to {PASSWORD_LONGEST} bytes")));
    }
    let first = password.chars().next();
    if password.chars().all(|character| Some(character) == first) {
        return Err(Refusal::invalid(field, "must not repeat one character"));
    }
    if password.to_lowercase().contains(email.as_str()) {
        return Err(Refusal::invalid(field, "must not contain the email address"));
    }
    Ok(())
}

/// A name of a person, a Team or a key. It must be one line, because names appear in subjects of mails.
pub fn check_name(field: impl Into<Cow<'static, str>>, name: &str) -> Result<String, Refusal> {
    let (field, name) = (field.into(), name.trim());
    if name.is_empty() {
        return Err(Refusal::invalid(field, "must not be empty"));
    }
    if name.contains(|character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')) {
        return Err(Refusal::invalid(field, "must be one line without control characters"));
    }
    check_text(field, name, NAME_LONGEST)
}

/// Text that may be empty. Line breaks and tabs are allowed, other control characters are not.
pub fn check_text(field: impl Into<Cow<'static, str>>, text: &str, longest: usize) -> Result<String, Refusal> {
    if text.chars().count() > longest {
        return Err(Refusal::invalid(field, format!("can have up to {longest} characters")));
    }
    if text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        return Err(Refusal::invalid(field, "must not contain control characters"));
    }
    Ok(text.to_owned())
}

pub fn check_time_zone(field: &'static str, name: &str) -> Result<String, Refusal> {
    if jiff::tz::TimeZone::get(name).is_err() {
        return Err(Refusal::invalid(field, "must be the name of a time zone such as UTC or Europe/Berlin"));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{EmailAddress, check_name, check_new_password, check_time_zone};

    #[test]
    fn addresses() {
        let good = ["a@b", "Anna.Berg+x@Example.ORG", "o'neil@example.org", "jörg@bücher.example", "owner@localhost"];
        for text in good {
            assert_eq!(EmailAddress::parse("email", text).unwrap().as_str(), text.to_lowercase());
        }
        let bad = [
            "",
            "@",
            "a@",
            "@b",
            "a b@c",
            "a@b c",
            "a@b\r\nBcc: c@d",
            "a@b\0",
            "<a@b>",
            "a@-b",
            "a@b-",
            "a@b..c",
            ".a@b",
            "a.@b",
            "a..b@c",
            "a@b@",
            "a@b,c@d",
            "İ@b",
        ];
        for text in bad {
            assert!(EmailAddress::parse("email", text).is_err(), "{text:?}");
        }
        assert!(EmailAddress::parse("email", &format!("{}@b", "a".repeat(65))).is_err());
        assert!(EmailAddress::parse("email", &format!("a@{}", "b.".repeat(130))).is_err());
    }

    #[test]
    fn passwords() {
        let email = EmailAddress::parse("email", "anna@example.org").unwrap();
        let long = "ab".repeat(600);
        let cases = [
            ("correct horse", true),
            ("ten chars!", true),
            ("nine char", false),
            ("ééééééééé", false),
            ("aaaaaaaaaaaa", false),
            ("my Anna@example.org!", false),
            (long.as_str(), false),
            ("", false),
        ];
        for (password, accepted) in cases {
            assert_eq!(check_new_password("password", password, &email).is_ok(), accepted, "{password:?}");
        }
    }

    #[test]
    fn names_and_zones() {
        assert_eq!(check_name("name", "  Anna Berg ").unwrap(), "Anna Berg");
        for name in ["", "   ", "a\0b", "a\u{7}b", "a\nb", "a\r\nb", "a\tb", "a\u{2028}b"] {
            assert!(check_name("name", name).is_err(), "{name:?}");
        }
        assert!(check_name("name", &"x".repeat(201)).is_err());
        assert!(check_time_zone("time_zone", "Europe/Berlin").is_ok());
        for zone in ["", "Mars/Olympus", "../etc/passwd"] {
            assert!(check_time_zone("time_zone", zone).is_err(), "{zone:?}");
        }
    }
}
