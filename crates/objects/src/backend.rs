//! Implements the S3 operations. The protocol layer has already parsed and authenticated the request; here there are
//! only names, bytes and conditions.

mod attributes;
mod buckets;
mod closing;
mod conditions;
mod configuration;
mod copies;
mod deletions;
mod listings;
mod multipart;
mod objects;
mod versions;

use std::ops::Range;
use std::sync::Arc;

use s3s::dto::{self, ETag, Timestamp};
use s3s::{S3, S3Request, S3Response, S3Result};

use crate::allowance::Writers;
use crate::blobs::Blobs;
use crate::checksum::Joining;
use crate::damage::damaged;
use crate::error::Error;
use crate::index::objects::{Blob, Object};
use crate::index::{self, Index};
use crate::pins::{Pin, Pins};
use crate::reading::Stored;
use crate::{Clock, Options, clock};

pub(crate) use closing::Closing;

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
            $(async fn $name(&self, request: S3Request<dto::$input>) -> S3Result<S3Response<dto::$output>> {
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
    delete_object: DeleteObjectInput => DeleteObjectOutput by deletions::one;
    delete_objects: DeleteObjectsInput => DeleteObjectsOutput by deletions::many;
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
    list_object_versions: ListObjectVersionsInput => ListObjectVersionsOutput by versions::list;
    get_object_attributes: GetObjectAttributesInput => GetObjectAttributesOutput by attributes::get;
    get_object_acl: GetObjectAclInput => GetObjectAclOutput by configuration::object_acl;
    get_object_tagging: GetObjectTaggingInput => GetObjectTaggingOutput by configuration::object_tagging;
    get_object_lock_configuration: GetObjectLockConfigurationInput => GetObjectLockConfigurationOutput by configuration::locks;
    get_bucket_accelerate_configuration:
        GetBucketAccelerateConfigurationInput => GetBucketAccelerateConfigurationOutput by configuration::acceleration;
    get_bucket_acl: GetBucketAclInput => GetBucketAclOutput by configuration::bucket_acl;
    get_bucket_cors: GetBucketCorsInput => GetBucketCorsOutput by configuration::cors;
    get_bucket_encryption: GetBucketEncryptionInput => GetBucketEncryptionOutput by configuration::encryption;
    get_bucket_lifecycle_configuration:
        GetBucketLifecycleConfigurationInput => GetBucketLifecycleConfigurationOutput by configuration::lifecycle;
    get_bucket_logging: GetBucketLoggingInput => GetBucketLoggingOutput by configuration::logging;
    get_bucket_notification_configuration:
        GetBucketNotificationConfigurationInput => GetBucketNotificationConfigurationOutput by configuration::notifications;
    get_bucket_ownership_controls:
        GetBucketOwnershipControlsInput => GetBucketOwnershipControlsOutput by configuration::ownership;
    get_bucket_policy: GetBucketPolicyInput => GetBucketPolicyOutput by configuration::policy;
    get_bucket_policy_status: GetBucketPolicyStatusInput => GetBucketPolicyStatusOutput by configuration::policy_status;
    get_bucket_replication: GetBucketReplicationInput => GetBucketReplicationOutput by configuration::replication;
    get_bucket_request_payment: GetBucketRequestPaymentInput => GetBucketRequestPaymentOutput by configuration::payment;
    get_bucket_tagging: GetBucketTaggingInput => GetBucketTaggingOutput by configuration::bucket_tagging;
    get_bucket_versioning: GetBucketVersioningInput => GetBucketVersioningOutput by configuration::versioning;
    get_bucket_website: GetBucketWebsiteInput => GetBucketWebsiteOutput by configuration::website;
    get_public_access_block: GetPublicAccessBlockInput => GetPublicAccessBlockOutput by configuration::public_access;
}
