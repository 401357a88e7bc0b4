use std::collections::BTreeMap;

use wire::forms::{
    AnsweredField, DeliveryFormat, FieldAttributes, FieldType, FormAnswer, FormAnswers, FormField, GivenValue,
    Visibility, WriteField,
};
use wire::time::Time;

use super::{Form, FormResponse, SpecialValues, check_fields, distinct};
use crate::Refusal;

const ID: &str = "01KA2B3C4D5E6F7G8H9JKMNPQR";
const NOW: Time = Time::from_millis(1_000);

fn field(name: &str, kind: FieldType) -> WriteField {
    WriteField {
        name: name.to_owned(),
        label: None,
        kind,
        visibility: None,
        default_value: None,
        position: None,
        options: None,
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn what_is_left_out_has_a_meaning() {
    let fields = check_fields(
        &[
            WriteField { position: Some(7), label: Some(" Scene ".into()), ..field("scene", FieldType::ShortText) },
            WriteField { options: Some(texts(&["ignored"])), ..field("take", FieldType::Number) },
            WriteField { position: Some(-1), ..field("first", FieldType::Url) },
            WriteField { position: Some(7), ..field("last", FieldType::Checkbox) },
        ],
        NOW,
    )
    .unwrap();
    let shown: Vec<_> =
        fields.iter().map(|field| (field.name.as_str(), field.label.as_str(), field.position)).collect();
    assert_eq!(shown, [("first", "first", -1), ("take", "take", 1), ("scene", "Scene", 7), ("last", "last", 7)]);
    assert!(fields.iter().all(|field| field.visibility == Visibility::Optional && field.options.is_empty()));
}

#[test]
fn what_is_wrong_is_named() {
    use FieldType::{Checkbox, Dropdown, PackageName, Radio, SenderEmail, ShortText};
    let with = |kind, change: fn(&mut WriteField)| {
        let mut field = field("b", kind);
        change(&mut field);
        vec![self::field("a", ShortText), field]
    };
    let cases: Vec<(Vec<WriteField>, &str)> = vec![
        ((0..101).map(|number| field(&format!("f{number}"), ShortText)).collect(), "fields"),
        (with(ShortText, |field| field.name = "a".into()), "fields[1].name"),
        (with(ShortText, |field| field.name = String::new()), "fields[1].name"),
        (with(ShortText, |field| field.name = " b".into()), "fields[1].name"),
        (with(ShortText, |field| field.name = "b\nc".into()), "fields[1].name"),
        (with(ShortText, |field| field.label = Some("x".repeat(201))), "fields[1].label"),
        (with(ShortText, |field| field.default_value = Some("x".repeat(4_001))), "fields[1].default_value"),
        (with(ShortText, |field| field.position = Some(i64::MAX)), "fields[1].position"),
        (with(Radio, |_| ()), "fields[1].options"),
        (with(Dropdown, |field| field.options = Some(Vec::new())), "fields[1].options"),
        (with(Radio, |field| field.options = Some(vec!["x".into(); 101])), "fields[1].options"),
        (with(Radio, |field| field.options = Some(texts(&["x", "x"]))), "fields[1].options[1]"),
        (with(Checkbox, |field| field.options = Some(texts(&["x", ""]))), "fields[1].options[1]"),
        (
            with(Radio, |field| {
                field.options = Some(texts(&["x", "y"]));
                field.default_value = Some("z".into());
            }),
            "fields[1].default_value",
        ),
        (vec![field("a", PackageName), field("b", SenderEmail), field("c", PackageName)], "fields[2].type"),
    ];
    for (fields, expected) in cases {
        match check_fields(&fields, NOW) {
            Err(Refusal::Invalid { field, reason }) => assert_eq!(field, expected, "{reason}"),
            other => panic!("{fields:?}: {other:?}"),
        }
    }
    let good = with(Radio, |field| {
        field.options = Some(texts(&["x", "y"]));
        field.default_value = Some("y".into());
    });
    assert!(check_fields(&good, NOW).is_ok());
}

fn form(fields: &[(&str, FieldType, Visibility, &str)]) -> Form {
    let fields = fields.iter().map(|(name, kind, visibility, default_value)| FormField {
        id: ID.parse().unwrap(),
        form_id: ID.to_owned(),
        attributes: FieldAttributes {
            name: (*name).to_owned(),
            label: format!("The {name}"),
            kind: *kind,
            visibility: *visibility,
            default_value: (*default_value).to_owned(),
            position: 0,
            options: Vec::new(),
            created_at: NOW,
            updated_at: NOW,
        },
    });
    Form {
        id: ID.parse().unwrap(),
        team_id: ID.parse().unwrap(),
        portal_id: ID.parse().unwrap(),
        name: "Dailies".to_owned(),
        delivery_formats: vec![DeliveryFormat::Json],
        fields: fields.collect(),
        disabled: false,
        created_at: NOW,
        updated_at: NOW,
        version: 1,
    }
}

fn answers(given: &[(&str, FormAnswer)]) -> FormAnswers {
    let pairs = given.iter().map(|(name, answer)| ((*name).to_owned(), answer.clone()));
    FormAnswers(pairs.collect::<BTreeMap<_, _>>())
}

#[test]
fn only_presence_is_asked_and_only_of_required_fields() {
    use FieldType::{Email, Number, ShortText};
    use Visibility::{Hidden, Optional, Readonly, Required};
    let form = form(&[
        ("must", Email, Required, "unused"),
        ("may", Number, Optional, "unused"),
        ("fixed", ShortText, Readonly, "set"),
        ("secret", ShortText, Hidden, "kept"),
    ]);
    let text = FormAnswer::text;
    let given =
        answers(&[("must", text("no address")), ("may", text("many")), ("fixed", text("x")), ("other", text("y"))]);
    assert_eq!(form.values(&given).unwrap(), ["no address", "many", "set", "kept"]);
    assert_eq!(form.values(&answers(&[("must", text("m"))])).unwrap(), ["m", "", "set", "kept"]);
    let given = answers(&[("must", text("m")), ("fixed", FormAnswer::Other), ("other", FormAnswer::Other)]);
    assert!(form.values(&given).is_ok(), "what is ignored may be anything");
    let refused = [
        (answers(&[]), "must"),
        (answers(&[("must", text(""))]), "must"),
        (answers(&[("must", text(" \n"))]), "must"),
        (answers(&[("must", FormAnswer::Given(GivenValue { value: None }))]), "must"),
        (answers(&[("must", FormAnswer::Other)]), "must"),
        (answers(&[("must", text("m")), ("may", FormAnswer::Other)]), "may"),
    ];
    for (given, expected) in refused {
        match form.values(&given) {
            Err(Refusal::Invalid { field, .. }) => assert_eq!(field, expected),
            other => panic!("{given:?}: {other:?}"),
        }
    }
    let book = answers(&[("must", text("m")), ("may", text(&"x".repeat(300_000)))]);
    assert!(matches!(form.values(&book), Err(Refusal::TooLarge(_))));
    let disabled = Form { disabled: true, ..form };
    assert!(matches!(disabled.values(&answers(&[("must", text("m"))])), Err(Refusal::WrongState(_))));
}

#[test]
fn special_values_are_what_a_package_can_have() {
    use FieldType::{PackageDescription, PackageName, SenderEmail};
    let of = |values: [&str; 3]| {
        let form = form(&[
            ("n", PackageName, Visibility::Optional, ""),
            ("d", PackageDescription, Visibility::Optional, ""),
            ("s", SenderEmail, Visibility::Optional, ""),
        ]);
        let answer = |(field, value): (FormField, &str)| AnsweredField {
            id: ID.parse().unwrap(),
            field_id: field.id,
            form_id: form.id.clone(),
            form_data_id: ID.parse().unwrap(),
            value: value.to_owned(),
            attributes: field.attributes,
        };
        let response = FormResponse {
            id: ID.parse().unwrap(),
            team_id: ID.parse().unwrap(),
            portal_id: ID.parse().unwrap(),
            form_id: form.id.clone(),
            package_id: None,
            name: String::new(),
            deliveries: Vec::new(),
            fields: form.fields.iter().cloned().zip(values).map(answer).collect(),
            created_at: NOW,
            updated_at: NOW,
        };
        let SpecialValues { name, description, sender } = response.special_values();
        (name, description, sender)
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        of(["Take 1", "a\r\nb", "Anna@Example.org"]),
        (some("Take 1"), some("a\r\nb"), some("anna@example.org"))
    );
    assert_eq!(of(["", " ", ""]), (None, None, None));
    assert_eq!(of(["a\nb\u{7}", "\u{1b}[31mred", "no address"]), (some("a b"), some("[31mred"), None));
    assert_eq!(of([&"x".repeat(300), "", ""]).0, some(&"x".repeat(200)));
    assert_eq!(of(["\u{7}\u{8}", "", ""]).0, None);
}

#[test]
fn a_format_is_delivered_once() {
    use DeliveryFormat::{Csv, Json};
    assert_eq!(distinct(&[Json, Csv, Json]), [Json, Csv]);
}

#[test]
fn a_form_is_no_book() {
    let long = |index: usize| WriteField {
        default_value: Some("x".repeat(4_000)),
        ..field(&format!("field {index}"), FieldType::LongText)
    };
    let fields = |count: usize| (0..count).map(long).collect::<Vec<_>>();
    assert!(check_fields(&fields(32), NOW).is_ok());
    assert!(matches!(check_fields(&fields(33), NOW), Err(Refusal::TooLarge(_))));
}
