//! Blueprints: requests that clients send to the store themselves, described and signed without I/O.
//!
//! They are signed for the address that clients use, and a signature covers no header that the blueprint does not list.

use std::time::Duration;

use protocols::s3::Request;
use reqwest::Method;
use url::Url;
use wire::blueprint::Blueprint;

use super::disposition::attachment;
use super::{CRC64_HEADER, LIMIT_BELOW, Lengths, SIGNED_LENGTH, Storage, UPLOAD_LIMIT, UploadPlace};

impl Storage {
    /// Begins a multipart upload of up to `limit` bytes, if the store supports that. The reply contains the `UploadId`.
    pub fn create_blueprint(&self, key: &str, limit: u64) -> Blueprint {
        self.upload(&self.limited(self.create_request(key), limit))
    }

    pub(super) fn create_request<'a>(&self, key: &'a str) -> Request<'a> {
        let request = Request::new(Method::POST, key).query("uploads", "");
        if !self.capabilities().verifies_checksums {
            return request;
        }
        request.header("x-amz-checksum-algorithm", "CRC64NVME").header("x-amz-checksum-type", "FULL_OBJECT")
    }

    /// Puts one part. With a length, the store refuses any other; with a checksum (CRC-64/NVME in base64) it refuses other
    /// bytes, if it supports that.
    pub fn chunk_blueprint(
        &self,
        place: UploadPlace<'_>,
        part_number: u16,
        length: Option<u64>,
        checksum: Option<&str>,
    ) -> Blueprint {
        let request = self.chunk_request(place, part_number, checksum);
        self.upload(&match length {
            Some(length) => self.sized(request, length),
            None => request,
        })
    }

    pub(super) fn chunk_request<'a>(
        &self,
        place: UploadPlace<'a>,
        part_number: u16,
        checksum: Option<&str>,
    ) -> Request<'a> {
        let request = Request::new(Method::PUT, place.key).query("partNumber", part_number.to_string());
        self.checked(request.query("uploadId", place.upload_id), checksum)
    }

    /// Puts a whole object if none exists yet. `None` if the store would overwrite an existing one.
    pub fn put_blueprint(&self, key: &str, length: u64, checksum: Option<&str>) -> Option<Blueprint> {
        let request = Request::new(Method::PUT, key).header("if-none-match", "*");
        let request = || self.sized(self.checked(request, checksum), length);
        self.capabilities().refuses_overwriting.then(|| self.upload(&request()))
    }

    /// Puts a segment. All objects below the prefix together have up to `limit` bytes, if the store supports that. Using
    /// the URL again overwrites the object, which is detected before the segment is used.
    pub fn segment_blueprint(&self, key: &str, below: &str, limit: u64, checksum: Option<&str>) -> Blueprint {
        let request = self.limited(self.checked(Request::new(Method::PUT, key), checksum), limit);
        self.upload(&match self.capabilities().lengths {
            Lengths::Unchecked | Lengths::InHeader => request,
            Lengths::InUrl => request.query(LIMIT_BELOW, below),
        })
    }

    /// Gets an object, as a file of this name and never shown as a page. Nothing that its uploader said about it counts:
    /// what is saved is what was scanned.
    pub fn download_url(&self, key: &str, file_name: &str) -> Url {
        let request = Request::new(Method::GET, key)
            .query("response-cache-control", "private, no-store")
            .query("response-content-disposition", attachment(file_name))
            .query("response-content-encoding", "identity")
            .query("response-content-type", "application/octet-stream");
        self.public.sign(&request, self.clock.outside(), self.download_life)
    }

    /// A body of exactly this length, as far as the store can be made to check it.
    fn sized<'a>(&self, request: Request<'a>, length: u64) -> Request<'a> {
        match self.capabilities().lengths {
            Lengths::Unchecked => request,
            Lengths::InHeader => request.header("content-length", length.to_string()),
            Lengths::InUrl => request.query(SIGNED_LENGTH, length.to_string()),
        }
    }

    fn limited<'a>(&self, request: Request<'a>, limit: u64) -> Request<'a> {
        match self.capabilities().lengths {
            Lengths::Unchecked | Lengths::InHeader => request,
            Lengths::InUrl => request.query(UPLOAD_LIMIT, limit.to_string()),
        }
    }

    fn upload(&self, request: &Request<'_>) -> Blueprint {
        self.public.blueprint(request, self.clock.outside(), self.upload_life)
    }

    fn checked<'a>(&self, request: Request<'a>, checksum: Option<&str>) -> Request<'a> {
        match checksum {
            Some(checksum) if self.capabilities().verifies_checksums => request.header(CRC64_HEADER, checksum),
            _ => request,
        }
    }

    /// A URL to which the content of an object can be put. For tests and for our own requests.
    pub fn presigned_put(&self, key: &str) -> Url {
        self.own_url(&Request::new(Method::PUT, key))
    }

    /// A URL from which the content of an object can be downloaded unchanged.
    pub fn presigned_get(&self, key: &str) -> Url {
        self.own_url(&Request::new(Method::GET, key))
    }

    pub(super) fn own_url(&self, request: &Request<'_>) -> Url {
        /// Our own requests are sent at once, so their signatures can be short-lived.
        const LIFE: Duration = Duration::from_mins(1);
        self.own.sign(request, self.clock.outside(), LIFE)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use url::Url;
    use wire::blueprint::Blueprint;
    use wire::time::Time;

    use crate::clock::Clock;
    use crate::config;
    use crate::keys::Keys;
    use crate::secret::Secret;
    use crate::storage::{Capabilities, Lengths, Storage, UploadPlace};

    const KEY: &str = "teams/a b/ü+&?#%.bin";
    const ALL: Capabilities = Capabilities {
        verifies_checksums: true,
        refuses_overwriting: true,
        knows_crc32: true,
        lengths: Lengths::InUrl,
    };
    const SUM: Option<&str> = Some("AAAAAAAAAAA=");

    fn place(upload_id: &str) -> UploadPlace<'_> {
        UploadPlace { key: KEY, upload_id }
    }

    fn storage(capabilities: Option<Capabilities>, change: impl FnOnce(&mut config::Storage)) -> Storage {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut config = config::Storage { endpoint: "http://10.0.0.1:9000".into(), ..config::Storage::default() };
        change(&mut config);
        let keys = Keys::derive(&Secret::new("the secret of all tests, 32 bytes and more"));
        let clock = Clock::fixed(Time::from_millis(0));
        let storage = Storage::new(&config, config.endpoint.parse().unwrap(), &keys, clock).unwrap();
        if let Some(capabilities) = capabilities {
            storage.capabilities.set(capabilities).unwrap();
        }
        storage
    }

    fn parameters(url: &str) -> Vec<(String, String)> {
        let url: Url = url.parse().unwrap();
        url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    fn parameter(url: &str, name: &str) -> String {
        let found: Vec<String> =
            parameters(url).into_iter().filter(|(found, _)| found == name).map(|(_, value)| value).collect();
        assert_eq!(found.len(), 1, "{name} in {url}");
        found[0].clone()
    }

    /// Checks that the signature covers the host and exactly the headers that the blueprint lists.
    #[track_caller]
    fn covers_what_it_lists(blueprint: &Blueprint) {
        let signed = parameter(&blueprint.url, "X-Amz-SignedHeaders");
        let signed: BTreeSet<String> = signed.split(';').map(str::to_owned).collect();
        let listed = blueprint.headers.keys().map(|name| name.to_ascii_lowercase());
        assert_eq!(signed, listed.chain(["host".to_owned()]).collect());
    }

    fn listed(blueprint: &Blueprint) -> Vec<(&str, &str)> {
        blueprint.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }

    #[test]
    fn headers_are_those_that_the_store_heeds() {
        let able = storage(Some(ALL), |_| ());
        let created = able.create_blueprint(KEY, 30);
        assert_eq!((created.method.as_str(), created.body.as_str()), ("POST", ""));
        let expected = [("x-amz-checksum-algorithm", "CRC64NVME"), ("x-amz-checksum-type", "FULL_OBJECT")];
        assert_eq!(listed(&created), expected);
        assert_eq!(parameter(&created.url, "x-tonnage-limit"), "30");
        let chunk = able.chunk_blueprint(place("id"), 7, Some(10), SUM);
        assert_eq!(parameter(&chunk.url, "x-tonnage-length"), "10");
        assert_eq!(listed(&chunk), [("x-amz-checksum-crc64nvme", "AAAAAAAAAAA=")]);
        let put = able.put_blueprint(KEY, 10, SUM).unwrap();
        assert_eq!(parameter(&put.url, "x-tonnage-length"), "10");
        assert_eq!(listed(&put), [("if-none-match", "*"), ("x-amz-checksum-crc64nvme", "AAAAAAAAAAA=")]);
        assert_eq!(listed(&able.put_blueprint(KEY, 10, None).unwrap()), [("if-none-match", "*")]);
        for blueprint in [created, chunk, put, able.chunk_blueprint(place("id"), 7, None, None)] {
            covers_what_it_lists(&blueprint);
            assert_eq!(parameter(&blueprint.url, "X-Amz-Expires"), "3600");
        }

        for known in [None, Some(Capabilities::default())] {
            let plain = storage(known, |_| ());
            assert_eq!(plain.put_blueprint(KEY, 10, None), None);
            let chunk = plain.chunk_blueprint(place("id"), 7, Some(10), SUM);
            for blueprint in [plain.create_blueprint(KEY, 30), chunk] {
                assert_eq!(listed(&blueprint), []);
                assert!(!blueprint.url.contains("tonnage-l"), "{}", blueprint.url);
                covers_what_it_lists(&blueprint);
            }
        }
    }

    #[test]
    fn a_store_of_another_make_is_told_the_length_in_a_header() {
        let other = storage(Some(Capabilities { lengths: Lengths::InHeader, ..Capabilities::default() }), |_| ());
        let chunk = other.chunk_blueprint(place("id"), 7, Some(10), SUM);
        assert_eq!(listed(&chunk), [("content-length", "10")]);
        covers_what_it_lists(&chunk);
        for blueprint in [other.create_blueprint(KEY, 30), other.chunk_blueprint(place("id"), 7, None, None)] {
            assert_eq!(listed(&blueprint), []);
        }
    }

    #[test]
    fn the_number_of_a_part_stands_in_the_middle() {
        let storage = storage(Some(ALL), |_| ());
        for (number, upload_id, sum) in [(1, "a", None), (10_000, "x/y+z=&", Some("AAAAAAAAAAA="))] {
            let chunk = storage.chunk_blueprint(place(upload_id), number, Some(10), sum);
            let names: Vec<String> = parameters(&chunk.url).into_iter().map(|(name, _)| name).collect();
            let place = names.iter().position(|name| name == "partNumber").unwrap();
            assert!(place > 0 && place < names.len() - 1, "{names:?}");
            assert_eq!(parameter(&chunk.url, "partNumber"), number.to_string());
            assert_eq!(parameter(&chunk.url, "uploadId"), upload_id);
        }
    }

    #[test]
    fn urls_are_for_the_address_that_clients_use() {
        let set = |config: &mut config::Storage| {
            config.public_endpoint = "https://files.example.org/s3".into();
            config.upload_url_seconds = 61;
            config.download_url_seconds = 62;
        };
        let storage = storage(Some(ALL), set);
        let uploads = [
            storage.create_blueprint(KEY, 30),
            storage.chunk_blueprint(place("id"), 1, None, None),
            storage.put_blueprint(KEY, 10, None).unwrap(),
        ];
        for blueprint in uploads {
            assert!(blueprint.url.starts_with("https://files.example.org/s3/tonnage/teams/"), "{}", blueprint.url);
            assert_eq!(parameter(&blueprint.url, "X-Amz-Expires"), "61");
        }
        let download = storage.download_url(KEY, "ü.bin").to_string();
        assert!(download.starts_with("https://files.example.org/s3/tonnage/teams/"), "{download}");
        assert_eq!(parameter(&download, "X-Amz-Expires"), "62");
        assert_eq!(storage.endpoint().as_str(), "http://10.0.0.1:9000/tonnage/");
        assert!(storage.presigned_get(KEY).as_str().starts_with("http://10.0.0.1:9000/"));
    }

    #[test]
    fn a_bucket_can_be_in_the_name_of_the_host() {
        let set = |config: &mut config::Storage| {
            config.endpoint = "https://s3.example.org".into();
            config.path_style = false;
        };
        let storage = storage(None, set);
        let chunk = storage.chunk_blueprint(UploadPlace { key: "a/b", upload_id: "id" }, 1, None, None);
        assert!(chunk.url.starts_with("https://tonnage.s3.example.org/a/b?"), "{}", chunk.url);
    }

    #[test]
    fn downloads_sign_how_they_are_shown() {
        let url = storage(None, |_| ()).download_url(KEY, "a\"\r\nb.html").to_string();
        let expected = "attachment; filename=\"a___b.html\"; filename*=UTF-8''a%22__b.html";
        assert_eq!(parameter(&url, "response-content-disposition"), expected);
        assert_eq!(parameter(&url, "response-content-type"), "application/octet-stream");
        assert_eq!(parameter(&url, "response-content-encoding"), "identity");
        assert_eq!(parameter(&url, "response-cache-control"), "private, no-store");
        assert_eq!(parameter(&url, "X-Amz-SignedHeaders"), "host");
        assert!(!url.contains('+') && !url.contains("%0D") && !url.contains("%0A"), "{url}");
    }
}
