//! Filters that select files for a connection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::FilterId;
use crate::time::Time;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FilterRule {
    /// `include` keeps what matches, `exclude` drops it.
    #[schema(example = "include")]
    pub action: String,
    /// `file_name`. Each rule of a filter must have a different criterion.
    #[schema(example = "file_name")]
    pub criterion: String,
    /// `regex_match`.
    #[schema(example = "regex_match")]
    pub operator: String,
    /// RE2 expressions. The rule matches if one of them matches anywhere in the file name.
    #[schema(min_items = 1, max_items = 50, example = json!([r"\.mov$"]))]
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FilterBody {
    pub id: FilterId,
    pub name: String,
    /// A file must pass every rule.
    pub rules: Vec<FilterRule>,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CreateFilter {
    pub name: String,
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
}

example! {
    CreateFilter,
    {
        "name": "Films only",
        "rules": [{ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": [r"\.mov$"] }],
    }
}

/// Rules to try on names, without creating a filter.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TryFilter {
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
    /// File names.
    #[schema(max_items = 1000)]
    pub names: Vec<String>,
}

example! {
    TryFilter,
    {
        "rules": [{ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": [r"\.mov$"] }],
        "names": ["camera-a.mov", "notes.txt"],
    }
}

/// The result of a filter for one file name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TriedName {
    pub name: String,
    pub passes: bool,
    /// The index, from 0, of the first rule that the file does not pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<usize>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateFilter {
    /// If missing, the name is not changed.
    #[serde(default)]
    pub name: Option<String>,
    /// Replaces all existing rules.
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
}

example! {
    UpdateFilter,
    {
        "name": "Films only",
        "rules": [{ "action": "include", "criterion": "file_name", "operator": "regex_match", "values": [r"\.mov$"] }],
    }
}
