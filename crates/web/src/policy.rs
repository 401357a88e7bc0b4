//! The content security policy of a page.

use std::fmt::Write as _;

use url::Url;

/// The content security policy of one reply. Its nonce is used once, so that an injected script cannot know it.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    nonce: String,
    storage: Option<String>,
    images: Vec<String>,
}

impl Policy {
    pub(crate) fn new(nonce: String) -> Self {
        Self { nonce, storage: None, images: Vec::new() }
    }

    /// The origin where files are uploaded and downloaded.
    #[must_use]
    pub(crate) fn with_storage(mut self, storage: Option<&Url>) -> Self {
        self.storage = storage.and_then(origin);
        self
    }

    /// The hosts of the customer's images.
    #[must_use]
    pub(crate) fn with_images<'a>(mut self, images: impl IntoIterator<Item = &'a Url>) -> Self {
        self.images = images.into_iter().filter_map(origin).collect();
        self.images.dedup();
        self
    }

    pub(crate) fn header(&self) -> String {
        let storage = self.storage.as_deref().map(|origin| format!(" {origin}")).unwrap_or_default();
        let mut images = String::new();
        for image in &self.images {
            let _ = write!(images, " {image}");
        }
        let nonce = &self.nonce;
        format!(
            "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
             img-src 'self' data: blob:{images}; font-src 'self'; connect-src 'self'{storage}; worker-src 'self'; \
             manifest-src 'self'; form-action 'self'{storage}; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
        )
    }
}

/// Only http and https URLs have an origin that a policy can contain.
fn origin(url: &Url) -> Option<String> {
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::Policy;
    use url::Url;

    #[test]
    fn foreign_origins_are_named_and_nothing_else_gets_in() {
        let images: Vec<Url> =
            ["https://cdn.example/logo.png?a=';script-src *", "javascript:alert(1)", "data:image/png,x"]
                .iter()
                .map(|text| text.parse().unwrap())
                .collect();
        let storage = "http://localhost:7071/".parse().unwrap();
        let policy = Policy::new("abc".to_owned()).with_storage(Some(&storage)).with_images(&images);
        let header = policy.header();
        assert!(header.contains("img-src 'self' data: blob: https://cdn.example;"), "{header}");
        assert!(header.contains("connect-src 'self' http://localhost:7071;"), "{header}");
        assert!(header.contains("script-src 'self' 'nonce-abc';"), "{header}");
        assert!(!header.contains('*') && !header.contains("unsafe"), "{header}");
    }
}
