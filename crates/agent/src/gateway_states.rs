//! The current state of the gateways. It is not saved and starts empty after a restart.

use std::collections::HashMap;

use parking_lot::{Mutex, MutexGuard};
use wire::ids::{GatewayId, PackageId};

use crate::failure::Failure;

#[derive(Clone, Default, PartialEq, Eq)]
pub struct GatewayState {
    /// Whether the last request to the cloud succeeded.
    pub is_connected: bool,
    /// Why it failed or was refused.
    pub refusal: Option<Failure>,
    /// Why the last package was not delivered; cleared by the next delivery.
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

    /// Returns whether anything changed.
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
