//! Pages of the lists of uploads and downloads.

/// A page of a list: the newest ones, in the order of their creation.
#[derive(Debug, Clone)]
pub struct ListPage<I, S> {
    /// Only those that were created before this one.
    pub before: Option<I>,
    pub most: u64,
    /// `None` for all states.
    pub states: Option<Vec<S>>,
}

/// As SQL has them. They are our own words.
pub(super) fn in_states<S: Copy>(states: &[S], name: impl Fn(S) -> &'static str) -> String {
    let names: Vec<String> = states.iter().map(|state| format!("'{}'", name(*state))).collect();
    format!("state IN ({})", names.join(", "))
}
