//! The XML of S3: an input is a document of a store, and also the text of an element that we write.

use std::fmt::Write as _;

use fixtures::{Fuzz, Random};
use protocols::s3::{Element, escaped, xml};

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<A>", "</A>", "<K>", "</K>", "<K/>", "<x:K>", "</x:K>", "<A a=\"<>\">", "<A a='", "<", ">", "/>", "</", "&",
    "&amp;", "&lt;", "&#x41;", "&#65;", "&#0;", "&#x110000;", "&other;", ";", "<![CDATA[", "]]>", "<!--", "-->",
    "<?xml version=\"1.0\"?>", "<?", "?>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "\u{feff}", "\r\n", "\r", " ", "text",
    "é", "\u{0}", "\u{1}",
];
const DEEPEST: usize = 16;
const MOST_ELEMENTS: usize = 40_000;

fn make(random: &mut Random) -> Vec<u8> {
    if random.once_in(3) {
        return random.joined(PIECES, 20).into_bytes();
    }
    let depth = random.below(DEEPEST + 2);
    let mut text = String::new();
    add(random, &mut text, depth);
    text.into_bytes()
}

/// A document that is whole.
fn add(random: &mut Random, text: &mut String, depth: usize) {
    let name = *random.one_of(&["A", "Key", "x:Contents", "é"]);
    let _ = write!(text, "<{name}>");
    for _ in 0..random.below(3) {
        let words = random.joined(&["a", " ", "&amp;", "&#x20;", "<![CDATA[<&]]>", "<!-- -->", "\n", "🎬"], 4);
        text.push_str(&words);
        if depth > 0 {
            add(random, text, depth - 1);
        }
    }
    let _ = write!(text, "</{name}>");
}

/// How deep a tree is, how many elements it has, and how many bytes their names and texts.
fn measured(element: &Element) -> (usize, usize, usize) {
    let own = (1, 1, element.name.len() + element.text.len());
    let add = |sum: (usize, usize, usize), child: (usize, usize, usize)| {
        (sum.0.max(child.0 + 1), sum.1 + child.1, sum.2 + child.2)
    };
    element.children.iter().map(measured).fold(own, add)
}

fn written(element: &Element, text: &mut String) {
    let _ = write!(text, "<{}>{}", element.name, escaped(&element.text));
    for child in &element.children {
        written(child, text);
    }
    let _ = write!(text, "</{}>", element.name);
}

fn is_same(one: &Element, other: &Element) -> bool {
    let are_same = |(one, other): (&Element, &Element)| is_same(one, other);
    one.name == other.name
        && one.text == other.text
        && one.children.len() == other.children.len()
        && one.children.iter().zip(&other.children).all(are_same)
}

/// Whether every part can be written as it is: a name of letters, and no line break that XML would change.
fn is_plain(element: &Element) -> bool {
    let is_name = !element.name.is_empty() && element.name.chars().all(char::is_alphanumeric);
    is_name && !element.text.contains('\r') && element.children.iter().all(is_plain)
}

fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if !text.contains('\r') {
        let document = format!("<A><K>{}</K></A>", escaped(&text));
        let read = xml::parse(&document).unwrap_or_else(|error| panic!("{error}: {document:?}"));
        assert_eq!(read.text_of("K"), text, "what we escape is read as it was");
        assert_eq!((read.children.len(), read.children[0].children.len()), (1, 0), "text does not become an element");
    }
    let Ok(root) = xml::parse(&text) else { return };
    let (depth, elements, bytes) = measured(&root);
    assert!(depth <= DEEPEST && elements <= MOST_ELEMENTS, "{elements} elements, {depth} deep");
    assert!(bytes <= text.len(), "nothing is expanded: {bytes} bytes of {}", text.len());
    if is_plain(&root) {
        let mut again = String::new();
        written(&root, &mut again);
        let read = xml::parse(&again).unwrap_or_else(|error| panic!("{error}: {again:?}"));
        assert!(is_same(&root, &read), "{root:?} was written as {again:?} and read as {read:?}");
    }
}

#[test]
fn documents_are_read_as_they_are_and_never_grow() {
    Fuzz::new("s3_xml").pieces(PIECES).run(make, check);
}
