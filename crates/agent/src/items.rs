//! Shows the files of uploads and downloads.

use transfer::Progress;
use wire::agent::{ItemBody, ItemId, ItemState};

use crate::journal::shown_item::ShownItem;

/// Files in one reply if the caller does not limit them.
pub const ITEMS_MOST: u64 = 10_000;

/// Which files of a transfer are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub skip: u64,
    pub most: u64,
}

/// Files of each transfer in the list of all transfers.
pub const LISTED: Page = Page { skip: 0, most: 1_000 };

/// One file of the transfer with this id; `progress` is given while it runs.
pub fn item_body(transfer: &str, item: ShownItem, progress: Option<&Progress>) -> ItemBody {
    let moving = progress.and_then(|progress| progress.moving(item.number));
    let state = match (&item.failure, moving) {
        (Some(_), _) => ItemState::Error,
        _ if item.is_complete => ItemState::Complete,
        (None, Some(_)) => ItemState::Transferring,
        (None, None) => ItemState::Queued,
    };
    ItemBody {
        id: item_id(transfer, item.number),
        path: item.path,
        name: item.name,
        size: item.size,
        progress: item.proven,
        under_way: moving.unwrap_or_default(),
        state,
        local_path: item.renamed,
        error: item.failure.map(Into::into),
    }
}

/// The id of a file, derived from the transfer's id and the file's number: stable, and not saved anywhere.
fn item_id(transfer: &str, number: u64) -> ItemId {
    let mut bytes = [0; 16];
    for (byte, digits) in bytes.iter_mut().zip(transfer.replace('-', "").as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).unwrap_or_default(), 16).unwrap_or_default();
    }
    for (byte, part) in bytes[8..].iter_mut().zip(number.to_be_bytes()) {
        *byte ^= part;
    }
    ItemId::from_chance(bytes)
}
