//! Keeps those who report progress from writing to the database more often than anyone reads.
//!
//! The first message of a channel is written at once, and what comes within the interval replaces what waits. So at
//! most four a second are written, and the newest is always among them.

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
    /// Channels with a writer, and what it has to write next.
    waiting: Arc<Mutex<HashMap<Channel, Option<PublishProgress>>>>,
}

impl Pace {
    /// Whether the caller is to write the message, and then every [`INTERVAL`] what [`Pace::next`] gives, until it gives
    /// nothing. Otherwise someone else already does, and will take this message.
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
        assert!(pace.begins(&channel, &message(4)), "the next one begins anew");
        assert_eq!(pace.lock().len(), 1);
    }
}
