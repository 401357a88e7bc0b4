//! The audit record: a chain of keyed hashes for each Team, in which every entry covers the previous one.
//!
//! Entries are added in the transaction of the change that they record. The head row is locked from the append to the
//! commit, so the chain has no forks. Chains from before there was a key begin with entries that have a plain hash. The
//! changeover covers the last of them, so that nobody can rewrite them afterwards, or pretend that there were more.

use std::net::IpAddr;

use domain::audit::{AuditAction, NamedActor};
use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use wire::ids::{TeamId, UserId};
use wire::record::AuditLine;
use wire::time::Time;

use super::audit_key::AuditKey;
use super::conditions::{Conditions, Period, Value};
use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreResult, Tx, select_for_update};

/// The hash that the first entry of a chain refers to.
const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const PAGE: i64 = 1_000;

/// Who did what to which object, with which credential, from which address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub at: Time,
    pub actor: String,
    pub credential: String,
    pub address: String,
    pub action: AuditAction,
    pub object: String,
    pub detail: String,
}

impl AuditEntry {
    /// An entry for something that the service did by itself.
    pub fn by_service(at: Time, action: AuditAction, object: &str) -> Self {
        let actor = NamedActor::Service.as_str().to_owned();
        Self { actor, credential: String::new(), ..Self::by_operator(at, action, object) }
    }

    /// An entry for something that the operator did on the server itself.
    pub fn by_operator(at: Time, action: AuditAction, object: &str) -> Self {
        Self {
            at,
            actor: NamedActor::Operator.as_str().to_owned(),
            credential: "command line".to_owned(),
            address: String::new(),
            action,
            object: object.to_owned(),
            detail: String::new(),
        }
    }

    /// An entry for something that a user did with a token from a mail.
    pub fn by_mailed_token(at: Time, user: &UserId, address: IpAddr, action: AuditAction, object: &str) -> Self {
        Self {
            actor: user.to_string(),
            credential: "mailed token".to_owned(),
            address: address.to_string(),
            ..Self::by_operator(at, action, object)
        }
    }

    /// The entry as it is written, without its hash.
    fn line(&self, sequence: i64) -> AuditLine {
        let Self { at, actor, credential, address, action, object, detail } = self.clone();
        let action = action.as_str().to_owned();
        AuditLine { sequence, at, actor, credential, address, action, object, detail, hash: String::new() }
    }
}

pub async fn append(tx: &mut Tx, team: &TeamId, entry: &AuditEntry) -> StoreResult<()> {
    let key = tx.audit_key()?.clone();
    let (sequence, previous) = next_place(tx, &key, team).await?;
    let line = entry.line(sequence);
    let hash = key.of_entry(&fields(&previous, team, &line));
    insert_into("audit_entries")
        .value("team_id", team.as_str())
        .value("sequence", sequence)
        .value("at", entry.at.as_millis())
        .value("actor", line.actor)
        .value("credential", line.credential)
        .value("address", line.address)
        .value("action", line.action)
        .value("object", line.object)
        .value("detail", line.detail)
        .value("hash", hash.as_str())
        .execute(&mut *tx)
        .await?;
    sqlx::query("UPDATE audit_heads SET last_hash = $1 WHERE team_id = $2")
        .bind(hash)
        .bind(team.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn append_all(tx: &mut Tx, team: &TeamId, entries: &[AuditEntry]) -> StoreResult<()> {
    for entry in entries {
        append(tx, team, entry).await?;
    }
    Ok(())
}

/// Locks the head of the chain, and returns the number of the next entry and the hash of the last. A chain from before
/// there was a key is keyed from here on.
///
/// An existing head is updated at once: transactions that find it locked wait in a queue, and are woken one at a time.
async fn next_place(connection: &mut Connection, key: &AuditKey, team: &TeamId) -> StoreResult<(i64, String)> {
    let advance = || {
        let advance = "UPDATE audit_heads SET sequence = sequence + 1 WHERE team_id = $1
             RETURNING sequence, last_hash, keyed_from";
        sqlx::query(advance).bind(team.as_str())
    };
    let head = if let Some(head) = advance().fetch_optional(&mut *connection).await? {
        head
    } else {
        begin(connection, key, team).await?;
        advance().fetch_one(&mut *connection).await?
    };
    let (sequence, last_hash) = (head.number("sequence")?, head.text("last_hash")?);
    if head.number("keyed_from")? == 0 && !key.is_established() {
        key_from(connection, key, team, sequence, &last_hash).await?;
    }
    Ok((sequence, last_hash))
}

async fn key_from(
    connection: &mut Connection,
    key: &AuditKey,
    team: &TeamId,
    sequence: i64,
    last_hash: &str,
) -> StoreResult<()> {
    sqlx::query("UPDATE audit_heads SET keyed_from = $1, changeover = $2 WHERE team_id = $3")
        .bind(sequence)
        .bind(key.of_changeover(team, sequence, last_hash))
        .bind(team.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Creates the head of a chain that has no entry yet. It is keyed from its first entry on.
async fn begin(connection: &mut Connection, key: &AuditKey, team: &TeamId) -> StoreResult<()> {
    let insert = "INSERT INTO audit_heads (team_id, sequence, last_hash, keyed_from, changeover)
         VALUES ($1, 0, $2, 1, $3) ON CONFLICT (team_id) DO NOTHING";
    sqlx::query(insert)
        .bind(team.as_str())
        .bind(GENESIS)
        .bind(key.of_changeover(team, 1, GENESIS))
        .execute(connection)
        .await?;
    Ok(())
}

/// Keys all chains from before there was a key, from their next entry on. Returns how many there were.
pub async fn key_chains(tx: &mut Tx) -> StoreResult<usize> {
    let key = tx.audit_key()?.clone();
    let statement = select_for_update(tx, "SELECT team_id, sequence, last_hash FROM audit_heads WHERE keyed_from = 0");
    let rows = sqlx::query(statement).fetch_all(&mut **tx).await?;
    for row in &rows {
        let (team, keyed_from) = (row.id::<TeamId>("team_id")?, row.number("sequence")? + 1);
        key_from(tx, &key, &team, keyed_from, &row.text("last_hash")?).await?;
    }
    Ok(rows.len())
}

/// How many chains have no key.
pub async fn unkeyed_chains(connection: &mut Connection) -> StoreResult<i64> {
    let count = sqlx::query("SELECT COUNT(*) AS total FROM audit_heads WHERE keyed_from = 0");
    count.fetch_one(connection).await?.number("total")
}

/// The result of verifying one chain.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Whole {
        entries: i64,
        /// The first entry that nobody could write without the key. `None` if the chain has no key.
        keyed_from: Option<i64>,
    },
    /// The first entry that is missing or does not follow from the previous one.
    Broken { sequence: i64 },
}

/// Verifies a Team's chain from its beginning. While a server is running, this needs a snapshot.
pub async fn verify(tx: &mut Tx, team: &TeamId) -> StoreResult<Verdict> {
    let key = tx.audit_key()?.clone();
    let head = Head::of(tx, team).await?;
    let (mut sequence, mut hash) = (0, GENESIS.to_owned());
    let mut after = i64::MIN; // Also finds entries that were inserted before the first one.
    loop {
        let rows = page(tx, team, after).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            let line = line(&row)?;
            let expected = head.expected(&key, team, &hash, &line);
            let is_next = line.sequence == sequence + 1 && head.is_bound(&key, team, sequence + 1, &hash);
            if !is_next || line.hash != expected {
                return Ok(Verdict::Broken { sequence: sequence + 1 });
            }
            (sequence, hash) = (sequence + 1, expected);
        }
        after = sequence;
    }
    let is_bound = head.keyed_from <= sequence + 1 && head.is_bound(&key, team, sequence + 1, &hash);
    if is_bound && head.sequence == sequence && head.last_hash == hash {
        Ok(Verdict::Whole { entries: sequence, keyed_from: (head.keyed_from > 0).then_some(head.keyed_from) })
    } else {
        Ok(Verdict::Broken { sequence: sequence + 1 })
    }
}

/// Where a chain ends, and where its keyed part begins.
struct Head {
    sequence: i64,
    last_hash: String,
    keyed_from: i64,
    changeover: String,
}

impl Head {
    /// A missing head is that of a chain without entries.
    async fn of(tx: &mut Tx, team: &TeamId) -> StoreResult<Self> {
        let statement = "SELECT sequence, last_hash, keyed_from, changeover FROM audit_heads WHERE team_id = $1";
        let row = sqlx::query(statement).bind(team.as_str()).fetch_optional(&mut **tx).await?;
        let Some(row) = row else {
            let changeover = tx.audit_key()?.of_changeover(team, 1, GENESIS);
            return Ok(Self { sequence: 0, last_hash: GENESIS.to_owned(), keyed_from: 1, changeover });
        };
        Ok(Self {
            sequence: row.number("sequence")?,
            last_hash: row.text("last_hash")?,
            keyed_from: row.number("keyed_from")?,
            changeover: row.text("changeover")?,
        })
    }

    /// The hash that an entry has to have after the previous one.
    fn expected(&self, key: &AuditKey, team: &TeamId, previous: &str, line: &AuditLine) -> String {
        let fields = fields(previous, team, line);
        if self.keyed_from > 0 && line.sequence >= self.keyed_from {
            key.of_entry(&fields)
        } else {
            hex::encode(Sha256::digest(fields.to_string().as_bytes()))
        }
    }

    /// If the keyed part begins with the entry `sequence`: whether it really began there, after this hash.
    fn is_bound(&self, key: &AuditKey, team: &TeamId, sequence: i64, previous: &str) -> bool {
        self.keyed_from != sequence || self.changeover == key.of_changeover(team, sequence, previous)
    }
}

async fn page(connection: &mut Connection, team: &TeamId, after: i64) -> StoreResult<Vec<AnyRow>> {
    Ok(sqlx::query("SELECT * FROM audit_entries WHERE team_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3")
        .bind(team.as_str())
        .bind(after)
        .bind(PAGE)
        .fetch_all(connection)
        .await?)
}

/// A filter for audit entries. `None` does not filter.
#[derive(Debug, Clone)]
pub struct AuditFilter {
    pub team_id: TeamId,
    pub actor: Option<String>,
    pub action: Option<String>,
    pub object: Option<String>,
    pub at: Period,
}

/// Newest first.
pub async fn lines(
    connection: &mut Connection,
    filter: &AuditFilter,
    offset: i64,
    limit: i64,
) -> StoreResult<Vec<AuditLine>> {
    let mut conditions = conditions(filter);
    let (offset, limit) = (conditions.place(Value::Number(offset)), conditions.place(Value::Number(limit)));
    let statement = format!(
        "SELECT * FROM audit_entries WHERE {} ORDER BY sequence DESC LIMIT {limit} OFFSET {offset}",
        conditions.text
    );
    conditions.bind(&statement).fetch_all(connection).await?.iter().map(line).collect()
}

/// How many match, on all pages.
pub async fn total(connection: &mut Connection, filter: &AuditFilter) -> StoreResult<i64> {
    let conditions = conditions(filter);
    let statement = format!("SELECT COUNT(*) AS total FROM audit_entries WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

fn conditions(filter: &AuditFilter) -> Conditions {
    let mut conditions = Conditions::begin("team_id = $1", vec![Value::Text(filter.team_id.to_string())]);
    for (column, wanted) in [("actor", &filter.actor), ("action", &filter.action), ("object", &filter.object)] {
        conditions.one_of(column, wanted.iter().cloned());
    }
    conditions.within("at", filter.at);
    conditions
}

/// The action is text here: the record may contain actions that a newer version wrote.
fn line(row: &AnyRow) -> StoreResult<AuditLine> {
    Ok(AuditLine {
        sequence: row.number("sequence")?,
        at: row.time("at")?,
        actor: row.text("actor")?,
        credential: row.text("credential")?,
        address: row.text("address")?,
        action: row.text("action")?,
        object: row.text("object")?,
        detail: row.text("detail")?,
        hash: row.text("hash")?,
    })
}

/// What a hash covers: the previous hash and every field, as JSON so that none can run into the next.
fn fields(previous: &str, team: &TeamId, line: &AuditLine) -> serde_json::Value {
    let AuditLine { sequence, at, actor, credential, address, action, object, detail, hash: _ } = line;
    serde_json::json!([previous, team, sequence, at.as_millis(), actor, credential, address, action, object, detail])
}
