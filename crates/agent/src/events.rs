//! Who follows the agent hears of every change.

use tokio::sync::broadcast;
use wire::agent::AgentEvent;

/// A reader who falls further behind misses some, and goes on with the newest: each tells the whole of its thing.
const WAITING_MOST: usize = 1_024;

#[derive(Clone)]
pub struct Events(broadcast::Sender<AgentEvent>);

impl Default for Events {
    fn default() -> Self {
        Self(broadcast::Sender::new(WAITING_MOST))
    }
}

impl Events {
    /// Nobody may listen; then nobody is told.
    pub fn tell(&self, event: AgentEvent) {
        let _ = self.0.send(event);
    }

    pub fn follow(&self) -> broadcast::Receiver<AgentEvent> {
        self.0.subscribe()
    }
}
