//! The providers themselves, one file for each kind, and the list of them.

mod asset_manager;
mod blob_container;
mod content_platform;
#[cfg(test)]
mod declared_fields;
mod native_bucket;
mod post_production;
mod s3;
mod s3_compatible;
mod service_account_bucket;
mod video_review;
mod video_review_legacy;

use domain::Refusal;
use domain::connection::{Direction, ProviderKind};

use super::{Access, Fields};

type Parse = fn(Fields<'_>, ProviderKind, Direction) -> Result<Box<dyn Access>, Refusal>;

/// All providers, with the parser of their `authorization`. Gateways have none: they poll for their work.
const PROVIDERS: &[(ProviderKind, Parse)] = &[
    (ProviderKind::VendorAS3, s3::parse),
    (ProviderKind::VendorBBlob, blob_container::parse),
    (ProviderKind::VendorCB2, native_bucket::parse),
    (ProviderKind::VendorDBox, content_platform::parse),
    (ProviderKind::VendorES3, s3_compatible::parse),
    (ProviderKind::VendorF, video_review_legacy::parse),
    (ProviderKind::VendorFV4, video_review::parse),
    (ProviderKind::VendorGStorage, service_account_bucket::parse),
    (ProviderKind::VendorHS3, s3_compatible::parse),
    (ProviderKind::VendorI, asset_manager::parse),
    (ProviderKind::VendorKS3, s3_compatible::parse),
    (ProviderKind::VendorLS3, s3_compatible::parse),
    (ProviderKind::VendorN, post_production::parse),
];

/// Parses the `authorization` of a connection; the error names the wrong field, and how to fix it.
pub fn access(
    kind: ProviderKind,
    direction: Direction,
    authorization: &serde_json::Value,
) -> Result<Box<dyn Access>, Refusal> {
    let known = PROVIDERS.iter().find(|(known, _)| *known == kind);
    let (_, parse) = known.ok_or_else(|| Refusal::invalid("provider", "takes no authorization"))?;
    parse(Fields::new(authorization)?, kind, direction)
}
