//! Uploads a growing file as any HTTP client would: segments are put, reported, and joined in the end.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use client::{Client, ClientError};
use crc_fast::{CrcAlgorithm, checksum};
use reqwest::StatusCode;
use wire::error::ErrorCode;
use wire::files::{AddFile, FileBody, FinalizeFile};
use wire::ids::{FileId, PackageId};
use wire::segments::{NoteSegment, RequestSegments};

use crate::parcel::{Parcel, file, request_of};
use crate::test_cloud::TestCloud;

/// The sending end of a growing file.
pub struct GrowingFile {
    /// With the token of the package.
    pub client: Client,
    pub package: PackageId,
    pub id: FileId,
}

/// A checksum in the format of the API.
pub fn crc64_text(content: &[u8]) -> String {
    STANDARD.encode(checksum(CrcAlgorithm::Crc64Nvme, content).to_be_bytes())
}

impl GrowingFile {
    pub async fn add(parcel: &Parcel, name: &str) -> Self {
        let request = AddFile { size: None, growing: Some(true), ..file("", name, 0) };
        let added = parcel.client.add_file(&parcel.id, &request).await.expect("the file is added");
        assert!(added.create_blueprint.is_none() && added.file.growing, "{added:?}");
        Self { client: parcel.client.clone(), package: parcel.id.clone(), id: added.file.id }
    }

    /// Puts a segment into storage.
    pub async fn put(&self, number: u16, content: &[u8]) {
        let request = RequestSegments { first: number.into(), count: 1, checksums: Some(vec![crc64_text(content)]) };
        let blueprints = self.client.request_segments(&self.package, &self.id, &request).await.expect("a blueprint");
        let reply = request_of(&blueprints[0]).body(content.to_vec()).send().await.expect("storage answers");
        assert_eq!(reply.status(), StatusCode::OK);
    }

    /// Reports that a segment is in storage.
    pub async fn note(&self, number: u16, content: &[u8]) -> Result<(), ClientError> {
        let size = i64::try_from(content.len()).expect("a small size");
        let segment = NoteSegment { number: number.into(), size, checksum: crc64_text(content) };
        self.client.note_segment(&self.package, &self.id, &segment).await
    }

    pub async fn send(&self, number: u16, content: &[u8]) {
        self.put(number, content).await;
        self.note(number, content).await.expect("the segment is noted");
    }

    /// The finalize request for these segments.
    pub fn whole(segments: &[&[u8]]) -> FinalizeFile {
        let content = segments.concat();
        FinalizeFile {
            size: i64::try_from(content.len()).expect("a small size"),
            checksum: Some(crc64_text(&content)),
            segments: Some(i64::try_from(segments.len()).expect("few segments")),
            ..FinalizeFile::default()
        }
    }

    /// Finalizes the file, which needs a job.
    pub async fn finalize(&self, cloud: &TestCloud, segments: &[&[u8]]) -> FileBody {
        let request = Self::whole(segments);
        let first = self.client.finalize_file(&self.package, &self.id, &request).await;
        match first {
            Ok(file) => return file,
            Err(ClientError::Refused { body, .. }) if body.code == ErrorCode::StillJoining => {}
            Err(error) => panic!("the file is not joined: {error}"),
        }
        cloud.run_due_jobs().await;
        self.client.finalize_file(&self.package, &self.id, &request).await.expect("the file is finalized")
    }
}
