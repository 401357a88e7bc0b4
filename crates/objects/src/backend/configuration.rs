//! What S3 lets its users configure for buckets and objects, and this store does not. Clients read it before they begin,
//! and get the answers of S3 for a bucket for which nothing is configured.

use s3s::dto::{self, GetBucketAclOutput, GetBucketRequestPaymentOutput, Grant, Grantee, Payer, Permission, Type};
use s3s::{S3Error, S3ErrorCode, S3Request, S3Response, S3Result};

use super::buckets::owner;
use super::versions::refuse_versions;
use super::{Backend, buckets};

/// What a bucket answers, or the code of the error that says that nothing is configured.
macro_rules! answers {
    ($($function:ident: $input:ident => $output:ident by $answer:expr;)*) => {
        $(pub(super) async fn $function(backend: &Backend, request: S3Request<dto::$input>) -> S3Result<S3Response<dto::$output>> {
            buckets::require(backend, request.input.bucket).await?;
            let answer: Result<dto::$output, S3ErrorCode> = $answer;
            answer.map(S3Response::new).map_err(nothing)
        })*
    };
}

answers! {
    versioning: GetBucketVersioningInput => GetBucketVersioningOutput by Ok(dto::GetBucketVersioningOutput::default());
    acceleration: GetBucketAccelerateConfigurationInput => GetBucketAccelerateConfigurationOutput by Ok(dto::GetBucketAccelerateConfigurationOutput::default());
    logging: GetBucketLoggingInput => GetBucketLoggingOutput by Ok(dto::GetBucketLoggingOutput::default());
    notifications:
        GetBucketNotificationConfigurationInput => GetBucketNotificationConfigurationOutput by Ok(dto::GetBucketNotificationConfigurationOutput::default());
    payment: GetBucketRequestPaymentInput => GetBucketRequestPaymentOutput
        by Ok(GetBucketRequestPaymentOutput { payer: Some(Payer::from_static(Payer::BUCKET_OWNER)) });
    bucket_acl: GetBucketAclInput => GetBucketAclOutput
        by Ok(GetBucketAclOutput { grants: Some(vec![full_control()]), owner: Some(owner()) });
    bucket_tagging: GetBucketTaggingInput => GetBucketTaggingOutput by Err(S3ErrorCode::NoSuchTagSet);
    cors: GetBucketCorsInput => GetBucketCorsOutput by Err(S3ErrorCode::NoSuchCORSConfiguration);
    encryption: GetBucketEncryptionInput => GetBucketEncryptionOutput
        by Err(S3ErrorCode::ServerSideEncryptionConfigurationNotFoundError);
    lifecycle: GetBucketLifecycleConfigurationInput => GetBucketLifecycleConfigurationOutput
        by Err(S3ErrorCode::NoSuchLifecycleConfiguration);
    ownership: GetBucketOwnershipControlsInput => GetBucketOwnershipControlsOutput
        by Err(S3ErrorCode::OwnershipControlsNotFoundError);
    policy: GetBucketPolicyInput => GetBucketPolicyOutput by Err(S3ErrorCode::NoSuchBucketPolicy);
    policy_status: GetBucketPolicyStatusInput => GetBucketPolicyStatusOutput by Err(S3ErrorCode::NoSuchBucketPolicy);
    replication: GetBucketReplicationInput => GetBucketReplicationOutput
        by Err(S3ErrorCode::ReplicationConfigurationNotFoundError);
    website: GetBucketWebsiteInput => GetBucketWebsiteOutput by Err(S3ErrorCode::NoSuchWebsiteConfiguration);
    locks: GetObjectLockConfigurationInput => GetObjectLockConfigurationOutput
        by Err(S3ErrorCode::ObjectLockConfigurationNotFoundError);
    public_access: GetPublicAccessBlockInput => GetPublicAccessBlockOutput
        by Err(S3ErrorCode::Custom("NoSuchPublicAccessBlockConfiguration".into()));
}

/// S3 answers 404 for all of these.
fn nothing(code: S3ErrorCode) -> S3Error {
    let mut error = S3Error::with_message(code, "this is not configured, and cannot be");
    error.set_status_code(http::StatusCode::NOT_FOUND);
    error
}

fn full_control() -> Grant {
    let owner = owner();
    let grantee = Grantee {
        display_name: owner.display_name,
        email_address: None,
        id: owner.id,
        type_: Type::from_static(Type::CANONICAL_USER),
        uri: None,
    };
    Grant { grantee: Some(grantee), permission: Some(Permission::from_static(Permission::FULL_CONTROL)) }
}

pub(super) async fn object_acl(
    backend: &Backend,
    request: S3Request<dto::GetObjectAclInput>,
) -> S3Result<S3Response<dto::GetObjectAclOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    backend.find(&input.bucket, &input.key).await?;
    let (grants, owner) = (Some(vec![full_control()]), Some(owner()));
    Ok(S3Response::new(dto::GetObjectAclOutput { grants, owner, request_charged: None }))
}

pub(super) async fn object_tagging(
    backend: &Backend,
    request: S3Request<dto::GetObjectTaggingInput>,
) -> S3Result<S3Response<dto::GetObjectTaggingOutput>> {
    let input = request.input;
    refuse_versions(input.version_id.as_deref())?;
    backend.find(&input.bucket, &input.key).await?;
    Ok(S3Response::new(dto::GetObjectTaggingOutput::default()))
}
