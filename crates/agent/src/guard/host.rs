//! The host names and addresses under which the agent can be called.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::options::ListenAddress;

/// The port that a browser omits.
const PORT_USUAL: u16 = 80;

pub struct Hosts {
    /// `None` for a Unix socket, which no web page can reach.
    port: Option<u16>,
    addresses: Vec<IpAddr>,
    names: Vec<(String, Option<u16>)>,
}

/// Whether other machines could connect.
pub fn is_exposed(listen: &ListenAddress) -> bool {
    match listen {
        ListenAddress::Tcp(address) => !address.ip().is_loopback(),
        ListenAddress::Unix(_) => false,
    }
}

impl Hosts {
    /// `listen` has the port that was actually bound; `names` may contain their own port.
    pub fn new(listen: &ListenAddress, names: &[String]) -> Self {
        let mut addresses = vec![IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        let port = match listen {
            ListenAddress::Tcp(address) => {
                if !address.ip().is_unspecified() {
                    addresses.push(address.ip());
                }
                Some(address.port())
            }
            ListenAddress::Unix(_) => None,
        };
        let split = |name: &String| split_port(name).map(|(name, port)| (name.to_ascii_lowercase(), port));
        Self { port, addresses, names: names.iter().filter_map(split).collect() }
    }

    /// Whether a `Host`, or the part of an `Origin` after `//`, is ours.
    pub fn contains(&self, text: &str) -> bool {
        let Some((host, port)) = split_port(text) else { return false };
        if self.names.iter().any(|(name, own)| name.eq_ignore_ascii_case(host) && self.is_port_of_name(*own, port)) {
            return true;
        }
        let right_port = self.port.is_none_or(|own| port.unwrap_or(PORT_USUAL) == own);
        right_port && (host.eq_ignore_ascii_case("localhost") || self.is_address(host))
    }

    /// A name may point to a reverse proxy with its own port.
    fn is_port_of_name(&self, own: Option<u16>, given: Option<u16>) -> bool {
        match own {
            Some(own) => given == Some(own),
            None => given.is_none() || given == self.port,
        }
    }

    /// Accepts exact addresses only, not `127.1`, `0177.0.0.1`, `2130706433` or `127.example.com`.
    fn is_address(&self, host: &str) -> bool {
        let address = match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(inside) => inside.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => host.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
        };
        address.is_some_and(|address| self.addresses.contains(&address))
    }
}

/// `[::1]:80` is `[::1]` and 80.
fn split_port(text: &str) -> Option<(&str, Option<u16>)> {
    let end_of_host = text.rfind(']').map_or(0, |at| at + 1);
    let (host, port) = match text[end_of_host..].rfind(':') {
        None => (text, None),
        Some(at) => {
            let (host, port) = text.split_at(end_of_host + at);
            let digits = &port[1..];
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            (host, Some(is_number.then(|| digits.parse().ok()).flatten()?))
        }
    };
    (!host.is_empty()).then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::{Hosts, is_exposed};
    use crate::options::ListenAddress;

    fn tcp(address: &str) -> ListenAddress {
        ListenAddress::Tcp(address.parse().unwrap())
    }

    #[test]
    fn only_exact_addresses_are_ours() {
        let hosts = Hosts::new(&tcp("127.0.0.1:8080"), &["Agent.example".to_owned(), "proxy.example:443".to_owned()]);
        for ours in [
            "localhost:8080",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "agent.example",
            "agent.example:8080",
            "AGENT.example:8080",
            "proxy.example:443",
        ] {
            assert!(hosts.contains(ours), "{ours}");
        }
        for foreign in [
            "",
            ":8080",
            "localhost",
            "localhost:80",
            "localhost:8081",
            "localhost.:8080",
            "localhost:",
            "127.0.0.1",
            "127.0.0.1:08080x",
            "127.evil.com:8080",
            "127.0.0.1.evil.com:8080",
            "127.1:8080",
            "0177.0.0.1:8080",
            "2130706433:8080",
            "0x7f000001:8080",
            "127.0.0.01:8080",
            "0.0.0.0:8080",
            "[::]:8080",
            "[::ffff:127.0.0.1]:8080",
            "[::1",
            "::1:8080",
            "127.0.0.2:8080",
            "evil.com:8080",
            "localhost.evil.com:8080",
            "evil.com@localhost:8080",
            "localhost:8080@evil.com",
            "agent.example:81",
            "proxy.example",
            " localhost:8080",
            "localhost:8080 ",
            "localhost:8080,evil.com",
            "localhost:8080/",
            "xagent.example",
            "[::1]x:8080",
            "localhost:+8080",
        ] {
            assert!(!hosts.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn the_usual_port_may_be_left_out_and_a_socket_has_none() {
        let hosts = Hosts::new(&tcp("127.0.0.1:80"), &[]);
        assert!(hosts.contains("localhost") && hosts.contains("localhost:80") && !hosts.contains("localhost:8080"));
        let hosts = Hosts::new(&ListenAddress::Unix("/run/a".into()), &[]);
        assert!(hosts.contains("localhost") && !hosts.contains("evil.com"));
    }

    #[test]
    fn beyond_this_machine_is_exposed() {
        for (address, exposed) in [
            ("127.0.0.1:1", false),
            ("127.9.9.9:1", false),
            ("[::1]:1", false),
            ("0.0.0.0:1", true),
            ("[::]:1", true),
            ("192.0.2.1:1", true),
        ] {
            assert_eq!(is_exposed(&tcp(address)), exposed, "{address}");
        }
    }
}
