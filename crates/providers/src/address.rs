//! URLs below a platform's base URL.

use url::Url;

/// The URL of `segments` below `base`. Ids come from outside, so each is escaped to stay a single segment.
pub(super) fn below(base: &Url, segments: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn an_id_stays_one_segment() {
        let base = "https://api.example.org/v4/".parse().unwrap();
        assert_eq!(below(&base, &["files", "12"]).as_str(), "https://api.example.org/v4/files/12");
        assert_eq!(
            below(&base, &["files", "../../x?y#z"]).as_str(),
            "https://api.example.org/v4/files/..%2F..%2Fx%3Fy%23z"
        );
        assert_eq!(below(&base, &["files", ""]).as_str(), "https://api.example.org/v4/files/");
    }
}
