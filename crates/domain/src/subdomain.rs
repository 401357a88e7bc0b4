//! Host name labels that Teams and Portals choose.

use crate::Refusal;

/// Names that our own hosts and paths use, or that would mislead visitors.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "admin", "agent", "api", "app", "assets", "auth", "billing", "cdn", "console", "dashboard", "docs", "download",
    "downloads", "ftp", "help", "imap", "localhost", "login", "mail", "metrics", "mx", "ns1", "ns2", "pop", "root",
    "secure", "security", "signin", "smtp", "static", "status", "storage", "support", "tonnage", "upload",
    "uploads", "webmail", "www",
];

pub const SHORTEST: usize = 3;
pub const LONGEST: usize = 53;

/// Normalizes a label.
pub fn check_subdomain(field: &'static str, text: &str) -> Result<String, Refusal> {
    let in_alphabet = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !(SHORTEST..=LONGEST).contains(&text.len()) || !text.bytes().all(in_alphabet) {
        return Err(Refusal::invalid(field, format!("must have {SHORTEST} to {LONGEST} characters of a-z, 0-9 and -")));
    }
    if text.starts_with('-') || text.ends_with('-') || text.starts_with("xn--") {
        return Err(Refusal::invalid(field, "must not start or end with - nor start with xn--"));
    }
    if RESERVED.contains(&text) {
        return Err(Refusal::invalid(field, "is reserved: choose another"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::check_subdomain;

    #[test]
    fn subdomains_are_labels_of_a_host() {
        for good in ["abc", "film-2", "0x0", &"a".repeat(53), "dailies", "portal"] {
            assert_eq!(check_subdomain("subdomain", good).unwrap(), good);
        }
        let bad = [
            "",
            "ab",
            &"a".repeat(54),
            "Film",
            "fi lm",
            "fi.lm",
            "-film",
            "film-",
            "fi_lm",
            "füm",
            "xn--film",
            "www",
            "api",
            "film\0",
            "film\n",
            "..a",
            "a/b",
        ];
        for text in bad {
            assert!(check_subdomain("subdomain", text).is_err(), "{text:?}");
        }
    }
}
