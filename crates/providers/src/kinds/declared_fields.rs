//! The table of fields in `domain` is what the providers read: the pages build their forms from it.

use domain::authorization::{AccessMode, Field, FieldKind};
use domain::connection::{Direction, ProviderKind};
use fixtures::keys;
use serde_json::{Map, Value};

use super::super::fields::refused_field;
use super::access;

const SAS: &str = "https://account.blob.example/?sv=2021&ss=b&srt=sco&sp=rwdlacu&se=2030-01-01T00:00:00Z&sig=abc";

/// A value that every provider with this field accepts.
fn sample(field: &Field) -> &'static str {
    match field.name {
        _ if !field.initial.is_empty() => field.initial,
        "role_arn" => "arn:aws:iam::123456789012:role/name",
        "external_id" => "0123456789abcdef",
        "blob_service_sas_url" => SAS,
        "client_email" => "name@project.example",
        "destination" => "bucket",
        "endpoint" => "https://s3.example.org",
        "private_key" => keys::PLAIN,
        // The sample key has none.
        "passphrase" => "",
        "region" => "eu",
        _ => "sample",
    }
}

/// Every form that a page can show: the provider, the direction, and the fields of one way to open it.
fn forms() -> Vec<(ProviderKind, Direction, Vec<&'static Field>)> {
    let mut forms = Vec::new();
    for kind in ProviderKind::ALL.iter().copied().filter(|kind| !kind.is_gateway()) {
        for direction in Direction::ALL.into_iter().filter(|direction| kind.has_direction(*direction)) {
            for mode in AccessMode::ALL.iter().copied() {
                let is_asked = |field: &&Field| {
                    field.direction.is_none_or(|only| only == direction)
                        && field.access_mode.is_none_or(|only| only == mode)
                };
                forms.push((kind, direction, kind.fields().iter().filter(is_asked).collect()));
            }
        }
    }
    forms
}

fn filled(fields: &[&Field]) -> Map<String, Value> {
    fields.iter().map(|field| (field.name.to_owned(), sample(field).into())).collect()
}

/// The field that is refused, and why.
fn refused(kind: ProviderKind, direction: Direction, given: Map<String, Value>) -> (String, String) {
    refused_field(access(kind, direction, &Value::Object(given)))
}

#[test]
fn a_filled_form_is_accepted_and_exactly_its_required_fields_are_required() {
    for (kind, direction, fields) in forms() {
        let name = kind.as_str();
        assert_eq!(refused(kind, direction, filled(&fields)), (String::new(), String::new()), "{name}");
        for (index, field) in fields.iter().enumerate() {
            let mut without = fields.clone();
            without.remove(index);
            let (found, said) = refused(kind, direction, filled(&without));
            let expected = if field.is_optional { String::new() } else { format!("authorization.{}", field.name) };
            assert_eq!(found, expected, "{name} without {}: {said}", field.name);
        }
    }
}

#[test]
fn a_provider_reads_no_field_that_is_not_declared() {
    for (kind, direction, fields) in forms() {
        let mut given = filled(&fields);
        given.insert("unknown".to_owned(), "x".into());
        let (found, said) = refused(kind, direction, given);
        assert_eq!(found, "authorization.unknown", "{}: {said}", kind.as_str());
        let (_, read) = said.split_once("which accepts ").expect("the message lists the fields");
        let mut declared: Vec<&str> = kind.fields().iter().map(|field| field.name).collect();
        declared.sort_unstable();
        assert_eq!(read, declared.join(", "), "{}", kind.as_str());
    }
}

#[test]
fn a_fixed_field_has_no_other_value() {
    for (kind, direction, fields) in forms() {
        for field in fields.iter().filter(|field| field.kind == FieldKind::Fixed) {
            let mut given = filled(&fields);
            given.insert(field.name.to_owned(), "other".into());
            assert_eq!(refused(kind, direction, given).0, format!("authorization.{}", field.name));
        }
    }
}
