//! The rules of a bucket in an external store: CORS, and the expiry of unfinished uploads.
//!
//! A store keeps one document of each kind, and writing it replaces the previous one. So rules that an operator wrote
//! are kept, unless they ask us to replace them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest as _, Md5};
use protocols::s3::{Element, Request};
use reqwest::Method;

use super::send::{Call, Expects};
use super::{Storage, StorageError};

/// A document of rules that a bucket may have.
pub struct BucketRules {
    /// The name for people.
    pub name: &'static str,
    /// The name in S3.
    subresource: &'static str,
    /// The root element of the document.
    root: &'static str,
    /// The document that we send.
    document: &'static str,
    /// The same, in the format of the AWS command line and most consoles.
    pub for_people: &'static str,
    /// Whether an existing document already contains our rules.
    suffices: fn(&Element) -> bool,
}

/// The outcome of writing rules.
#[derive(Debug, PartialEq, Eq)]
pub enum RulesWritten {
    Written,
    /// The bucket already has suitable rules.
    ThereAlready,
    /// The bucket has other rules, which were not changed.
    OthersThere,
}

const METHODS: [&str; 4] = ["GET", "HEAD", "PUT", "POST"];

/// Pages have other origins than the store: the service's own, and those of anyone who uses the API.
const CORS: BucketRules = BucketRules {
    name: "CORS",
    subresource: "cors",
    root: "CORSConfiguration",
    document: concat!(
        "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>",
        "<AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod>",
        "<AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>",
        "<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>",
        "<MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>",
    ),
    for_people: r#"{"CORSRules": [{"AllowedOrigins": ["*"], "AllowedMethods": ["GET", "HEAD", "PUT", "POST"],
  "AllowedHeaders": ["*"], "ExposeHeaders": ["ETag"], "MaxAgeSeconds": 3600}]}"#,
    suffices: |document| {
        document.all("CORSRule").any(|rule| {
            let has = |name: &str, wanted: &str| rule.all(name).any(|found| found.text == wanted);
            let exposes_etag = rule.all("ExposeHeader").any(|found| found.text.eq_ignore_ascii_case("etag"));
            has("AllowedOrigin", "*") && METHODS.iter().all(|method| has("AllowedMethod", method)) && exposes_etag
        })
    },
};

/// Longer than anyone continues an upload; the service itself aborts those that it knows of.
const LIFECYCLE: BucketRules = BucketRules {
    name: "lifecycle",
    subresource: "lifecycle",
    root: "LifecycleConfiguration",
    document: concat!(
        "<LifecycleConfiguration><Rule><ID>tonnage-unfinished-uploads</ID>",
        "<Filter><Prefix>packages/</Prefix></Filter><Status>Enabled</Status>",
        "<AbortIncompleteMultipartUpload><DaysAfterInitiation>30</DaysAfterInitiation>",
        "</AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>",
    ),
    for_people: r#"{"Rules": [{"ID": "tonnage-unfinished-uploads", "Filter": {"Prefix": "packages/"}, "Status": "Enabled",
  "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 30}}]}"#,
    suffices: |document| {
        let ends_uploads = |rule: &Element| rule.all("AbortIncompleteMultipartUpload").next().is_some();
        document.all("Rule").any(|rule| rule.text_of("Status") == "Enabled" && ends_uploads(rule))
    },
};

pub const BUCKET_RULES: [BucketRules; 2] = [CORS, LIFECYCLE];

impl Storage {
    /// Writes these rules to the bucket. Other rules are replaced only if `replace` is set.
    pub async fn write_rules(&self, rules: &BucketRules, replace: bool) -> Result<RulesWritten, StorageError> {
        match self.present_rules(rules).await? {
            Some(document) if (rules.suffices)(&document) => return Ok(RulesWritten::ThereAlready),
            Some(_) if !replace => return Ok(RulesWritten::OthersThere),
            _ => {}
        }
        let md5 = STANDARD.encode(Md5::digest(rules.document));
        let request = Request::new(Method::PUT, "").query(rules.subresource, "");
        let call = Call::new("write the bucket's rules", request).unsigned("content-md5", md5).body(rules.document);
        self.call(&call).await?;
        Ok(RulesWritten::Written)
    }

    async fn present_rules(&self, rules: &BucketRules) -> Result<Option<Element>, StorageError> {
        let request = Request::new(Method::GET, "").query(rules.subresource, "");
        let call = Call::new("read the bucket's rules", request).expects(Expects::Document(rules.root));
        match self.call(&call).await {
            Ok(reply) => Ok(Some(reply.document)),
            Err(StorageError::NotFound) => Ok(None),
            Err(StorageError::Refused { status, .. }) if status == reqwest::StatusCode::NOT_FOUND => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use protocols::s3::xml;
    use serde_json::Value;

    use super::BUCKET_RULES;

    #[test]
    fn our_rules_suffice_and_weaker_ones_do_not() {
        let weaker = [
            ("<AllowedMethod>PUT</AllowedMethod>", ""),
            ("<ExposeHeader>ETag</ExposeHeader>", ""),
            (">*</AllowedOrigin>", ">https://example.org</AllowedOrigin>"),
            ("Enabled", "Disabled"),
            ("AbortIncompleteMultipartUpload", "Expiration"),
        ];
        for rules in &BUCKET_RULES {
            let suffices = |text: &str| (rules.suffices)(&xml::parse(text).unwrap());
            assert!(suffices(rules.document), "{}", rules.name);
            for (part, other) in weaker.iter().filter(|(part, _)| rules.document.contains(part)) {
                assert!(!suffices(&rules.document.replace(part, other)), "{} without {part}", rules.name);
            }
        }
    }

    #[test]
    fn people_are_shown_what_is_sent() {
        for rules in &BUCKET_RULES {
            let shown: Value = serde_json::from_str(rules.for_people).unwrap();
            let sent = rules.document;
            leaves(&shown, &mut |leaf| assert!(sent.contains(&format!(">{leaf}<")), "{leaf} is not in {sent}"));
        }
    }

    fn leaves(value: &Value, look: &mut impl FnMut(String)) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| leaves(value, look)),
            Value::Object(values) => values.values().for_each(|value| leaves(value, look)),
            Value::String(text) => look(text.clone()),
            other => look(other.to_string()),
        }
    }
}
