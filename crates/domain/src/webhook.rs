//! Validates custom webhooks.

use std::collections::BTreeMap;

use crate::Refusal;
use crate::named::named;

/// The maximum total bytes of URL, headers, extras and payload.
pub const LARGEST: usize = 128 << 10;
/// More than any receiver accepts, and few enough for every library in between.
const HEADERS_MOST: usize = 100;

/// Headers that define where a request begins and ends, or who forwards it: they could be used for request smuggling.
/// Also all that begin with `proxy-`, and with `webhook-`, which are our signature.
const OWN_HEADERS: &[&str] = &[
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

named! {
    /// Events of a package, and of the limits of a Portal or Team.
    EventKind {
        PackageCreated = "package.created",
        PackageFinalized = "package.finalized",
        QuotaNear = "quota.near",
        QuotaReached = "quota.reached",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookMethod {
    Post,
    Put,
}

impl WebhookMethod {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "POST" => Some(Self::Post),
            "PUT" => Some(Self::Put),
            _ => None,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

/// The events that a webhook receives, each once.
pub fn check_events(field: &'static str, given: &[String]) -> Result<Vec<EventKind>, Refusal> {
    let known = || EventKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ");
    let mut events = Vec::new();
    for text in given {
        let kind = EventKind::parse(text)
            .ok_or_else(|| Refusal::invalid(field, format!("does not have {text:?}; the events are {}", known())))?;
        if !events.contains(&kind) {
            events.push(kind);
        }
    }
    if events.is_empty() {
        return Err(Refusal::invalid(field, format!("must name at least one of {}", known())));
    }
    Ok(events)
}

pub fn check_method(field: &'static str, given: &str) -> Result<WebhookMethod, Refusal> {
    WebhookMethod::parse(given).ok_or_else(|| Refusal::invalid(field, "must be POST or PUT"))
}

/// Headers that are sent unchanged. None can change the framing of the request.
pub fn check_headers(field: &'static str, headers: &BTreeMap<String, String>) -> Result<(), Refusal> {
    if headers.len() > HEADERS_MOST {
        return Err(Refusal::invalid(field, format!("must not be more than {HEADERS_MOST}")));
    }
    let mut known = Vec::new();
    for (name, value) in headers {
        let lower = name.to_ascii_lowercase();
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(Refusal::invalid(field, format!("{name:?} is not a header name: use letters, digits and -")));
        }
        if OWN_HEADERS.contains(&lower.as_str()) || lower.starts_with("proxy-") || lower.starts_with("webhook-") {
            return Err(Refusal::invalid(field, format!("{name} cannot be set: it belongs to the delivery itself")));
        }
        if value.chars().any(char::is_control) {
            return Err(Refusal::invalid(
                field,
                format!("the value of {name} must be one line without control characters"),
            ));
        }
        if known.contains(&lower) {
            return Err(Refusal::invalid(field, format!("{name} is given twice")));
        }
        known.push(lower);
    }
    Ok(())
}

/// The grammar of header names, RFC 9110.
const fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~'
        )
}

/// The size of a delivery, given the body with the extras, or only the extras if there is no event yet.
pub fn weight(url: &str, headers: &BTreeMap<String, String>, body: usize) -> usize {
    let headers: usize = headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    url.len() + headers + body
}

/// Rejects a webhook that is too large even for the smallest event.
pub fn check_weight(weight: usize) -> Result<(), Refusal> {
    if weight <= LARGEST {
        return Ok(());
    }
    Err(Refusal::TooLarge(format!(
        "url, headers, body_extras and the event must not have more than {LARGEST} bytes together: url, headers and \
         body_extras alone have {weight}"
    )))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{EventKind, LARGEST, check_events, check_headers, check_method, check_weight, weight};

    #[test]
    fn events_are_known_and_named_once() {
        let check = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            check_events("events", &names)
        };
        assert_eq!(check(&["package.finalized"]).unwrap(), [EventKind::PackageFinalized]);
        assert_eq!(check(&["package.created", "package.created"]).unwrap(), [EventKind::PackageCreated]);
        for wrong in [&[][..], &[""], &["package.deleted"], &["Package.Created"], &["package.created", "x"]] {
            assert!(check(wrong).is_err(), "{wrong:?}");
        }
        assert!(check_method("method", "PUT").is_ok() && check_method("method", "POST").is_ok());
        for wrong in ["", "GET", "put", "POST "] {
            assert!(check_method("method", wrong).is_err(), "{wrong:?}");
        }
    }

    #[rustfmt::skip]
    const NO_NAMES: &[&str] = &[
        "", " ", "a b", "a:", "a\r\n", "a\t", "é", "\"a\"", "a(b)", "a/b", "a@b", "a[b", "a{b", "a=b", "a,b", "a;b", "<a>",
        "a?b", "a\\b",
    ];

    #[rustfmt::skip]
    const OURS: &[&str] = &[
        "Host", "hOST", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "TE", "Trailer",
        "Expect", "HTTP2-Settings", "Proxy-Authorization", "proxy-connection", "Proxy-", "webhook-id",
        "Webhook-Signature", "WEBHOOK-TIMESTAMP",
    ];

    const GOOD: &[(&str, &str)] = &[
        ("Authorization", "Bearer x"),
        ("Cookie", "a=b; c=d"),
        ("Content-Type", "application/cloudevents+json"),
        ("User-Agent", "ours"),
        ("X-Empty", ""),
        ("x!#$%&'*+-.^_`|~0", "1"),
        ("X-Name", "Jörg"),
        ("X-Host", "a"),
        ("Tenant", "a"),
    ];

    #[test]
    fn headers_cannot_change_the_frame_of_a_request() {
        let check = |name: &str, value: &str| {
            check_headers("headers", &BTreeMap::from([(name.to_owned(), value.to_owned())])).is_ok()
        };
        for (name, value) in GOOD {
            assert!(check(name, value), "{name}: {value}");
        }
        for name in NO_NAMES.iter().chain(OURS) {
            assert!(!check(name, "1"), "{name:?}");
        }
        for value in ["a\r\nb: c", "a\nb", "a\rb", "\t", "a\u{0}", "a\u{7f}", "a\u{85}b", "\u{1b}[2J"] {
            assert!(!check("X-Value", value), "{value:?}");
        }
        let twice =
            BTreeMap::from([("X-A", "1"), ("x-a", "2")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(check_headers("headers", &twice).is_err());
        let many = |count: usize| (0..count).map(|number| (format!("x-{number}"), String::new())).collect();
        assert!(check_headers("headers", &many(100)).is_ok() && check_headers("headers", &many(101)).is_err());
    }

    #[test]
    fn weight_counts_everything_that_is_sent() {
        let headers = BTreeMap::from([("X-A".to_owned(), "12345".to_owned())]);
        assert_eq!(weight("http://a", &headers, 100), 8 + 8 + 100);
        assert!(check_weight(LARGEST).is_ok() && check_weight(LARGEST + 1).is_err());
    }
}
