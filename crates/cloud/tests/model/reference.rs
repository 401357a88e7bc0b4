//! A model of the service, written independently from the specification.
//!
//! It shares no rule with the service: everything is in memory, one thing happens after the other, and the time is a
//! number of milliseconds. [`Team::apply`] takes an operation and returns the reply that it must have; ids and tokens,
//! which the model cannot know, are taken from the reply that the service gave.

mod file;
mod link;
mod package;
mod sharing;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wire::time::{OptionalTime, Time};

pub(crate) use file::File;
pub(crate) use link::Link;
pub(crate) use package::{Package, State};

use super::operations::{NewPackage, Operation};

pub(crate) const SECOND: i64 = 1_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
pub(crate) const DAY: i64 = 24 * 60 * MINUTE;
/// How long a Team keeps packages by default.
const FREE_DAYS: i64 = 10;
/// Mails are kept for thirty days; those close to that are not compared.
const MAILS_LOOKED_AT: i64 = 29 * DAY;

/// The reply that an operation must have: its status, and fields that its body must contain.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) status: u16,
    pub(crate) facts: Value,
}

impl Expected {
    pub(crate) fn says(status: u16, facts: Value) -> Self {
        Self { status, facts }
    }

    /// A refusal, or a reply without a body.
    pub(crate) fn bare(status: u16) -> Self {
        Self { status, facts: Value::Null }
    }
}

/// One Team and everything it has sent.
#[derive(Debug, Clone)]
pub(crate) struct Team {
    pub(crate) id: String,
    pub(crate) api_key: String,
    pub(crate) owner: String,
    pub(crate) packages: Vec<Package>,
    pub(crate) mails: Vec<Mail>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mail {
    pub(crate) kind: &'static str,
    pub(crate) recipient: String,
    pub(crate) package: String,
    pub(crate) at: i64,
}

impl Team {
    pub(crate) fn new(id: String, api_key: String, owner: String) -> Self {
        Self { id, api_key, owner, packages: Vec::new(), mails: Vec::new() }
    }

    /// The expected outcome of an operation now. `reply` is the body that was received.
    pub(crate) fn apply(&mut self, operation: &Operation, now: i64, reply: &Value) -> Expected {
        match operation {
            Operation::Create(new) => self.create(new, now, reply),
            Operation::List => self.list(now, reply),
            Operation::On { package, target } => {
                let (expected, mails) = self.packages[*package].apply(target, now, reply, &self.owner);
                self.mails.extend(mails);
                expected
            }
        }
    }

    fn create(&mut self, new: &NewPackage, now: i64, reply: &Value) -> Expected {
        let package = Package::new(new, now, now + FREE_DAYS * DAY, reply);
        let expected = Expected::says(201, package.facts(now, &self.owner));
        self.packages.push(package);
        expected
    }

    /// All packages, by their ids. Each comes with a new token.
    fn list(&mut self, now: i64, reply: &Value) -> Expected {
        for record in reply["records"].as_array().into_iter().flatten() {
            let named = self.packages.iter_mut().find(|package| record["id"] == package.id.as_str());
            if let Some(package) = named {
                package.renew(now, record);
            }
        }
        let all: BTreeMap<&str, Value> =
            self.packages.iter().map(|package| (package.id.as_str(), package.facts(now, &self.owner))).collect();
        let records: Vec<Value> = all.into_values().collect();
        Expected::says(200, json!({ "metadata": { "total": records.len() }, "records": records }))
    }

    /// Everything that is visible of a package.
    pub(crate) fn facts_of(&self, package: usize, now: i64) -> Value {
        let package = &self.packages[package];
        json!({ "package": package.facts(now, &self.owner), "files": package.file_facts(now) })
    }

    /// Runs everything that is due.
    pub(crate) fn run_jobs(&mut self, now: i64) {
        for package in &mut self.packages {
            self.mails.extend(package.run_jobs(now));
        }
    }

    /// The mails that are still kept, without their times.
    pub(crate) fn outbox(&self, now: i64) -> Vec<(String, String, String)> {
        let recent = self.mails.iter().filter(|mail| mail.at > now - MAILS_LOOKED_AT);
        let mut mails: Vec<_> =
            recent.map(|mail| (mail.kind.to_owned(), mail.recipient.clone(), mail.package.clone())).collect();
        mails.sort();
        mails
    }

    /// Since when mails are compared.
    pub(crate) fn outbox_begins(now: i64) -> i64 {
        now - MAILS_LOOKED_AT
    }

    /// Keys and sizes of all objects that must be in the store once no job is left.
    pub(crate) fn objects(&self) -> BTreeMap<String, i64> {
        self.packages.iter().flat_map(Package::objects).collect()
    }

    /// Whether something expires between now and then.
    pub(crate) fn ends_between(&self, now: i64, then: i64) -> bool {
        let is_within = |end: Option<i64>| end.is_some_and(|end| now < end && end <= then);
        self.packages
            .iter()
            .any(|package| is_within(package.expiry) || package.links.iter().any(|link| is_within(link.end)))
    }
}

/// A time in the format of the API; none is the zero date-time.
pub(crate) fn written(time: Option<i64>) -> Value {
    json!(OptionalTime(time.map(Time::from_millis)))
}

/// Text of the reply at a pointer, if it is there.
fn text_at(reply: &Value, pointer: &str) -> String {
    reply.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}
