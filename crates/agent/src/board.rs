//! The running automations of this process and their status.

use std::collections::HashMap;

use parking_lot::{Mutex, MutexGuard};
use wire::agent::{AutomationId, AutomationState, AutomationStatus};

use crate::runs::Runs;

#[derive(Default)]
pub struct Board {
    pub runs: Runs<AutomationId>,
    /// One change at a time, because each is checked against all other automations.
    pub turn: tokio::sync::Mutex<()>,
    statuses: Mutex<HashMap<AutomationId, AutomationStatus>>,
}

impl Board {
    fn statuses(&self) -> MutexGuard<'_, HashMap<AutomationId, AutomationStatus>> {
        self.statuses.lock()
    }

    pub fn status(&self, id: &AutomationId) -> AutomationStatus {
        self.statuses().get(id).cloned().unwrap_or_else(off)
    }

    /// Returns whether the status changed.
    pub fn set(&self, id: &AutomationId, status: AutomationStatus) -> bool {
        let mut statuses = self.statuses();
        if statuses.get(id) == Some(&status) {
            return false;
        }
        statuses.insert(id.clone(), status);
        true
    }

    pub fn forget(&self, id: &AutomationId) {
        self.statuses().remove(id);
    }
}

/// The status of an automation that is not running.
fn off() -> AutomationStatus {
    AutomationStatus { state: AutomationState::Off, reason: None, waiting: 0, troubles: Vec::new() }
}
