//! The checksums of the blocks of blob files. They are saved in the transaction that makes a file known, and stay until
//! the file is deleted, because a discarded blob may still be read.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::checksum::{BlockSums, Sums};
use crate::error::Error;

/// What is known about the blocks of a file.
#[derive(Debug)]
pub(crate) enum Found {
    Known(BlockSums),
    /// A file from before there were block sums.
    Unknown,
    /// They do not fit the sums of the whole.
    Damaged,
}

/// The sums of a file with a single block are those of its blob.
pub(crate) fn save(connection: &Connection, file: &str, sums: Sums, blocks: &BlockSums) -> Result<(), Error> {
    if BlockSums::of_one_block(sums).is_none() {
        connection
            .prepare_cached("INSERT OR REPLACE INTO block_sums (file, sums) VALUES (?1, ?2)")?
            .execute(params![file, blocks.to_bytes()])?;
    }
    Ok(())
}

pub(crate) fn find(connection: &Connection, file: &str, sums: Sums) -> Result<Found, Error> {
    if let Some(blocks) = BlockSums::of_one_block(sums) {
        return Ok(Found::Known(blocks));
    }
    let saved = connection
        .prepare_cached("SELECT sums FROM block_sums WHERE file = ?1")?
        .query_row([file], |row| row.get::<_, Vec<u8>>(0))
        .optional()?;
    Ok(match saved {
        None => Found::Unknown,
        Some(bytes) => BlockSums::parse(&bytes, sums).map_or(Found::Damaged, Found::Known),
    })
}
