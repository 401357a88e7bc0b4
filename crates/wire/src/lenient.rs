//! Formats that clients send in addition to the documented one.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};

/// A boolean, or a boolean in quotes.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Plain(bool),
        Text(String),
    }
    match Option::<Flag>::deserialize(deserializer).map_err(|_| D::Error::custom("must be true or false"))? {
        None => Ok(None),
        Some(Flag::Plain(flag)) => Ok(Some(flag)),
        Some(Flag::Text(text)) => {
            text.trim().to_ascii_lowercase().parse().map(Some).map_err(|_| D::Error::custom("must be true or false"))
        }
    }
}

/// Like [`flag`], but required.
pub(crate) fn required_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    flag(deserializer)?.ok_or_else(|| D::Error::custom("must be true or false"))
}

/// Like [`flag`], but missing means false.
pub(crate) fn flag_or_false<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(flag(deserializer)?.unwrap_or_default())
}

/// A part number, or one in quotes.
pub(crate) fn part_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Number {
        Plain(i64),
        Text(String),
    }
    let refusal = || D::Error::custom("must be a whole number from 1 to 10000");
    let number = match Number::deserialize(deserializer).map_err(|_| refusal())? {
        Number::Plain(number) => number,
        Number::Text(text) => text.trim().parse().map_err(|_| refusal())?,
    };
    u16::try_from(number).ok().filter(|number| (1..=10_000).contains(number)).ok_or_else(refusal)
}

/// What [`part_number`] reads.
pub(crate) fn part_number_schema() -> Schema {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(10_000));
    let text = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9]{1,5}$"));
    OneOfBuilder::new().item(number).item(text).build().into()
}

/// Distinguishes a field that is null from one that is missing.
#[expect(clippy::option_option, reason = "three states: missing, null, a value")]
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

/// For fields in which null means the default.
pub(crate) fn null_is_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::files::ChunkExtras;
    use crate::links::CreateLink;
    use crate::packages::UpdatePackage;

    #[test]
    fn flags_and_part_numbers_come_in_two_forms() {
        let active = |value| serde_json::from_value::<CreateLink>(json!({ "active": value })).map(|link| link.active);
        assert_eq!(active(json!("true")).unwrap(), Some(true));
        assert_eq!(active(json!(false)).unwrap(), Some(false));
        assert_eq!(active(json!(null)).unwrap(), None);
        assert!(active(json!("yes")).is_err() && active(json!(1)).is_err());
        let part = |name: &str, value| serde_json::from_value::<ChunkExtras>(json!({ name: value, "etag": "e" }));
        for (name, value) in [("partNumber", json!(7)), ("part_number", json!("7")), ("partNumber", json!(" 7 "))] {
            assert_eq!(part(name, value).unwrap().part_number, 7);
        }
        for value in [json!(0), json!(10_001), json!(-1), json!(1.5), json!("x"), json!(null), json!([])] {
            assert!(part("partNumber", value.clone()).is_err(), "{value}");
        }
    }

    #[test]
    fn a_tag_that_is_null_is_not_a_tag_that_is_missing() {
        let tag = |body| serde_json::from_value::<UpdatePackage>(body).unwrap().tag;
        assert_eq!(tag(json!({ "name": "a" })), None);
        assert_eq!(tag(json!({ "name": "a", "tag": null })), Some(None));
        assert!(matches!(tag(json!({ "name": "a", "tag": {} })), Some(Some(_))));
    }
}
