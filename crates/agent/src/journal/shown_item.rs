//! What is shown of a file of a transfer.

use transfer::Item;

use crate::failure::Failure;

pub struct ShownItem {
    pub number: Item,
    pub path: String,
    pub name: String,
    pub size: u64,
    /// Bytes that are proven to have arrived.
    pub proven: u64,
    pub is_complete: bool,
    pub failure: Option<Failure>,
}
