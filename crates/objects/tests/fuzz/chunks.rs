//! `aws-chunked` bodies: an input is a body as it is sent, and also content that is sent in signed chunks.

use fixtures::{Fuzz, Random};
use sha2::{Digest as _, Sha256};

use super::scene::{Scene, is_refusal};
use crate::harness::{REGION, RawRequest};
use crate::signing::{Call, Mode, hmac, signing_key};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "0", "1", "4", "5", "a", "FF", "ffffffff", "100000000", "0x5", "-1", "\r\n", "\n", "\r", ";", ";chunk-signature=",
    " ", "body", "x-amz-checksum-crc32:", "x-amz-trailer-signature:", ":", "0\r\n\r\n", "4\r\nbody\r\n",
];
/// Of which the parser of chunks reads the length.
const DIGITS_MOST: usize = 8;
const KEY: &str = "/shelf/thing";

fn make(random: &mut Random) -> Vec<u8> {
    let mut body = Vec::new();
    for _ in 0..random.below(4) {
        let content = random.bytes(30);
        let length = if random.once_in(8) { random.below(40) } else { content.len() };
        body.extend_from_slice(format!("{length:x}\r\n").as_bytes());
        body.extend_from_slice(&content);
        body.extend_from_slice(if random.once_in(8) { &b"\n"[..] } else { b"\r\n" });
    }
    if !random.once_in(8) {
        body.extend_from_slice(b"0\r\n");
    }
    body.extend_from_slice(random.joined(PIECES, 2).as_bytes());
    body
}

/// The content of a body without signatures; `None` if it is not one. As the store does, this forgives a missing end.
fn decoded(body: &[u8]) -> Option<Vec<u8>> {
    let (mut rest, mut content) = (body, Vec::new());
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let digits = rest[..end].iter().take(DIGITS_MOST).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..digits]).ok()?, 16).ok()?;
        if length == 0 {
            break;
        }
        let (chunk, behind) = rest[end + 1..].split_at_checked(length)?;
        content.extend_from_slice(chunk);
        rest = behind.strip_prefix(b"\r\n")?;
    }
    Some(content)
}

fn put(mode: &Mode, host: &str, length: usize) -> RawRequest {
    let call = Call::new("PUT", KEY).header("content-encoding", "aws-chunked");
    call.header("x-amz-decoded-content-length", &length.to_string()).sign(host, mode)
}

fn with_body(mut request: RawRequest, body: Vec<u8>) -> RawRequest {
    request.headers.retain(|(name, _)| name != "content-length");
    request.headers.push(("content-length".to_owned(), body.len().to_string()));
    RawRequest { body, ..request }
}

/// What is stored is what the body says, or nothing is.
fn check_unsigned(scene: &Scene, body: &[u8]) {
    let mode = Mode { payload: "STREAMING-UNSIGNED-PAYLOAD-TRAILER".into(), ..Mode::default() };
    let content = decoded(body);
    let length = content.as_ref().map_or(5, Vec::len);
    let request = with_body(put(&mode, scene.host(), length), body.to_vec());
    let reply = scene.send(&request).unwrap();
    let stored = scene.signed(&Call::new("GET", KEY));
    if reply.status != 200 {
        assert!(is_refusal(&reply), "{}: {}", reply.status, reply.text());
        assert_eq!(stored.status, 404, "a body that was refused is stored");
        return;
    }
    assert_eq!(content.as_ref(), Some(&stored.body), "something else is stored than was sent");
    scene.signed(&Call::new("DELETE", KEY)).expect(204);
}

/// The frames of a content in chunks, each with a signature that covers the ones before.
fn signed_frames(request: &RawRequest, mode: &Mode, content: &[u8], chunk: usize) -> Vec<u8> {
    let header = |wanted: &str| request.headers.iter().find(|(name, _)| name == wanted).unwrap().1.clone();
    let (time, mut before) = (header("x-amz-date"), header("authorization").rsplit('=').next().unwrap().to_owned());
    let (date, hash) = (&time[..8], |bytes: &[u8]| hex::encode(Sha256::digest(bytes)));
    let scope = format!("{date}/{REGION}/s3/aws4_request");
    let key = signing_key(mode, date);
    let mut frames = Vec::new();
    for chunk in content.chunks(chunk).chain([&[][..]]) {
        let text = format!("AWS4-HMAC-SHA256-PAYLOAD\n{time}\n{scope}\n{before}\n{}\n{}", hash(b""), hash(chunk));
        before = hex::encode(hmac(&key, text.as_bytes()));
        frames.extend_from_slice(format!("{:x};chunk-signature={before}\r\n", chunk.len()).as_bytes());
        frames.extend_from_slice(chunk);
        frames.extend_from_slice(b"\r\n");
    }
    frames
}

/// Content in signed chunks arrives as it was, and not at all if one byte of it is another.
fn check_signed(scene: &Scene, content: &[u8]) {
    let mode = Mode { payload: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD".into(), ..Mode::default() };
    let request = put(&mode, scene.host(), content.len());
    let frames = signed_frames(&request, &mode, content, 1 + content.len() / 3);
    if !content.is_empty() {
        // The first chunk begins after its line, and is not empty.
        let at = frames.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let mut damaged = frames.clone();
        damaged[at] ^= 1;
        let reply = scene.send(&with_body(request.clone(), damaged)).unwrap();
        assert!(is_refusal(&reply), "a chunk that was changed got {}", reply.status);
        scene.signed(&Call::new("GET", KEY)).expect(404);
    }
    scene.send(&with_body(request, frames)).unwrap().expect(200);
    assert!(scene.signed(&Call::new("GET", KEY)).expect(200).body == content);
    scene.signed(&Call::new("DELETE", KEY)).expect(204);
}

#[test]
fn a_body_in_chunks_is_its_content_or_refused() {
    let scene = Scene::start();
    Fuzz::new("aws_chunked").pieces(PIECES).run(make, |input| {
        check_unsigned(&scene, input);
        check_signed(&scene, input);
    });
}
