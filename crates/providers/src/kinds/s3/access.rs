//! The authorization of `vendor_a_s3`: keys, or a role.

use std::sync::Arc;

use domain::Refusal;
use domain::authorization::STORAGE_CLASSES;
use domain::connection::{Direction, ProviderKind};

use super::assumed_role::AssumedRole;
use super::credentials::{Credentials, Keys, TokenSource};
use super::origin::BucketOrigin;
use super::target::BucketTarget;
use super::{Bucket, Location};
use crate::http_client::HttpClient;
use crate::{Access, Fields, Place, ProviderResult, Shown};

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

pub(crate) fn parse(fields: Fields<'_>, _: ProviderKind, direction: Direction) -> Result<Box<dyn Access>, Refusal> {
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
        let reason = "must be omitted if role_arn and external_id are given: use either keys or a role";
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
    let reason = "must be omitted if client_id and client_secret are given";
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

pub(crate) fn bucket_name(fields: &Fields<'_>) -> Result<String, Refusal> {
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
    // It becomes a part of the host name.
    if region.len() <= 32 && region.chars().all(is_allowed) {
        return Ok(region);
    }
    Err(Fields::refuse("region", "must be a region code such as eu-central-1"))
}

fn storage_class(fields: &Fields<'_>, direction: Direction) -> Result<String, Refusal> {
    let class = fields.optional("storage_class")?.unwrap_or_else(|| "STANDARD".to_owned());
    if !STORAGE_CLASSES.contains(&class.as_str()) {
        return Err(Fields::refuse("storage_class", format!("must be one of {}", STORAGE_CLASSES.join(", "))));
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

    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let provider = ProviderKind::VendorAS3.as_str();
        let is_set = !http.setting(provider, "base_url").is_empty();
        let endpoint = http.address(provider, "base_url", &format!("https://s3.{}.amazonaws.com", self.region))?;
        // A wildcard certificate covers one label, so a name with dots goes into the path.
        let path_style = is_set || self.destination.contains('.');
        let (bucket, region) = (self.destination.clone(), self.region.clone());
        let credentials = match self.opened_by.clone() {
            OpenedBy::Keys(keys) => Credentials::Keys(keys),
            OpenedBy::Role(role) => Credentials::role(role),
        };
        let location = Location { endpoint, path_style, bucket, region };
        // At another address, it may be another store.
        Ok(open(http, location, credentials, self.direction, (&self.storage_class, !is_set)))
    }
}

fn open(
    http: &Arc<HttpClient>,
    location: Location,
    credentials: Credentials,
    direction: Direction,
    (storage_class, is_amazon): (&str, bool),
) -> Place {
    let bucket = Bucket { http: http.clone(), location, credentials };
    match direction {
        Direction::ServiceToCloud => Place::Target(Box::new(BucketTarget::new(bucket, storage_class, is_amazon))),
        Direction::CloudToService => Place::Origin(Box::new(BucketOrigin::new(bucket))),
    }
}

/// A bucket that is accessed with a pair of keys, at any endpoint.
pub(crate) fn place(http: &Arc<HttpClient>, location: Location, keys: Keys, direction: Direction) -> Place {
    open(http, location, Credentials::Keys(keys), direction, ("STANDARD", false))
}

/// A bucket that is accessed with a token, and that accepts files.
pub(crate) fn place_by_token(http: &Arc<HttpClient>, location: Location, source: Box<dyn TokenSource>) -> Place {
    open(http, location, Credentials::Token(source), Direction::ServiceToCloud, ("STANDARD", false))
}

#[cfg(test)]
mod tests {
    use domain::connection::Direction::{CloudToService, ServiceToCloud};
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    const ROLE: &str = "arn:aws:iam::123456789012:role/name";

    /// An authorization with some fields changed; null removes a field.
    fn changed(base: &Value, changes: &Value) -> Value {
        let mut authorization = base.clone();
        let fields = authorization.as_object_mut().unwrap();
        for (name, value) in changes.as_object().unwrap() {
            if value.is_null() {
                fields.remove(name)
            } else {
                fields.insert(name.clone(), value.clone())
            };
        }
        authorization
    }

    fn check(base: &Value, cases: &[(Value, &str)], kind: ProviderKind, direction: Direction) {
        for (changes, field) in cases {
            let authorization = changed(base, changes);
            let (found, said) = refused_field(access(kind, direction, &authorization));
            let expected = if field.is_empty() { String::new() } else { format!("authorization.{field}") };
            assert_eq!(found, expected, "{} {authorization}: {said}", kind.as_str());
            assert!(!said.contains("s3cr3t"), "{said}");
        }
    }

    #[test]
    fn keys_and_a_role_exclude_each_other() {
        let keys =
            json!({ "client_id": "a", "client_secret": "s3cr3t", "destination": "bucket", "region": "eu-west-1" });
        let cases = [
            (json!({}), ""),
            (json!({ "client_id": null }), "client_id"),
            (json!({ "client_id": 5 }), "client_id"),
            (json!({ "client_id": "a\nb" }), "client_id"),
            (json!({ "client_secret": null }), "client_secret"),
            (json!({ "client_secret": "s3cr3t".repeat(400) }), "client_secret"),
            (json!({ "destination": null }), "destination"),
            (json!({ "destination": "a" }), "destination"),
            (json!({ "destination": "a/../b" }), "destination"),
            (json!({ "region": null }), "region"),
            (json!({ "region": "eu west" }), "region"),
            (json!({ "region": "evil.example/" }), "region"),
            (json!({ "role_arn": ROLE }), "client_id"),
            (json!({ "external_id": "0123456789abcdef" }), "client_id"),
            (json!({ "role_arn": ROLE, "client_id": null }), "client_secret"),
            (json!({ "endpoint": "https://a.example" }), "endpoint"),
            (json!({ "storage_class": "COLD" }), "storage_class"),
        ];
        check(&keys, &cases, ProviderKind::VendorAS3, ServiceToCloud);
        let role = json!({ "role_arn": ROLE, "external_id": "0123456789abcdef", "destination": "bucket",
            "region": "eu-west-1" });
        let cases = [
            (json!({}), ""),
            (json!({ "external_id": "+=,.@:/-azAZ09azAZ09" }), ""),
            (json!({ "external_id": "a".repeat(1_224) }), ""),
            (json!({ "external_id": "a".repeat(1_225) }), "external_id"),
            (json!({ "external_id": "0123456789abcde" }), "external_id"),
            (json!({ "external_id": "0123456789 abcdef" }), "external_id"),
            (json!({ "external_id": "0123456789_abcdef" }), "external_id"),
            (json!({ "external_id": null }), "external_id"),
            (json!({ "role_arn": null }), "role_arn"),
            (json!({ "role_arn": "arn:aws:iam::123456789012:user/name" }), "role_arn"),
            (json!({ "client_secret": "s3cr3t" }), "client_secret"),
        ];
        check(&role, &cases, ProviderKind::VendorAS3, ServiceToCloud);
    }

    #[test]
    fn storage_classes_are_for_one_direction() {
        let keys =
            json!({ "client_id": "a", "client_secret": "s3cr3t", "destination": "bucket", "region": "eu-west-1" });
        for class in super::STORAGE_CLASSES.iter().copied() {
            check(&keys, &[(json!({ "storage_class": class }), "")], ProviderKind::VendorAS3, ServiceToCloud);
            let field = if class == "STANDARD" { "" } else { "storage_class" };
            check(&keys, &[(json!({ "storage_class": class }), field)], ProviderKind::VendorAS3, CloudToService);
        }
    }

    #[test]
    fn compatible_providers_name_what_is_wrong() {
        let given = json!({ "client_id": "a", "client_secret": "s3cr3t", "destination": "bucket",
            "endpoint": "https://s3.example.org", "region": "eu" });
        let cases = [
            (json!({}), ""),
            (json!({ "client_id": null }), "client_id"),
            (json!({ "client_secret": 1 }), "client_secret"),
            (json!({ "destination": null }), "destination"),
            (json!({ "endpoint": null }), "endpoint"),
            (json!({ "endpoint": "ftp://a" }), "endpoint"),
            (json!({ "region": null }), "region"),
            (json!({ "force_s3_path_style": "true" }), "force_s3_path_style"),
            (json!({ "storage_class": "STANDARD" }), "storage_class"),
        ];
        for kind in [ProviderKind::VendorES3, ProviderKind::VendorHS3, ProviderKind::VendorLS3] {
            check(&given, &cases, kind, ServiceToCloud);
        }
        check(&given, &[(json!({ "region": "us" }), "region")], ProviderKind::VendorLS3, ServiceToCloud);
        let cases = [
            (json!({}), "force_s3_path_style"),
            (json!({ "force_s3_path_style": "yes" }), "force_s3_path_style"),
            (json!({ "force_s3_path_style": 1 }), "force_s3_path_style"),
            (json!({ "force_s3_path_style": "true" }), ""),
            (json!({ "force_s3_path_style": false }), ""),
        ];
        check(&given, &cases, ProviderKind::VendorKS3, ServiceToCloud);
    }
}
