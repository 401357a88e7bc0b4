//! The client address of a request.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::{HeaderMap, Request};
use ipnet::IpNet;
use serving::listen::PeerAddress;

/// The address of the client; proxies that the operator trusts are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The address that the request came from directly, perhaps a proxy.
pub fn peer_of<B>(request: &Request<B>) -> IpAddr {
    let peer = request.extensions().get::<PeerAddress>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |PeerAddress(peer)| peer.ip().to_canonical())
}

/// The client of a request, behind any number of trusted proxies.
pub fn client_of<B>(request: &Request<B>, trusted: &[IpNet]) -> ClientAddress {
    client_address(peer_of(request), request.headers(), trusted)
}

/// Reads `X-Forwarded-For` from its end, as long as the hop that wrote the entry is trusted.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    // Bytes: what a client wrote before the entries of the proxies need not be text.
    let forwarded =
        headers.get_all("x-forwarded-for").iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    let hops: Vec<&str> = forwarded.map(|hop| std::str::from_utf8(hop).unwrap_or_default().trim()).collect();
    let mut client = peer.to_canonical();
    for hop in hops.into_iter().rev() {
        if !is_trusted(&client) {
            break;
        }
        let Ok(address) = hop.parse::<IpAddr>() else { break };
        client = address.to_canonical();
    }
    ClientAddress(client)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::client_address;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let cases = [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
            ("10.0.0.1", "nonsense", "10.0.0.1"),
            ("10.0.0.1", "\u{e9}, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ];
        for (peer, header, client) in cases {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", header.parse().unwrap());
            let found = client_address(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(found.0.to_string(), client, "{peer} {header}");
        }
    }
}
