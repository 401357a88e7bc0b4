//! The connection slots of a listener: how many connections it serves at once, and how many of them from one address.
//!
//! A connection that gets no slot gets a spare one if possible: for one request, so that the client is told why it is
//! refused, and so that an operator who asks for the state of the service is answered.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::crowd::{Crowd, Seat, household};

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
    at_address: Arc<Crowd<IpAddr>>,
    spare_at_address: Arc<Crowd<IpAddr>>,
}

pub(crate) enum Slot {
    Regular(OwnedSemaphorePermit),
    Spare(OwnedSemaphorePermit),
}

/// A slot that a connection has taken.
pub(crate) struct Place {
    _slot: OwnedSemaphorePermit,
    _seat: Option<Seat<IpAddr>>,
    pub(crate) lack: Option<NoPlace>,
}

impl Places {
    pub(crate) fn new(connections: usize, spare: usize, per_address: Option<&PerAddress>) -> Self {
        Self {
            free: Arc::new(Semaphore::new(connections)),
            all: connections,
            spare: Arc::new(Semaphore::new(spare)),
            exempt: per_address.map(|per_address| per_address.exempt.as_slice().into()),
            at_address: Crowd::new(per_address.map_or(usize::MAX, |per_address| per_address.most)),
            spare_at_address: Crowd::new(SPARE_PER_ADDRESS),
        }
    }

    /// Whether slots are scarce, so that idle connections should be closed.
    pub(crate) fn are_short(&self) -> bool {
        self.free.available_permits() < self.all.div_ceil(2)
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
        let address = peer.filter(|peer| self.is_counted(*peer)).map(household);
        match (slot, address) {
            (Slot::Regular(slot), None) => Some(Place { _slot: slot, _seat: None, lack: None }),
            (Slot::Regular(slot), Some(address)) => {
                if let Some(seat) = self.at_address.enter(address) {
                    return Some(Place { _slot: slot, _seat: Some(seat), lack: None });
                }
                drop(slot);
                let slot = Arc::clone(&self.spare).try_acquire_owned().ok()?;
                self.assign_spare(slot, Some(address), NoPlace::AtAddress)
            }
            (Slot::Spare(slot), address) => self.assign_spare(slot, address, NoPlace::AtListener),
        }
    }

    fn assign_spare(&self, slot: OwnedSemaphorePermit, address: Option<IpAddr>, lack: NoPlace) -> Option<Place> {
        let seat = match address {
            Some(address) => Some(self.spare_at_address.enter(address)?),
            None => None,
        };
        Some(Place { _slot: slot, _seat: seat, lack: Some(lack) })
    }

    fn is_counted(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.exempt.as_ref().is_some_and(|exempt| !exempt.iter().any(|network| network.contains(&peer)))
    }
}
