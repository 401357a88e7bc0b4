//! A file of a transfer, as it is shown.

use transfer::Item;

use crate::failure::Failure;

pub struct ShownItem {
    pub number: Item,
    pub path: String,
    pub name: String,
    pub size: u64,
    /// Bytes that are verified to have arrived.
    pub proven: u64,
    pub is_complete: bool,
    /// Where a download puts it, if that is not its path and name.
    pub renamed: Option<String>,
    pub failure: Option<Failure>,
}
