//! Forms of Portals, form templates, and form responses.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{FormAnswerId, FormFieldId, FormId, FormResponseId, FormTemplateId, TeamId};
use crate::time::Time;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldType {
    Checkbox,
    Radio,
    Dropdown,
    Date,
    ShortText,
    LongText,
    Number,
    Url,
    Email,
    PackageName,
    PackageDescription,
    SenderEmail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Required,
    Optional,
    Readonly,
    Hidden,
}

/// How a filled-in form is delivered: as a file of the package, or in the email about the upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryFormat {
    Json,
    Csv,
    Xml,
    EmailBody,
}

/// A field in a request. Fields that the service sets itself (`id`, `form_id`, times) are ignored.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WriteField {
    /// Unique within the form. Responses are keyed by it; people do not see it.
    pub name: String,
    /// What people see. If missing or empty, it is the name.
    #[serde(default)]
    pub label: Option<String>,
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// `optional` by default.
    #[serde(default)]
    pub visibility: Option<Visibility>,
    /// One of `options`, if there are any. `readonly` and `hidden` fields always have this value.
    #[serde(default)]
    pub default_value: Option<String>,
    /// Fields are shown in ascending order. By default the index in the list.
    #[serde(default)]
    pub position: Option<i64>,
    /// For `checkbox`, `radio` and `dropdown`; ignored for other types.
    #[serde(default)]
    pub options: Option<Vec<String>>,
}

/// The attributes of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldAttributes {
    pub name: String,
    pub label: String,
    #[serde(rename = "type")]
    pub kind: FieldType,
    pub visibility: Visibility,
    pub default_value: String,
    pub position: i64,
    pub options: Vec<String>,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormField {
    pub id: FormFieldId,
    /// The form or the template.
    pub form_id: String,
    #[serde(flatten)]
    pub attributes: FieldAttributes,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CreateForm {
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    /// The template whose fields are copied if none are sent.
    #[serde(default)]
    pub form_template_id: Option<String>,
    #[serde(default)]
    pub fields: Option<Vec<WriteField>>,
}

example! {
    CreateForm,
    {
        "name": "Shooting day",
        "delivery_formats": ["json"],
        "fields": [
            { "name": "scene", "label": "Scene", "type": "short_text", "visibility": "required" },
            { "name": "camera", "label": "Camera", "type": "dropdown", "options": ["A", "B"], "default_value": "A" },
        ],
    }
}

/// The whole form: its fields replace all existing ones.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateForm {
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    /// If missing, it is not changed.
    #[serde(default, deserialize_with = "crate::lenient::flag")]
    pub disabled: Option<bool>,
    pub fields: Vec<WriteField>,
}

example! {
    UpdateForm,
    {
        "name": "Shooting day",
        "delivery_formats": ["json", "email_body"],
        "disabled": false,
        "fields": [
            { "name": "scene", "label": "Scene", "type": "short_text", "visibility": "required" },
            { "name": "camera", "label": "Camera", "type": "dropdown", "options": ["A", "B"], "default_value": "A" },
        ],
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormBody {
    pub id: FormId,
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    pub disabled: bool,
    /// In ascending order of `position`.
    pub fields: Vec<FormField>,
    /// `portal-` and the Portal's id.
    #[schema(example = "portal-01KA2B3C4D5E6F7G8H9JKMNPQR")]
    pub owner_id: String,
    pub team_id: TeamId,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CreateFormTemplate {
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    #[serde(default)]
    pub fields: Option<Vec<WriteField>>,
}

example! {
    CreateFormTemplate,
    {
        "name": "Shooting day",
        "delivery_formats": ["json"],
        "fields": [
            { "name": "scene", "label": "Scene", "type": "short_text", "visibility": "required" },
            { "name": "camera", "label": "Camera", "type": "dropdown", "options": ["A", "B"], "default_value": "A" },
        ],
    }
}

/// The whole template: its fields replace all existing ones.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateFormTemplate {
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    pub fields: Vec<WriteField>,
}

example! {
    UpdateFormTemplate,
    {
        "name": "Shooting day",
        "delivery_formats": ["json"],
        "fields": [
            { "name": "scene", "label": "Scene", "type": "short_text", "visibility": "required" },
            { "name": "camera", "label": "Camera", "type": "dropdown", "options": ["A", "B"], "default_value": "A" },
        ],
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormTemplateBody {
    pub id: FormTemplateId,
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    /// In ascending order of `position`.
    pub fields: Vec<FormField>,
    pub team_id: TeamId,
    pub created_at: Time,
    pub updated_at: Time,
}

/// A field as the page of a Portal shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormElement {
    pub label: String,
    pub name: String,
    pub position: i64,
    #[serde(rename = "type")]
    pub kind: FieldType,
    pub visibility: Visibility,
    pub default_value: String,
    pub options: Vec<String>,
}

/// Answers by field name. Unknown names are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, GivenValue>)]
pub struct FormAnswers(pub BTreeMap<String, FormAnswer>);

example! { FormAnswers, { "scene": { "value": "12B" }, "camera": { "value": "A" } } }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GivenValue {
    pub value: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum FormAnswer {
    Given(GivenValue),
    /// Any other value, which only matters if a field has this name.
    Other,
}

impl FormAnswer {
    pub fn text(value: &str) -> Self {
        Self::Given(GivenValue { value: Some(value.to_owned()) })
    }
}

impl<'de> Deserialize<'de> for FormAnswer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let answer = serde_json::Value::deserialize(deserializer)?;
        Ok(match answer.as_object().map(|answer| answer.get("value")) {
            Some(None | Some(serde_json::Value::Null)) => Self::Given(GivenValue { value: None }),
            Some(Some(serde_json::Value::String(text))) => Self::text(text),
            _ => Self::Other,
        })
    }
}

/// A field of a response, with the attributes that it had when the form was filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnsweredField {
    pub id: FormAnswerId,
    pub field_id: FormFieldId,
    pub form_id: FormId,
    /// The response.
    pub form_data_id: FormResponseId,
    pub value: String,
    #[serde(flatten)]
    pub attributes: FieldAttributes,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FormResponseBody {
    /// Send it as `form_data_id` when the package is created.
    pub id: FormResponseId,
    pub form_id: FormId,
    /// Empty until the response is used for a package.
    pub package_id: String,
    pub name: String,
    pub delivery_formats: Vec<DeliveryFormat>,
    pub disabled: bool,
    pub fields: Vec<AnsweredField>,
    pub owner_id: String,
    pub team_id: TeamId,
    pub created_at: Time,
    pub updated_at: Time,
}
