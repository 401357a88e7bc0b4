//! Forms and their answers: an input is JSON with the fields of a form and what a stranger answers.

use domain::account::{EmailAddress, NAME_LONGEST, check_name};
use domain::form::{DEFAULT_LONGEST, FIELDS_MOST, Form, FormResponse, SpecialValues, check_fields};
use fixtures::{Fuzz, Random};
use serde_json::{Value, json};
use wire::forms::{
    AnsweredField, DeliveryFormat, FieldAttributes, FormAnswer, FormAnswers, FormField, Visibility, WriteField,
};
use wire::time::Time;

const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
const NOW: Time = Time::from_millis(1_000);
const ANSWERS_LARGEST: usize = 256 << 10;
const DESCRIPTION_LONGEST: usize = 10_000;
/// The longest line of a mail, with the mark that it was cut.
const LINE_LONGEST: usize = 2_000 + 1;

const NAMES: &[&str] = &["a", "b", " b", "", "a\nb", "é", "\u{2028}", "x", "<b>", "=1+1"];
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "a", "b", " ", "\n", "\r\n", "\t", "\u{0}", "\u{7}", "\u{1b}[31m", "\u{2028}", "é", "İ", "@", "example.org",
    "anna@", ".", "<script>", "=1+1", "\"", "\\", "🎬", "\u{202e}",
];
#[rustfmt::skip]
const KINDS: &[&str] = &[
    "checkbox", "radio", "dropdown", "date", "short_text", "long_text", "number", "url", "email", "package_name",
    "package_description", "sender_email", "nothing",
];
const VISIBILITIES: &[&str] = &["required", "optional", "readonly", "hidden"];
const PIECES: &[&str] =
    &["{", "}", "[", "]", ",", ":", "null", "\"", "\"value\":", "\"options\":", "\\u0000", "1e9", "-1"];

fn make(random: &mut Random) -> Vec<u8> {
    let fields: Vec<Value> = (0..random.below(6)).map(|_| field(random)).collect();
    let mut answers = serde_json::Map::new();
    for _ in 0..random.below(6) {
        let text = random.joined(TEXTS, 6);
        let answer = match random.below(6) {
            0 => Value::Null,
            1 => json!({ "value": null }),
            2 => json!({ "value": random.number() }),
            _ => json!({ "value": text }),
        };
        answers.insert((*random.one_of(NAMES)).to_owned(), answer);
    }
    json!({ "fields": fields, "answers": answers }).to_string().into_bytes()
}

fn field(random: &mut Random) -> Value {
    let mut field = json!({ "name": random.one_of(NAMES), "type": random.one_of(KINDS) });
    if random.once_in(2) {
        field["visibility"] = json!(random.one_of(VISIBILITIES));
    }
    if random.once_in(2) {
        let options: Vec<String> = (0..random.below(4)).map(|_| random.joined(TEXTS, 2)).collect();
        field["options"] = json!(options);
    }
    if random.once_in(2) {
        field["default_value"] = json!(random.joined(TEXTS, 3));
    }
    if random.once_in(3) {
        field["label"] = json!(random.joined(TEXTS, 3));
    }
    if random.once_in(3) {
        field["position"] = json!(random.below(5));
    }
    field
}

fn is_plain(character: char) -> bool {
    !character.is_control() || matches!(character, '\n' | '\r' | '\t')
}

/// What is accepted is in its final form: written again, it stays the same.
fn check_accepted(fields: &[FieldAttributes]) {
    assert!(fields.len() <= FIELDS_MOST, "{} fields", fields.len());
    assert!(fields.is_sorted_by_key(|field| field.position), "{fields:?}");
    for (index, field) in fields.iter().enumerate() {
        assert_eq!(check_name("name", &field.name), Ok(field.name.clone()));
        assert_eq!(check_name("label", &field.label), Ok(field.label.clone()));
        assert!(fields[..index].iter().all(|other| other.name != field.name), "{} appears twice", field.name);
        assert!(field.default_value.chars().count() <= DEFAULT_LONGEST, "{field:?}");
        let is_choice = field.options.is_empty() || field.default_value.is_empty();
        assert!(is_choice || field.options.contains(&field.default_value), "{field:?}");
    }
    let again: Vec<WriteField> = fields.iter().map(written).collect();
    assert_eq!(check_fields(&again, NOW).as_deref(), Ok(fields));
}

fn written(field: &FieldAttributes) -> WriteField {
    WriteField {
        name: field.name.clone(),
        label: Some(field.label.clone()),
        kind: field.kind,
        visibility: Some(field.visibility),
        default_value: Some(field.default_value.clone()),
        position: Some(field.position),
        options: Some(field.options.clone()),
    }
}

fn form_of(fields: Vec<FieldAttributes>) -> Form {
    let field = |attributes| FormField { id: ID.parse().expect("an id"), form_id: ID.to_owned(), attributes };
    Form {
        id: ID.parse().expect("an id"),
        team_id: ID.parse().expect("an id"),
        portal_id: ID.parse().expect("an id"),
        name: "Dailies".to_owned(),
        delivery_formats: vec![DeliveryFormat::Json],
        fields: fields.into_iter().map(field).collect(),
        disabled: false,
        created_at: NOW,
        updated_at: NOW,
        version: 1,
    }
}

fn check_values(form: &Form, answers: &FormAnswers, values: &[String]) {
    assert_eq!(values.len(), form.fields.len());
    assert!(values.iter().map(String::len).sum::<usize>() <= ANSWERS_LARGEST);
    for (field, value) in form.fields.iter().zip(values) {
        let field = &field.attributes;
        let given = match answers.0.get(&field.name) {
            Some(FormAnswer::Given(given)) => given.value.clone().unwrap_or_default(),
            _ => String::new(),
        };
        match field.visibility {
            Visibility::Readonly | Visibility::Hidden => assert_eq!(*value, field.default_value, "a stranger sets it"),
            Visibility::Required => assert!(*value == given && !value.trim().is_empty(), "{field:?}"),
            Visibility::Optional => assert_eq!(*value, given),
        }
    }
}

fn response_of(form: &Form, values: &[String]) -> FormResponse {
    let answered = |(field, value): (&FormField, &String)| AnsweredField {
        id: ID.parse().expect("an id"),
        field_id: field.id.clone(),
        form_id: form.id.clone(),
        form_data_id: ID.parse().expect("an id"),
        value: value.clone(),
        attributes: field.attributes.clone(),
    };
    FormResponse {
        id: ID.parse().expect("an id"),
        team_id: form.team_id.clone(),
        portal_id: form.portal_id.clone(),
        form_id: form.id.clone(),
        package_id: None,
        name: form.name.clone(),
        deliveries: Vec::new(),
        fields: form.fields.iter().zip(values).map(answered).collect(),
        created_at: NOW,
        updated_at: NOW,
    }
}

/// What becomes part of a package or a mail is what a package or a mail can have.
fn check_response(response: &FormResponse) {
    let SpecialValues { name, description, sender } = response.special_values();
    if let Some(name) = name {
        assert!(name.chars().count() <= NAME_LONGEST, "{name:?}");
        assert_eq!(check_name("name", &name), Ok(name));
    }
    if let Some(text) = description {
        assert!(text.chars().count() <= DESCRIPTION_LONGEST && text.chars().all(is_plain), "{text:?}");
    }
    if let Some(sender) = sender {
        let address = EmailAddress::parse("sender", &sender).expect("an address is stored in its final form");
        assert_eq!(address.as_str(), sender);
    }
    for (_, line) in response.lines() {
        assert!(line.chars().count() <= LINE_LONGEST && line.chars().all(is_plain), "{line:?}");
    }
}

fn check(input: &[u8]) {
    let Ok(input) = serde_json::from_slice::<Value>(input) else { return };
    let fields = input["fields"].as_array().cloned().unwrap_or_default();
    let fields: Vec<WriteField> = fields.into_iter().filter_map(|field| serde_json::from_value(field).ok()).collect();
    let Ok(fields) = check_fields(&fields, NOW) else { return };
    check_accepted(&fields);
    let Ok(answers) = serde_json::from_value::<FormAnswers>(input["answers"].clone()) else { return };
    let form = form_of(fields);
    let Ok(values) = form.values(&answers) else { return };
    check_values(&form, &answers, &values);
    check_response(&response_of(&form, &values));
}

#[test]
fn answers_are_taken_as_given_and_shown_as_text() {
    Fuzz::new("form_answers").pieces(PIECES).run(make, check);
}
