//! The authorization of `vendor_b_blob`: a SAS URL with enough permissions, and the name of a container.

use std::sync::Arc;

use domain::Refusal;
use domain::connection::{Direction, ProviderKind};
use jiff::Timestamp;
use url::Url;

use super::{Container, ContainerTarget};
use crate::{Access, Fault, Fields, HttpClient, Place, ProviderError, ProviderResult, Shown};
use serving::secret::Secret;

const FIELD: &str = "blob_service_sas_url";

/// Something that the signature must allow.
struct Needed {
    /// The name of the query parameter.
    name: &'static str,
    what: &'static str,
    /// Each letter with its meaning.
    letters: &'static [(char, &'static str)],
}

const PERMISSIONS: &[(char, &str)] =
    &[('r', "read"), ('w', "write"), ('d', "delete"), ('l', "list"), ('a', "add"), ('c', "create"), ('u', "update")];
const NEEDED: [Needed; 3] = [
    Needed { name: "ss", what: "services", letters: &[('b', "blob")] },
    Needed { name: "srt", what: "resource types", letters: &[('c', "container"), ('o', "object")] },
    Needed { name: "sp", what: "permissions", letters: PERMISSIONS },
];

struct ContainerAccess {
    address: Url,
    signature: Secret,
    expires_at: Timestamp,
    container: String,
}

pub(crate) fn parse(fields: Fields<'_>, _: ProviderKind, _: Direction) -> Result<Box<dyn Access>, Refusal> {
    let given = fields.secret(FIELD)?;
    let container = container_name(&fields)?;
    fields.finish()?;
    let mut address = address(given.expose())?;
    let signature = Secret::new(address.query().unwrap_or_default());
    let expires_at = check_signature(&address)?;
    address.set_query(None);
    Ok(Box::new(ContainerAccess { address, signature, expires_at, container }))
}

fn refuse(reason: impl Into<String>) -> Refusal {
    Fields::refuse(FIELD, reason)
}

fn address(text: &str) -> Result<Url, Refusal> {
    let is_usable = |url: &Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.fragment().is_none()
            && url.query_pairs().any(|(name, value)| name == "sig" && !value.is_empty())
    };
    let url = text.parse::<Url>().ok().filter(is_usable);
    let example = "https://<account>.blob.core.windows.net/?sv=…&ss=b&srt=sco&sp=rwdlacu&se=…&sig=…";
    url.ok_or_else(|| refuse(format!("must be the SAS URL of the blob service, such as {example}")))
}

/// Names everything that is missing at once, and returns when the signature expires.
fn check_signature(address: &Url) -> Result<Timestamp, Refusal> {
    let value = |wanted: &str| {
        let found = address.query_pairs().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    if value("ss").is_empty() && !value("sr").is_empty() {
        return Err(refuse("is the SAS of one container or blob: use a SAS of the account's blob service"));
    }
    let mut missing = Vec::new();
    for Needed { name, what, letters } in NEEDED {
        let given = value(name);
        let lacking: Vec<&str> =
            letters.iter().filter(|(letter, _)| !given.contains(*letter)).map(|(_, word)| *word).collect();
        if !lacking.is_empty() {
            missing.push(format!("the {what} {} ({name})", lacking.join(", ")));
        }
    }
    if !missing.is_empty() {
        return Err(refuse(format!("does not allow enough: it lacks {}", missing.join(" and "))));
    }
    let end = value("se");
    // Also accepts the short forms that the provider allows.
    let forms = [end.clone(), format!("{end}T00:00:00Z"), end.replace('Z', ":00Z")];
    let end = forms.iter().find_map(|text| text.parse().ok());
    end.ok_or_else(|| refuse("has no readable expiry time (se)"))
}

fn container_name(fields: &Fields<'_>) -> Result<String, Refusal> {
    let name = fields.text("destination")?;
    let is_allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let is_name = (3..=63).contains(&name.len())
        && name.chars().all(is_allowed)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !name.contains("--");
    if is_name {
        return Ok(name);
    }
    let reason = "must be the name of a container: 3 to 63 lower case letters, digits and single hyphens";
    Err(Fields::refuse("destination", reason))
}

impl Access for ContainerAccess {
    fn shown(&self) -> Shown {
        Shown { destination: self.container.clone(), region: String::new() }
    }

    fn open(&self, http: &Arc<HttpClient>) -> ProviderResult<Place> {
        let provider = ProviderKind::VendorBBlob.as_str();
        let address = http.address(provider, "base_url", self.address.as_str())?;
        if self.expires_at.as_millisecond() <= http.now().as_millis() {
            let reason = format!("the SAS URL expired at {}", self.expires_at);
            return Err(ProviderError::new(Fault::Credentials, reason));
        }
        let (http, signature) = (http.clone(), self.signature.clone());
        let container = Container { http, address, signature, name: self.container.clone() };
        Ok(Place::Target(Box::new(ContainerTarget(container))))
    }
}

#[cfg(test)]
mod tests {
    use domain::connection::{Direction, ProviderKind};
    use serde_json::{Value, json};

    use crate::access;
    use crate::fields::refused_field;

    const GOOD: &str = "https://a.blob.core.windows.net/?sv=2021-12-02&ss=bf&srt=sco&sp=rwdlacupx&se=2030-01-01T00:00:00Z\
                        &sig=abc%3D";

    fn given(url: &str, container: &str) -> Value {
        json!({ "blob_service_sas_url": url, "destination": container })
    }

    fn refused(authorization: &Value) -> (String, String) {
        refused_field(access(ProviderKind::VendorBBlob, Direction::ServiceToCloud, authorization))
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let sas = "authorization.blob_service_sas_url";
        let container = "authorization.destination";
        let without = |text: &str, other: &str| given(&GOOD.replace(text, other), "box");
        let cases = [
            (given(GOOD, "box"), "", ""),
            (without("2030-01-01T00:00:00Z", "2030-01-01"), "", ""),
            (without("2030-01-01T00:00:00Z", "2030-01-01T00:00Z"), "", ""),
            (json!({ "destination": "box" }), sas, "is required"),
            (json!({ "blob_service_sas_url": 5, "destination": "box" }), sas, "must be text"),
            (json!({ "blob_service_sas_url": GOOD }), container, "is required"),
            (given(GOOD, "Box"), container, "lower case"),
            (given(GOOD, "a--b"), container, "lower case"),
            (given(GOOD, "ab"), container, "lower case"),
            (given("no address", "box"), sas, "must be the SAS URL"),
            (without("&sig=abc%3D", ""), sas, "must be the SAS URL"),
            (without("https", "ftp"), sas, "must be the SAS URL"),
            (without("ss=bf&srt=sco", "sr=c"), sas, "of one container"),
            (without("ss=bf", "ss=f"), sas, "the services blob (ss)"),
            (without("srt=sco", "srt=s"), sas, "the resource types container, object (srt)"),
            (without("sp=rwdlacupx", "sp=rl"), sas, "the permissions write, delete, add, create, update (sp)"),
            (without("&se=2030-01-01T00:00:00Z", ""), sas, "no readable expiry time"),
            (
                json!({ "blob_service_sas_url": GOOD, "destination": "box", "region": "eu" }),
                "authorization.region",
                "is not known",
            ),
        ];
        for (authorization, field, reason) in cases {
            let (found, said) = refused(&authorization);
            assert_eq!(found, field, "{authorization}: {said}");
            assert!(said.contains(reason), "{said}");
            assert!(!said.contains("abc"), "a signature is never told: {said}");
        }
    }
}
