//! The connection slots of a listener: how many connections it serves at once, and how many of them from one address.
//!
//! A connection that gets no slot gets a spare one if possible: for one request, so that the client is told why it is
//! refused, and so that an operator who asks for the state of the service is answered.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::crowd::{Crowd, Seat, household, site};

/// How many spare slots one address can have at once.
const SPARE_PER_ADDRESS: usize = 32;

/// How many connections one address may have.
#[derive(Clone)]
pub struct PerAddress {
    pub most: usize,
    /// Proxies, whose connections serve many clients.
    pub exempt: Vec<IpNet>,
}

/// An extension of requests whose connection has only a spare slot, and the reason. Refuse them, unless an operator
/// asks for the state of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// The client's address has as many connections as it may have.
    AtAddress,
    /// All slots of the listener are taken.
    AtListener,
}

#[derive(Clone)]
pub(crate) struct Places {
    free: Arc<Semaphore>,
    all: usize,
    spare: Arc<Semaphore>,
    exempt: Option<Arc<[IpNet]>>,
    at_address: Seats,
    spare_at_address: Seats,
}

/// How many slots an address can have, and a site of many addresses.
#[derive(Clone)]
struct Seats {
    of_household: Arc<Crowd<IpAddr>>,
    of_site: Arc<Crowd<IpAddr>>,
}

type Taken = (Seat<IpAddr>, Option<Seat<IpAddr>>);

impl Seats {
    fn new(most: usize) -> Self {
        Self { of_household: Crowd::new(most), of_site: Crowd::new(most.saturating_add(most / 2)) }
    }

    fn enter(&self, address: IpAddr) -> Option<Taken> {
        let household = self.of_household.enter(household(address))?;
        match site(address) {
            Some(site) => Some((household, Some(self.of_site.enter(site)?))),
            None => Some((household, None)),
        }
    }

    fn are_short(&self, address: IpAddr) -> bool {
        let is_short = |site| self.of_site.is_half_full(&site);
        self.of_household.is_half_full(&household(address)) || site(address).is_some_and(is_short)
    }
}

pub(crate) enum Slot {
    Regular(OwnedSemaphorePermit),
    Spare(OwnedSemaphorePermit),
}

/// A slot that a connection has taken.
pub(crate) struct Place {
    _slot: OwnedSemaphorePermit,
    _seats: Option<Taken>,
    pub(crate) lack: Option<NoPlace>,
}

impl Places {
    pub(crate) fn new(connections: usize, spare: usize, per_address: Option<&PerAddress>) -> Self {
        Self {
            free: Arc::new(Semaphore::new(connections)),
            all: connections,
            spare: Arc::new(Semaphore::new(spare)),
            exempt: per_address.map(|per_address| per_address.exempt.as_slice().into()),
            at_address: Seats::new(per_address.map_or(usize::MAX, |per_address| per_address.most)),
            spare_at_address: Seats::new(SPARE_PER_ADDRESS),
        }
    }

    /// Whether slots are scarce, for all or for this peer, so that idle connections should be closed.
    pub(crate) fn are_short(&self, peer: Option<IpAddr>) -> bool {
        let are_short = |peer| self.at_address.are_short(peer);
        self.free.available_permits() < self.all.div_ceil(2)
            || peer.filter(|peer| self.is_counted(*peer)).is_some_and(are_short)
    }

    /// The next slot: a spare one only if no other is free. Never `None`, since the semaphores are never closed.
    pub(crate) async fn slot(&self) -> Option<Slot> {
        tokio::select! {
            biased;
            permit = Arc::clone(&self.free).acquire_owned() => permit.ok().map(Slot::Regular),
            permit = Arc::clone(&self.spare).acquire_owned() => permit.ok().map(Slot::Spare),
        }
    }

    /// Gives the slot to a connection. `None` if its address has too many even of the spare ones.
    pub(crate) fn assign(&self, slot: Slot, peer: Option<IpAddr>) -> Option<Place> {
        let address = peer.filter(|peer| self.is_counted(*peer));
        let regular = match slot {
            Slot::Regular(slot) => slot,
            // The slot was taken before the connection came. Others may have become free in the meantime.
            Slot::Spare(spare) => match Arc::clone(&self.free).try_acquire_owned() {
                Ok(slot) => slot,
                Err(_) => return self.assign_spare(spare, address, NoPlace::AtListener),
            },
        };
        let Some(address) = address else { return Some(Place { _slot: regular, _seats: None, lack: None }) };
        if let Some(seats) = self.at_address.enter(address) {
            return Some(Place { _slot: regular, _seats: Some(seats), lack: None });
        }
        drop(regular);
        let slot = Arc::clone(&self.spare).try_acquire_owned().ok()?;
        self.assign_spare(slot, Some(address), NoPlace::AtAddress)
    }

    /// A slot for another request on a connection that has one.
    pub(crate) fn another(&self, peer: Option<IpAddr>) -> Result<Place, NoPlace> {
        let slot = Arc::clone(&self.free).try_acquire_owned().map_err(|_| NoPlace::AtListener)?;
        let enter = |address| self.at_address.enter(address).ok_or(NoPlace::AtAddress);
        let seats = peer.filter(|peer| self.is_counted(*peer)).map(enter).transpose()?;
        Ok(Place { _slot: slot, _seats: seats, lack: None })
    }

    fn assign_spare(&self, slot: OwnedSemaphorePermit, address: Option<IpAddr>, lack: NoPlace) -> Option<Place> {
        let seats = match address {
            Some(address) => Some(self.spare_at_address.enter(address)?),
            None => None,
        };
        Some(Place { _slot: slot, _seats: seats, lack: Some(lack) })
    }

    fn is_counted(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.exempt.as_ref().is_some_and(|exempt| !exempt.iter().any(|network| network.contains(&peer)))
    }
}

#[cfg(test)]
mod tests {
    use super::{NoPlace, PerAddress, Places};

    async fn come(places: &Places, peer: &str) -> Option<super::Place> {
        places.assign(places.slot().await.unwrap(), Some(peer.parse().unwrap()))
    }

    #[tokio::test]
    async fn a_spare_slot_becomes_a_regular_one_when_others_have_left() {
        let places = Places::new(2, 2, Some(&PerAddress { most: 2, exempt: Vec::new() }));
        let all = (come(&places, "192.0.2.1").await, come(&places, "192.0.2.2").await);
        let next = places.slot().await.unwrap();
        let refused = come(&places, "192.0.2.3").await.unwrap();
        assert_eq!(refused.lack, Some(NoPlace::AtListener));
        drop(all);
        assert_eq!(places.assign(next, Some("192.0.2.3".parse().unwrap())).unwrap().lack, None);
    }

    #[tokio::test]
    async fn a_site_of_many_addresses_has_less_than_all() {
        let places = Places::new(8, 8, Some(&PerAddress { most: 4, exempt: Vec::new() }));
        let mut taken = Vec::new();
        for number in 0..8 {
            taken.push(come(&places, &format!("2001:db8:0:{number}::1")).await.unwrap());
        }
        assert_eq!(taken.iter().filter(|place| place.lack.is_none()).count(), 6);
        assert!(places.are_short(Some("2001:db8:0:99::1".parse().unwrap())));
        assert_eq!(come(&places, "2001:db8:1::1").await.unwrap().lack, None, "another site");
    }
}
