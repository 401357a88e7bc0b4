//! Reads the `authorization` of a connection: every wrong field is named, and no field is silently ignored.

use std::cell::RefCell;
use std::collections::BTreeSet;

use domain::Refusal;
use serde_json::{Map, Value};

use serving::secret::Secret;

const LONGEST: usize = 2_048;
/// A private key of 8,192 bits, encrypted.
const LONGEST_KEY: usize = 16 << 10;

/// The fields of an `authorization`, of which a provider takes those that it knows.
pub struct Fields<'a> {
    given: &'a Map<String, Value>,
    asked: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Fields<'a> {
    pub fn new(authorization: &'a Value) -> Result<Self, Refusal> {
        let given = authorization.as_object();
        let given = given.ok_or_else(|| Refusal::invalid("authorization", "is required, as an object"))?;
        Ok(Self { given, asked: RefCell::default() })
    }

    pub fn refuse(field: &str, reason: impl Into<String>) -> Refusal {
        Refusal::invalid(format!("authorization.{field}"), reason)
    }

    pub fn has(&self, field: &'static str) -> bool {
        !matches!(self.given.get(field), None | Some(Value::Null)) && self.given.get(field) != Some(&Value::from(""))
    }

    /// Text of one line without leading and trailing whitespace.
    pub fn text(&self, field: &'static str) -> Result<String, Refusal> {
        self.optional(field)?.ok_or_else(|| Self::refuse(field, "is required"))
    }

    pub fn optional(&self, field: &'static str) -> Result<Option<String>, Refusal> {
        let Some(text) = self.given_text(field, LONGEST)? else { return Ok(None) };
        if text.chars().any(char::is_control) {
            return Err(Self::refuse(field, "must not contain line breaks or other control characters"));
        }
        Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
    }

    /// A flag that is sent as text; a JSON boolean is accepted too.
    pub fn flag_text(&self, field: &'static str) -> Result<String, Refusal> {
        match self.given.get(field) {
            Some(Value::Bool(flag)) => {
                self.asked.borrow_mut().insert(field);
                Ok(flag.to_string())
            }
            _ => self.text(field),
        }
    }

    pub fn secret(&self, field: &'static str) -> Result<Secret, Refusal> {
        self.text(field).map(Secret::new)
    }

    /// A key in PEM form, header and footer included. Its line breaks may be written as `\n`.
    pub fn private_key(&self, field: &'static str) -> Result<Secret, Refusal> {
        let text = self.given_text(field, LONGEST_KEY)?.ok_or_else(|| Self::refuse(field, "is required"))?;
        let text = text.replace("\\n", "\n");
        let is_whole = text.trim_start().starts_with("-----BEGIN ") && text.trim_end().ends_with("-----");
        if !is_whole {
            let reason = "must be the whole key, from -----BEGIN to the end of -----END …-----, unchanged";
            return Err(Self::refuse(field, reason));
        }
        Ok(Secret::new(text))
    }

    /// A field that must not be present, and why.
    pub fn absent(&self, field: &'static str, reason: &str) -> Result<(), Refusal> {
        self.asked.borrow_mut().insert(field);
        if self.has(field) { Err(Self::refuse(field, reason)) } else { Ok(()) }
    }

    /// Refuses fields that the provider did not read.
    pub fn finish(self) -> Result<(), Refusal> {
        let asked = self.asked.into_inner();
        match self.given.keys().find(|name| !asked.contains(name.as_str())) {
            None => Ok(()),
            Some(unknown) => {
                let known: Vec<&str> = asked.into_iter().collect();
                let name: String = unknown.chars().take(64).collect();
                Err(Self::refuse(&name, format!("is not known for this provider, which accepts {}", known.join(", "))))
            }
        }
    }

    fn given_text(&self, field: &'static str, longest: usize) -> Result<Option<&'a str>, Refusal> {
        self.asked.borrow_mut().insert(field);
        match self.given.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() > longest => {
                Err(Self::refuse(field, format!("must not be longer than {longest} bytes")))
            }
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Self::refuse(field, "must be text")),
        }
    }
}

/// Which field was refused, and why; both empty if none was.
#[cfg(test)]
pub(super) fn refused_field(parsed: Result<Box<dyn super::Access>, Refusal>) -> (String, String) {
    match parsed {
        Ok(_) => (String::new(), String::new()),
        Err(Refusal::Invalid { field, reason }) => (field.into_owned(), reason),
        Err(other) => panic!("{other:?}"),
    }
}
