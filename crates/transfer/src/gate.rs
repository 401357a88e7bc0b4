//! Decides which transfer may use a connection next: one gate for all running transfers of a direction.
//!
//! A transfer requests one place at a time, for a part of a known size. Free places go to the highest priority, then to
//! the transfer that holds the fewest, then to the one that has waited longest. The window limits the bytes of all parts
//! that are inside at the same time.
//!
//! An urgent transfer does not wait for what is less urgent: its parts enter next to theirs, up to its own window, and may
//! use some spare places. From then on, nothing less urgent enters before the line has room for it again.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;

use crate::window::Allowance;

/// Identifies a transfer at a gate.
pub type Ticket = u64;

#[derive(Clone)]
pub struct Gate(Arc<Mutex<Inner>>);

struct Inner {
    limit: usize,
    /// Places beyond the limit for parts that are more urgent than another one that is inside.
    spare: usize,
    used: usize,
    window: Allowance,
    /// The parts that are inside, by priority.
    inside: BTreeMap<i64, Inside>,
    /// Bytes of all parts that have left.
    left: u64,
    held: HashMap<Ticket, usize>,
    /// In order of arrival.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Copy, Default)]
struct Inside {
    parts: usize,
    bytes: u64,
}

struct Waiting {
    ticket: Ticket,
    priority: i64,
    bytes: u64,
    grant: oneshot::Sender<Place>,
}

/// The right to use one connection, returned when dropped.
pub struct Place {
    gate: Gate,
    ticket: Ticket,
    priority: i64,
    bytes: u64,
}

impl Gate {
    pub fn new(limit: usize) -> Self {
        let window = Allowance { parts: usize::MAX, bytes: u64::MAX };
        Self(Arc::new(Mutex::new(Inner {
            limit,
            spare: 0,
            used: 0,
            window,
            inside: BTreeMap::new(),
            left: 0,
            held: HashMap::new(),
            waiting: Vec::new(),
        })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock()
    }

    /// Waits for a place for a part of this many bytes.
    pub async fn enter(&self, ticket: Ticket, priority: i64, bytes: u64) -> Place {
        let (grant, granted) = oneshot::channel();
        self.inner().waiting.push(Waiting { ticket, priority, bytes, grant });
        self.admit();
        match granted.await {
            Ok(place) => place,
            // The sender stays in the list until it grants, and the list exists as long as the gate.
            Err(_) => std::future::pending().await,
        }
    }

    /// At least one.
    pub fn set_limit(&self, limit: usize) {
        self.inner().limit = limit.max(1);
        self.admit();
    }

    /// Places beyond the limit for urgent parts.
    pub(crate) fn set_spare(&self, spare: usize) {
        self.inner().spare = spare;
        self.admit();
    }

    /// Whether a part with a higher priority is inside.
    pub(crate) fn has_more_urgent(&self, priority: i64) -> bool {
        self.inner().inside.last_key_value().is_some_and(|(highest, _)| *highest > priority)
    }

    /// Bytes of all parts that have left, wrapping around.
    pub(crate) fn left(&self) -> u64 {
        self.inner().left
    }

    pub(crate) fn set_window(&self, window: Allowance) {
        self.inner().window = window;
        self.admit();
    }

    pub(crate) fn limit(&self) -> usize {
        self.inner().limit
    }

    /// Whether every place is taken and a transfer waits for another.
    pub(crate) fn is_crowded(&self) -> bool {
        let mut inner = self.inner();
        inner.waiting.retain(|waiting| !waiting.grant.is_closed());
        inner.used >= inner.limit && !inner.waiting.is_empty()
    }

    /// Whether a place is free, but the window keeps a transfer from taking it.
    pub(crate) fn is_held(&self) -> bool {
        let mut inner = self.inner();
        inner.waiting.retain(|waiting| !waiting.grant.is_closed());
        inner.used < inner.limit && !inner.waiting.is_empty()
    }

    fn admit(&self) {
        loop {
            let granted = {
                let mut inner = self.inner();
                inner.waiting.retain(|waiting| !waiting.grant.is_closed());
                let Some(next) = inner.next().filter(|next| inner.has_room(&inner.waiting[*next])) else { return };
                let waiting = inner.waiting.remove(next);
                inner.used += 1;
                let inside = inner.inside.entry(waiting.priority).or_default();
                inside.parts += 1;
                inside.bytes += waiting.bytes;
                *inner.held.entry(waiting.ticket).or_default() += 1;
                waiting
            };
            // If the receiver is gone, the place is returned by its own drop, outside of the lock.
            let Waiting { ticket, priority, bytes, grant } = granted;
            let _ = grant.send(Place { gate: self.clone(), ticket, priority, bytes });
        }
    }
}

impl Inner {
    /// What is less urgent than the part does not count against its window.
    fn has_room(&self, part: &Waiting) -> bool {
        let is_urgent = self.inside.range(..part.priority).next().is_some();
        if self.used >= self.limit + if is_urgent { self.spare } else { 0 } {
            return false;
        }
        let (mut parts, mut bytes) = (0, part.bytes);
        for inside in self.inside.range(part.priority..).map(|(_, inside)| inside) {
            parts += inside.parts;
            bytes = bytes.saturating_add(inside.bytes);
        }
        parts < self.window.parts || bytes <= self.window.bytes
    }

    fn next(&self) -> Option<usize> {
        let held = |waiting: &Waiting| self.held.get(&waiting.ticket).copied().unwrap_or_default();
        let order = |(place, waiting): &(usize, &Waiting)| (-waiting.priority, held(waiting), *place);
        self.waiting.iter().enumerate().min_by_key(order).map(|(place, _)| place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut inner = self.gate.inner();
            inner.used -= 1;
            inner.left = inner.left.wrapping_add(self.bytes);
            if let Some(inside) = inner.inside.get_mut(&self.priority) {
                inside.parts -= 1;
                inside.bytes -= self.bytes;
                if inside.parts == 0 {
                    inner.inside.remove(&self.priority);
                }
            }
            if let Some(held) = inner.held.get_mut(&self.ticket) {
                *held -= 1;
                if *held == 0 {
                    inner.held.remove(&self.ticket);
                }
            }
        }
        self.gate.admit();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::{Gate, Place};
    use crate::window::Allowance;

    fn poll<F: Future<Output = Place>>(future: std::pin::Pin<&mut F>) -> Option<Place> {
        match future.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(place) => Some(place),
            Poll::Pending => None,
        }
    }

    #[test]
    fn priority_first_then_who_holds_fewest_then_who_waits_longest() {
        let gate = Gate::new(2);
        let first = poll(pin!(gate.enter(1, 0, 0))).unwrap();
        let second = poll(pin!(gate.enter(1, 0, 0))).unwrap();
        let (mut again, mut other, mut urgent) =
            (pin!(gate.enter(1, 0, 0)), pin!(gate.enter(2, 0, 0)), pin!(gate.enter(3, 5, 0)));
        assert!(poll(again.as_mut()).is_none() && poll(other.as_mut()).is_none() && poll(urgent.as_mut()).is_none());
        assert!(gate.is_crowded());
        drop(first);
        let urgent = poll(urgent.as_mut()).expect("the highest priority comes first");
        assert!(poll(again.as_mut()).is_none() && poll(other.as_mut()).is_none());
        drop(urgent);
        let other = poll(other.as_mut()).expect("a transfer that holds none comes before one that holds one");
        drop((second, other));
        assert!(poll(again.as_mut()).is_some());
    }

    #[test]
    fn who_leaves_takes_no_place_and_a_lower_limit_is_reached_by_waiting() {
        let gate = Gate::new(1);
        let place = poll(pin!(gate.enter(1, 0, 0))).unwrap();
        {
            let mut gone = pin!(gate.enter(2, 9, 0));
            assert!(poll(gone.as_mut()).is_none());
        }
        assert!(!gate.is_crowded(), "nobody is left to wait");
        gate.set_limit(3);
        let more: Vec<_> = (0..2).map(|_| poll(pin!(gate.enter(3, 0, 0))).unwrap()).collect();
        gate.set_limit(0);
        assert_eq!(gate.limit(), 1);
        drop(place);
        assert!(poll(pin!(gate.enter(4, 0, 0))).is_none(), "two are still inside");
        drop(more);
        assert!(poll(pin!(gate.enter(4, 0, 0))).is_some());
    }

    #[test]
    fn the_window_limits_bytes_but_never_keeps_the_gate_empty() {
        let gate = Gate::new(8);
        gate.set_window(Allowance { parts: 1, bytes: 10 });
        let large = poll(pin!(gate.enter(1, 0, 100))).expect("one part is always allowed");
        {
            let mut small = pin!(gate.enter(1, 0, 1));
            assert!(poll(small.as_mut()).is_none() && gate.is_held() && !gate.is_crowded());
            gate.set_window(Allowance { parts: 1, bytes: 101 });
            assert!(poll(small.as_mut()).is_some(), "the window grew");
        }
        drop(large);
        let few: Vec<_> = (0..8).map(|_| poll(pin!(gate.enter(1, 0, 1))).unwrap()).collect();
        assert!(!gate.is_held(), "nobody waits");
        drop(few);
        assert!(poll(pin!(gate.enter(1, 0, 100))).is_some(), "what left no longer counts");
    }

    #[test]
    fn an_urgent_part_waits_for_nothing_that_is_less_urgent() {
        let gate = Gate::new(4);
        gate.set_window(Allowance { parts: 1, bytes: 20 });
        gate.set_spare(1);
        let slow: Vec<_> = (0..2).map(|_| poll(pin!(gate.enter(1, 0, 10))).unwrap()).collect();
        assert!(poll(pin!(gate.enter(1, 0, 10))).is_none(), "the window is full");
        let urgent: Vec<_> = (0..2).map(|_| poll(pin!(gate.enter(2, 5, 10))).unwrap()).collect();
        assert!(poll(pin!(gate.enter(2, 5, 10))).is_none(), "its own window is full, too");
        assert!(gate.has_more_urgent(0) && !gate.has_more_urgent(5));
        let most_urgent = poll(pin!(gate.enter(3, 9, 10))).expect("there is a spare place");
        assert!(poll(pin!(gate.enter(3, 9, 10))).is_none(), "and no other");
        drop(slow);
        assert!(poll(pin!(gate.enter(1, 0, 10))).is_none(), "what is urgent fills the line");
        drop((urgent, most_urgent));
        let again = poll(pin!(gate.enter(1, 0, 10))).unwrap();
        assert_eq!(gate.left(), 50);
        drop(again);
    }
}
