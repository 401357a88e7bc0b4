//! XML that clients send to the store: an input is the body of a request that deletes many objects, and also a key.

use fixtures::{Fuzz, Random};

use super::scene::{Scene, is_refusal};
use crate::signing::Call;

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<Delete>", "</Delete>", "<Object>", "</Object>", "<Key>", "</Key>", "<Quiet>true</Quiet>",
    "<VersionId>1</VersionId>", "<", ">", "&amp;", "&#x41;", "&#0;", "&other;", "<![CDATA[", "]]>", "<!--", "-->",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>", " xmlns=\"http://x\"", "a", "/", "é", "\u{0}", "\r\n",
    "<Object><Key>gone</Key></Object>",
];

fn make(random: &mut Random) -> Vec<u8> {
    let objects: Vec<String> = (0..random.below(5))
        .map(|_| format!("<Object><Key>{}</Key></Object>", random.joined(&["a", "/", "é", "&amp;", " ", "gone"], 3)))
        .collect();
    let body = if random.once_in(4) { random.joined(PIECES, 12) } else { objects.concat() };
    format!("<Delete>{body}</Delete>").into_bytes()
}

/// Text as it stands between two tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn check(scene: &Scene, input: &[u8]) {
    let delete = |body: &[u8]| scene.signed(&Call::new("POST", "/shelf").query("delete", "").body(body));
    let reply = delete(input);
    assert!(reply.status == 200 || is_refusal(&reply), "{}: {}", reply.status, reply.text());
    scene.signed(&Call::new("HEAD", "/shelf/Stays")).expect(200);
    // A key that the store accepts can be deleted by its name, and nothing else is.
    let key: String = String::from_utf8_lossy(input).chars().filter(|letter| !letter.is_control()).take(60).collect();
    let path = format!("/shelf/{key}");
    if key.is_empty() || scene.signed(&Call::new("PUT", &path).body(b"x")).status != 200 {
        return;
    }
    let body = format!("<Delete><Object><Key>{}</Key></Object></Delete>", escaped(&key));
    let reply = delete(body.as_bytes()).expect(200);
    assert_eq!(reply.all_between("<Deleted>", "</Deleted>").len(), 1, "{key:?}: {}", reply.text());
    scene.signed(&Call::new("GET", &path)).expect(404);
    scene.signed(&Call::new("HEAD", "/shelf/Stays")).expect(200);
}

#[test]
fn only_what_is_named_is_deleted() {
    let scene = Scene::start();
    // A key that no piece contains and no change makes.
    scene.signed(&Call::new("PUT", "/shelf/Stays").body(b"x")).expect(200);
    Fuzz::new("delete_requests").pieces(PIECES).run(make, |input| check(&scene, input));
}
