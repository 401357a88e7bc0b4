//! Reading what the kernel has in memory, and nothing else, so that a thread that serves others may do it.

use std::fs::File;
use std::io::IoSliceMut;

use rustix::io::{ReadWriteFlags, preadv2};

/// Fills the buffer from its beginning with what is there; None if nothing is, or if this file system cannot tell.
pub(super) fn read(file: &File, buffer: &mut [u8], at: u64) -> Option<usize> {
    let read = preadv2(file, &mut [IoSliceMut::new(buffer)], at, ReadWriteFlags::NOWAIT);
    // Failures show again, and are told apart, where the same bytes are read with patience.
    read.ok().filter(|length| *length > 0)
}
