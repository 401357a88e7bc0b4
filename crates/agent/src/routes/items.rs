//! Query parameters of uploads and downloads.

use std::str::FromStr;

use serving::query::QueryParts;
use serving::table::Parameter;

use crate::error::{AgentError, AgentResult};
use crate::items::{ITEMS_MOST, Page};
use crate::journal::list::ListPage;

pub(super) const PAGES: &[Parameter] = &[
    Parameter::number("page", "Page of items, starting at 1"),
    Parameter::number("limit", "Items per page; up to 10000, which is also the default"),
];
pub(super) const LISTS: &[Parameter] = &[
    Parameter::number("limit", "Entries of the list; up to 1000, which is also the default"),
    Parameter::text("before", "Only entries that are older than the one with this id"),
    STATES_OF,
];
pub(super) const STATES: &[Parameter] = &[STATES_OF];
pub(super) const REMOVE_FILES: &[Parameter] = &[REMOVE];
pub(super) const STATES_AND_FILES: &[Parameter] = &[STATES_OF, REMOVE];

const STATES_OF: Parameter = Parameter::text("states", "Comma-separated list of states to include");
const REMOVE: Parameter = Parameter::flag("remove_files", "Whether to delete the files on the disk too");

pub(super) fn page(query: &QueryParts) -> AgentResult<Page> {
    let most = positive(query, "limit", ITEMS_MOST)?.min(ITEMS_MOST);
    Ok(Page { skip: (positive(query, "page", 1)? - 1).saturating_mul(most), most })
}

/// Entries of a list in one reply.
const LIST_MOST: u64 = 1_000;

pub(super) fn list_page<I: FromStr, S: Copy>(
    query: &QueryParts,
    all: &[S],
    name: impl Fn(S) -> &'static str,
) -> AgentResult<ListPage<I, S>> {
    let before = query.text("before").map(str::parse::<I>).transpose();
    let before = before.map_err(|_| AgentError::invalid("before", "must be the id of an entry of the list"))?;
    let most = positive(query, "limit", LIST_MOST)?.min(LIST_MOST);
    Ok(ListPage { before, most, states: states(query, all, name)? })
}

fn positive(query: &QueryParts, name: &str, usual: u64) -> AgentResult<u64> {
    match query.number(name)?.map(u64::try_from) {
        None => Ok(usual),
        Some(Ok(number)) if number > 0 => Ok(number),
        Some(_) => Err(AgentError::invalid(name, "must be at least 1")),
    }
}

/// `None` for all states.
pub(super) fn states<S: Copy>(
    query: &QueryParts,
    all: &[S],
    name: impl Fn(S) -> &'static str,
) -> AgentResult<Option<Vec<S>>> {
    if !query.has("states") {
        return Ok(None);
    }
    let known = |text: &str| {
        let state = all.iter().copied().find(|state| name(*state) == text);
        let names: Vec<_> = all.iter().map(|state| name(*state)).collect();
        state.ok_or_else(|| AgentError::invalid("states", &format!("must be a list of {}", names.join(", "))))
    };
    query.list("states")?.into_iter().map(known).collect::<AgentResult<_>>().map(Some)
}

pub(super) fn remove_files(query: &QueryParts) -> AgentResult<bool> {
    Ok(query.flag("remove_files")?.unwrap_or_default())
}
