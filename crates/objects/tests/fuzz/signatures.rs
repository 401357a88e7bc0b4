//! Signatures of version 4: the lines of an input are a key, another key, a value of the query, an Authorization header,
//! and a query with a signature.

use fixtures::{Fuzz, Random};

use super::scene::{Scene, is_refusal};
use crate::harness::{ACCESS, RawRequest};
use crate::signing::{Call, Mode, moment};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "b", "/", "//", ".", "..", "%", "%2F", "%2f", "+", " ", "&", "=", ";", ",", "é", "🎬", "~", "*", "'", "\n",
    "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 ", "AWS4-ECDSA-P256-SHA256", "AWS ", "Credential=", "SignedHeaders=",
    "Signature=", "tonnage-test/", "/eu-test-1/s3/aws4_request", "20261118", "host", "host;x-amz-date",
    "X-Amz-Algorithm=", "X-Amz-Credential=", "X-Amz-Date=", "X-Amz-Expires=", "X-Amz-SignedHeaders=",
    "X-Amz-Signature=", "x-amz-signature=", "AWSAccessKeyId=", "Expires=",
    "0000000000000000000000000000000000000000000000000000000000000000",
];

fn make(random: &mut Random) -> Vec<u8> {
    let keys = [random.joined(&PIECES[..20], 6), random.joined(&PIECES[..20], 6), random.joined(&PIECES[..20], 4)];
    let scope = format!("{ACCESS}/{}/eu-test-1/s3/aws4_request", moment(0).0);
    let signature = "ab".repeat(32);
    let header = format!("AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature={signature}");
    let query = format!(
        "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential={}&X-Amz-Date={}&X-Amz-Expires={}&X-Amz-SignedHeaders=host\
         &X-Amz-Signature={signature}",
        scope.replace('/', "%2F"),
        moment(0).1,
        random.number(),
    );
    let mutated = |random: &mut Random, text: String| {
        if random.once_in(2) { random.joined(PIECES, 10) } else { text }
    };
    let (header, query) = (mutated(random, header), mutated(random, query));
    format!("{}\n{header}\n{query}", keys.join("\n")).into_bytes()
}

/// What was signed is admitted, and its signature is good for nothing else.
fn check_signed(scene: &Scene, mode: &Mode, keys: [&str; 2], value: &str) {
    let call = |key: &str, value: &str| Call::new("GET", &format!("/shelf/{key}")).query("x-id", value);
    let signed = call(keys[0], value).sign(scene.host(), mode);
    let Some(reply) = scene.send(&signed) else { return };
    assert!(reply.status != 403 && reply.status < 500, "{signed:?}: {}", reply.text());
    let other_value = format!("{value}x");
    for changed in [call(keys[1], value), call(keys[0], &other_value)] {
        let other = changed.sign(scene.host(), mode);
        // The path and the query of another request, under the signature of this one.
        let target = if mode.in_query { with_signature_of(&other.target, &signed.target) } else { other.target };
        if target == signed.target {
            continue;
        }
        let stolen = RawRequest { target, ..signed.clone() };
        let Some(reply) = scene.send(&stolen) else { continue };
        // A key that is too long is refused for that.
        let is_refused = reply.status == 403 || (reply.status == 400 && reply.text().contains("KeyTooLong"));
        assert!(is_refused, "{} for {stolen:?} under the signature of {signed:?}: {}", reply.status, reply.text());
    }
}

fn with_signature_of(target: &str, signed: &str) -> String {
    const NAME: &str = "X-Amz-Signature=";
    let signature = signed.rsplit_once(NAME).map_or("", |(_, signature)| signature);
    let unsigned = target.rsplit_once(NAME).map_or(target, |(unsigned, _)| unsigned);
    format!("{unsigned}{NAME}{signature}")
}

/// Nobody has the key, so nothing of this is admitted, whatever it looks like.
fn check_forged(scene: &Scene, header: &str, query: &str) {
    let host = ("host".to_owned(), scene.host().to_owned());
    let date = ("x-amz-date".to_owned(), moment(0).1);
    let payload = ("x-amz-content-sha256".to_owned(), "UNSIGNED-PAYLOAD".to_owned());
    let authorization = ("authorization".to_owned(), header.to_owned());
    let in_header = vec![host.clone(), date, payload, authorization];
    for (target, headers) in [("/shelf/thing".to_owned(), in_header), (format!("/shelf/thing?{query}"), vec![host])] {
        let request = RawRequest { method: "GET".to_owned(), target, headers, body: Vec::new() };
        let Some(reply) = scene.send(&request) else { continue };
        assert!(is_refusal(&reply), "{request:?} was answered {}: {}", reply.status, reply.text());
        assert!(reply.text().contains("<Code>") && !reply.text().contains("secret of the thing"), "{}", reply.text());
    }
}

fn check(scene: &Scene, input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.splitn(5, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (keys, value, header, query) = ([next(), next()], next(), next(), next());
    for mode in [Mode::default(), Mode::in_query()] {
        check_signed(scene, &mode, keys, value);
    }
    check_forged(scene, header, query);
}

#[test]
fn only_what_was_signed_is_admitted() {
    let scene = Scene::start();
    scene.signed(&Call::new("PUT", "/shelf/thing").body(b"secret of the thing")).expect(200);
    Fuzz::new("signatures").pieces(PIECES).run(make, |input| check(&scene, input));
}
