//! Serves files of the build.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use crate::files::Files;

/// File names contain a hash of their content, so they can be cached forever.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

impl Files {
    /// The file `assets/NAME`, compressed if the browser supports it; `None` if it does not exist.
    pub fn asset(&self, name: &str, headers: &HeaderMap) -> Option<Response> {
        let kind = kind(name)?;
        let path = format!("assets/{name}");
        let compressed = ENCODINGS
            .into_iter()
            .filter(|(encoding, _)| accepts(headers, encoding))
            .find_map(|(encoding, ending)| Some((self.read(&format!("{path}{ending}"))?, Some(encoding))));
        let (content, encoding) = match compressed {
            Some(found) => found,
            None => (self.read(&path)?, None),
        };
        let mut response = content.into_owned().into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_EVER));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        Some(response)
    }
}

/// The file types that a build creates; compressed versions are not served under their own names.
fn kind(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "woff2" => Some("font/woff2"),
        _ => None,
    }
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let named = |text: &str| {
        text.split(',').any(|part| {
            let mut fields = part.split(';').map(str::trim);
            fields.next() == Some(encoding) && !fields.any(|field| matches!(field, "q=0" | "q=0.0" | "q=0.00"))
        })
    };
    headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(named)
}

#[cfg(test)]
mod tests {
    use super::Files;
    use axum::http::{HeaderMap, HeaderValue, header};

    fn asked(files: &Files, name: &str, encodings: &str) -> Option<(String, String)> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(encodings).unwrap());
        let response = files.asset(name, &headers)?;
        let of = |name| response.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        Some((of(header::CONTENT_TYPE), of(header::CONTENT_ENCODING)))
    }

    #[test]
    fn the_best_form_that_the_browser_takes_is_sent() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir(directory.path().join("assets")).unwrap();
        for name in ["a.js", "a.js.br", "a.js.gz", "b.css"] {
            std::fs::write(directory.path().join("assets").join(name), name).unwrap();
        }
        let files = Files::in_directory(directory.path().to_owned());
        for (name, encodings, expected) in [
            ("a.js", "gzip, br", Some(("text/javascript; charset=utf-8", "br"))),
            ("a.js", "gzip, br;q=0", Some(("text/javascript; charset=utf-8", "gzip"))),
            ("a.js", "identity", Some(("text/javascript; charset=utf-8", ""))),
            ("b.css", "br", Some(("text/css; charset=utf-8", ""))),
            ("c.css", "br", None),
            ("a.js.br", "br", None),
            ("../manifest.json", "br", None),
        ] {
            let expected = expected.map(|(kind, encoding)| (kind.to_owned(), encoding.to_owned()));
            assert_eq!(asked(&files, name, encodings), expected, "{name} {encodings}");
        }
    }
}
