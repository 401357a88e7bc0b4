//! What clients send to the store themselves: requests described and signed, with no I/O.
//!
//! They are signed for the address that clients use, and a signature covers no header that the blueprint does not list.

use std::time::Duration;

use reqwest::Method;
use url::Url;
use wire::blueprint::Blueprint;

use super::disposition::attachment;
use super::sign::Request;
use super::{CRC64_HEADER, Storage};

impl Storage {
    /// Begins a multipart upload. The reply carries the `UploadId`.
    pub fn create_blueprint(&self, key: &str) -> Blueprint {
        let mut request = Request::new(Method::POST, key).query("uploads", "");
        if self.capabilities().verifies_checksums {
            request =
                request.header("x-amz-checksum-algorithm", "CRC64NVME").header("x-amz-checksum-type", "FULL_OBJECT");
        }
        self.upload(&request)
    }

    /// Puts one part. With a checksum (CRC-64/NVME in base64) the store refuses other bytes, where it can.
    pub fn chunk_blueprint(&self, key: &str, upload_id: &str, part_number: u16, checksum: Option<&str>) -> Blueprint {
        let request =
            Request::new(Method::PUT, key).query("partNumber", part_number.to_string()).query("uploadId", upload_id);
        self.upload(&self.checked(request, checksum))
    }

    /// Puts a whole object where none is yet. `None` where the store would replace one that is there.
    pub fn put_blueprint(&self, key: &str, checksum: Option<&str>) -> Option<Blueprint> {
        let request = Request::new(Method::PUT, key).header("if-none-match", "*");
        self.capabilities().refuses_overwriting.then(|| self.upload(&self.checked(request, checksum)))
    }

    /// Gets an object, as a file of this name and never as a page.
    pub fn download_url(&self, key: &str, file_name: &str) -> Url {
        let request = Request::new(Method::GET, key)
            .query("response-content-disposition", attachment(file_name))
            .query("response-content-type", "application/octet-stream");
        self.public.sign(&request, self.clock.outside(), self.download_life)
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

    /// An address to which the content of an object can be put. For tests and for our own requests.
    pub fn presigned_put(&self, key: &str) -> Url {
        self.own_url(&Request::new(Method::PUT, key))
    }

    /// An address from which the content of an object can be had, as it is.
    pub fn presigned_get(&self, key: &str) -> Url {
        self.own_url(&Request::new(Method::GET, key))
    }

    pub(super) fn own_url(&self, request: &Request<'_>) -> Url {
        /// Our own requests are sent at once: their signatures need not live long.
        const LIFE: Duration = Duration::from_mins(1);
        self.own.sign(request, self.clock.outside(), LIFE)
    }
}
