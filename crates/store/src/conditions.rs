//! Builds the WHERE condition of a list from its filters, with the bound values.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};
use wire::time::Time;

use super::places;

/// From and to, both inclusive.
#[derive(Debug, Clone, Copy, Default)]
pub struct Period {
    pub start: Option<Time>,
    pub end: Option<Time>,
}

pub(super) enum Value {
    Text(String),
    Number(i64),
}

/// A condition that is being built, with the values of its placeholders.
pub(super) struct Conditions {
    pub(super) text: String,
    values: Vec<Value>,
}

impl Conditions {
    pub(super) fn begin(text: &str, values: Vec<Value>) -> Self {
        Self { text: text.to_owned(), values }
    }

    pub(super) fn and(&mut self, condition: &str) {
        self.text.push_str(" AND ");
        self.text.push_str(condition);
    }

    /// Adds a value, and returns its placeholder.
    pub(super) fn place(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    pub(super) fn compare(&mut self, condition: &str, value: Value) {
        let place = self.place(value);
        self.and(&condition.replace("{}", &place));
    }

    pub(super) fn one_of(&mut self, column: &str, values: impl Iterator<Item = String>) {
        let taken = self.values.len();
        self.values.extend(values.map(Value::Text));
        let count = self.values.len() - taken;
        if count > 0 {
            self.and(&format!("{column} IN ({})", places(taken, count)));
        }
    }

    pub(super) fn within(&mut self, column: &str, period: Period) {
        if let Some(start) = period.start {
            self.compare(&format!("{column} >= {{}}"), Value::Number(start.as_millis()));
        }
        if let Some(end) = period.end {
            self.compare(&format!("{column} <= {{}}"), Value::Number(end.as_millis()));
        }
    }

    /// Matches a part of a text, in which `%` and `_` are ordinary characters.
    pub(super) fn contains(&mut self, column: &str, part: &str) {
        self.compare(&format!("{column} LIKE {{}} ESCAPE '!'"), Value::Text(contains(part)));
    }

    pub(super) fn bind<'query>(self, statement: &str) -> Query<'query, Any, AnyArguments> {
        let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        })
    }
}

/// A pattern for a part of a text, in which `%` and `_` are ordinary characters.
fn contains(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in part.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn wildcards_are_characters() {
        assert_eq!(contains("50%_!a"), "%50!%!_!!a%");
    }
}
