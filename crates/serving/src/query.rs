//! Reads the query of a request; every error names its parameter.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use url::form_urlencoded;
use wire::time::Time;

use crate::table::Parameter;
use crate::{RequestError, Serves};

/// The default page length, and the largest of most lists.
pub const PAGE_USUAL: i64 = 50;

/// How many values a filter of a list can have.
const VALUES_MOST: usize = 100;

/// The parameters after the `?`, in order; a name may appear more than once.
pub struct QueryParts(Vec<(String, String)>);

impl<S: Serves> FromRequestParts<S> for QueryParts {
    type Rejection = S::Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, S::Error> {
        Ok(Self::read(parts.uri.query().unwrap_or_default())?)
    }
}

/// A layer that refuses parameters that a list does not have: a filter that is spelled wrong must not return everything.
pub async fn refuse_unknown<S: Serves>(
    State(known): State<&'static [Parameter]>,
    request: Request,
    next: Next,
) -> Response {
    match check_known(request.uri().query().unwrap_or_default(), known) {
        Ok(()) => next.run(request).await,
        Err(error) => S::Error::from(error).into_response(),
    }
}

fn check_known(query: &str, known: &[Parameter]) -> Result<(), RequestError> {
    let is_known = |name: &str| {
        let name = name.strip_suffix("[]").unwrap_or(name);
        known.iter().any(|parameter| parameter.name == name)
    };
    let Some((name, _)) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| !is_known(name)) else {
        return Ok(());
    };
    let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
    let takes = if names.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", names.join(", ")) };
    Err(invalid(&name, &format!("is not a parameter of this list: {takes}")))
}

impl QueryParts {
    fn read(query: &str) -> Result<Self, RequestError> {
        let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        match pairs.iter().find(|(name, value)| name.contains('\0') || value.contains('\0')) {
            Some((name, _)) => Err(invalid(name, "must not contain the NUL character")),
            None => Ok(Self(pairs)),
        }
    }

    /// The last value of a parameter. An empty value counts as missing.
    pub fn text(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether a parameter is present, even if empty.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(given, _)| given == name || given.strip_suffix("[]") == Some(name))
    }

    /// All values of a parameter that filters a list, joined by commas or repeated. Each one makes the query of the
    /// database longer and slower.
    pub fn list(&self, name: &str) -> Result<Vec<&str>, RequestError> {
        self.list_of(name, VALUES_MOST)
    }

    /// As [`Self::list`], with up to `most` values.
    pub fn list_of(&self, name: &str, most: usize) -> Result<Vec<&str>, RequestError> {
        let given = self.0.iter().filter(|(given, _)| given == name || given.strip_suffix("[]") == Some(name));
        let values = given.flat_map(|(_, value)| value.split(',')).map(str::trim).filter(|value| !value.is_empty());
        let values: Vec<&str> = values.take(most + 1).collect();
        if values.len() > most {
            return Err(invalid(name, &format!("can have up to {most} values")));
        }
        Ok(values)
    }

    /// A whole number that is not negative.
    pub fn number(&self, name: &str) -> Result<Option<i64>, RequestError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let number = text.parse::<i64>().ok().filter(|number| *number >= 0);
        number.map(Some).ok_or_else(|| invalid(name, "must be a whole number that is not negative"))
    }

    /// `limit`, at most `largest`; without it, 50.
    pub fn limit(&self, largest: i64) -> Result<i64, RequestError> {
        match self.number("limit")?.unwrap_or(PAGE_USUAL).min(largest) {
            0 => Err(invalid("limit", &format!("must be between 1 and {largest}"))),
            limit => Ok(limit),
        }
    }

    /// `page` and `limit` of a list whose pages count from 1.
    pub fn page_from_one(&self) -> Result<Page, RequestError> {
        match self.number("page")?.unwrap_or(1) {
            0 => Err(invalid("page", "must be at least 1: pages count from 1")),
            page => Ok(Page { number: page - 1, limit: self.limit(PAGE_USUAL)? }),
        }
    }

    /// As [`Self::page_from_one`], for lists whose pages usually have as many entries as they may.
    pub fn long_page_from_one(&self, largest: i64) -> Result<Page, RequestError> {
        let limit = if self.text("limit").is_some() { self.limit(largest)? } else { largest };
        Ok(Page { limit, ..self.page_from_one()? })
    }

    /// `page` and `limit` of a list whose pages count from 0.
    pub fn page_from_zero(&self, largest: i64) -> Result<Page, RequestError> {
        Ok(Page { number: self.number("page")?.unwrap_or(0), limit: self.limit(largest)? })
    }

    /// `true` or `false`, `1` or `0`.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, RequestError> {
        match self.text(name).map(str::to_ascii_lowercase).as_deref() {
            None => Ok(None),
            Some("true" | "1") => Ok(Some(true)),
            Some("false" | "0") => Ok(Some(false)),
            Some(_) => Err(invalid(name, "must be true or false")),
        }
    }

    pub fn time(&self, name: &str) -> Result<Option<Time>, RequestError> {
        let parse = |text: &str| text.parse().map_err(|_| invalid(name, "must be a date or a date-time in ISO 8601"));
        self.text(name).map(parse).transpose()
    }
}

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// From 0.
    pub number: i64,
    /// How many entries a page has.
    pub limit: i64,
}

impl Page {
    /// How many entries come before it.
    pub const fn offset(self) -> i64 {
        self.number.saturating_mul(self.limit)
    }
}

fn invalid(name: &str, reason: &str) -> RequestError {
    RequestError::invalid(name, reason)
}

#[cfg(test)]
mod tests {
    use super::QueryParts;

    #[test]
    fn lists_come_joined_or_repeated() {
        let query = QueryParts::read("status=new,finalized&status=expired&tags[]=a&tags[]=b&page=").unwrap();
        assert_eq!(query.list("status").unwrap(), ["new", "finalized", "expired"]);
        assert_eq!(query.list("tags").unwrap(), ["a", "b"]);
        assert_eq!(query.list("teamspaces").unwrap(), [""; 0]);
        assert!(query.list_of("status", 2).is_err());
        assert_eq!(query.number("page").unwrap(), None);
    }

    #[test]
    fn wrong_values_are_named() {
        let query = QueryParts::read("page=-1&limit=ten&flag=maybe&when=never&big=99999999999999999999").unwrap();
        for (name, error) in [
            ("page", query.number("page").err()),
            ("limit", query.number("limit").err()),
            ("big", query.number("big").err()),
            ("flag", query.flag("flag").err()),
            ("when", query.time("when").err()),
        ] {
            assert!(error.unwrap().to_string().starts_with(name));
        }
        assert!(QueryParts::read("name=%00").is_err());
    }
}
