//! Reads only what is in the page cache, so that it never blocks an async thread.

use std::fs::File;
use std::io::IoSliceMut;

use rustix::io::{ReadWriteFlags, preadv2};

/// Fills the buffer with cached bytes; `None` if there are none, or if this file system does not support it.
pub(super) fn read(file: &File, buffer: &mut [u8], at: u64) -> Option<usize> {
    let read = preadv2(file, &mut [IoSliceMut::new(buffer)], at, ReadWriteFlags::NOWAIT);
    // Errors show up again, and are handled, when the same bytes are read with blocking.
    read.ok().filter(|length| *length > 0)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_was_just_written_is_there_and_what_was_not_is_not() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        let mut buffer = [0; 6];
        assert_eq!(read(&file, &mut buffer, 2), Some(6), "this file system cannot read without waiting");
        assert_eq!(&buffer, b"234567");
        assert_eq!(read(&file, &mut buffer, 8), Some(2));
        assert_eq!(&buffer, b"894567");
        assert_eq!(read(&file, &mut buffer, 10), None);
    }
}
