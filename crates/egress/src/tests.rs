use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::HeaderMap;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::address::Networks;
use super::{Call, Egress, EgressError, Lookup, Target};

fn lookup(answers: &'static [&'static [&'static str]]) -> Lookup {
    let asked = Arc::new(AtomicUsize::new(0));
    Arc::new(move |_| {
        let number = asked.fetch_add(1, Ordering::SeqCst);
        let answer = answers[number.min(answers.len() - 1)];
        Box::pin(async move { Ok(answer.iter().map(|address| address.parse().unwrap()).collect()) })
    })
}

fn egress(allow: &[&str], lookup: Lookup) -> Egress {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let allow: Vec<_> = allow.iter().map(|network| network.parse().unwrap()).collect();
    Egress::new(&allow, lookup).unwrap()
}

fn call(target: Target) -> Call {
    let (method, headers) = (Method::POST, HeaderMap::new());
    Call { method, target, headers, body: Bytes::from_static(b"{}"), limit: Duration::from_secs(2) }
}

#[rustfmt::skip]
const OPEN: &[&str] = &[
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
    "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
    "2606:4700:4700::1111", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2a00::1", "3ffe::1",
    "3fff:1000::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
];

#[rustfmt::skip]
const CLOSED: &[&str] = &[
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.0.0", "169.254.169.254", "169.254.255.255",
    "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.1", "192.88.99.1",
    "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1",
    "239.255.255.255", "240.0.0.0", "255.255.255.255", "::", "::1", "::7f00:1", "::8.8.8.8", "::ffff:127.0.0.1",
    "::ffff:10.1.2.3", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1",
    "64:ff9b:1::1", "64:ff9b:1::8.8.8.8", "100::1", "2001::1", "2001:0:7f00:1::", "2001:1ff:ffff::1", "2001:db8::1",
    "2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::1", "3fff::1", "3fff:fff:ffff::1", "5f00::1", "4000::1",
    "fc00::1", "fdff:ffff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
];

#[test]
fn only_the_public_internet_is_open() {
    let networks = Networks::new(&[]);
    for (addresses, expected) in [(OPEN, true), (CLOSED, false)] {
        for address in addresses {
            assert_eq!(networks.may_reach(address.parse().unwrap()), expected, "{address}");
        }
    }
}

#[test]
fn the_operator_opens_networks() {
    let networks = Networks::new(&["10.1.0.0/16".parse().unwrap(), "fd00::/8".parse().unwrap()]);
    let may_reach = |address: &str| networks.may_reach(address.parse::<IpAddr>().unwrap());
    for address in ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "fd00::1", "8.8.8.8"] {
        assert!(may_reach(address), "{address}");
    }
    for address in ["10.2.0.1", "::ffff:10.2.0.1", "127.0.0.1", "fc00::1", "::1"] {
        assert!(!may_reach(address), "{address}");
    }
}

#[test]
fn addresses_are_checked_as_they_are_written() {
    let egress = egress(&[], lookup(&[&[]]));
    let (not, port) = (EgressError::NotAnAddress, EgressError::Port);
    let refused = [
        ("", not.clone()),
        ("example.org", not.clone()),
        ("/path", not.clone()),
        ("ftp://example.org", not.clone()),
        ("file:///etc/passwd", not.clone()),
        ("gopher://example.org:70/x", not.clone()),
        ("http://", not),
        ("http://user@example.org", EgressError::Userinfo),
        ("http://:word@example.org", EgressError::Userinfo),
        ("http://example.org:22", port.clone()),
        ("https://example.org:1023", port.clone()),
        ("http://example.org:0", port),
        ("http://127.0.0.1", EgressError::Forbidden),
        ("http://2130706433", EgressError::Forbidden),
        ("http://0x7f000001", EgressError::Forbidden),
        ("http://0177.0.0.1", EgressError::Forbidden),
        ("http://127.1", EgressError::Forbidden),
        ("http://127.0.0.1.", EgressError::Forbidden),
        ("http://%31%32%37.0.0.1", EgressError::Forbidden),
        ("http://１２７.0.0.1", EgressError::Forbidden),
        ("http://[::ffff:7f00:1]", EgressError::Forbidden),
        ("http://169.254.169.254/latest/meta-data", EgressError::Forbidden),
    ];
    for (text, reason) in refused {
        assert_eq!(egress.check(text), Err(reason), "{text}");
    }
    let long = format!("http://example.org/{}", "a".repeat(9_000));
    assert_eq!(egress.check(&long), Err(EgressError::TooLong(8_192)));
    for text in
        ["http://example.org", " https://example.org:8443/hook?token=1#x ", "HTTP://8.8.8.8:443", "http://localhost"]
    {
        assert!(egress.check(text).is_ok(), "{text}: names are checked when they are looked up");
    }
    assert_eq!(egress.check("https://Example.org/x").unwrap().authority(), "example.org:443");
}

#[tokio::test]
async fn a_name_is_called_at_the_address_that_was_checked() {
    let canary = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://receiver.example:{}/", canary.local_addr().unwrap().port());
    let closed: [&'static [&'static [&'static str]]; 4] =
        [&[&["127.0.0.1"]], &[&["8.8.8.8", "127.0.0.1"]], &[&["::1"]], &[&[]]];
    for answers in closed {
        let egress = egress(&[], lookup(answers));
        let refusal = egress.call(call(egress.check(&url).unwrap())).await;
        assert_eq!(refusal, Err(EgressError::Forbidden), "{answers:?}");
    }
    let touched = tokio::time::timeout(Duration::from_millis(50), canary.accept()).await;
    assert!(touched.is_err(), "nobody connected");

    let open = egress(&["127.0.0.0/8"], lookup(&[&["127.0.0.1"], &["127.0.0.1", "::1"]]));
    let target = open.check(&url).unwrap();
    let answering = tokio::spawn(async move {
        let (mut stream, _) = canary.accept().await.unwrap();
        let mut request = vec![0; 4_096];
        let length = stream.read(&mut request).await.unwrap();
        stream
            .write_all(b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n")
            .await
            .unwrap();
        String::from_utf8(request[..length].to_vec()).unwrap()
    });
    assert_eq!(open.call(call(target.clone())).await.unwrap().as_u16(), 302, "a redirect is an answer");
    let request = answering.await.unwrap();
    assert!(request.starts_with("POST / HTTP/1.1\r\n") && request.contains("host: receiver.example:"), "{request}");
    assert_eq!(
        open.call(call(target)).await,
        Err(EgressError::Forbidden),
        "addresses that have changed are checked again"
    );
}
