//! Creates, describes, lists and deletes buckets; only empty ones can be deleted.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use s3s::dto::{
    Bucket, BucketLocationConstraint, CreateBucketInput, CreateBucketOutput, DeleteBucketInput, DeleteBucketOutput,
    GetBucketLocationInput, GetBucketLocationOutput, HeadBucketInput, HeadBucketOutput, Initiator, ListBucketsInput,
    ListBucketsOutput, Owner,
};
use s3s::{S3Request, S3Response, S3Result};

use super::{Backend, timestamp};
use crate::error::Error;
use crate::index::buckets;
use crate::names::OWNER;

const LARGEST_PAGE: i32 = 10_000;

/// Everything belongs to the owner of the store.
pub(super) fn owner() -> Owner {
    Owner { display_name: Some(OWNER.into()), id: Some(OWNER.into()) }
}

pub(super) fn initiator() -> Initiator {
    Initiator { display_name: Some(OWNER.into()), id: Some(OWNER.into()) }
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
    request: S3Request<ListBucketsInput>,
) -> S3Result<S3Response<ListBucketsOutput>> {
    let input = request.input;
    let most = input.max_buckets.unwrap_or(LARGEST_PAGE);
    if !(1..=LARGEST_PAGE).contains(&most) {
        return Err(Error::InvalidArgument(format!("max-buckets must be from 1 to {LARGEST_PAGE}")).into());
    }
    let after = input.continuation_token.as_deref().map(name_in).transpose()?;
    let is_here = input.bucket_region.is_none_or(|region| region == backend.region);
    let prefix = input.prefix.as_deref().unwrap_or_default();
    let mut found = backend.index.read(buckets::all).await?;
    found.retain(|(name, _)| is_here && name.starts_with(prefix) && after.as_ref().is_none_or(|after| name > after));
    let page = usize::try_from(most).unwrap_or_default();
    let is_last = found.len() <= page;
    found.truncate(page);
    let token = found.last().filter(|_| !is_last).map(|(name, _)| URL_SAFE_NO_PAD.encode(name));
    let buckets = found
        .into_iter()
        .map(|(name, created)| Bucket {
            name: Some(name),
            creation_date: Some(timestamp(created)),
            bucket_region: Some(backend.region.clone()),
        })
        .collect();
    Ok(S3Response::new(ListBucketsOutput {
        buckets: Some(buckets),
        owner: Some(owner()),
        continuation_token: token,
        prefix: input.prefix,
    }))
}

/// The name after which a list of buckets continues.
fn name_in(token: &str) -> Result<String, Error> {
    let name = URL_SAFE_NO_PAD.decode(token).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    name.ok_or_else(|| Error::InvalidArgument("the continuation token is invalid".into()))
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
