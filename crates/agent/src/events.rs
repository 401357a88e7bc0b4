//! Notifies clients of every change in the agent.

use tokio::sync::broadcast;
use wire::agent::AgentEvent;

/// A client that falls further behind misses events. It can continue with the newest, because each event has the full
/// state.
const WAITING_MOST: usize = 1_024;

#[derive(Clone)]
pub struct Events(broadcast::Sender<AgentEvent>);

impl Default for Events {
    fn default() -> Self {
        Self(broadcast::Sender::new(WAITING_MOST))
    }
}

impl Events {
    /// Events are dropped if there is no listener.
    pub fn tell(&self, event: AgentEvent) {
        let _ = self.0.send(event);
    }

    pub fn follow(&self) -> broadcast::Receiver<AgentEvent> {
        self.0.subscribe()
    }
}
