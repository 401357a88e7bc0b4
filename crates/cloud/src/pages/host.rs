//! Portals that have their own host.

use axum::http::{HeaderMap, header};

/// The subdomain of the Portal that the host name of the request names.
pub(super) fn subdomain(headers: &HeaderMap, portal_domain: &str) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?.to_ascii_lowercase();
    let subdomain = host.strip_suffix(&portal_domain.to_ascii_lowercase())?.strip_suffix('.')?;
    (!subdomain.is_empty() && !subdomain.contains(['.', ':'])).then(|| subdomain.to_owned())
}

#[cfg(test)]
mod tests {
    use super::subdomain;
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn only_one_label_before_the_domain_is_a_portal() {
        for (host, domain, expected) in [
            ("rushes.localhost:7070", "localhost:7070", Some("rushes")),
            ("Rushes.Files.Example", "files.example", Some("rushes")),
            ("localhost:7070", "localhost:7070", None),
            (".localhost:7070", "localhost:7070", None),
            ("a.b.files.example", "files.example", None),
            ("evilfiles.example", "files.example", None),
            ("rushes.files.example:80", "files.example", None),
            ("rushes.elsewhere", "files.example", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            assert_eq!(subdomain(&headers, domain).as_deref(), expected, "{host}");
        }
        assert_eq!(subdomain(&HeaderMap::new(), "files.example"), None);
    }
}
