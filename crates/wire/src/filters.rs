//! Filters of files on their way to a connection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::FilterId;
use crate::time::Time;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FilterRule {
    /// `include` keeps what matches, `exclude` drops it.
    #[schema(example = "include")]
    pub action: String,
    /// `file_name`. Each rule of a filter has another one.
    #[schema(example = "file_name")]
    pub criterion: String,
    /// `regex_match`.
    #[schema(example = "regex_match")]
    pub operator: String,
    /// RE2 expressions. The rule matches when one of them matches anywhere in the file name.
    #[schema(min_items = 1, max_items = 50, example = json!([r"\.mov$"]))]
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FilterBody {
    pub id: FilterId,
    pub name: String,
    /// A file passes when it passes every rule.
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

/// Rules that are tried on names, without a filter being made.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TryFilter {
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
    /// File names.
    #[schema(max_items = 1000)]
    pub names: Vec<String>,
}

/// What a filter does with a file of some name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TriedName {
    pub name: String,
    pub passes: bool,
    /// The place, from 0, of the first rule that holds the file back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<usize>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateFilter {
    /// Left out, the name stays.
    #[serde(default)]
    pub name: Option<String>,
    /// Replace all rules that there are.
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
}
