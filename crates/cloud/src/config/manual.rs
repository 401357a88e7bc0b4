//! The manual as a list of known keys and their types.

use toml::{Table, Value};

/// The text of `config.default.toml`.
pub const MANUAL: &str = include_str!("../../config.default.toml");

/// Keys whose values are never printed.
const SECRETS: &[&str] =
    &["secret_key", "database.url", "storage.secret_key", "bus.url", "mail.smtp_url", "metrics.token"];

pub(super) fn is_secret(key: &str) -> bool {
    SECRETS.contains(&key) || (key.starts_with("providers.") && !key.ends_with("_url"))
}

/// Every documented key with its default value.
pub(super) fn known_keys() -> Vec<(String, Value)> {
    let text: String = MANUAL.lines().filter_map(uncommented).flat_map(|line| [line, "\n"]).collect();
    let table: Table = text.parse().unwrap_or_default();
    flatten(&table)
}

/// A setting is written `#key = value`, a sentence `# like this`.
fn uncommented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?;
    rest.starts_with(|first: char| first.is_ascii_lowercase() || first == '[').then_some(rest)
}

/// `{a: {b: 1}}` as `a.b = 1`.
pub(super) fn flatten(table: &Table) -> Vec<(String, Value)> {
    let mut flat = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                flat.extend(flatten(inner).into_iter().map(|(rest, value)| (format!("{key}.{rest}"), value)));
            }
            value => flat.push((key.clone(), value.clone())),
        }
    }
    flat
}

/// Puts a value at `a.b` into a table.
pub(super) fn insert(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            table.insert(key.to_owned(), value);
        }
        Some((section, rest)) => {
            let entry = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
            if !entry.is_table() {
                *entry = Value::Table(Table::new());
            }
            if let Value::Table(inner) = entry {
                insert(inner, rest, value);
            }
        }
    }
}

/// The known key that the user may have meant.
pub(super) fn suggestion(key: &str) -> Option<String> {
    let distance = |(known, _): &(String, Value)| strsim::damerau_levenshtein(known, key);
    let nearest = known_keys().into_iter().min_by_key(distance)?;
    (distance(&nearest) <= 1 + key.len() / 4).then_some(nearest.0)
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use super::{flatten, insert, known_keys, suggestion};
    use crate::config::Config;

    #[test]
    fn manual_lists_every_setting_at_its_default() {
        let mut documented = Table::new();
        for (key, value) in known_keys() {
            insert(&mut documented, &key, value);
        }
        assert_eq!(documented.clone().try_into::<Config>().unwrap(), Config::default());

        let keys = |table: &Table| flatten(table).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        let typed = Table::try_from(Config::default()).unwrap();
        let (mut typed, mut documented) = (keys(&typed), keys(&documented));
        typed.sort();
        documented.sort();
        assert_eq!(typed, documented);
    }

    #[test]
    fn near_misses_get_a_suggestion() {
        assert_eq!(suggestion("storage.acces_key").as_deref(), Some("storage.access_key"));
        assert_eq!(suggestion("datadir").as_deref(), Some("data_dir"));
        assert_eq!(suggestion("entirely.unrelated"), None);
    }
}
