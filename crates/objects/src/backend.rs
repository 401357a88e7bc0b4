//! Implements the S3 operations. The protocol layer has already parsed and authenticated the request; here there are
//! only names, bytes and conditions.

mod buckets;
mod copies;
mod listings;
mod multipart;
mod objects;

use std::ops::Range;
use std::sync::Arc;

use s3s::dto::{
    AbortMultipartUploadInput, AbortMultipartUploadOutput, CompleteMultipartUploadInput, CompleteMultipartUploadOutput,
    CopyObjectInput, CopyObjectOutput, CreateBucketInput, CreateBucketOutput, CreateMultipartUploadInput,
    CreateMultipartUploadOutput, DeleteBucketInput, DeleteBucketOutput, DeleteObjectInput, DeleteObjectOutput,
    DeleteObjectsInput, DeleteObjectsOutput, ETag, ETagCondition, GetBucketLocationInput, GetBucketLocationOutput,
    GetObjectInput, GetObjectOutput, HeadBucketInput, HeadBucketOutput, HeadObjectInput, HeadObjectOutput,
    ListBucketsInput, ListBucketsOutput, ListMultipartUploadsInput, ListMultipartUploadsOutput, ListObjectsInput,
    ListObjectsOutput, ListObjectsV2Input, ListObjectsV2Output, ListPartsInput, ListPartsOutput, PutObjectInput,
    PutObjectOutput, Timestamp, UploadPartCopyInput, UploadPartCopyOutput, UploadPartInput, UploadPartOutput,
};
use s3s::{S3, S3Request, S3Response, S3Result};

use crate::allowance::Writers;
use crate::blobs::Blobs;
use crate::checksum::Joining;
use crate::damage::damaged;
use crate::error::Error;
use crate::index::objects::{Blob, Condition, Object};
use crate::index::{self, Index};
use crate::pins::{Pin, Pins};
use crate::reading::Stored;
use crate::{Clock, Options, clock};

#[derive(Clone)]
pub(crate) struct Backend {
    index: Arc<Index>,
    blobs: Arc<Blobs>,
    pins: Arc<Pins>,
    writers: Arc<Writers>,
    clock: Clock,
    region: String,
}

/// An object whose content is pinned.
struct Opened {
    object: Object,
    content: Vec<Blob>,
    pin: Pin,
}

impl Backend {
    pub(crate) fn new(index: Arc<Index>, blobs: Arc<Blobs>, pins: Arc<Pins>, options: &Options) -> Self {
        Self {
            index,
            blobs,
            pins,
            writers: Arc::default(),
            clock: options.clock.clone(),
            region: options.region.clone(),
        }
    }

    /// Where readers find content.
    fn stored(&self) -> Stored {
        Stored { blobs: Arc::clone(&self.blobs), index: Arc::clone(&self.index) }
    }

    async fn find(&self, bucket: &str, key: &str) -> Result<Object, Error> {
        let (bucket, key) = (bucket.to_owned(), key.to_owned());
        self.index.read(move |connection| index::objects::find(connection, &bucket, &key)).await
    }

    async fn open(&self, bucket: &str, key: &str) -> Result<Opened, Error> {
        let (bucket, key) = (bucket.to_owned(), key.to_owned());
        let pins = Arc::clone(&self.pins);
        let query = move |connection: &index::Connection| {
            let lookup = pins.lookup();
            let object = index::objects::find(connection, &bucket, &key)?;
            let pin = lookup.pin(object.content);
            let content = index::objects::blobs(connection, object.content, true)?;
            require_agreement(&object, &content)?;
            Ok(Opened { object, content, pin })
        };
        self.index.read(query).await
    }
}

/// A damaged row of the index must not lead to the content of another object.
fn require_agreement(object: &Object, content: &[Blob]) -> Result<(), Error> {
    if Joining::of(content.iter().map(|blob| blob.sums)) == object.sums {
        return Ok(());
    }
    Err(damaged("an object does not agree with its parts").into())
}

fn timestamp(millis: i64) -> Timestamp {
    Timestamp::from(clock::moment(millis))
}

/// The conditions that `If-Match` and `If-None-Match` set for a write.
fn condition(if_match: Option<ETagCondition>, if_none_match: Option<&ETagCondition>) -> Result<Condition, Error> {
    let mut condition = Condition::default();
    match if_match {
        None => {}
        Some(ETagCondition::Any) => condition.present = true,
        Some(ETagCondition::ETag(etag)) => condition.etag = Some(etag.into_value()),
    }
    match if_none_match {
        None => {}
        Some(ETagCondition::Any) => condition.absent = true,
        Some(ETagCondition::ETag(_)) => {
            return Err(Error::NotImplemented("for writes, If-None-Match only accepts *"));
        }
    }
    Ok(condition)
}

fn matches(condition: &ETagCondition, etag: &str) -> bool {
    match condition {
        ETagCondition::Any => true,
        ETagCondition::ETag(wanted) => wanted.value() == etag,
    }
}

fn strong(etag: &str) -> ETag {
    ETag::Strong(etag.to_owned())
}

fn signed(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

fn content_range(range: &Range<u64>, size: u64) -> String {
    format!("bytes {}-{}/{size}", range.start, range.end.saturating_sub(1))
}

macro_rules! operations {
    ($($name:ident: $input:ident => $output:ident by $module:ident :: $function:ident;)*) => {
        #[async_trait::async_trait]
        impl S3 for Backend {
            $(async fn $name(&self, request: S3Request<$input>) -> S3Result<S3Response<$output>> {
                $module::$function(self, request).await
            })*
        }
    };
}

operations! {
    create_bucket: CreateBucketInput => CreateBucketOutput by buckets::create;
    head_bucket: HeadBucketInput => HeadBucketOutput by buckets::head;
    delete_bucket: DeleteBucketInput => DeleteBucketOutput by buckets::remove;
    list_buckets: ListBucketsInput => ListBucketsOutput by buckets::list;
    get_bucket_location: GetBucketLocationInput => GetBucketLocationOutput by buckets::location;
    put_object: PutObjectInput => PutObjectOutput by objects::put;
    get_object: GetObjectInput => GetObjectOutput by objects::get;
    head_object: HeadObjectInput => HeadObjectOutput by objects::head;
    delete_object: DeleteObjectInput => DeleteObjectOutput by objects::remove;
    delete_objects: DeleteObjectsInput => DeleteObjectsOutput by objects::remove_many;
    copy_object: CopyObjectInput => CopyObjectOutput by copies::object;
    upload_part_copy: UploadPartCopyInput => UploadPartCopyOutput by copies::part;
    create_multipart_upload: CreateMultipartUploadInput => CreateMultipartUploadOutput by multipart::create;
    upload_part: UploadPartInput => UploadPartOutput by multipart::upload_part;
    complete_multipart_upload: CompleteMultipartUploadInput => CompleteMultipartUploadOutput by multipart::complete;
    abort_multipart_upload: AbortMultipartUploadInput => AbortMultipartUploadOutput by multipart::abort;
    list_parts: ListPartsInput => ListPartsOutput by listings::parts;
    list_multipart_uploads: ListMultipartUploadsInput => ListMultipartUploadsOutput by listings::uploads;
    list_objects: ListObjectsInput => ListObjectsOutput by listings::objects;
    list_objects_v2: ListObjectsV2Input => ListObjectsV2Output by listings::objects_v2;
}
