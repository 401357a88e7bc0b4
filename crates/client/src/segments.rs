//! Calls about files that are read while they grow.

use reqwest::Method;
use wire::blueprint::Blueprint;
use wire::ids::{FileId, PackageId};
use wire::segments::{NoteSegment, RequestSegments, SegmentPage};

use crate::Client;
use crate::calls::Reply;

impl Client {
    /// Requests that upload segments, in order.
    pub async fn request_segments(
        &self,
        package: &PackageId,
        file: &FileId,
        request: &RequestSegments,
    ) -> Reply<Vec<Blueprint>> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/{file}/segments"), request).await
    }

    /// Reports that a segment is in storage. Idempotent.
    pub async fn note_segment(&self, package: &PackageId, file: &FileId, segment: &NoteSegment) -> Reply<()> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/{file}/segments/done"), segment).await
    }

    /// The segments of a file after number `after`; waits for new ones up to `wait` seconds.
    pub async fn segments(&self, package: &PackageId, file: &FileId, after: u64, wait: u64) -> Reply<SegmentPage> {
        let path = format!("/v1/packages/{package}/files/{file}/segments?after={after}&wait={wait}");
        self.call(Method::GET, &path).await
    }
}
