//! Signed requests, modified in every way we can think of. None may be accepted, and the original must be.

use crate::harness::{ACCESS, RawRequest, Reply, TestStore, complete_call, noise};
use crate::signing::{Call, Mode};

/// One request for each operation; each would succeed.
fn operations(upload: &str, etag: &str) -> Vec<Call> {
    vec![
        Call::new("PUT", "/another"),
        Call::new("HEAD", "/shelf"),
        Call::new("GET", "/shelf").query("location", ""),
        Call::new("GET", "/"),
        Call::new("GET", "/shelf").query("list-type", "2").query("prefix", "t"),
        Call::new("GET", "/shelf"),
        Call::new("GET", "/shelf").query("uploads", ""),
        Call::new("GET", "/shelf/thing"),
        Call::new("GET", "/shelf/thing").query("response-content-type", "text/plain").header("range", "bytes=0-1"),
        Call::new("HEAD", "/shelf/thing"),
        Call::new("PUT", "/shelf/put").body(b"body"),
        Call::new("PUT", "/shelf/put").header("if-none-match", "*").header("x-amz-meta-a", "b").body(b"body"),
        Call::new("PUT", "/shelf/copy").header("x-amz-copy-source", "/shelf/thing"),
        Call::new("DELETE", "/shelf/gone"),
        Call::new("POST", "/shelf").query("delete", "").body(b"<Delete><Object><Key>gone</Key></Object></Delete>"),
        Call::new("POST", "/shelf/new").query("uploads", ""),
        Call::new("PUT", "/shelf/big").query("partNumber", "2").query("uploadId", upload).body(&noise(1, 100)),
        Call::new("PUT", "/shelf/big")
            .query("partNumber", "3")
            .query("uploadId", upload)
            .header("x-amz-copy-source", "/shelf/thing"),
        Call::new("GET", "/shelf/big").query("uploadId", upload),
        complete_call("big", upload, &[(1, etag.to_owned())]),
        Call::new("DELETE", "/shelf/big").query("uploadId", upload),
    ]
}

type Mutant = (String, RawRequest);

/// Replacements that do not occur in a request do not produce a mutant.
const REPLACED: [(&str, &str); 19] = [
    ("/shelf", "/shelg"),
    ("/shelf/", "/shelf//"),
    ("thing", "thinh"),
    ("/big", "/bih"),
    ("/put", "/puu"),
    ("partNumber=2", "partNumber=3"),
    ("uploadId=", "uploadId=0"),
    ("X-Amz-Expires=600", "X-Amz-Expires=601"),
    ("X-Amz-Expires=600", "X-Amz-Expires=604800"),
    ("X-Amz-Algorithm=AWS4-HMAC-SHA256", "X-Amz-Algorithm=AWS4-HMAC-SHA1"),
    ("X-Amz-Algorithm=AWS4-HMAC-SHA256", "X-Amz-Algorithm=none"),
    ("X-Amz-SignedHeaders=host", "X-Amz-SignedHeaders="),
    ("X-Amz-SignedHeaders=host", "X-Amz-SignedHeaders=host%3Bx-amz-date"),
    ("%2Fs3%2F", "%2Fsts%2F"),
    ("%2Feu-test-1%2F", "%2Fus-east-1%2F"),
    ("X-Amz-Credential=tonnage", "X-Amz-Credential=connage"),
    ("prefix=t", "prefix=u"),
    ("text%2Fplain", "text%2Fhtml"),
    ("list-type=2&", ""),
];

const ADDED: [&str; 8] =
    ["x=y", "uploads", "uploadId=abc", "partNumber=1", "X-Amz-Signature=00", "versionId=null", "acl", "x-id=GetObject"];

/// Changes a request after it was signed.
struct Breeder<'a> {
    request: &'a RawRequest,
    in_query: bool,
    mutants: Vec<Mutant>,
}

impl Breeder<'_> {
    fn add(&mut self, what: &str, change: impl FnOnce(&mut RawRequest)) {
        let mut mutant = self.request.clone();
        change(&mut mutant);
        let parts = |request: &RawRequest| (request.method.clone(), request.target.clone(), request.headers.clone());
        if parts(&mutant) != parts(self.request) {
            self.mutants.push((what.to_owned(), mutant));
        }
    }

    fn add_to_query(&mut self, what: &str, extra: &str) {
        let joint = if self.request.target.contains('?') { '&' } else { '?' };
        self.add(what, |mutant| mutant.target = format!("{}{joint}{extra}", mutant.target));
    }

    fn change_target(&mut self) {
        for method in ["GET", "PUT", "POST", "DELETE", "HEAD"] {
            self.add(method, |mutant| mutant.method = method.into());
        }
        for (from, to) in REPLACED {
            self.add(&format!("{from} to {to}"), |mutant| mutant.target = mutant.target.replacen(from, to, 1));
        }
        for extra in ADDED {
            self.add_to_query(&format!("extra {extra}"), extra);
        }
        let query = self.request.target.split_once('?').map_or("", |(_, query)| query);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            self.add_to_query(&format!("twice {pair}"), pair);
            let without = self.request.target.replacen(pair, "", 1).replace("?&", "?").replace("&&", "&");
            let without = without.trim_end_matches(['&', '?']).to_owned();
            self.add(&format!("without {pair}"), |mutant| mutant.target = without);
        }
    }

    fn change_headers(&mut self) {
        for (index, (name, value)) in self.request.headers.iter().enumerate() {
            if name == "content-length" {
                continue;
            }
            if name == "host" {
                self.add("another host", |mutant| mutant.headers[index].1 = "elsewhere.example".into());
                continue;
            }
            self.add(&format!("{name} gone"), |mutant| drop(mutant.headers.remove(index)));
            self.add(&format!("{name} changed"), |mutant| mutant.headers[index].1 = format!("{value}0"));
            if name != "range" && name != "if-none-match" {
                self.add(&format!("{name} twice"), |mutant| mutant.headers.push((name.clone(), value.clone())));
            }
        }
        for (name, value) in [("x-amz-meta-z", "1"), ("x-amz-copy-source", "/shelf/thing")] {
            self.add(&format!("{name} unsigned"), |mutant| mutant.headers.push((name.into(), value.into())));
        }
        for payload in ["TRUST-ME", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"] {
            self.add(payload, |mutant| {
                mutant.headers.retain(|(name, _)| name != "x-amz-content-sha256");
                mutant.headers.push(("x-amz-content-sha256".into(), payload.into()));
            });
        }
    }

    fn change_signature(&mut self) {
        let text = if self.in_query { self.request.target.clone() } else { authorization(self.request) };
        let at = text.find("Signature=").unwrap() + "Signature=".len();
        let signature = text[at..at + 64].to_owned();
        let flipped = if signature.starts_with('0') { "1" } else { "0" };
        for other in [
            String::new(),
            "0".repeat(64),
            format!("{flipped}{}", &signature[1..]),
            format!("{}{flipped}", &signature[..63]),
            signature[..63].to_owned(),
            format!("{signature}0"),
            signature.chars().rev().collect(),
        ] {
            self.add(&format!("signature {other}"), |mutant| {
                mutant.target = mutant.target.replacen(&signature, &other, 1);
                for (_, value) in mutant.headers.iter_mut().filter(|(name, _)| name == "authorization") {
                    *value = value.replacen(&signature, &other, 1);
                }
            });
        }
        let value = format!("AWS4-HMAC-SHA256 Credential={ACCESS}/x, SignedHeaders=host, Signature={signature}");
        if self.in_query {
            self.add("signed in the header too", |mutant| mutant.headers.push(("authorization".into(), value)));
        } else {
            self.add_to_query("signed in the query too", &format!("X-Amz-Signature={signature}"));
        }
        self.add_to_query("version 2", &format!("AWSAccessKeyId={ACCESS}&Signature=x&Expires=9999999999"));
    }
}

fn changed(request: &RawRequest, mode: &Mode) -> Vec<Mutant> {
    let mut breeder = Breeder { request, in_query: mode.in_query, mutants: Vec::new() };
    breeder.change_target();
    breeder.change_headers();
    breeder.change_signature();
    breeder.mutants
}

fn authorization(request: &RawRequest) -> String {
    request.headers.iter().find(|(name, _)| name == "authorization").unwrap().1.clone()
}

/// Requests that are signed correctly, but by someone else, at another time, or for another purpose.
fn wrongly_signed(call: &Call, host: &str, mode: &Mode) -> Vec<Mutant> {
    let base = mode.clone();
    let mut modes = vec![
        ("wrong secret", Mode { secret: "a secret that is wrong".into(), ..base.clone() }),
        ("empty secret", Mode { secret: String::new(), ..base.clone() }),
        ("unknown key", Mode { access: "somebody".into(), ..base.clone() }),
        ("empty key", Mode { access: String::new(), ..base.clone() }),
        ("another service", Mode { service: "sts".into(), ..base.clone() }),
        ("from the future", Mode { seconds_ago: -3600, ..base.clone() }),
        ("far future", Mode { seconds_ago: -90_000, ..base.clone() }),
        ("expired", Mode { seconds_ago: 3600, ..base.clone() }),
        ("long ago", Mode { seconds_ago: 90_000, ..base.clone() }),
    ];
    if mode.in_query {
        modes.push(("lives too long", Mode { life: 604_801, ..base }));
    } else {
        let payload = "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD".into();
        modes.push(("unknown payload, signed", Mode { payload, ..base.clone() }));
        modes.push(("empty payload mode, signed", Mode { payload: String::new(), ..base }));
    }
    modes.into_iter().map(|(what, mode)| (what.to_owned(), call.sign(host, &mode))).collect()
}

/// A refusal by an operation, such as a missing key, would mean that the signature was accepted.
fn is_refused_at_the_door(reply: &Reply) -> bool {
    let codes = reply.all_between("<Code>", "</Code>");
    let code = codes.first().map_or("", String::as_str);
    match reply.status {
        403 | 411 => true,
        400 => matches!(code, "" | "InvalidRequest" | "InvalidArgument" | "RequestTimeTooSkewed"),
        501 => matches!(code, "" | "NotImplemented"),
        _ => false,
    }
}

#[tokio::test]
async fn no_mutant_is_accepted() {
    let store = TestStore::start().await;
    store.put("thing", b"the thing").await.expect(200);
    let (mut tried, mut accepted) = (0, Vec::new());
    for mode in [Mode::default(), Mode::in_query()] {
        let upload = store.new_upload("big").await;
        let etag = store.put_part("big", &upload, 1, b"part").await.expect(200).header("etag");
        for call in operations(&upload, &etag) {
            let request = call.sign(&store.address, &mode);
            let mut mutants = changed(&request, &mode);
            mutants.extend(wrongly_signed(&call, &store.address, &mode));
            for (what, mutant) in mutants {
                tried += 1;
                let reply = store.send(&mutant).await;
                if !is_refused_at_the_door(&reply) {
                    let (method, path, status) = (&call.method, &call.path, reply.status);
                    accepted.push(format!("{method} {path} {what}: {status} {}", reply.text()));
                }
            }
            let control = store.send(&request).await;
            let again = control.status == 404 || control.status == 409;
            let was_removed = call.method == "DELETE"
                || call.path == "/another"
                || call.headers.iter().any(|(name, _)| name == "if-none-match");
            let fine = (200..300).contains(&control.status) || (was_removed && (again || control.status == 412));
            assert!(fine, "the control {} {} was refused: {}", call.method, call.path, control.text());
        }
    }
    println!("{tried} mutants");
    assert!(tried >= 2000, "only {tried} mutants");
    assert!(accepted.is_empty(), "{} of {tried} accepted:\n{}", accepted.len(), accepted.join("\n"));
}
