//! How the gateways that are served stand at the moment: what nobody needs to know after a restart.

use std::collections::HashMap;

use parking_lot::{Mutex, MutexGuard};
use wire::ids::{GatewayId, PackageId};

use crate::failure::Failure;

#[derive(Clone, Default, PartialEq, Eq)]
pub struct GatewayState {
    /// The cloud answered when it was asked last.
    pub is_connected: bool,
    /// Why it did not, or said no.
    pub refusal: Option<Failure>,
    /// Why the last package was not delivered, until one is.
    pub setback: Option<Failure>,
    pub delivering: Option<Delivering>,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Delivering {
    pub package: PackageId,
    pub name: String,
    pub size: u64,
}

#[derive(Default)]
pub struct GatewayStates {
    states: Mutex<HashMap<GatewayId, GatewayState>>,
}

impl GatewayStates {
    fn states(&self) -> MutexGuard<'_, HashMap<GatewayId, GatewayState>> {
        self.states.lock()
    }

    pub fn of(&self, id: &GatewayId) -> GatewayState {
        self.states().get(id).cloned().unwrap_or_default()
    }

    /// Says whether anything is other than before.
    pub fn change(&self, id: &GatewayId, change: impl FnOnce(&mut GatewayState)) -> bool {
        let mut states = self.states();
        let state = states.entry(id.clone()).or_default();
        let before = state.clone();
        change(state);
        *state != before
    }

    pub fn forget(&self, id: &GatewayId) {
        self.states().remove(id);
    }
}
