//! Reads request bodies: every mistake is reported, none becomes a 5xx.

mod strict;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use hyper::body::Body as _;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{RequestError, Serves};
use strict::{NO_OBJECT, Strict};

/// A body of JSON, read into a type. An empty body is read as an object without fields, whatever its content type: if all
/// fields are optional, nobody has to send one, and otherwise the reply names the first that is required.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Serves> FromRequest<S> for JsonBody<T> {
    type Rejection = S::Error;

    async fn from_request(request: Request, program: &S) -> Result<Self, S::Error> {
        let value = json(request, program.body_limit()).await?.unwrap_or_else(|| Value::Object(Map::new()));
        check(&value)?;
        Ok(Self(typed(value)?))
    }
}

/// A JSON array whose elements are parsed one by one: a bad one does not affect the others.
pub struct JsonList(pub Vec<Value>);

impl<S: Serves> FromRequest<S> for JsonList {
    type Rejection = S::Error;

    async fn from_request(request: Request, program: &S) -> Result<Self, S::Error> {
        match json(request, program.body_limit()).await? {
            Some(Value::Array(elements)) => Ok(Self(elements)),
            _ => Err(invalid("", "must be a JSON array").into()),
        }
    }
}

impl JsonList {
    /// Parses one element.
    pub fn element<T: DeserializeOwned>(value: Value) -> Result<T, RequestError> {
        check(&value)?;
        typed(value)
    }
}

/// `None` if the body is empty.
async fn json(request: Request, limit: usize) -> Result<Option<Value>, RequestError> {
    let is_json = is_json(request.headers());
    if !is_json && !may_be_empty(request.body()) {
        return Err(RequestError::NotJson);
    }
    let (parts, body) = request.into_parts();
    let bytes = bytes(body, &parts.headers, limit).await?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !is_json {
        return Err(RequestError::NotJson);
    }
    serde_json::from_slice(&bytes).map(Some).map_err(|error| RequestError::BrokenBody(error.to_string()))
}

/// False for a body whose length is announced: it is refused without being read.
fn may_be_empty(body: &Body) -> bool {
    body.size_hint().lower() == 0
}

/// The raw body.
pub async fn bytes(body: Body, headers: &HeaderMap, limit: usize) -> Result<Bytes, RequestError> {
    if content_length(headers).is_some_and(|length| length > limit) {
        return Err(RequestError::BodyTooLarge(limit));
    }
    to_bytes(body, limit).await.map_err(|error| {
        let cause = std::error::Error::source(&error);
        let too_long = cause.is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>);
        if too_long { RequestError::BodyTooLarge(limit) } else { RequestError::BrokenBody("it ended early".to_owned()) }
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let text = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The longest name of a field, in bytes. Fields of forms and extras of webhooks have names that people choose.
const NAME_LONGEST: usize = 8_192;

/// PostgreSQL cannot store NUL, and nothing that people write contains it.
const NUL: &str = "must not contain the NUL character";

/// Something in a body that is never accepted, and where it is.
struct Fault<'a> {
    reason: String,
    /// From the inside to the outside.
    steps: Vec<Step<'a>>,
}

enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

impl<'a> Fault<'a> {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), steps: Vec::new() }
    }

    fn below(mut self, step: Step<'a>) -> Self {
        self.steps.push(step);
        self
    }

    fn path(&self) -> String {
        self.steps.iter().rev().fold(String::new(), |path, step| match step {
            Step::Name(name) => joined(&path, name),
            Step::Index(index) => format!("{path}[{index}]"),
        })
    }
}

fn check(value: &Value) -> Result<(), RequestError> {
    fault(value).map_or(Ok(()), |fault| Err(invalid(&fault.path(), &fault.reason)))
}

/// The first fault. Its path is put together only when there is one: doing that for each element would take as long as
/// the names above it are, for each of them.
fn fault(value: &Value) -> Option<Fault<'_>> {
    match value {
        Value::String(text) if text.contains('\0') => Some(Fault::new(NUL)),
        Value::Array(elements) => {
            elements.iter().enumerate().find_map(|(index, element)| Some(fault(element)?.below(Step::Index(index))))
        }
        Value::Object(fields) => fields.iter().find_map(|(name, field)| {
            if name.len() > NAME_LONGEST {
                let reason = format!("has a field whose name is longer than {NAME_LONGEST} bytes");
                return Some(Fault::new(reason));
            }
            if name.contains('\0') {
                return Some(Fault::new(format!("{NUL} in a name")));
            }
            Some(fault(field)?.below(Step::Name(name)))
        }),
        _ => None,
    }
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, RequestError> {
    if !value.is_object() {
        return Err(invalid("", NO_OBJECT));
    }
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.inner().to_string();
        match missing_field(&reason) {
            Some(name) => invalid(&joined(if path == "." { "" } else { &path }, name), "is required"),
            None => invalid(&path, &reason),
        }
    })
}

fn missing_field(reason: &str) -> Option<&str> {
    reason.strip_prefix("missing field `")?.split('`').next()
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn invalid(path: &str, reason: &str) -> RequestError {
    let field = if path.is_empty() || path == "." { "body" } else { path };
    RequestError::invalid(field, reason)
}

/// The variable parts of the path. Text that is not an identifier cannot refer to anything, so the result is "not
/// found".
pub struct PathParts<T>(pub T);

impl<T: DeserializeOwned + Send, S: Serves> FromRequestParts<S> for PathParts<T> {
    type Rejection = S::Error;

    async fn from_request_parts(parts: &mut Parts, program: &S) -> Result<Self, S::Error> {
        let found = Path::<T>::from_request_parts(parts, program).await;
        found.map(|Path(value)| Self(value)).map_err(|_| RequestError::NotFound("resource").into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{NAME_LONGEST, check};

    #[test]
    fn what_is_never_accepted_is_named_with_its_path() {
        let long = "n".repeat(NAME_LONGEST + 1);
        let cases = [
            (json!({ "a": [{ "b": "x" }, { "b": "\0" }] }), "a[1].b: must not contain the NUL character"),
            (json!({ "a": { "\0": 1 } }), "a: must not contain the NUL character in a name"),
            (json!([["\0"]]), "[0][0]: must not contain the NUL character"),
            (json!("\0"), "body: must not contain the NUL character"),
            (json!({ "a": [{ long: 1 }] }), "a[0]: has a field whose name is longer than 8192 bytes"),
        ];
        for (body, expected) in cases {
            assert_eq!(check(&body).unwrap_err().to_string(), expected);
        }
        assert!(check(&json!({ "n".repeat(NAME_LONGEST): ["x", 1, null, { "a": true }] })).is_ok());
    }
}
