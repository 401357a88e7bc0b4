//! Counts what each client has at once, and lets nobody have more than a limit.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Frame, SizeHint};
use parking_lot::Mutex;

/// How many seats each key has taken, up to a limit that is the same for all.
pub struct Crowd<K: Hash + Eq> {
    most: usize,
    taken: Mutex<HashMap<K, usize>>,
}

impl<K: Hash + Eq + Clone> Crowd<K> {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, taken: Mutex::default() })
    }

    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether the key has taken half of its seats.
    pub fn is_half_full(&self, key: &K) -> bool {
        self.taken.lock().get(key).is_some_and(|count| *count > self.most / 2)
    }

    /// Takes a seat until the value is dropped. `None` if the key has as many as it may have.
    pub fn enter(self: &Arc<Self>, key: K) -> Option<Seat<K>> {
        let mut taken = self.taken.lock();
        let count = taken.get(&key).copied().unwrap_or(0);
        if count >= self.most {
            return None;
        }
        taken.insert(key.clone(), count + 1);
        drop(taken);
        Some(Seat { crowd: Arc::clone(self), key })
    }
}

pub struct Seat<K: Hash + Eq> {
    crowd: Arc<Crowd<K>>,
    key: K,
}

impl<K: Hash + Eq> Drop for Seat<K> {
    fn drop(&mut self) {
        let mut taken = self.crowd.taken.lock();
        match taken.get_mut(&self.key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                taken.remove(&self.key);
            }
        }
    }
}

/// The unit that addresses are counted by: for IPv6, a network of 64 bits.
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// The unit that households are counted by, if they have one: for IPv6, a network of 48 bits, of which one customer can
/// have all households.
pub fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(address) => Some(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80)).into()),
        IpAddr::V4(_) => None,
    }
}

/// A body that keeps a seat until it has been sent.
pub struct Held<B, S> {
    body: B,
    _seat: S,
}

impl<B, S> Held<B, S> {
    pub fn new(body: B, seat: S) -> Self {
        Self { body, _seat: seat }
    }
}

impl<B: Body + Unpin, S: Unpin> Body for Held<B, S> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::{Crowd, household, site};

    #[test]
    fn each_key_has_its_own_seats_and_gets_them_back() {
        let crowd = Crowd::new(2);
        let (first, second) = (crowd.enter("a"), crowd.enter("a"));
        assert!(first.is_some() && second.is_some() && crowd.enter("a").is_none());
        assert!(crowd.is_half_full(&"a") && !crowd.is_half_full(&"b"));
        let other = crowd.enter("b");
        assert!(other.is_some());
        drop(first);
        assert!(crowd.enter("a").is_some());
        drop((second, other));
        assert_eq!(crowd.taken.lock().len(), 0, "nobody who left is remembered");
    }

    #[test]
    fn neighbours_in_one_network_count_as_one() {
        for (address, expected) in
            [("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::")]
        {
            assert_eq!(household(address.parse().unwrap()).to_string(), expected);
        }
        let network = |address: &str| site(address.parse().unwrap()).map(|network| network.to_string());
        assert_eq!(network("2001:db8:1:2:3:4:5:6").unwrap(), "2001:db8:1::");
        assert_eq!((network("192.0.2.7"), network("::ffff:192.0.2.7")), (None, None));
    }
}
