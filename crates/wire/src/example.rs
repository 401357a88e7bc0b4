//! Examples of request bodies, next to their types. The OpenAPI documents show them.
//!
//! A test of each program reads every example as its type, so an example that no longer fits is found.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

/// A body of requests. Types without an example cannot be described as one.
pub trait Example: ToSchema {
    /// At least one.
    fn samples() -> Vec<Sample>;
}

pub struct Sample {
    pub name: String,
    pub body: Value,
    /// What its type makes of the body, or why it cannot be read.
    read: Result<Value, String>,
}

impl Sample {
    pub fn of<T: Serialize + DeserializeOwned>(name: &str, body: Value) -> Self {
        let read = serde_json::from_value::<T>(body.clone()).and_then(serde_json::to_value);
        Self { name: name.to_owned(), body, read: read.map_err(|error| error.to_string()) }
    }

    /// A list with this sample only.
    #[must_use]
    pub fn listed(self) -> Self {
        let list = |value| Value::Array(vec![value]);
        Self { name: self.name, body: list(self.body), read: self.read.map(list) }
    }

    /// Why the body does not fit its type. Readers ignore unknown fields, so a field that the type loses is a fault too.
    pub fn fault(&self) -> Option<String> {
        match &self.read {
            Err(error) => Some(format!("{}: {error}", self.name)),
            Ok(read) => lost(&self.body, read, &self.name),
        }
    }
}

/// The first value that was written but is not what was read.
fn lost(written: &Value, read: &Value, at: &str) -> Option<String> {
    match (written, read) {
        (Value::Object(written), Value::Object(read)) => written
            .iter()
            .find_map(|(name, value)| lost(value, read.get(name).unwrap_or(&Value::Null), &format!("{at}.{name}"))),
        (Value::Array(written), Value::Array(read)) if written.len() == read.len() => {
            written.iter().zip(read).find_map(|(written, read)| lost(written, read, at))
        }
        _ => (written != read).then(|| format!("{at}: {written} is read as {read}")),
    }
}

/// The example of a type, as JSON: `example! { SignIn, { "email": "anna@example.org", … } }`.
macro_rules! example {
    ($name:ident, $($body:tt)+) => {
        impl $crate::example::Example for $name {
            fn samples() -> Vec<$crate::example::Sample> {
                vec![$crate::example::Sample::of::<Self>(stringify!($name), serde_json::json!($($body)+))]
            }
        }
    };
}
pub(crate) use example;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Sample;
    use crate::files::{AddFile, FinalizeFile};

    fn fault(body: Value) -> Option<String> {
        Sample::of::<AddFile>("x", body).fault()
    }

    #[test]
    fn an_example_that_does_not_fit_is_found() {
        assert_eq!(fault(json!({ "name": "a.mov", "size": 5 })), None);
        assert_eq!(fault(json!({ "name": 5 })), Some("x: invalid type: integer `5`, expected a string".to_owned()));
        assert_eq!(fault(json!({ "path": "day 4" })), Some("x: missing field `name`".to_owned()));
        assert_eq!(fault(json!({ "name": "a", "length": 5 })), Some("x.length: 5 is read as null".to_owned()));
        assert!(Sample::of::<AddFile>("x", json!({ "name": "a", "length": 5 })).listed().fault().is_some());
        let chunks = |chunk: Value| Sample::of::<FinalizeFile>("x", json!({ "size": 1, "chunk_extras": [chunk] }));
        assert_eq!(chunks(json!({ "partNumber": 1, "etag": "a" })).fault(), None);
        assert!(chunks(json!({ "part_number": 1, "etag": "a" })).fault().is_some(), "another spelling");
    }
}
