//! Reads the text of one element of a store's XML.
//!
//! Nothing is expanded, so a hostile document cannot grow; its length is limited before.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

/// The text of the first element with this name, in any namespace; `None` if there is none or it is not XML.
pub(crate) fn text_of(document: &str, name: &str) -> Option<String> {
    let mut reader = Reader::from_str(document);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.local_name().as_ref() == name.as_bytes() => {
                let raw = reader.read_text(tag.name()).ok()?;
                let raw = raw.decode().ok()?;
                return unescape(&raw).ok().map(std::borrow::Cow::into_owned);
            }
            Event::DocType(_) | Event::Eof => return None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn elements_are_found_with_and_without_a_namespace() {
        let plain = "<R><Bucket>b</Bucket><UploadId>a&amp;b</UploadId></R>";
        let spaced =
            "<?xml version=\"1.0\"?>\n<R xmlns=\"http://s3\"><s:UploadId xmlns:s=\"x\">a&#38;b</s:UploadId></R>";
        for document in [plain, spaced] {
            assert_eq!(text_of(document, "UploadId").as_deref(), Some("a&b"), "{document}");
        }
        for none in
            ["", "{}", "<html>", "<R><UploadId>cut", "<!DOCTYPE x [<!ENTITY a \"b\">]><R><UploadId>&a;</UploadId></R>"]
        {
            assert_eq!(text_of(none, "UploadId"), None, "{none}");
        }
    }
}
