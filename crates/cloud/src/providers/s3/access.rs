//! The authorization of `vendor_a_s3`: keys, or a role.

use std::sync::Arc;

use domain::Refusal;
use domain::connection::{Direction, ProviderKind};

use super::assumed_role::AssumedRole;
use super::credentials::{Credentials, Keys};
use super::origin::BucketOrigin;
use super::target::BucketTarget;
use super::{Bucket, Location};
use crate::providers::outside::Outside;
use crate::providers::{Access, Fields, Place, ProviderResult, Shown};

const CLASSES: [&str; 7] =
    ["STANDARD", "INTELLIGENT_TIERING", "STANDARD_IA", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"];

struct BucketAccess {
    opened_by: OpenedBy,
    destination: String,
    region: String,
    storage_class: String,
    direction: Direction,
}

#[derive(Clone)]
enum OpenedBy {
    Keys(Keys),
    Role(AssumedRole),
}

pub(in crate::providers) fn parse(
    fields: Fields<'_>,
    _: ProviderKind,
    direction: Direction,
) -> Result<Box<dyn Access>, Refusal> {
    let access = BucketAccess {
        opened_by: opened_by(&fields)?,
        destination: bucket_name(&fields)?,
        region: region(&fields)?,
        storage_class: storage_class(&fields, direction)?,
        direction,
    };
    fields.finish()?;
    Ok(Box::new(access))
}

fn opened_by(fields: &Fields<'_>) -> Result<OpenedBy, Refusal> {
    if fields.has("role_arn") || fields.has("external_id") {
        let reason = "must be left out when role_arn and external_id are given: access is by keys or by a role";
        fields.absent("client_id", reason)?;
        fields.absent("client_secret", reason)?;
        let role_arn = fields.text("role_arn")?;
        if !role_arn.starts_with("arn:") || !role_arn.contains(":role/") {
            return Err(Fields::refuse(
                "role_arn",
                "must be the ARN of a role, such as arn:aws:iam::123456789012:role/name",
            ));
        }
        return Ok(OpenedBy::Role(AssumedRole { role_arn, external_id: external_id(fields)? }));
    }
    let reason = "must be left out when client_id and client_secret are given";
    fields.absent("role_arn", reason)?;
    fields.absent("external_id", reason)?;
    Ok(OpenedBy::Keys(Keys { client_id: fields.text("client_id")?, client_secret: fields.secret("client_secret")? }))
}

fn external_id(fields: &Fields<'_>) -> Result<String, Refusal> {
    let text = fields.text("external_id")?;
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "+=,.@:/-".contains(letter);
    if (16..=1_224).contains(&text.len()) && text.chars().all(is_allowed) {
        return Ok(text);
    }
    let reason = "must be 16 to 1224 characters: letters, digits and + = , . @ : / -, without spaces";
    Err(Fields::refuse("external_id", reason))
}

pub(in crate::providers) fn bucket_name(fields: &Fields<'_>) -> Result<String, Refusal> {
    let name = fields.text("destination")?;
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.' | '_');
    if (3..=63).contains(&name.len()) && name.chars().all(is_allowed) && !name.contains("..") {
        return Ok(name);
    }
    Err(Fields::refuse("destination", "must be the name of a bucket: 3 to 63 letters, digits, dots and hyphens"))
}

fn region(fields: &Fields<'_>) -> Result<String, Refusal> {
    let region = fields.text("region")?;
    let is_allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    // It becomes a part of the host that is called.
    if region.len() <= 32 && region.chars().all(is_allowed) {
        return Ok(region);
    }
    Err(Fields::refuse("region", "must be a region code such as eu-central-1"))
}

fn storage_class(fields: &Fields<'_>, direction: Direction) -> Result<String, Refusal> {
    let class = fields.optional("storage_class")?.unwrap_or_else(|| "STANDARD".to_owned());
    if !CLASSES.contains(&class.as_str()) {
        return Err(Fields::refuse("storage_class", format!("must be one of {}", CLASSES.join(", "))));
    }
    if direction == Direction::CloudToService && class != "STANDARD" {
        return Err(Fields::refuse("storage_class", "must be STANDARD for cloud_to_service"));
    }
    Ok(class)
}

impl Access for BucketAccess {
    fn shown(&self) -> Shown {
        Shown { destination: self.destination.clone(), region: self.region.clone() }
    }

    fn open(&self, outside: &Arc<Outside>) -> ProviderResult<Place> {
        let provider = ProviderKind::VendorAS3.as_str();
        let is_set = !outside.setting(provider, "base_url").is_empty();
        let endpoint = outside.address(provider, "base_url", &format!("https://s3.{}.amazonaws.com", self.region))?;
        // A certificate for all buckets covers one label, so a name with dots goes into the path.
        let path_style = is_set || self.destination.contains('.');
        let (bucket, region) = (self.destination.clone(), self.region.clone());
        let credentials = match self.opened_by.clone() {
            OpenedBy::Keys(keys) => Credentials::Keys(keys),
            OpenedBy::Role(role) => Credentials::role(role),
        };
        let location = Location { endpoint, path_style, bucket, region };
        Ok(open(outside, location, credentials, self.direction, &self.storage_class))
    }
}

fn open(
    outside: &Arc<Outside>,
    location: Location,
    credentials: Credentials,
    direction: Direction,
    storage_class: &str,
) -> Place {
    let bucket = Bucket { outside: outside.clone(), location, credentials };
    match direction {
        Direction::ServiceToCloud => Place::Target(Box::new(BucketTarget::new(bucket, storage_class))),
        Direction::CloudToService => Place::Origin(Box::new(BucketOrigin::new(bucket))),
    }
}

/// A bucket that a pair of keys opens, wherever it is.
pub(in crate::providers) fn place(
    outside: &Arc<Outside>,
    location: Location,
    keys: Keys,
    direction: Direction,
) -> Place {
    open(outside, location, Credentials::Keys(keys), direction, "STANDARD")
}
