//! Decides which addresses are on the public internet.
//!
//! The tables come from the IANA special-purpose registries: addresses that are not globally reachable are closed, and
//! of IPv6 only the range for global use is open at all. An IPv6 address that embeds an IPv4 address is judged by that
//! one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const fn v4(first: u8, second: u8, third: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(first, second, third, 0), prefix)
}

const fn v6(first: u16, second: u16, third: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0), prefix)
}

const CLOSED_V4: &[Ipv4Net] = &[
    v4(0, 0, 0, 8),       // this network
    v4(10, 0, 0, 8),      // private
    v4(100, 64, 0, 10),   // shared by carriers
    v4(127, 0, 0, 8),     // loopback
    v4(169, 254, 0, 16),  // link-local, where clouds keep their metadata
    v4(172, 16, 0, 12),   // private
    v4(192, 0, 0, 24),    // protocol assignments
    v4(192, 0, 2, 24),    // documentation
    v4(192, 88, 99, 24),  // relays to IPv6, retired
    v4(192, 168, 0, 16),  // private
    v4(198, 18, 0, 15),   // benchmarks
    v4(198, 51, 100, 24), // documentation
    v4(203, 0, 113, 24),  // documentation
    v4(224, 0, 0, 4),     // multicast
    v4(240, 0, 0, 4),     // reserved, and broadcast
    // The agent of a large cloud, reachable from inside every machine at a public address.
    Ipv4Net::new_assert(Ipv4Addr::new(168, 63, 129, 16), 32),
];

/// The range for global use.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 0, 3);

const CLOSED_V6: &[Ipv6Net] = &[
    v6(0x2001, 0, 0, 23),     // protocol assignments, Teredo among them
    v6(0x2001, 0xdb8, 0, 32), // documentation
    v6(0x3fff, 0, 0, 20),     // documentation
];

const MAPPED: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96);
const TRANSLATED: Ipv6Net = v6(0x64, 0xff9b, 0, 96);
const SIX_TO_FOUR: Ipv6Net = v6(0x2002, 0, 0, 16);

/// The addresses that may be called: the public internet, and networks that the operator opened.
pub(super) struct Networks {
    allow: Vec<IpNet>,
}

impl Networks {
    pub(super) fn new(allow: &[IpNet]) -> Self {
        Self { allow: allow.to_vec() }
    }

    pub(super) fn may_reach(&self, address: IpAddr) -> bool {
        let is_allowed = |address: IpAddr| self.allow.iter().any(|network| network.contains(&address));
        match address {
            IpAddr::V4(v4) => is_public_v4(v4) || is_allowed(address),
            IpAddr::V6(v6) => match embedded(v6) {
                Some(v4) => is_public_v4(v4) || is_allowed(v4.into()) || is_allowed(address),
                None => is_public_v6(v6) || is_allowed(address),
            },
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !CLOSED_V4.iter().any(|network| network.contains(&address))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    GLOBAL_V6.contains(&address) && !CLOSED_V6.iter().any(|network| network.contains(&address))
}

/// The IPv4 address that packets for this address finally reach. Retired or local forms (IPv4-compatible, Teredo,
/// translation prefixes of one site) are not global addresses, so they are closed anyway.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [_, first, second, .., sixth, seventh] = address.segments();
    let join = |high: u16, low: u16| Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    if MAPPED.contains(&address) || TRANSLATED.contains(&address) {
        return Some(join(sixth, seventh));
    }
    SIX_TO_FOUR.contains(&address).then(|| join(first, second))
}
