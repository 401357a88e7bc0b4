//! Buffers that are reused as soon as their content has been sent. A new one would have to be zeroed each time, and
//! would not be in the processor's cache.

use std::collections::VecDeque;

use bytes::{Bytes, BytesMut};

/// A connection collects four blocks before it sends them, and keeps the end of the previous one while the next is
/// being filled. Two more are for a slow kernel.
const MOST: usize = 8;

/// The buffers that were lent, in the order in which they are also returned.
#[derive(Default)]
pub(super) struct Buffers(VecDeque<Bytes>);

impl Buffers {
    /// A buffer of this length with arbitrary content.
    pub(super) fn take(&mut self, length: usize) -> BytesMut {
        let returned = self.0.pop_front_if(|first| first.is_unique()).and_then(|first| first.try_into_mut().ok());
        let Some(mut buffer) = returned else { return BytesMut::zeroed(length) };
        buffer.resize(length, 0);
        buffer
    }

    /// Lends a buffer, and remembers it unless too many are in use.
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
    fn a_buffer_that_comes_back_late_is_not_forgotten() {
        let mut buffers = Buffers::default();
        let lend = |buffers: &mut Buffers| {
            let buffer = buffers.take(100);
            buffers.lend(buffer)
        };
        let (first, second) = (lend(&mut buffers), lend(&mut buffers));
        let places = [first.as_ptr(), second.as_ptr()];
        drop((first, second));
        let again = [lend(&mut buffers), lend(&mut buffers)];
        assert_eq!(again.each_ref().map(|lent| lent.as_ptr()), places);
    }

    #[test]
    fn no_more_are_remembered_than_a_connection_needs() {
        let mut buffers = Buffers::default();
        let lent: Vec<Bytes> = (0..2 * MOST)
            .map(|_| {
                let buffer = buffers.take(100);
                buffers.lend(buffer)
            })
            .collect();
        drop(lent);
        assert_eq!(buffers.0.len(), MOST);
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
