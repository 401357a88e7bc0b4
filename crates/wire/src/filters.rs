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

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UpdateFilter {
    /// Left out, the name stays.
    #[serde(default)]
    pub name: Option<String>,
    /// Replace all rules that there are.
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<FilterRule>,
}
