//! Those who want to change the same thing queue up here, before they take a connection: in the database each of them
//! would hold one while it waits for the row, and soon nobody else would get any.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// When so many things have had a queue, the queues that nobody stands in are forgotten.
const MANY: usize = 1_024;

#[derive(Clone, Default)]
pub(super) struct Turns {
    queues: Arc<Mutex<HashMap<String, Weak<Queue<()>>>>>,
}

/// Ends when it is dropped.
pub(super) struct Turn(#[expect(dead_code, reason = "the next in the queue waits for it")] OwnedMutexGuard<()>);

impl Turns {
    /// Returns when everyone who asked for the same thing before has had their turn.
    pub(super) async fn take(&self, thing: &str) -> Turn {
        Turn(self.queue(thing).lock_owned().await)
    }

    fn queue(&self, thing: &str) -> Arc<Queue<()>> {
        let mut queues = self.queues.lock();
        if let Some(queue) = queues.get(thing).and_then(Weak::upgrade) {
            return queue;
        }
        if queues.len() >= MANY {
            queues.retain(|_, queue| queue.strong_count() > 0);
        }
        let queue = Arc::default();
        queues.insert(thing.to_owned(), Arc::downgrade(&queue));
        queue
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::{MANY, Turns};

    const SOON: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn one_has_a_thing_at_a_time_and_others_have_other_things() {
        let turns = Turns::default();
        let first = turns.take("a").await;
        assert!(timeout(SOON, turns.take("a")).await.is_err());
        drop(turns.take("b").await);
        drop(first);
        drop(timeout(SOON, turns.take("a")).await.expect("the first has ended"));
    }

    #[tokio::test]
    async fn queues_that_are_empty_are_forgotten() {
        let turns = Turns::default();
        let kept = turns.take("kept").await;
        for number in 0..3 * MANY {
            drop(turns.take(&number.to_string()).await);
        }
        assert!(turns.queues.lock().len() <= MANY + 1);
        assert!(timeout(SOON, turns.take("kept")).await.is_err(), "a queue in use is not forgotten");
        drop(kept);
    }
}
