//! What the error documents of S3 mean, also where a platform has files sent to such a store.

use protocols::s3::xml;

use super::Fault;
use super::http_client::{Answer, Said};

pub(super) fn read_error(answer: &Answer) -> Said {
    let Some(error) = xml::parse(&answer.text()).ok().filter(|root| root.name == "Error") else {
        return Said::default();
    };
    let (code, message) = (error.text_of("Code").to_owned(), error.text_of("Message").to_owned());
    Said { fault: fault_of(&code), code, message }
}

fn fault_of(code: &str) -> Option<Fault> {
    Some(match code {
        "AccessDenied"
        | "InvalidAccessKeyId"
        | "SignatureDoesNotMatch"
        | "ExpiredToken"
        | "InvalidToken"
        | "AccountProblem"
        | "AllAccessDisabled"
        | "NotSignedUp" => Fault::Credentials,
        // If parts are missing, all parts are sent again in a new upload.
        "NoSuchBucket" | "NoSuchUpload" | "NoSuchKey" | "InvalidPart" | "InvalidPartOrder" => Fault::Missing,
        "QuotaExceeded"
        | "StorageQuotaExceeded"
        | "InsufficientStorage"
        | "InsufficientCapacity"
        | "TooManyBuckets"
        | "ServiceQuotaExceeded"
        | "XMinioStorageFull"
        | "XAmzStorageFull" => Fault::Full,
        "BadDigest" | "InvalidDigest" | "IncompleteBody" | "XAmzContentChecksumMismatch" => Fault::Unusable,
        "SlowDown"
        | "InternalError"
        | "ServiceUnavailable"
        | "RequestTimeout"
        | "OperationAborted"
        | "ThrottlingException"
        | "TooManyRequests" => Fault::Unavailable,
        _ => return None,
    })
}
