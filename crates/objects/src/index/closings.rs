//! Prefixes that are closed: what they named was removed, but URLs that uploaders were given for it still work.
//!
//! No closed prefix begins with another one. So a single lookup finds the one that a key begins with: whatever is
//! between a prefix and a key that begins with it begins with it, too.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::buckets;
use crate::error::Error;
use crate::names::{ObjectName, check_key, successor};

/// Each new closing forgets up to this many that have ended, so their number stays near that of those in force.
const FORGOTTEN_AT_ONCE: u32 = 16;
/// A clock that is ahead for a moment must not open anything again.
const FORGOTTEN_AFTER_MILLIS: i64 = 86_400_000;

const NEAREST: &str = "SELECT prefix FROM closed WHERE bucket = ?1 AND prefix <= ?2 ORDER BY prefix DESC LIMIT 1";

/// Closes every key that begins with `prefix.key`. Idempotent: closing again can only make it last longer.
pub(crate) fn close(connection: &Connection, prefix: &ObjectName, until: i64, now: i64) -> Result<(), Error> {
    check_key(&prefix.key)?;
    buckets::require(connection, &prefix.bucket)?;
    forget_ended(connection, now)?;
    if let Some(wider) = covering(connection, prefix)? {
        connection
            .prepare_cached("UPDATE closed SET until = max(until, ?3) WHERE bucket = ?1 AND prefix = ?2")?
            .execute(params![prefix.bucket, wider, until])?;
        return Ok(());
    }
    // Text never ends in the highest byte, so there is always a successor.
    let (from, to) = (prefix.key.as_bytes(), successor(prefix.key.as_bytes()).unwrap_or_default());
    let longest: Option<i64> = connection
        .prepare_cached("SELECT max(until) FROM closed WHERE bucket = ?1 AND prefix >= ?2 AND prefix < ?3")?
        .query_row(params![prefix.bucket, from, to], |row| row.get(0))?;
    connection
        .prepare_cached("DELETE FROM closed WHERE bucket = ?1 AND prefix >= ?2 AND prefix < ?3")?
        .execute(params![prefix.bucket, from, to])?;
    connection.prepare_cached("INSERT INTO closed (bucket, prefix, until) VALUES (?1, ?2, ?3)")?.execute(params![
        prefix.bucket,
        from,
        longest.map_or(until, |longest| until.max(longest))
    ])?;
    Ok(())
}

/// Refuses a key that is closed. One whose time is over counts until it is forgotten: its URLs do not work either.
pub(crate) fn require_open(connection: &Connection, name: &ObjectName) -> Result<(), Error> {
    if covering(connection, name)?.is_some() { Err(Error::KeyClosed) } else { Ok(()) }
}

/// The closed prefix that a key begins with.
fn covering(connection: &Connection, name: &ObjectName) -> Result<Option<Vec<u8>>, Error> {
    let nearest: Option<Vec<u8>> = connection
        .prepare_cached(NEAREST)?
        .query_row(params![name.bucket, name.key.as_bytes()], |row| row.get(0))
        .optional()?;
    Ok(nearest.filter(|prefix| name.key.as_bytes().starts_with(prefix)))
}

fn forget_ended(connection: &Connection, now: i64) -> Result<(), Error> {
    connection
        .prepare_cached(
            "DELETE FROM closed WHERE (bucket, prefix) IN
                 (SELECT bucket, prefix FROM closed WHERE until < ?1 ORDER BY until LIMIT ?2)",
        )?
        .execute(params![now.saturating_sub(FORGOTTEN_AFTER_MILLIS), FORGOTTEN_AT_ONCE])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{FORGOTTEN_AFTER_MILLIS, NEAREST, close, require_open};
    use crate::index::schema;
    use crate::names::ObjectName;

    fn name(key: &str) -> ObjectName {
        ObjectName { bucket: "shelf".into(), key: key.into() }
    }

    fn index() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        schema::make_tables(&connection).unwrap();
        schema::add_tables(&connection).unwrap();
        connection.execute("INSERT INTO bucket (name, created) VALUES ('shelf', 0)", []).unwrap();
        connection
    }

    fn rows(connection: &Connection) -> Vec<(String, i64)> {
        let mut statement =
            connection.prepare("SELECT CAST(prefix AS TEXT), until FROM closed ORDER BY prefix").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    #[test]
    fn a_key_is_closed_if_it_begins_with_a_closed_prefix() {
        let index = index();
        for prefix in ["p/a/2", "p/b/", "p/a/1", "z", "p/ä/"] {
            close(&index, &name(prefix), 100, 0).unwrap();
        }
        let is_closed = |key: &str| require_open(&index, &name(key)).is_err();
        for key in ["p/a/1", "p/a/1.segments/00001", "p/a/2", "p/b/", "p/b/x", "z", "zz/y", "p/ä/1"] {
            assert!(is_closed(key), "{key}");
        }
        for key in ["p/a/", "p/a/0", "p/a/3", "p/b", "p/c/1", "a", "y", "p/å/1"] {
            assert!(!is_closed(key), "{key}");
        }
        let elsewhere = ObjectName { bucket: "other".into(), key: "z".into() };
        assert!(require_open(&index, &elsewhere).is_ok());
    }

    #[test]
    fn a_lookup_is_one_search_in_an_index() {
        let plan: String =
            index().query_row(&format!("EXPLAIN QUERY PLAN {NEAREST}"), ["shelf", "p/a/1"], |row| row.get(3)).unwrap();
        assert_eq!(plan, "SEARCH closed USING PRIMARY KEY (bucket=? AND prefix<?)");
    }

    #[test]
    fn a_wider_prefix_replaces_those_below_it_and_none_ends_earlier() {
        let index = index();
        close(&index, &name("p/a/1"), 100, 0).unwrap();
        close(&index, &name("p/a/2"), 300, 0).unwrap();
        close(&index, &name("p/b/1"), 100, 0).unwrap();
        close(&index, &name("p/a/"), 200, 0).unwrap();
        assert_eq!(rows(&index), [("p/a/".into(), 300), ("p/b/1".into(), 100)]);
        close(&index, &name("p/a/3"), 400, 0).unwrap();
        close(&index, &name("p/b/1"), 50, 0).unwrap();
        assert_eq!(rows(&index), [("p/a/".into(), 400), ("p/b/1".into(), 100)]);
        let later = FORGOTTEN_AFTER_MILLIS + 250;
        close(&index, &name("p/c/1"), 900, later).unwrap();
        assert_eq!(rows(&index), [("p/a/".into(), 400), ("p/c/1".into(), 900)], "what ended a day ago is forgotten");
        assert!(close(&index, &name(""), 900, later).is_err());
    }
}
