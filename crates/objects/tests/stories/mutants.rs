//! Signed requests, changed a little in every way we can think of. None may be accepted, and the unchanged one must be.

use crate::harness::{ACCESS, RawRequest, Reply, TestStore, complete_call, noise};
use crate::signing::{Call, Mode};

/// One request for each operation, each of which would succeed.
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

/// Changes to the request after it was signed.
fn changed(request: &RawRequest, mode: &Mode) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut RawRequest)| {
        let mut mutant = request.clone();
        change(&mut mutant);
        if mutant.target != request.target || mutant.method != request.method || mutant.headers != request.headers {
            mutants.push((what, mutant));
        }
    };
    for method in ["GET", "PUT", "POST", "DELETE", "HEAD"] {
        add(format!("method {method}"), &|mutant| mutant.method = method.into());
    }
    for (from, to) in [
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
    ] {
        add(format!("{from} to {to}"), &|mutant| mutant.target = mutant.target.replacen(from, to, 1));
    }
    let joint = if request.target.contains('?') { '&' } else { '?' };
    for extra in [
        "x=y",
        "uploads",
        "uploadId=abc",
        "partNumber=1",
        "X-Amz-Signature=00",
        "versionId=null",
        "acl",
        "x-id=GetObject",
    ] {
        add(format!("extra {extra}"), &|mutant| mutant.target = format!("{}{joint}{extra}", mutant.target));
    }
    if let Some((_, query)) = request.target.split_once('?') {
        for pair in query.split('&') {
            add(format!("twice {pair}"), &|mutant| mutant.target = format!("{}&{pair}", mutant.target));
            let without = request.target.replacen(pair, "", 1).replace("?&", "?").replace("&&", "&");
            add(format!("without {pair}"), &|mutant| mutant.target = without.trim_end_matches(['&', '?']).into());
        }
    }
    for (index, (name, value)) in request.headers.iter().enumerate() {
        if matches!(name.as_str(), "content-length" | "host") {
            continue;
        }
        add(format!("header {name} gone"), &|mutant| drop(mutant.headers.remove(index)));
        add(format!("header {name} changed"), &|mutant| mutant.headers[index].1 = format!("{value}0"));
        if name != "range" && name != "if-none-match" {
            add(format!("header {name} twice"), &|mutant| mutant.headers.push((name.clone(), value.clone())));
        }
    }
    add("another host".into(), &|mutant| {
        for (_, value) in mutant.headers.iter_mut().filter(|(name, _)| name == "host") {
            *value = "elsewhere.example".into();
        }
    });
    add("unsigned metadata".into(), &|mutant| mutant.headers.push(("x-amz-meta-z".into(), "1".into())));
    add("unsigned copy".into(), &|mutant| mutant.headers.push(("x-amz-copy-source".into(), "/shelf/thing".into())));
    add("unknown payload".into(), &|mutant| {
        mutant.headers.retain(|(name, _)| name != "x-amz-content-sha256");
        mutant.headers.push(("x-amz-content-sha256".into(), "TRUST-ME".into()));
    });
    add("other payload".into(), &|mutant| {
        mutant.headers.retain(|(name, _)| name != "x-amz-content-sha256");
        mutant.headers.push(("x-amz-content-sha256".into(), "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into()));
    });
    signatures(request, mode, &mut add);
    mutants
}

/// Changes to the signature itself, and second signatures.
fn signatures(request: &RawRequest, mode: &Mode, add: &mut dyn FnMut(String, &dyn Fn(&mut RawRequest))) {
    let text = if mode.in_query { request.target.clone() } else { authorization(request) };
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
        let change = |text: &str| text.replacen(&signature, &other, 1);
        add(format!("signature {other}"), &|mutant| {
            mutant.target = change(&mutant.target);
            for (_, value) in mutant.headers.iter_mut().filter(|(name, _)| name == "authorization") {
                *value = change(value);
            }
        });
    }
    add("signed in both places".into(), &|mutant| {
        if mode.in_query {
            let value = format!("AWS4-HMAC-SHA256 Credential={ACCESS}/x, SignedHeaders=host, Signature={signature}");
            mutant.headers.push(("authorization".into(), value));
        } else {
            let joint = if mutant.target.contains('?') { '&' } else { '?' };
            mutant.target = format!("{}{joint}X-Amz-Signature={signature}", mutant.target);
        }
    });
    add("version 2 beside it".into(), &|mutant| {
        let joint = if mutant.target.contains('?') { '&' } else { '?' };
        mutant.target = format!("{}{joint}AWSAccessKeyId={ACCESS}&Signature=x&Expires=9999999999", mutant.target);
    });
}

fn authorization(request: &RawRequest) -> String {
    request.headers.iter().find(|(name, _)| name == "authorization").unwrap().1.clone()
}

/// Requests that are signed correctly, by someone else, at another time, or for another purpose.
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

/// A refusal that comes from an operation, such as a missing key, would mean that the signature had passed.
fn is_refused_at_the_door(reply: &Reply) -> bool {
    let codes = reply.all_between("<Code>", "</Code>");
    let code = codes.first().map_or("", String::as_str);
    match reply.status {
        403 => true,
        400 => matches!(code, "" | "InvalidRequest" | "InvalidArgument" | "RequestTimeTooSkewed"),
        411 => true,
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
