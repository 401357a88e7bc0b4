//! Whether the object store answers, asked in the background: one that accepts connections and then says nothing must not
//! keep a load balancer waiting.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use parking_lot::Mutex;

use crate::storage::{Storage, StorageError};

/// Nobody waits longer than this for an answer; then the last one counts.
const PATIENCE: Duration = Duration::from_secs(2);
/// So long it counts if it was good. A question ends earlier than this, with an answer or without.
const GOOD_FOR: Duration = Duration::from_secs(10);

type Answer = Result<(), StorageError>;

#[derive(Clone, Default)]
pub struct StorageProbe(Arc<Mutex<Asked>>);

#[derive(Default)]
struct Asked {
    last: Option<(Instant, Answer)>,
    /// The question that is under way, which all who ask now wait for together.
    running: Option<Shared<BoxFuture<'static, Answer>>>,
}

impl StorageProbe {
    /// Asks, and returns the answer if it comes soon, otherwise the last one.
    pub async fn ask(&self, storage: &Arc<Storage>) -> Answer {
        let question = self.question(storage);
        if storage.is_embedded() {
            // It is in this process, and a full disk makes its first answer slow.
            return question.await;
        }
        match tokio::time::timeout(PATIENCE, question).await {
            Ok(answer) => answer,
            Err(_) => without_answer(self.0.lock().last.as_ref().map(|(came, answer)| (came.elapsed(), answer))),
        }
    }

    fn question(&self, storage: &Arc<Storage>) -> Shared<BoxFuture<'static, Answer>> {
        let mut asked = self.0.lock();
        if let Some(running) = asked.running.as_ref().filter(|running| running.peek().is_none()) {
            return running.clone();
        }
        let (probe, storage) = (self.clone(), Arc::clone(storage));
        let question = async move {
            let answer = storage.ready_soon().await;
            probe.0.lock().last = Some((Instant::now(), answer.clone()));
            answer
        };
        let question = question.boxed().shared();
        // A task of its own: it ends even if nobody waits any longer.
        tokio::spawn(question.clone());
        asked.running = Some(question.clone());
        question
    }
}

/// What counts while the store says nothing: its last answer, and how long ago that came.
fn without_answer(last: Option<(Duration, &Answer)>) -> Answer {
    let silent = |text: String| Err(StorageError::Unavailable(text));
    match last {
        None => silent("it has not answered yet".to_owned()),
        Some((age, Ok(()))) if age <= GOOD_FOR => Ok(()),
        Some((age, Ok(()))) => silent(format!("it has not answered for {} seconds", age.as_secs())),
        Some((age, Err(StorageError::Unavailable(text)))) => silent(format!("{text}, {} seconds ago", age.as_secs())),
        Some((_, Err(error))) => Err(error.clone()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::without_answer;
    use crate::storage::StorageError;

    #[test]
    fn the_last_answer_counts_for_a_while() {
        let seconds = Duration::from_secs;
        let said = |last| without_answer(last).map_err(|error| error.to_string());
        let refused = Err(StorageError::Unavailable("no route".to_owned()));
        assert_eq!(said(Some((seconds(10), &Ok(())))), Ok(()));
        for (last, text) in [
            (None, "it has not answered yet"),
            (Some((seconds(11), &Ok(()))), "it has not answered for 11 seconds"),
            (Some((seconds(3), &refused)), "no route, 3 seconds ago"),
        ] {
            assert_eq!(said(last), Err(format!("the store is not available: {text}")));
        }
        let broken = Err(StorageError::Unhealthy("its disk is read-only".to_owned()));
        assert!(said(Some((seconds(3), &broken))).unwrap_err().contains("its disk is read-only"));
    }
}
