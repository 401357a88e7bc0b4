//! URLs of webhooks: an input is such a URL, and its first four bytes are an IPv4 address that can be written in many
//! ways.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use egress::{Egress, Target, system_lookup};
use fixtures::{Fuzz, Random};
use url::{Host, Url};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "http", "https", "HTTP", "ftp", "file", ":", "/", "//", "///", "\\", "@", "user", ":word@", "?", "#", "%", "%00",
    "%2e", "%40", ".", "..", "[", "]", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "fe80::1%25eth0", "127.0.0.1", "127.1", "0177.0.0.1", "0x7f.1", "2130706433", "169.254.169.254", "0", "1", "255",
    "256", "10.0.0.1", "localhost", "example.org", "１２７", "。", "ａ", "ß", "xn--", "\t", "\n", " ", ":80", ":443",
    ":22", ":1024", ":65536", ":0", "\u{ad}", "\u{200b}",
];
const LONGEST: usize = 8_192;

fn make(random: &mut Random) -> Vec<u8> {
    let scheme = *random.one_of(&["http://", "https://", "http:", "https:/", "//", ""]);
    format!("{scheme}{}", random.joined(PIECES, 6)).into_bytes()
}

/// Written without the tables that the product uses.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [first, second, third, _] = v4.octets();
            let is_shared = first == 100 && (64..128).contains(&second);
            let is_benchmark = first == 198 && (18..20).contains(&second);
            let is_protocol = (first, second, third) == (192, 0, 0) || (first, second, third) == (192, 88, 99);
            let is_special = v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_documentation();
            let is_agent = v4 == Ipv4Addr::new(168, 63, 129, 16);
            !(first == 0 || first >= 224 || is_shared || is_benchmark || is_protocol || is_special || is_agent)
        }
        IpAddr::V6(v6) => {
            let [first, second, third, .., seventh, eighth] = v6.segments();
            let joined = |high: u16, low: u16| IpAddr::V4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
            if v6.to_ipv4_mapped().is_some() || is_translated(v6) {
                return is_public(joined(seventh, eighth));
            }
            if first == 0x2002 {
                return is_public(joined(second, third));
            }
            let is_protocol = first == 0x2001 && second < 0x200;
            let is_documentation = (first, second) == (0x2001, 0xdb8) || (first == 0x3fff && second < 0x1000);
            first & 0xe000 == 0x2000 && !is_protocol && !is_documentation
        }
    }
}

/// `64:ff9b::/96`, which stands for an IPv4 address.
fn is_translated(address: Ipv6Addr) -> bool {
    address.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0]
}

/// What was admitted is a server on the public internet, or a name that is looked up later.
fn check_target(egress: &Egress, text: &str, target: &Target) {
    assert!(text.len() <= LONGEST, "{} bytes", text.len());
    let authority = target.authority();
    let url = Url::parse(&format!("http://{authority}/")).unwrap_or_else(|error| panic!("{authority:?}: {error}"));
    assert!(url.username().is_empty() && url.password().is_none(), "{authority:?}");
    let port = url.port_or_known_default();
    assert!(matches!(port, Some(80 | 443 | 1_024..)), "{authority:?}");
    match url.host() {
        Some(Host::Ipv4(address)) => assert!(is_public(address.into()), "{text:?} leads to {address}"),
        Some(Host::Ipv6(address)) => assert!(is_public(address.into()), "{text:?} leads to {address}"),
        Some(Host::Domain(name)) => assert!(!name.is_empty() && name.parse::<IpAddr>().is_err(), "{authority:?}"),
        None => panic!("{authority:?} has no host"),
    }
    let again = egress.check(&format!("http://{authority}/")).map(|target| target.authority());
    assert_eq!(again.as_deref(), Ok(authority.as_str()), "{text:?}: what is admitted is in its final form");
}

/// However an address is written, the answer is the same.
fn check_notations(egress: &Egress, address: Ipv4Addr) {
    let [a, b, c, d] = address.octets();
    let (bits, low) = (address.to_bits(), u16::from_be_bytes([c, d]));
    let written = [
        format!("{address}"),
        format!("{address}."),
        format!("{bits}"),
        format!("0x{bits:x}"),
        format!("0{bits:o}"),
        format!("{a}.{b}.{low}"),
        format!("0{a:o}.0x{b:X}.{c}.{d}"),
        format!("%3{}{}", &a.to_string()[..1], &format!("{address}")[1..]),
        format!("[::ffff:{address}]"),
        format!("[64:ff9b::{address}]"),
        format!("[2002:{a:02x}{b:02x}:{low:x}::1]"),
    ];
    for host in written {
        let admitted = egress.check(&format!("http://{host}/")).is_ok();
        assert_eq!(admitted, is_public(address.into()), "{host} is {address}");
    }
}

fn check(egress: &Egress, input: &[u8]) {
    if let Some(first) = input.first_chunk::<4>() {
        check_notations(egress, Ipv4Addr::from(*first));
    }
    let text = String::from_utf8_lossy(input);
    if let Ok(target) = egress.check(&text) {
        check_target(egress, &text, &target);
    }
}

#[test]
fn only_public_servers_are_admitted_however_they_are_written() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let egress = Egress::new(&[], system_lookup()).expect("an egress");
    Fuzz::new("webhook_urls").pieces(PIECES).run(make, |input| check(&egress, input));
}
