//! Every form in which an internal address can be written, and name lookups that lead to all of them.

use std::net::Ipv4Addr;
use std::sync::Arc;

use egress::Lookup;
use testkit::{Setup, TestCloud};

/// Internal addresses, as dotted quads.
const INSIDE: &[[u8; 4]] = &[
    [127, 0, 0, 1],
    [127, 255, 255, 254],
    [10, 1, 2, 3],
    [172, 16, 0, 1],
    [192, 168, 1, 1],
    [169, 254, 169, 254],
    [100, 100, 100, 200],
    [0, 0, 0, 0],
];

/// Names that the scripted lookup resolves to internal addresses, one way or another.
const NAMES: &[&str] =
    &["localhost", "LOCALHOST.", "inside.example", "both.example", "six.example", "mapped.example", "none.example"];

/// The ways to write one IPv4 address, inside and outside IPv6.
fn forms(address: [u8; 4]) -> Vec<String> {
    let [a, b, c, d] = address;
    let number = u32::from(Ipv4Addr::from(address));
    let (high, low) = (number >> 16, number & 0xffff);
    vec![
        format!("{a}.{b}.{c}.{d}"),
        format!("{a}.{b}.{c}.{d}."),
        format!("{number}"),
        format!("{number:#x}"),
        format!("0{number:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("{a}.{}", number & 0xff_ffff),
        format!("{a}.{b}.{low}"),
        format!("{}.{b}.{c}.{d}", escaped(a)),
        format!("[::ffff:{a}.{b}.{c}.{d}]"),
        format!("[::ffff:{high:x}:{low:x}]"),
        format!("[0:0:0:0:0:ffff:{high:04x}:{low:04x}]"),
        format!("[::{a}.{b}.{c}.{d}]"),
        format!("[64:ff9b::{high:x}:{low:x}]"),
        format!("[64:ff9b:1::{high:x}:{low:x}]"),
        format!("[2002:{high:x}:{low:x}::1]"),
    ]
}

/// A number whose digits are percent-encoded.
fn escaped(number: u8) -> String {
    let digits: Vec<String> = number.to_string().bytes().map(|digit| format!("%{digit:02x}")).collect();
    digits.concat()
}

/// All of them, as hosts in a URL.
pub(super) fn hosts() -> Vec<String> {
    let single = ["[::]", "[::1]", "[fe80::1]", "[fd00::1]", "[fec0::1]", "[ff02::1]", "[2001::1]", "[2001:db8::1]"];
    let numbers = INSIDE.iter().flat_map(|address| forms(*address));
    let hosts: Vec<String> = numbers.chain(single.iter().chain(NAMES).map(|host| (*host).to_owned())).collect();
    assert!(hosts.len() >= 120, "{}", hosts.len());
    hosts
}

/// A lookup that resolves every name to an internal address.
pub(super) fn world() -> Lookup {
    Arc::new(|name| {
        let found: &[&str] = match name.to_lowercase().trim_end_matches('.') {
            "localhost" | "inside.example" => &["127.0.0.1"],
            "both.example" => &["8.8.8.8", "127.0.0.1"],
            "six.example" => &["::1"],
            "mapped.example" => &["::ffff:127.0.0.1"],
            _ => &[],
        };
        Box::pin(async move { Ok(found.iter().map(|address| address.parse().unwrap()).collect()) })
    })
}

/// A service that may call one address, with a scripted lookup.
pub(super) fn guarded(lookup: Lookup) -> Setup {
    let setup = TestCloud::setup().with(|config| config.egress.allow = vec!["127.0.0.9/32".parse().unwrap()]);
    setup.with_lookup(lookup)
}
