//! S3-compatible object storage of many providers: one table.

use std::sync::Arc;

use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use url::Url;

use super::s3::{self, Keys, Location};
use crate::http_client::HttpClient;
use crate::{Access, Fields, Place, ProviderResult, Shown};

/// The differences between providers.
struct Row {
    kind: ProviderKind,
    /// Set if the provider has only one region.
    region: Option<&'static str>,
    /// Whether `endpoint` may contain the bucket, and `force_s3_path_style` is accepted.
    bucket_in_endpoint: bool,
}

const ROWS: &[Row] = &[
    Row { kind: ProviderKind::VendorES3, region: None, bucket_in_endpoint: false },
    Row { kind: ProviderKind::VendorHS3, region: None, bucket_in_endpoint: false },
    Row { kind: ProviderKind::VendorKS3, region: None, bucket_in_endpoint: true },
    Row { kind: ProviderKind::VendorLS3, region: Some("eu"), bucket_in_endpoint: false },
];

struct CompatibleAccess {
    keys: Keys,
    location: Location,
    direction: Direction,
}

pub(super) fn parse(fields: Fields<'_>, kind: ProviderKind, direction: Direction) -> Result<Box<dyn Access>, Refusal> {
    let row = ROWS.iter().find(|row| row.kind == kind);
    let row = row.ok_or_else(|| Refusal::invalid("provider", "does not use S3"))?;
    let keys = Keys { client_id: fields.text("client_id")?, client_secret: fields.secret("client_secret")? };
    let bucket = s3::bucket_name(&fields)?;
    let region = fields.text("region")?;
    if let Some(only) = row.region.filter(|only| *only != region) {
        return Err(Fields::refuse("region", format!("must be {only}")));
    }
    let endpoint = endpoint(&fields.text("endpoint")?)?;
    let location = if row.bucket_in_endpoint {
        without_bucket(endpoint, bucket, region, path_style(&fields)?)
    } else {
        Location { endpoint, path_style: true, bucket, region }
    };
    fields.finish()?;
    Ok(Box::new(CompatibleAccess { keys, location, direction }))
}

/// An address, with or without its scheme.
fn endpoint(text: &str) -> Result<Url, Refusal> {
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let is_usable = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none() && url.username().is_empty()
    };
    let url = whole.parse::<Url>().ok().filter(is_usable);
    url.ok_or_else(|| Fields::refuse("endpoint", "must be an address such as https://s3.example.org"))
}

/// A boolean that is sent as a string.
fn path_style(fields: &Fields<'_>) -> Result<bool, Refusal> {
    match fields.flag_text("force_s3_path_style")?.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Fields::refuse("force_s3_path_style", "must be \"true\" or \"false\", as a string")),
    }
}

/// The bucket may be the first label of the host, or the path; the signature needs the address without it.
fn without_bucket(mut endpoint: Url, bucket: String, region: String, path_style: bool) -> Location {
    if endpoint.path().trim_matches('/') == bucket {
        endpoint.set_path("/");
    }
    let host = endpoint.host_str().unwrap_or_default().to_owned();
    if let Some(rest) = host.strip_prefix(&format!("{bucket}."))
        && endpoint.set_host(Some(rest)).is_err()
    {
        tracing::debug!("an endpoint without its bucket is not a host");
    }
    Location { endpoint, path_style, bucket, region }
}

impl Access for CompatibleAccess {
    fn shown(&self) -> Shown {
        Shown { destination: self.location.bucket.clone(), region: self.location.region.clone() }
    }

    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        Ok(s3::place(http, self.location.clone(), self.keys.clone(), self.direction))
    }
}

#[cfg(test)]
mod tests {
    use super::{endpoint, without_bucket};

    #[test]
    fn the_bucket_is_found_in_host_and_path() {
        let cases = [
            ("https://s3.example.org", "https://s3.example.org/"),
            ("https://bucket.s3.example.org", "https://s3.example.org/"),
            ("https://s3.example.org/bucket", "https://s3.example.org/"),
            ("https://s3.example.org/bucket/", "https://s3.example.org/"),
            ("bucket.s3.example.org:9000", "https://s3.example.org:9000/"),
            ("http://127.0.0.1:9000/bucket", "http://127.0.0.1:9000/"),
            ("https://buckets.example.org", "https://buckets.example.org/"),
            ("https://s3.example.org/other", "https://s3.example.org/other"),
        ];
        for (given, expected) in cases {
            let location = without_bucket(endpoint(given).unwrap(), "bucket".into(), "default".into(), true);
            assert_eq!(location.endpoint.as_str(), expected, "{given}");
        }
        for wrong in ["", "ftp://a", "https://", "https://a?b=c", "https://user@a"] {
            assert!(endpoint(wrong).is_err(), "{wrong:?}");
        }
    }
}
