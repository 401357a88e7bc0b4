//! Limits how often progress reports are written to the database.
//!
//! The first message of a channel is written at once. Messages that arrive within the interval replace the one that
//! waits. So up to four messages a second are written, and the newest is always among them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::channel::Channel;
use parking_lot::{Mutex, MutexGuard};
use wire::packages::PublishProgress;

/// Four a second.
pub const INTERVAL: Duration = Duration::from_millis(250);

#[derive(Clone, Default)]
pub struct Pace {
    /// Channels that have a writer, and the message it writes next.
    waiting: Arc<Mutex<HashMap<Channel, Option<PublishProgress>>>>,
}

impl Pace {
    /// Returns true if the caller should write the message, and then, every [`INTERVAL`], whatever [`Pace::next`]
    /// returns until that is nothing. Otherwise another writer is active and will pick up this message.
    #[must_use]
    pub fn begins(&self, channel: &Channel, message: &PublishProgress) -> bool {
        let mut waiting = self.lock();
        if let Some(place) = waiting.get_mut(channel) {
            *place = Some(message.clone());
            return false;
        }
        waiting.insert(channel.clone(), None);
        true
    }

    pub fn next(&self, channel: &Channel) -> Option<PublishProgress> {
        let mut waiting = self.lock();
        let message = waiting.get_mut(channel).and_then(Option::take);
        if message.is_none() {
            waiting.remove(channel);
        }
        message
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Channel, Option<PublishProgress>>> {
        self.waiting.lock()
    }
}

#[cfg(test)]
mod tests {
    use wire::packages::PublishProgress;

    use super::Pace;
    use domain::channel::{Channel, Topic};

    #[test]
    fn one_writes_and_takes_the_newest_of_the_others() {
        let pace = Pace::default();
        let channel = Channel { package_id: "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap(), topic: Topic::Upload };
        let message = |bytes| PublishProgress { bytes, ..PublishProgress::default() };
        assert!(pace.begins(&channel, &message(1)));
        assert!(!pace.begins(&channel, &message(2)));
        assert!(!pace.begins(&channel, &message(3)));
        assert_eq!(pace.next(&channel), Some(message(3)));
        assert_eq!(pace.next(&channel), None);
        assert!(pace.begins(&channel, &message(4)), "the next one starts over");
        assert_eq!(pace.lock().len(), 1);
    }
}
