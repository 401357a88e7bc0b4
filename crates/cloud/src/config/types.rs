//! Whether a value has the type of its setting.
//!
//! Each value is tried alone, so that a fault names its setting. Reasons never quote the value, which may be a secret.

use toml::{Table, Value};

use super::Config;
use super::manual::{insert, known_keys};

/// Settings whose text must be one of a few, or have a form.
const FORMS: &[(&str, &str)] = &[
    ("roles", "must be a list of roles from api, worker and store, such as [\"api\", \"worker\"]"),
    ("trusted_proxies", "must be a list of networks, such as [\"10.0.0.0/8\"]"),
    ("egress.allow", "must be a list of networks, such as [\"192.168.1.0/24\"]"),
    ("storage.sync", "must be \"always\" or \"relaxed\""),
    ("compatibility.names", "must be \"neutral\" or \"reference\""),
];

/// What to write instead, if the type is wrong.
pub(super) fn wrong_type(key: &str, value: &Value) -> Option<String> {
    let mut table = Table::new();
    insert(&mut table, key, value.clone());
    if table.try_into::<Config>().is_ok() {
        return None;
    }
    Some(match FORMS.iter().find(|(known, _)| *known == key) {
        Some((_, form)) => (*form).to_owned(),
        None => expected(known_keys().into_iter().find(|(known, _)| known == key).map(|(_, usual)| usual)),
    })
}

/// What a value like the default looks like.
fn expected(usual: Option<Value>) -> String {
    match usual {
        Some(Value::Integer(usual)) => format!("must be a whole number that is not negative, such as {usual}"),
        Some(Value::Boolean(_)) => "must be true or false, without quotes".to_owned(),
        Some(list @ Value::Array(_)) => format!("must be a list, such as {list}"),
        Some(Value::String(usual)) if !usual.is_empty() => format!("must be text in quotes, such as \"{usual}\""),
        Some(Value::String(_)) => "must be text in quotes".to_owned(),
        _ => "must be a section of settings".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::wrong_type;

    #[test]
    fn a_wrong_type_is_named_without_the_value() {
        for (key, value, expected) in [
            ("listen", Value::Integer(7070), "must be text in quotes, such as \"127.0.0.1:7070\""),
            ("secret_key", Value::Integer(123), "must be text in quotes"),
            ("workers.count", Value::Integer(-1), "must be a whole number that is not negative, such as 4"),
            ("workers.count", Value::String("123".into()), "must be a whole number that is not negative, such as 4"),
            ("storage.path_style", Value::String("123".into()), "must be true or false, without quotes"),
            ("storage.sync", Value::String("123".into()), "must be \"always\" or \"relaxed\""),
            ("roles", Value::String("api".into()), "must be a list of roles"),
            ("egress.allow", Value::Array(vec!["10.0.0.123".into()]), "must be a list of networks"),
            ("webhooks.backoff_seconds", Value::Integer(5), "must be a list, such as [5, 300, 1800, 7200]"),
            ("providers.vendor_a_s3", Value::Integer(5), "must be a section of settings"),
        ] {
            let reason = wrong_type(key, &value).unwrap_or_else(|| panic!("{key} is accepted"));
            assert!(reason.starts_with(expected) && !reason.contains("123"), "{key}: {reason}");
        }
        assert_eq!(wrong_type("listen", &Value::String("anything".into())), None);
    }
}
