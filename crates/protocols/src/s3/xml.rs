//! Parses the XML of stores into a small tree.
//!
//! Only what S3 uses is supported: elements, text, the five predefined entities and numeric character references. A
//! document type is refused, so that there is nothing to expand. A document that is deeper or has more elements than
//! any real reply is refused too. Namespaces are ignored: some stores use one, ours does not.

use quick_xml::events::{BytesRef, Event};
use quick_xml::{Reader, XmlVersion, escape};

const DEEPEST: usize = 16;
/// A page of 1,000 entries, with more fields for each than any store is known to send.
const MOST_ELEMENTS: usize = 40_000;

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotXml(String);

#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub text: String,
    pub children: Vec<Element>,
}

impl Element {
    /// The text of a child; empty when there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.children.iter().find(|child| child.name == name).map_or("", |child| child.text.as_str())
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// The root element of a complete document.
pub fn parse(text: &str) -> Result<Element, NotXml> {
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}').trim_start());
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut count = 0_usize;
    loop {
        let event = reader.read_event().map_err(|error| NotXml(error.to_string()))?;
        let closed = match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                count += 1;
                if open.len() >= DEEPEST || count > MOST_ELEMENTS || root.is_some() {
                    return Err(NotXml("it has too many elements".into()));
                }
                let name = String::from_utf8_lossy(tag.local_name().as_ref()).into_owned();
                open.push(Element { name, ..Element::default() });
                matches!(event, Event::Empty(_))
            }
            Event::End(_) => true,
            Event::Eof => return root.filter(|_| open.is_empty()).ok_or_else(|| NotXml("it is incomplete".into())),
            Event::DocType(_) => return Err(NotXml("it has a document type".into())),
            other => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(&text_in(other)?);
                }
                false
            }
        };
        if closed && let Some(element) = open.pop() {
            match open.last_mut() {
                Some(parent) => parent.children.push(element),
                None => root = Some(element),
            }
        }
    }
}

fn text_in(event: &Event<'_>) -> Result<String, NotXml> {
    let text = match event {
        Event::Text(text) => text.xml_content(XmlVersion::Implicit1_0),
        Event::CData(data) => data.decode(),
        Event::GeneralRef(reference) => return character(reference).map(String::from),
        _ => return Ok(String::new()),
    };
    text.map(std::borrow::Cow::into_owned).map_err(|error| NotXml(error.to_string()))
}

fn character(reference: &BytesRef<'_>) -> Result<char, NotXml> {
    let unknown = || NotXml("it has an entity that is not predefined".into());
    if let Some(character) = reference.resolve_char_ref().map_err(|_| unknown())? {
        return Ok(character);
    }
    let name = reference.decode().map_err(|_| unknown())?;
    escape::resolve_predefined_entity(&name).and_then(|text| text.chars().next()).ok_or_else(unknown)
}

/// Text escaped for use between two tags.
pub fn escaped(text: &str) -> String {
    escape::escape(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{escaped, parse};

    #[test]
    fn a_reply_is_read_with_and_without_a_namespace() {
        for (open, close) in [("<A xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">", "</A>"), ("<x:A>", "</x:A>")] {
            let text = format!(
                "<?xml version=\"1.0\"?>\n{open}<K> a&amp;b&#x20;&lt;c </K><K/><L><K><![CDATA[<&]]></K></L>{close}"
            );
            let root = parse(&text).unwrap();
            assert_eq!(root.name, "A");
            assert_eq!(root.text_of("K"), " a&b <c ");
            assert_eq!(root.all("K").count(), 2);
            assert_eq!(root.all("L").next().unwrap().text_of("K"), "<&");
            assert_eq!(root.text_of("missing"), "");
        }
        // Stores send whitespace to keep the connection alive while they join parts.
        assert_eq!(parse("   \n<?xml version=\"1.0\"?><A/>").unwrap().name, "A");
    }

    #[test]
    fn what_is_cut_or_dangerous_is_refused() {
        let deep = "<A>".repeat(100_000);
        let wide = format!("<A>{}</A>", "<B/>".repeat(50_000));
        let bomb = "<!DOCTYPE a [<!ENTITY b \"cccc\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>";
        for text in
            ["", "text", "<A>", "<A><B></A>", "<A></A", "<A/><B/>", "<A>&other;</A>", "<A>&#0;</A>", &deep, &wide, bomb]
        {
            assert!(parse(text).is_err(), "{}", text.get(..40).unwrap_or(text));
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("\"a\"<b>&"), "&quot;a&quot;&lt;b&gt;&amp;");
    }
}
