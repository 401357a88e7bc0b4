//! Assuming a role: with the operator's identity and the Team's external id we get keys for an hour.

use hmac::{Hmac, KeyInit, Mac};
use http::Method;
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use protocols::s3::xml;
use sha2::{Digest, Sha256};
use url::Url;
use wire::time::Time;

use super::document;
use crate::http_client::{Answer, HttpClient, Said, Sending};
use crate::{Fault, ProviderError, ProviderResult};
use serving::secret::Secret;

const PROVIDER: &str = "vendor_a_s3";
const SESSION_SECONDS: &str = "3600";
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

#[derive(Clone)]
pub(super) struct AssumedRole {
    pub(super) role_arn: String,
    pub(super) external_id: String,
}

/// Keys with a session token, and when they expire.
pub(super) async fn assume(
    http: &HttpClient,
    role: &AssumedRole,
    region: &str,
) -> ProviderResult<(rusty_s3::Credentials, Time)> {
    let access_key = http.setting(PROVIDER, "access_key");
    let secret_key = Secret::new(http.setting(PROVIDER, "secret_key"));
    if access_key.is_empty() || secret_key.is_empty() {
        let reason = "role-based access needs an identity of this service, and the operator has set none \
                      (providers.vendor_a_s3.access_key and secret_key): use client_id and client_secret instead";
        return Err(ProviderError::new(Fault::Refused, reason));
    }
    let url = http.address(PROVIDER, "sts_url", &format!("https://sts.{region}.amazonaws.com"))?;
    let form = form(&[
        ("Action", "AssumeRole"),
        ("DurationSeconds", SESSION_SECONDS),
        ("ExternalId", &role.external_id),
        ("RoleArn", &role.role_arn),
        ("RoleSessionName", "tonnage"),
        ("Version", "2011-06-15"),
    ]);
    let signing = Signing { access_key, secret_key: &secret_key, region, service: "sts" };
    let sending = signing.signed(&url, &form, http.now());
    let answer = http.call(&sending, read_error).await?;
    let root = document(&answer, "AssumeRoleResponse")?;
    let result = root.all("AssumeRoleResult").next();
    let found = result.and_then(|result| result.all("Credentials").next());
    let unusable = || ProviderError::unusable("the provider's answer to AssumeRole has no credentials");
    let found = found.ok_or_else(unusable)?;
    let expires_at: Timestamp = found.text_of("Expiration").parse().map_err(|_| unusable())?;
    let credentials = rusty_s3::Credentials::new_with_token(
        found.text_of("AccessKeyId"),
        found.text_of("SecretAccessKey"),
        found.text_of("SessionToken"),
    );
    Ok((credentials, Time::from_millis(expires_at.as_millisecond())))
}

fn read_error(answer: &Answer) -> Said {
    let root = xml::parse(&answer.text()).ok();
    let error = root.as_ref().and_then(|root| root.all("Error").next());
    let Some(error) = error else { return Said::default() };
    let (code, message) = (error.text_of("Code").to_owned(), error.text_of("Message").to_owned());
    Said { code, message, fault: None }
}

fn form(pairs: &[(&str, &str)]) -> String {
    let encoded = |text: &str| utf8_percent_encode(text, UNRESERVED).to_string();
    pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect::<Vec<_>>().join("&")
}

/// Signature version 4 in a header, over a form in the body.
struct Signing<'a> {
    access_key: &'a str,
    secret_key: &'a Secret,
    region: &'a str,
    service: &'a str,
}

const FORM: &str = "application/x-www-form-urlencoded; charset=utf-8";

impl Signing<'_> {
    fn signed(&self, url: &Url, form: &str, now: Time) -> Sending<'static> {
        let moment = Timestamp::from_millisecond(now.as_millis()).unwrap_or_default();
        let stamp = moment.strftime("%Y%m%dT%H%M%SZ").to_string();
        let host = match url.port() {
            Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
            None => url.host_str().unwrap_or_default().to_owned(),
        };
        let headers = [("content-type", FORM), ("host", &host), ("x-amz-date", &stamp)];
        let payload = hex::encode(Sha256::digest(form));
        let authorization = self.authorization("POST", url.path(), "", &headers, &payload);
        Sending::new("assume the role", Method::POST, url.clone())
            .bytes(FORM, form.to_owned())
            .header("x-amz-date", &stamp)
            .header("authorization", &authorization)
    }

    fn authorization(&self, method: &str, path: &str, query: &str, headers: &[(&str, &str)], payload: &str) -> String {
        let stamp = headers.iter().find(|(name, _)| *name == "x-amz-date").map_or("", |(_, value)| value);
        let date = stamp.split('T').next().unwrap_or_default();
        let names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let lines: Vec<String> = headers.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        let lines = lines.join("\n");
        let request = format!("{method}\n{path}\n{query}\n{lines}\n\n{names}\n{payload}");
        let scope = format!("{date}/{}/{}/aws4_request", self.region, self.service);
        let text = format!("AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{}", hex::encode(Sha256::digest(request)));
        let secret = format!("AWS4{}", self.secret_key.expose());
        let parts = [date, self.region, self.service, "aws4_request", &text];
        let signature = parts.iter().fold(secret.into_bytes(), |key, part| keyed(&key, part));
        let signature = hex::encode(signature);
        format!("AWS4-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={names}, Signature={signature}", self.access_key)
    }
}

fn keyed(key: &[u8], text: &str) -> Vec<u8> {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::Signing;
    use serving::secret::Secret;

    #[test]
    fn the_documented_example_is_signed_as_documented() {
        let secret_key = Secret::new("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
        let signing =
            Signing { access_key: "AKIDEXAMPLE", secret_key: &secret_key, region: "us-east-1", service: "iam" };
        let headers = [
            ("content-type", "application/x-www-form-urlencoded; charset=utf-8"),
            ("host", "iam.amazonaws.com"),
            ("x-amz-date", "20150830T123600Z"),
        ];
        let empty = hex::encode(Sha256::digest(b""));
        let query = "Action=ListUsers&Version=2010-05-08";
        let authorization = signing.authorization("GET", "/", query, &headers, &empty);
        assert!(
            authorization.ends_with("Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"),
            "{authorization}"
        );
    }
}
