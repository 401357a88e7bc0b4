//! Notices proxies that are not in `trusted_proxies`. All clients behind such a proxy count as one address, so they
//! share its limits, and the log and the audit record show the proxy instead of the client.
//!
//! A client can send these headers itself, so only a few addresses are remembered. A server behind a proxy sees no
//! other address than the proxy's, so that one is among them.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::http::{HeaderMap, header};
use ipnet::IpNet;
use parking_lot::Mutex;
use wire::time::Time;

const REMEMBERED_MOST: usize = 16;
/// An address that has forwarded nothing for so long makes way for another.
const FORGOTTEN_AFTER_SECONDS: i64 = 3_600;
/// How often the count of an address is saved.
const SAVED_EVERY_SECONDS: i64 = 60;

#[derive(Default)]
pub struct UntrustedProxies(Mutex<HashMap<IpAddr, Sightings>>);

struct Sightings {
    /// Requests since the count was saved.
    requests: i64,
    save_next: Time,
}

impl UntrustedProxies {
    /// Counts a request that was forwarded by an address that is not trusted, and logs the first one of each address.
    /// Returns how many requests the caller should save now, if it is time to.
    pub fn notice(&self, peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet], now: Time) -> Option<i64> {
        if !is_forwarded(headers) || is_trusted(peer, trusted) {
            return None;
        }
        let mut seen = self.0.lock();
        if !seen.contains_key(&peer) {
            seen.retain(|_, sightings| now < sightings.save_next.plus_seconds(FORGOTTEN_AFTER_SECONDS));
            if seen.len() >= REMEMBERED_MOST {
                return None;
            }
            tracing::warn!(
                %peer,
                "requests come through a proxy that is not in trusted_proxies: its clients share the limits of one \
                 address; add it if it is yours"
            );
        }
        let sightings = seen.entry(peer).or_insert(Sightings { requests: 0, save_next: now });
        sightings.requests += 1;
        if now < sightings.save_next {
            return None;
        }
        sightings.save_next = now.plus_seconds(SAVED_EVERY_SECONDS);
        Some(std::mem::take(&mut sightings.requests))
    }
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED)
}

fn is_trusted(peer: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(&peer))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::http::HeaderMap;
    use wire::time::Time;

    use super::{REMEMBERED_MOST, UntrustedProxies};

    const NOW: Time = Time::from_millis(1_700_000_000_000);

    #[test]
    fn only_forwarded_requests_of_a_few_addresses_are_counted() {
        let (seen, trusted) = (UntrustedProxies::default(), ["10.0.0.0/8".parse().unwrap()]);
        let mut forwarded = HeaderMap::new();
        forwarded.insert("forwarded", "for=198.51.100.7".parse().unwrap());
        let address = |number: usize| -> IpAddr { format!("192.0.2.{number}").parse().unwrap() };
        assert_eq!(seen.notice(address(0), &HeaderMap::new(), &trusted, NOW), None);
        assert_eq!(seen.notice("10.1.2.3".parse().unwrap(), &forwarded, &trusted, NOW), None);
        assert_eq!(seen.notice(address(0), &forwarded, &trusted, NOW), Some(1));
        assert_eq!(seen.notice(address(0), &forwarded, &trusted, NOW.plus_seconds(59)), None);
        assert_eq!(seen.notice(address(0), &forwarded, &trusted, NOW.plus_seconds(60)), Some(2));
        for number in 1..REMEMBERED_MOST {
            assert_eq!(seen.notice(address(number), &forwarded, &trusted, NOW), Some(1));
        }
        assert_eq!(seen.notice(address(REMEMBERED_MOST), &forwarded, &trusted, NOW), None);
        let later = NOW.plus_seconds(2 * 3_600);
        assert_eq!(seen.notice(address(REMEMBERED_MOST), &forwarded, &trusted, later), Some(1), "others are gone");
    }
}
