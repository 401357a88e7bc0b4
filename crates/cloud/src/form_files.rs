//! Form responses as files: JSON, CSV and XML.
//!
//! Untrusted visitors enter the values, and people open the files: a value never becomes a formula, markup, or a
//! character that the format cannot represent.

use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde::Serialize;
use wire::forms::{AnsweredField, DeliveryFormat, FieldType};
use wire::time::Time;

use domain::form::FormResponse;

/// One field, in the order in which the form shows it.
#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    label: &'a str,
    #[serde(rename = "type")]
    kind: FieldType,
    value: &'a str,
}

#[derive(Serialize)]
struct Document<'a> {
    form_id: &'a str,
    form_data_id: &'a str,
    package_id: &'a str,
    name: &'a str,
    created_at: Time,
    fields: Vec<Line<'a>>,
}

/// The file extension, for formats that are written as files.
pub(crate) const fn extension(format: DeliveryFormat) -> Option<&'static str> {
    match format {
        DeliveryFormat::Json => Some("json"),
        DeliveryFormat::Csv => Some("csv"),
        DeliveryFormat::Xml => Some("xml"),
        DeliveryFormat::EmailBody => None,
    }
}

/// The content of the file. The same response always gives the same bytes.
pub(crate) fn content(format: DeliveryFormat, response: &FormResponse) -> anyhow::Result<Option<Vec<u8>>> {
    match format {
        DeliveryFormat::Json => json(response).map(Some),
        DeliveryFormat::Csv => csv(response).map(Some),
        DeliveryFormat::Xml => xml(response).map(Some),
        DeliveryFormat::EmailBody => Ok(None),
    }
}

fn line(field: &AnsweredField) -> Line<'_> {
    let attributes = &field.attributes;
    Line { name: &attributes.name, label: &attributes.label, kind: attributes.kind, value: &field.value }
}

fn json(response: &FormResponse) -> anyhow::Result<Vec<u8>> {
    let document = Document {
        form_id: response.form_id.as_str(),
        form_data_id: response.id.as_str(),
        package_id: response.package_id.as_ref().map_or("", |id| id.as_str()),
        name: &response.name,
        created_at: response.created_at,
        fields: response.fields.iter().map(line).collect(),
    };
    let mut bytes = serde_json::to_vec_pretty(&document)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn csv(response: &FormResponse) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(["name", "label", "type", "value"])?;
    for field in &response.fields {
        let Line { name, label, kind, value } = line(field);
        let kind = serde_json::to_value(kind)?;
        let kind = kind.as_str().unwrap_or_default();
        writer.write_record([&inert_cell(name), &inert_cell(label), kind, &inert_cell(value)])?;
    }
    writer.into_inner().map_err(|error| anyhow::anyhow!("cannot write CSV: {error}"))
}

/// Spreadsheets evaluate cells that begin like a formula; an apostrophe in front makes them text.
fn inert_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

fn xml(response: &FormResponse) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let name = allowed_in_xml(&response.name);
    let created_at = response.created_at.to_string();
    let root = writer.create_element("metadata").with_attributes([
        ("form_id", response.form_id.as_str()),
        ("form_data_id", response.id.as_str()),
        ("package_id", response.package_id.as_ref().map_or("", |id| id.as_str())),
        ("name", name.as_str()),
        ("created_at", created_at.as_str()),
    ]);
    root.write_inner_content(|writer| response.fields.iter().try_for_each(|field| xml_field(writer, field)))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn xml_field(writer: &mut Writer<Vec<u8>>, field: &AnsweredField) -> std::io::Result<()> {
    let Line { name, label, kind, value } = line(field);
    let (name, label, value) = (allowed_in_xml(name), allowed_in_xml(label), allowed_in_xml(value));
    let kind = serde_json::to_value(kind)?;
    let attributes = [("name", name.as_str()), ("label", label.as_str()), ("type", kind.as_str().unwrap_or_default())];
    // XML parsers turn a plain carriage return into a line break.
    let escaped = escape(value).replace('\r', "&#13;");
    writer.create_element("field").with_attributes(attributes).write_text_content(BytesText::from_escaped(escaped))?;
    Ok(())
}

/// XML 1.0 cannot represent some characters, not even escaped.
fn allowed_in_xml(text: &str) -> String {
    let is_allowed = |character: char| matches!(character, '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    text.replace(|character| !is_allowed(character), "\u{FFFD}")
}
