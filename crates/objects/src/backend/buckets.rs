//! Creates, describes, lists and deletes buckets; only empty ones can be deleted.

use s3s::dto::{
    Bucket, BucketLocationConstraint, CreateBucketInput, CreateBucketOutput, DeleteBucketInput, DeleteBucketOutput,
    GetBucketLocationInput, GetBucketLocationOutput, HeadBucketInput, HeadBucketOutput, ListBucketsInput,
    ListBucketsOutput, Owner,
};
use s3s::{S3Request, S3Response, S3Result};

use super::{Backend, timestamp};
use crate::error::Error;
use crate::index::buckets;

/// Everything belongs to the owner of the store.
pub(super) fn owner() -> Owner {
    Owner { display_name: Some("tonnage".into()), id: Some("tonnage".into()) }
}

pub(super) async fn require(backend: &Backend, name: String) -> Result<(), Error> {
    backend.index.read(move |connection| buckets::require(connection, &name)).await
}

pub(super) async fn create(
    backend: &Backend,
    request: S3Request<CreateBucketInput>,
) -> S3Result<S3Response<CreateBucketOutput>> {
    let now = backend.clock.now_millis();
    let location = format!("/{}", request.input.bucket);
    let name = request.input.bucket;
    backend.index.write(Vec::new(), move |connection| buckets::create(connection, &name, now)).await?;
    Ok(S3Response::new(CreateBucketOutput { location: Some(location) }))
}

pub(super) async fn head(
    backend: &Backend,
    request: S3Request<HeadBucketInput>,
) -> S3Result<S3Response<HeadBucketOutput>> {
    require(backend, request.input.bucket).await?;
    Ok(S3Response::new(HeadBucketOutput { bucket_region: Some(backend.region.clone()), ..Default::default() }))
}

pub(super) async fn remove(
    backend: &Backend,
    request: S3Request<DeleteBucketInput>,
) -> S3Result<S3Response<DeleteBucketOutput>> {
    let name = request.input.bucket;
    backend.index.free(move |connection| buckets::remove(connection, &name)).await?;
    Ok(S3Response::new(DeleteBucketOutput {}))
}

pub(super) async fn list(
    backend: &Backend,
    _request: S3Request<ListBucketsInput>,
) -> S3Result<S3Response<ListBucketsOutput>> {
    let found = backend.index.read(buckets::all).await?;
    let buckets = found
        .into_iter()
        .map(|(name, created)| Bucket {
            name: Some(name),
            creation_date: Some(timestamp(created)),
            bucket_region: Some(backend.region.clone()),
        })
        .collect();
    Ok(S3Response::new(ListBucketsOutput { buckets: Some(buckets), owner: Some(owner()), ..Default::default() }))
}

pub(super) async fn location(
    backend: &Backend,
    request: S3Request<GetBucketLocationInput>,
) -> S3Result<S3Response<GetBucketLocationOutput>> {
    require(backend, request.input.bucket).await?;
    // S3 returns no name for its first region here.
    let named = Some(backend.region.clone()).filter(|region| region != "us-east-1");
    let location_constraint = named.map(BucketLocationConstraint::from);
    Ok(S3Response::new(GetBucketLocationOutput { location_constraint }))
}
