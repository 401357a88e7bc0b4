//! How much a signed URL allows to be stored, so that its holder cannot fill the disk.
//!
//! - [`SIGNED_LENGTH`], on the URL of a part or of an object: the body has exactly this length.
//! - [`UPLOAD_LIMIT`], on the URL of an object: the body has up to this length. On the URL that creates a multipart upload:
//!   it is the only one of its key, creating it again returns it, and its parts together have up to this many bytes.
//!
//! Such a part or object is written by one request at a time. A newer request ends the older one: usually a client tries
//! again after it lost its connection.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::error::Error;
use crate::names::ObjectName;

/// Query parameter: the exact length of the body.
pub const SIGNED_LENGTH: &str = "x-tonnage-length";
/// Query parameter: the most bytes of the body, or of all parts of an upload together.
pub const UPLOAD_LIMIT: &str = "x-tonnage-limit";

/// The place of an object that is put whole, among the numbers of parts.
pub(crate) const WHOLE: i32 = 0;

/// The value of a query parameter that is a number.
pub(crate) fn number(uri: &http::Uri, name: &str) -> Option<u64> {
    let query = uri.query()?.as_bytes();
    url::form_urlencoded::parse(query).find(|(found, _)| found == name)?.1.parse().ok()
}

/// Who writes what at present.
#[derive(Default)]
pub(crate) struct Writers(Mutex<HashMap<ObjectName, BTreeMap<i32, Writer>>>);

struct Writer {
    id: u64,
    length: u64,
    /// Dropped when a newer request begins.
    _goes_on: oneshot::Sender<()>,
}

/// The right to write one part, or a whole object, until dropped or taken by a newer request.
pub(crate) struct Turn {
    writers: Arc<Writers>,
    name: ObjectName,
    part: i32,
    id: u64,
    ended: oneshot::Receiver<()>,
}

impl Writers {
    /// The numbers and lengths of the parts of an object that are being written.
    pub(crate) fn lengths(&self, name: &ObjectName) -> BTreeMap<i32, u64> {
        let writers = self.0.lock();
        let parts = writers.get(name).into_iter().flatten();
        parts.map(|(part, writer)| (*part, writer.length)).collect()
    }

    pub(crate) fn begin(self: &Arc<Self>, name: ObjectName, part: i32, length: u64) -> Turn {
        let (goes_on, ended) = oneshot::channel();
        let id = rand::random();
        let writer = Writer { id, length, _goes_on: goes_on };
        self.0.lock().entry(name.clone()).or_default().insert(part, writer);
        Turn { writers: Arc::clone(self), name, part, id, ended }
    }
}

/// Does the work unless a newer request takes over. Without a turn, nobody can.
pub(crate) async fn in_turn<T>(
    turn: Option<&mut Turn>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let Some(turn) = turn else { return work.await };
    tokio::select! {
        biased;
        _ = &mut turn.ended => Err(Error::Superseded),
        done = work => done,
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut writers = self.writers.0.lock();
        let Some(parts) = writers.get_mut(&self.name) else { return };
        if parts.get(&self.part).is_some_and(|writer| writer.id == self.id) {
            parts.remove(&self.part);
        }
        if parts.is_empty() {
            writers.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::future::{pending, ready};
    use std::sync::Arc;

    use super::{Writers, in_turn, number};
    use crate::error::Error;
    use crate::names::ObjectName;

    fn name(key: &str) -> ObjectName {
        ObjectName { bucket: "bucket".into(), key: key.into() }
    }

    #[tokio::test]
    async fn a_newer_request_ends_the_older_one_for_the_same_part() {
        let writers = Arc::new(Writers::default());
        let mut older = writers.begin(name("a"), 1, 10);
        let mut other = writers.begin(name("a"), 2, 20);
        let elsewhere = writers.begin(name("b"), 1, 40);
        assert_eq!(writers.lengths(&name("a")), BTreeMap::from([(1, 10), (2, 20)]));
        let mut newer = writers.begin(name("a"), 1, 11);
        assert!(matches!(in_turn(Some(&mut older), pending::<Result<(), Error>>()).await, Err(Error::Superseded)));
        drop(older);
        assert_eq!(writers.lengths(&name("a")), BTreeMap::from([(1, 11), (2, 20)]));
        for turn in [Some(&mut newer), Some(&mut other), None] {
            assert!(in_turn(turn, ready(Ok(()))).await.is_ok());
        }
        assert!(writers.lengths(&name("c")).is_empty());
        drop((newer, other, elsewhere));
        assert!(writers.0.lock().is_empty());
    }

    #[test]
    fn numbers_are_read_from_the_query() {
        for (uri, expected) in
            [("/a?b=1&x=20", Some(20)), ("/a?x=", None), ("/a?x=-1", None), ("/a", None), ("/a?X=1", None)]
        {
            assert_eq!(number(&uri.parse().unwrap(), "x"), expected, "{uri}");
        }
    }
}
