//! Deletes single objects and lists of them.

use s3s::dto::{
    DeleteObjectInput, DeleteObjectOutput, DeleteObjectsInput, DeleteObjectsOutput, DeletedObject, ETagCondition,
    ObjectIdentifier,
};
use s3s::{S3Error, S3Request, S3Response, S3Result};

use super::Backend;
use super::conditions::condition;
use super::versions::refuse_versions;
use crate::error::Error;
use crate::index;
use crate::index::objects::Condition;

const ONLY_ETAGS: Error = Error::NotImplemented("a delete can depend on an ETag, but not on a size or time");

pub(super) async fn one(
    backend: &Backend,
    request: S3Request<DeleteObjectInput>,
) -> S3Result<S3Response<DeleteObjectOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    if input.if_match_last_modified_time.is_some() || input.if_match_size.is_some() {
        return Err(ONLY_ETAGS.into());
    }
    let condition = condition(input.if_match, None)?;
    let (bucket, key) = (input.bucket, input.key);
    backend.index.free(move |connection| index::objects::remove(connection, &bucket, &key, &condition)).await?;
    Ok(S3Response::new(DeleteObjectOutput::default()))
}

pub(super) async fn many(
    backend: &Backend,
    request: S3Request<DeleteObjectsInput>,
) -> S3Result<S3Response<DeleteObjectsOutput>> {
    let input = request.input;
    if input.delete.objects.len() > 1000 {
        return Err(Error::InvalidArgument("up to 1000 objects can be deleted at once".into()).into());
    }
    let doomed = input.delete.objects.into_iter().map(doomed).collect::<Result<Vec<_>, _>>()?;
    let bucket = input.bucket;
    let removal = move |connection: &index::Connection| {
        let (mut deleted, mut refused) = (Vec::new(), Vec::new());
        for (key, condition) in &doomed {
            match index::objects::remove(connection, &bucket, key, condition) {
                Err(error @ (Error::PreconditionFailed | Error::NoSuchKey)) => refused.push((key.clone(), error)),
                other => other.map(|()| deleted.push(key.clone()))?,
            }
        }
        Ok((deleted, refused))
    };
    let (deleted, refused) = backend.index.free(removal).await?;
    let quiet = input.delete.quiet.unwrap_or(false);
    let deleted = deleted.into_iter().map(|key| DeletedObject { key: Some(key), ..Default::default() }).collect();
    let errors: Vec<_> = refused.into_iter().map(refusal).collect();
    Ok(S3Response::new(DeleteObjectsOutput {
        deleted: (!quiet).then_some(deleted),
        errors: (!errors.is_empty()).then_some(errors),
        ..Default::default()
    }))
}

/// The key of an object to delete, and the condition.
fn doomed(object: ObjectIdentifier) -> Result<(String, Condition), Error> {
    refuse_versions(object.version_id.as_deref())?;
    if object.last_modified_time.is_some() || object.size.is_some() {
        return Err(ONLY_ETAGS);
    }
    Ok((object.key, condition(object.e_tag.map(ETagCondition::ETag), None)?))
}

fn refusal((key, error): (String, Error)) -> s3s::dto::Error {
    let message = error.to_string();
    let code = S3Error::from(error).code().as_str().to_owned();
    s3s::dto::Error { key: Some(key), code: Some(code), message: Some(message), ..Default::default() }
}
