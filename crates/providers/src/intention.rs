//! Uploads that are open at a provider although nobody knows their id, because the answer to their beginning was lost.
//!
//! Before an upload is begun, the journal records the intention, with the unfinished uploads that the provider lists under
//! exactly the name of the file. An upload is taken for ours, and aborted, only if all of this holds:
//!
//! - it has exactly the name of the file, in the folder that our database reserves for this package
//! - it was not there before we wanted to begin one, and it is not the one that we continue
//! - the provider shows the same beginner for it as for an upload that we have just begun: the account, or the mark of this
//!   intention where the provider keeps marks
//! - after the listing was made, the transfer was still ours, so none of them is of another worker
//!
//! What cannot be told apart stays. Nothing is recorded if the provider does not list uploads, or does not let us.

use serde::{Deserialize, Serialize};

use super::part_target::{PartTarget, Unfinished};
use super::{Fault, Journal, ProviderError, ProviderResult};

/// More uploads of others with the same name than this are not remembered.
const MOST_BEFORE: usize = 20;

/// What the journal records before an upload is begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Intention {
    pub(super) mark: String,
    /// The ids of uploads that are not ours; `None` if that is not known.
    before: Option<Vec<String>>,
    /// An upload of ours that will not be continued.
    #[serde(default)]
    dropped: Option<String>,
}

impl Intention {
    pub(super) fn read(recorded: &str) -> Option<Self> {
        serde_json::from_str(recorded).ok()
    }

    /// Records that an upload will be begun, instead of one that will not be continued.
    pub(super) async fn record(
        target: &impl PartTarget,
        journal: &dyn Journal,
        dropped: Option<String>,
    ) -> ProviderResult<Self> {
        let listed = tolerated(list(target).await)?.flatten();
        let others = listed.map(|listed| {
            let ids = listed.into_iter().map(|one| one.id);
            ids.filter(|id| dropped.as_ref() != Some(id)).collect::<Vec<_>>()
        });
        let before = others.filter(|others| others.len() <= MOST_BEFORE);
        let intention = Self { mark: hex::encode(rand::random::<[u8; 16]>()), before, dropped };
        if intention.before.is_some() || intention.dropped.is_some() {
            let written = serde_json::to_string(&intention);
            let written = written.map_err(|_| ProviderError::unusable("an upload cannot be serialized"))?;
            journal.begun(&written).await?;
        }
        Ok(intention)
    }

    pub(super) async fn abort_dropped(&self, target: &impl PartTarget) -> ProviderResult<()> {
        match &self.dropped {
            Some(upload) => ProviderError::of_abort(target.give_up(upload).await),
            None => Ok(()),
        }
    }

    /// Aborts the uploads that were begun with this intention, except the one whose id is known.
    pub(super) async fn abort_lost(
        &self,
        target: &impl PartTarget,
        journal: &dyn Journal,
        known: &str,
    ) -> ProviderResult<Option<Beginner>> {
        let Some(listed) = tolerated(self.new_ones(target).await)? else { return Ok(None) };
        let beginner = listed.iter().find(|one| one.id == known).map(|one| Beginner(one.begun_by.clone()));
        if let Some(beginner) = &beginner {
            self.abort_of(target, Some(journal), beginner, known, listed).await?;
        }
        Ok(beginner)
    }

    /// As [`Intention::abort_lost`], when the upload whose id is known is no longer listed: a provider may begin one long
    /// after it was asked.
    pub(super) async fn abort_late(
        &self,
        target: &impl PartTarget,
        journal: &dyn Journal,
        (beginner, known): (&Beginner, &str),
    ) -> ProviderResult<()> {
        let listed = self.new_ones(target).await?;
        self.abort_of(target, Some(journal), beginner, known, listed).await
    }

    /// Aborts the uploads that were begun with this intention, when no other will be begun. Only a new one shows who began
    /// them, so one is begun, if there are any.
    pub(super) async fn abandon(&self, target: &impl PartTarget) -> ProviderResult<()> {
        if let Some(upload) = &self.dropped {
            ProviderError::of_abort(target.give_up(upload).await)?;
        }
        if self.new_ones(target).await?.is_empty() {
            return Ok(());
        }
        let known = target.begin(&self.mark).await?;
        let listed = self.new_ones(target).await;
        ProviderError::of_abort(target.give_up(&known).await)?;
        let listed = listed?;
        let beginner = listed.iter().find(|one| one.id == known).map(|one| Beginner(one.begun_by.clone()));
        match beginner {
            Some(beginner) => self.abort_of(target, None, &beginner, &known, listed).await,
            None => Ok(()),
        }
    }

    async fn abort_of(
        &self,
        target: &impl PartTarget,
        journal: Option<&dyn Journal>,
        beginner: &Beginner,
        known: &str,
        listed: Vec<Unfinished>,
    ) -> ProviderResult<()> {
        let lost: Vec<_> = listed.into_iter().filter(|one| one.id != known && one.begun_by == beginner.0).collect();
        if let Some(journal) = journal.filter(|_| !lost.is_empty()) {
            journal.holds().await?;
        }
        for upload in lost {
            ProviderError::of_abort(target.give_up(&upload.id).await)?;
        }
        Ok(())
    }

    /// The uploads that were not there before.
    async fn new_ones(&self, target: &impl PartTarget) -> ProviderResult<Vec<Unfinished>> {
        let Some(before) = &self.before else { return Ok(Vec::new()) };
        let mut listed = list(target).await?.unwrap_or_default();
        listed.retain(|one| !before.contains(&one.id));
        Ok(listed)
    }
}

/// A file must not wait for a listing that never comes: then lost uploads stay. But a provider that asks us to wait means all
/// calls.
fn tolerated<T>(listed: ProviderResult<T>) -> ProviderResult<Option<T>> {
    match listed {
        Err(error) if error.retry_after.is_none() => {
            tracing::debug!(%error, "unfinished uploads cannot be listed now");
            Ok(None)
        }
        listed => listed.map(Some),
    }
}

/// Who has begun an upload of ours.
pub(super) struct Beginner(String);

/// The unfinished uploads; `None` if the provider does not tell, or does not let us ask.
async fn list(target: &impl PartTarget) -> ProviderResult<Option<Vec<Unfinished>>> {
    match target.unfinished().await {
        Err(error) if matches!(error.fault, Fault::Credentials | Fault::Missing | Fault::Refused) => {
            tracing::debug!(%error, "unfinished uploads cannot be listed");
            Ok(None)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use async_trait::async_trait;
    use parking_lot::Mutex;

    use super::Intention;
    use crate::http_client::HttpClient;
    use crate::part_target::{PartTarget, Unfinished};
    use crate::piece::Piece;
    use crate::{Fault, Journal, ProviderError, ProviderResult};

    /// Uploads of one key of a store that names the beginner.
    #[derive(Default)]
    struct Store {
        open: Mutex<BTreeMap<String, String>>,
    }

    impl Store {
        fn begin_as(&self, id: &str, beginner: &str) {
            self.open.lock().insert(id.to_owned(), beginner.to_owned());
        }

        fn ids(&self) -> Vec<String> {
            self.open.lock().keys().cloned().collect()
        }
    }

    #[async_trait]
    impl PartTarget for Store {
        fn http(&self) -> &HttpClient {
            unreachable!("nothing is repeated here")
        }

        async fn begin(&self, _: &str) -> ProviderResult<String> {
            self.begin_as("new", "us");
            Ok("new".to_owned())
        }

        async fn unfinished(&self) -> ProviderResult<Option<Vec<Unfinished>>> {
            let one = |(id, begun_by): (&String, &String)| Unfinished { id: id.clone(), begun_by: begun_by.clone() };
            Ok(Some(self.open.lock().iter().map(one).collect()))
        }

        async fn send(&self, _: &str, _: u32, _: &Piece) -> ProviderResult<String> {
            Ok(String::new())
        }

        async fn finish(&self, _: &str, _: &BTreeMap<u32, String>) -> ProviderResult<()> {
            Ok(())
        }

        async fn give_up(&self, upload: &str) -> ProviderResult<()> {
            self.open.lock().remove(upload);
            Ok(())
        }
    }

    struct Notes {
        is_held: bool,
    }

    #[async_trait]
    impl Journal for Notes {
        async fn begun(&self, _: &str) -> ProviderResult<()> {
            Ok(())
        }

        async fn holds(&self) -> ProviderResult<()> {
            if self.is_held { Ok(()) } else { Err(ProviderError::new(Fault::Ended, "another worker has it")) }
        }

        async fn part(&self, _: u32, _: &str) -> ProviderResult<()> {
            Ok(())
        }

        fn arrived(&self, _: u64) {}
    }

    const HELD: Notes = Notes { is_held: true };

    async fn with_two_lost() -> (Store, Intention) {
        let store = Store::default();
        store.begin_as("before", "us");
        store.begin_as("theirs before", "them");
        let intention = Intention::record(&store, &HELD, None).await.unwrap();
        for (id, beginner) in [("lost 1", "us"), ("lost 2", "us"), ("theirs", "them"), ("untold", "")] {
            store.begin_as(id, beginner);
        }
        (store, intention)
    }

    #[tokio::test]
    async fn only_what_must_be_ours_is_aborted() {
        let (store, intention) = with_two_lost().await;
        let known = store.begin(&intention.mark).await.unwrap();
        intention.abort_lost(&store, &HELD, &known).await.unwrap();
        assert_eq!(store.ids(), ["before", "new", "theirs", "theirs before", "untold"]);
    }

    #[tokio::test]
    async fn nothing_is_aborted_that_another_worker_may_have_begun() {
        let (store, intention) = with_two_lost().await;
        let known = store.begin(&intention.mark).await.unwrap();
        let lost = Notes { is_held: false };
        assert!(intention.abort_lost(&store, &lost, &known).await.is_err());
        assert_eq!(store.ids().len(), 7);
    }

    #[tokio::test]
    async fn without_an_upload_of_ours_in_the_list_nobody_can_tell() {
        let (store, intention) = with_two_lost().await;
        intention.abort_lost(&store, &HELD, "not listed").await.unwrap();
        assert_eq!(store.ids().len(), 6);
    }

    #[tokio::test]
    async fn what_was_lost_is_aborted_without_another_file() {
        let (store, intention) = with_two_lost().await;
        intention.abandon(&store).await.unwrap();
        assert_eq!(store.ids(), ["before", "theirs", "theirs before", "untold"]);
        let written = serde_json::to_string(&intention).unwrap();
        assert_eq!(Intention::read(&written), Some(intention));
        assert_eq!(Intention::read("an upload id"), None);
        assert_eq!(Intention::read("12345"), None);
    }
}
