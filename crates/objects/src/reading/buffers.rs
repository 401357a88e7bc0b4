//! Buffers that are used again as soon as what was in them has been sent. A fresh one would have to be cleared each time, and
//! come from memory that the processor has not at hand.

use std::collections::VecDeque;

use bytes::{Bytes, BytesMut};

/// A connection gathers four blocks before it sends them, while the next one is being filled.
const MOST: usize = 5;

#[derive(Default)]
pub(super) struct Buffers(VecDeque<Bytes>);

impl Buffers {
    /// A buffer of this length, with anything in it.
    pub(super) fn take(&mut self, length: usize) -> BytesMut {
        match self.0.pop_front().map(Bytes::try_into_mut) {
            Some(Ok(mut buffer)) => {
                buffer.resize(length, 0);
                buffer
            }
            Some(Err(_)) | None => BytesMut::zeroed(length),
        }
    }

    /// Gives a buffer out, and remembers it. One that is still lent when its turn comes is forgotten.
    pub(super) fn lend(&mut self, buffer: BytesMut) -> Bytes {
        let lent = buffer.freeze();
        if self.0.len() < MOST {
            self.0.push_back(lent.clone());
        }
        lent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_that_came_back_is_used_again() {
        let mut buffers = Buffers::default();
        let buffer = buffers.take(1000);
        let lent = buffers.lend(buffer);
        let place = lent.as_ptr();
        drop(lent);
        let shorter = buffers.take(10);
        assert_eq!((shorter.as_ptr(), shorter.len()), (place, 10));
        drop(buffers.lend(shorter));
        let longer = buffers.take(900);
        assert_eq!((longer.as_ptr(), longer.len()), (place, 900));
    }

    #[test]
    fn a_buffer_that_is_being_sent_is_left_alone() {
        let mut buffers = Buffers::default();
        let lent: Vec<Bytes> = (1..=9)
            .map(|number| {
                let mut buffer = buffers.take(100);
                buffer.fill(number);
                buffers.lend(buffer)
            })
            .collect();
        for (number, lent) in (1..=9).zip(lent) {
            assert_eq!(lent, vec![number; 100]);
        }
    }
}
