//! A JSON value in which an array never stands for an object. Serde would read the elements of an array as the fields of
//! a struct, by position: `["", "x"]` would be a tag.

use serde::Deserializer;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

pub(super) const NO_OBJECT: &str = "must be a JSON object";

pub(super) struct Strict(pub(super) Value);

impl IntoDeserializer<'_, serde_json::Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Strict {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(elements) => {
                let mut elements = SeqDeserializer::new(elements.into_iter().map(Strict));
                let value = visitor.visit_seq(&mut elements)?;
                elements.end()?;
                Ok(value)
            }
            Value::Object(fields) => {
                let mut fields = MapDeserializer::new(fields.into_iter().map(|(name, field)| (name, Strict(field))));
                let value = visitor.visit_map(&mut fields)?;
                fields.end()?;
                Ok(value)
            }
            simple => simple.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        if self.0.is_array() { Err(Self::Error::custom(NO_OBJECT)) } else { self.deserialize_any(visitor) }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::Strict;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Tag {
        #[serde(default)]
        id: String,
        name: Option<String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Body {
        tag: Option<Tag>,
        #[serde(default)]
        tags: Vec<Tag>,
        pair: Option<(u8, String)>,
    }

    fn read(body: Value) -> Result<Body, String> {
        Body::deserialize(Strict(body)).map_err(|error| error.to_string())
    }

    #[test]
    fn an_array_is_never_an_object() {
        let refused = Err("must be a JSON object".to_owned());
        for body in [json!({"tag": ["", "x"]}), json!({"tag": []}), json!({"tags": [["", "x"]]}), json!([null])] {
            assert_eq!(read(body.clone()), refused, "{body}");
        }
    }

    #[test]
    fn everything_else_is_read_as_usual() {
        let tag = |id: &str, name: Option<&str>| Tag { id: id.to_owned(), name: name.map(str::to_owned) };
        let body = json!({"tag": {"name": "x"}, "tags": [{"id": "1"}, {}], "pair": [3, "three"], "unknown": [[1.5]]});
        let tags = vec![tag("1", None), tag("", None)];
        let expected = Body { tag: Some(tag("", Some("x"))), tags, pair: Some((3, "three".to_owned())) };
        assert_eq!(read(body), Ok(expected));
        assert_eq!(read(json!({"tag": null})), Ok(Body { tag: None, tags: Vec::new(), pair: None }));
        assert!(read(json!({"tag": "x"})).is_err() && read(json!({"pair": [3, "three", 4]})).is_err());
    }
}
