//! Writes constants as a TypeScript module, with types that are as narrow as the values. Each fact is on a line of its
//! own, so that a change is easy to review.

use serde::Serialize;
use serde_json::Value;

pub(super) struct Module(String);

impl Module {
    /// `source` is where a reader finds what to change.
    pub(super) fn of(source: &str) -> Self {
        Self(format!("// Generated from {source} by `cargo xtask openapi`; do not edit.\n"))
    }

    pub(super) fn number(self, name: &str, number: impl Serialize) -> Self {
        self.line(&format!("export const {name} = {};", literal(number)))
    }

    /// A list of names, and the type of one of them.
    pub(super) fn names(self, type_name: &str, list: &str, names: impl Iterator<Item = &'static str>) -> Self {
        self.line("")
            .block(&format!("{list} = ["), names.map(literal), "] as const")
            .line(&format!("export type {type_name} = (typeof {list})[number];"))
    }

    /// An object whose values are TypeScript, and the type of its keys.
    pub(super) fn table(
        self,
        key_type: &str,
        name: &str,
        row_type: &str,
        rows: impl Iterator<Item = (&'static str, String)>,
    ) -> Self {
        let rows = rows.map(|(key, row)| format!("{key}: {row}"));
        self.line("")
            .block(&format!("{name} = {{"), rows, &format!("}} as const satisfies Record<string, {row_type}>"))
            .line(&format!("export type {key_type} = keyof typeof {name};"))
    }

    /// A constant with one line for each of its parts.
    pub(super) fn block(self, begin: &str, parts: impl Iterator<Item = String>, end: &str) -> Self {
        let opened = self.line(&format!("export const {begin}"));
        parts.fold(opened, |module, part| module.line(&format!("  {part},"))).line(&format!("{end};"))
    }

    pub(super) fn line(mut self, line: &str) -> Self {
        self.0.push_str(line);
        self.0.push('\n');
        self
    }

    pub(super) fn text(self) -> String {
        self.0
    }
}

/// JSON is also TypeScript.
pub(super) fn literal(value: impl Serialize) -> String {
    serde_json::json!(value).to_string()
}

/// An object on one line. Its fields keep their order.
pub(super) fn object(fields: impl IntoIterator<Item = (&'static str, Value)>) -> String {
    let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{ {} }}", fields.join(", "))
}
