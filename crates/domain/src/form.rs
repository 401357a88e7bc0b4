//! Forms of Portals: which fields they can have, and how answers are validated.

use std::collections::HashSet;

use wire::forms::{
    AnsweredField, DeliveryFormat, FieldAttributes, FieldType, FormAnswer, FormAnswers, FormElement, FormField,
    Visibility, WriteField,
};
use wire::ids::{FileId, FormId, FormResponseId, FormTemplateId, PackageId, PortalId, TeamId};
use wire::time::Time;

use crate::Refusal;
use crate::account::{EmailAddress, NAME_LONGEST, check_name, check_text};

pub const FIELDS_MOST: usize = 100;
pub const OPTIONS_MOST: usize = 100;
/// All texts of a form together: every response keeps a copy, and a list shows many forms at once.
const FIELDS_LARGEST: usize = 128 * 1024;
pub const DEFAULT_LONGEST: usize = 4_000;
/// All answers of a response together: the senders are unknown, and real answers are short.
const ANSWERS_LARGEST: usize = 256 * 1024;
/// The longest description of a package.
const DESCRIPTION_LONGEST: usize = 10_000;
/// The longest answer in a mail; the files and the metadata call have all of it.
const LINE_LONGEST: usize = 2_000;
/// Far more than any page needs, and safe to calculate with everywhere.
const POSITION_HIGHEST: i64 = 1_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    pub id: FormId,
    pub team_id: TeamId,
    pub portal_id: PortalId,
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    /// In display order.
    pub fields: Vec<FormField>,
    pub disabled: bool,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// A form from which others are created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormTemplate {
    pub id: FormTemplateId,
    pub team_id: TeamId,
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    /// In display order.
    pub fields: Vec<FormField>,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// A filled-in form. Later changes of the form do not affect it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormResponse {
    pub id: FormResponseId,
    pub team_id: TeamId,
    pub portal_id: PortalId,
    pub form_id: FormId,
    pub package_id: Option<PackageId>,
    pub name: String,
    pub deliveries: Vec<Delivery>,
    pub fields: Vec<AnsweredField>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// One way in which a response is delivered. A file gets its id at the start, so that a repeated delivery is the same
/// one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub format: DeliveryFormat,
    pub file_id: FileId,
}

/// The owner of a form, as the API writes it.
pub fn owner_id(portal: &PortalId) -> String {
    format!("portal-{portal}")
}

impl Form {
    /// The fields as the page of the Portal shows them.
    pub fn elements(&self) -> Vec<FormElement> {
        let element = |field: &FormField| {
            let FieldAttributes { name, label, kind, visibility, default_value, position, options, .. } =
                field.attributes.clone();
            FormElement { label, name, position, kind, visibility, default_value, options }
        };
        self.fields.iter().map(element).collect()
    }

    /// The value of every field. Only required fields must be present; read-only and hidden values always come from the
    /// form itself.
    pub fn values(&self, answers: &FormAnswers) -> Result<Vec<String>, Refusal> {
        if self.disabled {
            return Err(Refusal::wrong_state("the form of this Portal is disabled: upload without it"));
        }
        let values: Vec<String> =
            self.fields.iter().map(|field| value(&field.attributes, answers)).collect::<Result<_, _>>()?;
        if values.iter().map(String::len).sum::<usize>() > ANSWERS_LARGEST {
            return Err(Refusal::TooLarge(format!("a response can have up to {ANSWERS_LARGEST} bytes")));
        }
        Ok(values)
    }
}

fn value(field: &FieldAttributes, answers: &FormAnswers) -> Result<String, Refusal> {
    if matches!(field.visibility, Visibility::Readonly | Visibility::Hidden) {
        return Ok(field.default_value.clone());
    }
    let given = match answers.0.get(&field.name) {
        None => "",
        Some(FormAnswer::Given(given)) => given.value.as_deref().unwrap_or_default(),
        Some(FormAnswer::Other) => {
            return Err(Refusal::invalid(field.name.clone(), "must be an object such as {\"value\": \"text\"}"));
        }
    };
    if field.visibility == Visibility::Required && given.trim().is_empty() {
        return Err(Refusal::invalid(field.name.clone(), format!("is required: {}", field.label)));
    }
    Ok(given.to_owned())
}

/// Values of a response that become fields of its package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpecialValues {
    pub name: Option<String>,
    pub description: Option<String>,
    pub sender: Option<String>,
}

impl FormResponse {
    /// Answers are recorded as given, so what is not a valid name, text or address is converted or dropped here.
    pub fn special_values(&self) -> SpecialValues {
        let of = |kind| {
            let field = self.fields.iter().find(|field| field.attributes.kind == kind);
            field.map(|field| field.value.trim()).filter(|value| !value.is_empty())
        };
        let sender = of(FieldType::SenderEmail).and_then(|text| EmailAddress::parse("sender", text).ok());
        SpecialValues {
            name: of(FieldType::PackageName).and_then(|text| check_name("name", &one_line(text)).ok()),
            description: of(FieldType::PackageDescription).map(plain_text),
            sender: sender.map(|address| address.as_str().to_owned()),
        }
    }

    /// Labels and values for a mail: only answered fields, without control characters, and shortened.
    pub fn lines(&self) -> Vec<(String, String)> {
        let answered = self.fields.iter().filter(|field| !field.value.trim().is_empty());
        answered.map(|field| (field.attributes.label.clone(), shown(&field.value))).collect()
    }

    pub fn delivers(&self, format: DeliveryFormat) -> bool {
        self.deliveries.iter().any(|delivery| delivery.format == format)
    }
}

fn one_line(text: &str) -> String {
    let is_break = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    text.replace(is_break, " ").trim().chars().take(NAME_LONGEST).collect()
}

fn is_plain(character: char) -> bool {
    !character.is_control() || matches!(character, '\n' | '\r' | '\t')
}

fn plain_text(text: &str) -> String {
    text.chars().filter(|character| is_plain(*character)).take(DESCRIPTION_LONGEST).collect()
}

fn shown(text: &str) -> String {
    let mut left = text.chars().filter(|character| is_plain(*character));
    let mut shown: String = left.by_ref().take(LINE_LONGEST).collect();
    if left.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Each format once, in the given order.
pub fn distinct(formats: &[DeliveryFormat]) -> Vec<DeliveryFormat> {
    let mut seen = HashSet::new();
    formats.iter().copied().filter(|format| seen.insert(*format)).collect()
}

/// Validates the fields of a form and returns them in display order.
pub fn check_fields(given: &[WriteField], now: Time) -> Result<Vec<FieldAttributes>, Refusal> {
    if given.len() > FIELDS_MOST {
        return Err(Refusal::invalid("fields", format!("can have up to {FIELDS_MOST} entries")));
    }
    let (mut names, mut specials) = (HashSet::new(), HashSet::new());
    let mut fields = Vec::with_capacity(given.len());
    for (index, field) in given.iter().enumerate() {
        let place = |part: &str| format!("fields[{index}].{part}");
        let checked = check_field(field, index, &place, now)?;
        if !names.insert(field.name.as_str()) {
            return Err(Refusal::invalid(place("name"), "must be unique within the form"));
        }
        if is_special(field.kind) && !specials.insert(field.kind) {
            return Err(Refusal::invalid(
                place("type"),
                "must not be the type of two fields: it decides on the package",
            ));
        }
        fields.push(checked);
    }
    let bytes: usize = fields.iter().map(size_of_text).sum();
    if bytes > FIELDS_LARGEST {
        let reason =
            format!("fields: all texts of a form together can have up to {FIELDS_LARGEST} bytes; these have {bytes}");
        return Err(Refusal::TooLarge(reason));
    }
    fields.sort_by_key(|field| field.position);
    Ok(fields)
}

fn size_of_text(field: &FieldAttributes) -> usize {
    let options: usize = field.options.iter().map(String::len).sum();
    field.name.len() + field.label.len() + field.default_value.len() + options
}

const fn is_special(kind: FieldType) -> bool {
    matches!(kind, FieldType::PackageName | FieldType::PackageDescription | FieldType::SenderEmail)
}

type Place<'a> = &'a dyn Fn(&str) -> String;

fn check_field(field: &WriteField, index: usize, place: Place<'_>, now: Time) -> Result<FieldAttributes, Refusal> {
    let name = check_name(place("name"), &field.name)?;
    if name != field.name {
        return Err(Refusal::invalid(place("name"), "must not begin or end with a space"));
    }
    let label = field.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
    let label = check_name(place("label"), label.unwrap_or(&name))?;
    let options = check_options(field, place)?;
    let default_value = field.default_value.as_deref().unwrap_or_default();
    let default_value = check_text(place("default_value"), default_value, DEFAULT_LONGEST)?;
    if !options.is_empty() && !default_value.is_empty() && !options.contains(&default_value) {
        return Err(Refusal::invalid(place("default_value"), "must be one of options, or empty"));
    }
    let position = field.position.unwrap_or_else(|| i64::try_from(index).unwrap_or(i64::MAX));
    if !(-POSITION_HIGHEST..=POSITION_HIGHEST).contains(&position) {
        let reason = format!("must be from -{POSITION_HIGHEST} to {POSITION_HIGHEST}");
        return Err(Refusal::invalid(place("position"), reason));
    }
    let visibility = field.visibility.unwrap_or(Visibility::Optional);
    Ok(FieldAttributes {
        name,
        label,
        kind: field.kind,
        visibility,
        default_value,
        position,
        options,
        created_at: now,
        updated_at: now,
    })
}

/// A choice without options cannot be answered. A checkbox without options is a single box to tick.
fn check_options(field: &WriteField, place: Place<'_>) -> Result<Vec<String>, Refusal> {
    let needs_options = matches!(field.kind, FieldType::Radio | FieldType::Dropdown);
    if !needs_options && field.kind != FieldType::Checkbox {
        return Ok(Vec::new());
    }
    let options = field.options.as_deref().unwrap_or_default();
    if needs_options && options.is_empty() {
        return Err(Refusal::invalid(place("options"), "must contain at least one option"));
    }
    if options.len() > OPTIONS_MOST {
        return Err(Refusal::invalid(place("options"), format!("can have up to {OPTIONS_MOST} entries")));
    }
    let mut seen = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let place = || place(&format!("options[{index}]"));
        check_name(place(), option)?;
        if !seen.insert(option) {
            return Err(Refusal::invalid(place(), "must be different from the other options"));
        }
    }
    Ok(options.to_vec())
}

#[cfg(test)]
mod tests;
