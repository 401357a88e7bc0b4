//! The addresses that the server listens on, and those by which clients reach it.

use std::net::{IpAddr, SocketAddr};

use url::{Origin, Url};

use super::Wrong;
use crate::config::{Config, Role};

const WEB: &str = "must be an address that begins with http:// or https://, such as https://files.example.org";
const PATH: &str = "must not have a path: the pages and the store need a host name of their own, such as \
     https://files.example.org";

pub(super) fn check(config: &Config, wrong: &mut Wrong) {
    listeners(config, wrong);
    let storage = &config.storage;
    web_address("public_url", &config.public_url, Path::Refused, wrong);
    // A store of another make can be below a path of its host. The embedded one is not.
    let path = if config.has_embedded_store() { Path::Refused } else { Path::Allowed };
    web_address("storage.endpoint", &storage.endpoint, path, wrong);
    web_address("storage.public_endpoint", &storage.public_endpoint, path, wrong);
    portal_domain(config, wrong);
    origins(config, wrong);
}

fn listeners(config: &Config, wrong: &mut Wrong) {
    let has_store = config.has_embedded_store() && config.has_role(Role::Store);
    let all = [
        ("listen", config.listen.as_str(), config.has_role(Role::Api)),
        ("storage.listen", &config.storage.listen, has_store),
        ("metrics.listen", &config.metrics.listen, !config.metrics.listen.is_empty()),
    ];
    let mut taken: Vec<(&str, SocketAddr)> = Vec::new();
    for (key, text, is_used) in all {
        let Ok(address) = text.parse::<SocketAddr>() else {
            // Nothing is also fine for a listener that is optional.
            let is_optional = key == "metrics.listen" && text.is_empty();
            wrong.unless(is_optional, key, "must be an address with a port, such as 127.0.0.1:7070 or [::]:7070");
            continue;
        };
        if !is_used {
            continue;
        }
        match taken.iter().find(|(_, other)| collide(address, *other)) {
            Some((other, _)) => wrong.say(key, format!("must not be the same as {other}: choose another port")),
            None => taken.push((key, address)),
        }
    }
}

/// Whether only one of two listeners could be opened. Port 0 is any free port.
fn collide(one: SocketAddr, other: SocketAddr) -> bool {
    let covers = |one: IpAddr, other: IpAddr| one.is_unspecified() && one.is_ipv4() == other.is_ipv4();
    let (ip, other_ip) = (one.ip(), other.ip());
    one.port() != 0 && one.port() == other.port() && (ip == other_ip || covers(ip, other_ip) || covers(other_ip, ip))
}

pub(super) fn is_web_address(text: &str) -> bool {
    text.is_empty() || parsed(text).is_some()
}

fn parsed(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none()).then_some(url)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Path {
    Allowed,
    Refused,
}

fn web_address(key: &str, text: &str, path: Path, wrong: &mut Wrong) {
    if text.is_empty() {
        return;
    }
    let Some(url) = parsed(text) else { return wrong.say(key, WEB) };
    if !url.username().is_empty() || url.password().is_some() {
        wrong.say(key, "must not contain a user or a password, since everyone sees this address");
    } else if url.fragment().is_some() {
        wrong.say(key, "must not contain #");
    } else if path == Path::Refused && !url.path().trim_matches('/').is_empty() {
        wrong.say(key, PATH);
    }
}

fn portal_domain(config: &Config, wrong: &mut Wrong) {
    let text = config.portal_domain.trim_matches('.');
    let is_authority = |url: &Url| {
        let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        is_bare && url.username().is_empty() && url.password().is_none() && url.domain().is_some()
    };
    let is_domain = text.is_empty() || Url::parse(&format!("http://{text}")).is_ok_and(|url| is_authority(&url));
    wrong.unless(
        is_domain && !text.ends_with('/'),
        "portal_domain",
        "must be a domain, with a port if it has one, such as portals.example.org: without https:// and without a path",
    );
}

/// Content that someone uploaded must never run in the origin of the console.
fn origins(config: &Config, wrong: &mut Wrong) {
    let (public_url, storage) = (config.public_url.as_str(), &config.storage);
    let (key, set) = match (storage.public_endpoint.as_str(), storage.endpoint.as_str()) {
        ("", endpoint) => ("storage.endpoint", endpoint),
        (public_endpoint, _) => ("storage.public_endpoint", public_endpoint),
    };
    let (key, other) = match (set, public_url) {
        // Two listeners at the same address have a fault of their own.
        ("", "") => return,
        ("", _) => ("public_url", "storage.listen"),
        (_, "") => (key, "listen"),
        (_, _) => (key, "public_url"),
    };
    let api = origins_of(public_url, &config.listen);
    if origins_of(set, &storage.listen).iter().any(|origin| api.contains(origin)) {
        wrong.say(
            key,
            format!(
                "must have another host name or port than {other}: content that was uploaded must not run in the origin \
                 of the console"
            ),
        );
    }
}

/// The origin that is set, or those of a listener.
fn origins_of(set: &str, listen: &str) -> Vec<Origin> {
    if !set.is_empty() {
        return parsed(set).map(|url| url.origin()).into_iter().collect();
    }
    let Ok(address) = listen.parse::<SocketAddr>() else { return Vec::new() };
    let names = [address.to_string(), format!("localhost:{}", address.port())];
    let urls = names.iter().filter_map(|name| parsed(&format!("http://{name}")));
    urls.map(|url| url.origin()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Wrong, check};
    use crate::config::Config;

    fn faults(change: impl FnOnce(&mut Config)) -> Vec<String> {
        let (mut config, mut wrong) = (Config::default(), Wrong::default());
        change(&mut config);
        check(&config, &mut wrong);
        wrong.0.into_iter().map(|(key, reason)| format!("{key} {reason}")).collect()
    }

    #[track_caller]
    fn is_refused(starts_with: &str, change: impl FnOnce(&mut Config)) {
        let found = faults(change);
        assert!(found.len() == 1 && found[0].starts_with(starts_with), "{found:?}");
    }

    #[test]
    fn two_listeners_need_two_ports() {
        is_refused("storage.listen must not be the same as listen", |config| {
            config.storage.listen = "127.0.0.1:7070".into();
        });
        is_refused("metrics.listen must not be the same as storage.listen", |config| {
            (config.storage.listen, config.metrics.listen) = ("0.0.0.0:9090".into(), "127.0.0.1:9090".into());
        });
        let fine = faults(|config| {
            (config.listen, config.storage.listen) = ("127.0.0.1:0".into(), "127.0.0.1:0".into());
            config.metrics.listen = "[::1]:9090".into();
        });
        assert_eq!(fine, Vec::<String>::new());
        // The store of another make listens elsewhere.
        let external = faults(|config| {
            config.storage.endpoint = "https://s3.example.org".into();
            config.storage.listen.clone_from(&config.listen);
        });
        assert_eq!(external, Vec::<String>::new());
        is_refused("listen must be an address with a port", |config| config.listen = "localhost".into());
    }

    #[test]
    fn urls_have_no_more_than_they_may() {
        for (text, reason) in [
            ("example.org", "public_url must be an address that begins with http:// or https://"),
            ("ftp://example.org", "public_url must be an address that begins with"),
            ("https://example.org/?a=b", "public_url must be an address that begins with"),
            ("https://example.org/files", "public_url must not have a path"),
            ("https://anna:canary@example.org", "public_url must not contain a user or a password"),
            ("https://example.org/#a", "public_url must not contain #"),
        ] {
            is_refused(reason, |config| config.public_url = text.into());
        }
        is_refused("storage.public_endpoint must not have a path", |config| {
            config.storage.public_endpoint = "https://example.org/store".into();
        });
        let below_a_path = faults(|config| {
            config.storage.endpoint = "https://example.org/storage/v1/s3".into();
            config.public_url = "https://files.example.org/".into();
        });
        assert_eq!(below_a_path, Vec::<String>::new());
    }

    #[test]
    fn the_domain_of_portals_is_a_domain() {
        for text in ["", "portals.example.org", ".portals.example.org", "localhost:7070"] {
            assert_eq!(faults(|config| config.portal_domain = text.into()), Vec::<String>::new(), "{text}");
        }
        for text in ["https://portals.example.org", "portals.example.org/p", "a b", "10.0.0.1", "example.org/"] {
            is_refused("portal_domain must be a domain", |config| config.portal_domain = text.into());
        }
    }

    #[test]
    fn the_store_is_another_origin_than_the_console() {
        is_refused("storage.public_endpoint must have another host name or port", |config| {
            config.public_url = "https://files.example.org".into();
            config.storage.public_endpoint = "https://FILES.example.org:443/".into();
        });
        is_refused("storage.endpoint must have another", |config| {
            config.storage.endpoint = "http://127.0.0.1:7070".into();
        });
        is_refused("storage.endpoint must have another", |config| {
            config.storage.endpoint = "http://localhost:7070".into();
        });
        is_refused("public_url must have another", |config| config.public_url = "http://127.0.0.1:7071".into());
        let ports = faults(|config| {
            config.public_url = "http://localhost:7070".into();
            config.storage.public_endpoint = "http://localhost:7071".into();
        });
        assert_eq!(ports, Vec::<String>::new());
    }
}
