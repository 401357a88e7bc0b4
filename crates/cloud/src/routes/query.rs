//! Parses the query of a request: every error names its parameter.

pub(super) use serving::query::{QueryParts, refuse_unknown};

use crate::error::ApiError;

pub(super) fn invalid(name: &str, reason: &str) -> ApiError {
    ApiError::InvalidField { field: name.to_owned(), reason: reason.to_owned() }
}
