//! How much a signed URL allows to be stored, so that its holder cannot fill the disk.
//!
//! - [`SIGNED_LENGTH`], on the URL of a part or of an object: the body has exactly this length.
//! - [`UPLOAD_LIMIT`], on the URL of an object: the body has up to this length. On the URL that creates a multipart upload:
//!   it is the only one of its key, creating it again returns it, and its parts together have up to this many bytes.
//!
//! - [`LIMIT_BELOW`], with a limit, on the URL of an object: all objects below this prefix together have up to so many
//!   bytes.
//!
//! Such a part or object is written by one request at a time. A newer request ends the older one: usually a client tries
//! again after it lost its connection. A prefix that is closed ([`CLOSE`]) ends them all.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::error::Error;
use crate::names::ObjectName;

/// Query parameter: the exact length of the body.
pub const SIGNED_LENGTH: &str = "x-tonnage-length";
/// Query parameter: the most bytes of the body, or of all parts of an upload together.
pub const UPLOAD_LIMIT: &str = "x-tonnage-limit";

/// Query parameter: the prefix of the objects that share a limit.
pub const LIMIT_BELOW: &str = "x-tonnage-below";
/// Query parameter of our own request that closes a prefix; see `backend::closing`.
pub const CLOSE: &str = "x-tonnage-close";
/// Query parameter: for how many seconds a prefix is closed.
pub const CLOSED_SECONDS: &str = "x-tonnage-seconds";

/// The place of an object that is put whole, among the numbers of parts.
pub(crate) const WHOLE: i32 = 0;

/// The value of a query parameter.
pub(crate) fn text(uri: &http::Uri, name: &str) -> Option<String> {
    let query = uri.query()?.as_bytes();
    url::form_urlencoded::parse(query).find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
}

/// The value of a query parameter that is a number.
pub(crate) fn number(uri: &http::Uri, name: &str) -> Option<u64> {
    text(uri, name)?.parse().ok()
}

/// What the URL of an object allows. Only URLs for uploaders have one.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    pub(crate) limit: Option<u64>,
    /// The prefix of the objects that share the limit.
    pub(crate) below: Option<String>,
}

impl Allowance {
    pub(crate) fn of(uri: &http::Uri) -> Option<Self> {
        let limit = number(uri, UPLOAD_LIMIT);
        let is_limited = limit.is_some() || number(uri, SIGNED_LENGTH).is_some();
        is_limited.then(|| Self { limit, below: text(uri, LIMIT_BELOW) })
    }
}

/// Who writes what at present.
#[derive(Default)]
pub(crate) struct Writers(Mutex<BTreeMap<ObjectName, BTreeMap<i32, Writer>>>);

struct Writer {
    id: u64,
    length: u64,
    /// Dropped when a newer request begins. Sends why, if nobody may write any more.
    end: oneshot::Sender<Error>,
}

/// The right to write one part, or a whole object, until dropped or taken by a newer request.
pub(crate) struct Turn {
    writers: Arc<Writers>,
    name: ObjectName,
    part: i32,
    id: u64,
    ended: oneshot::Receiver<Error>,
}

impl Writers {
    /// The numbers and lengths of the parts of an object that are being written.
    pub(crate) fn lengths(&self, name: &ObjectName) -> BTreeMap<i32, u64> {
        let writers = self.0.lock();
        let parts = writers.get(name).into_iter().flatten();
        parts.map(|(part, writer)| (*part, writer.length)).collect()
    }

    /// The lengths of the whole objects that are being written below a prefix.
    pub(crate) fn lengths_below(&self, prefix: &ObjectName) -> BTreeMap<String, u64> {
        let writers = self.0.lock();
        let below = writers.range(prefix..).take_while(|(name, _)| is_below(name, prefix));
        below.filter_map(|(name, parts)| Some((name.key.clone(), parts.get(&WHOLE)?.length))).collect()
    }

    /// Ends every request that writes below a prefix, which is closed.
    pub(crate) fn end_below(&self, prefix: &ObjectName) {
        let mut writers = self.0.lock();
        let below = writers.range(prefix..).take_while(|(name, _)| is_below(name, prefix));
        let names: Vec<ObjectName> = below.map(|(name, _)| name.clone()).collect();
        for writer in names.iter().filter_map(|name| writers.remove(name)).flat_map(BTreeMap::into_values) {
            // A request that has ended needs no reason.
            let _ = writer.end.send(Error::KeyClosed);
        }
    }

    pub(crate) fn begin(self: &Arc<Self>, name: ObjectName, part: i32, length: u64) -> Turn {
        let (end, ended) = oneshot::channel();
        let id = rand::random();
        let writer = Writer { id, length, end };
        self.0.lock().entry(name.clone()).or_default().insert(part, writer);
        Turn { writers: Arc::clone(self), name, part, id, ended }
    }
}

fn is_below(name: &ObjectName, prefix: &ObjectName) -> bool {
    name.bucket == prefix.bucket && name.key.starts_with(&prefix.key)
}

/// Does the work unless a newer request takes over, or the key is closed. Without a turn, nobody can.
pub(crate) async fn in_turn<T>(
    turn: Option<&mut Turn>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let Some(turn) = turn else { return work.await };
    tokio::select! {
        biased;
        reason = &mut turn.ended => Err(reason.unwrap_or(Error::Superseded)),
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

    #[tokio::test]
    async fn closing_a_prefix_ends_those_who_write_below_it() {
        let writers = Arc::new(Writers::default());
        let mut below = [writers.begin(name("a/1"), 1, 10), writers.begin(name("a/2"), 0, 20)];
        let mut others = [writers.begin(name("a"), 0, 40), writers.begin(name("b/1"), 0, 80)];
        assert_eq!(writers.lengths_below(&name("a/")), BTreeMap::from([("a/2".into(), 20)]));
        writers.end_below(&name("a/"));
        for turn in &mut below {
            assert!(matches!(in_turn(Some(turn), pending::<Result<(), Error>>()).await, Err(Error::KeyClosed)));
        }
        for turn in &mut others {
            assert!(in_turn(Some(turn), ready(Ok(()))).await.is_ok());
        }
        drop((below, others));
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
