//! Changes of many packages, a batch at a time.
//!
//! Each batch locks its rows in the order of their ids, so that two such changes never wait for each other.

use domain::package::PackageState;
use sqlx::AssertSqlSafe;
use wire::ids::{PackageId, TeamspaceId};
use wire::time::Time;

use super::conditions::{Conditions, Value};
use super::package_lists::{PackageFilter, conditions};
use super::row::Columns as _;
use super::{Connection, Dialect, StoreResult, Tx, places};

/// What happens to every package of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BulkChange {
    /// Packages that were changed after `asked_at` stay as they are: someone else has decided about them since.
    State {
        to: PackageState,
        asked_at: Time,
    },
    NoTag,
    Teamspace(Option<TeamspaceId>),
}

impl BulkChange {
    /// The columns that it sets, and the condition of packages that are not changed yet.
    fn apply(&self, conditions: &mut Conditions) -> String {
        match self {
            Self::State { to, asked_at } => {
                let state = conditions.place(Value::Text(to.as_str().to_owned()));
                let asked_at = conditions.place(Value::Number(asked_at.as_millis()));
                conditions.and(&format!("state <> {state} AND updated_at <= {asked_at}"));
                format!("state = {state}, updated_at = {asked_at}, version = version + 1")
            }
            Self::NoTag => {
                conditions.and("tag_id <> ''");
                "tag_id = ''".to_owned()
            }
            Self::Teamspace(space) => {
                let space = space.as_ref().map(|id| id.as_str().to_owned()).unwrap_or_default();
                let space = conditions.place(Value::Text(space));
                conditions.and(&format!("teamspace_id <> {space}"));
                format!("teamspace_id = {space}")
            }
        }
    }
}

/// How many packages of the list a change is still to be made to.
pub async fn left(connection: &mut Connection, filter: &PackageFilter, change: &BulkChange) -> StoreResult<i64> {
    let mut conditions = conditions(filter);
    change.apply(&mut conditions);
    let statement = format!("SELECT COUNT(*) AS total FROM packages WHERE {}", conditions.text);
    conditions.bind(&statement).fetch_one(connection).await?.number("total")
}

/// Where a batch ended: lists are walked in the order of creation, which their indexes have.
pub type Place = (Time, PackageId);

/// Changes the next packages of the list after a place. Returns where the next batch begins; `None` if this was the last.
pub async fn change_next(
    tx: &mut Tx,
    filter: &PackageFilter,
    change: &BulkChange,
    after: Option<&Place>,
    most: i64,
) -> StoreResult<Option<Place>> {
    let batch = next(tx, filter, change, after, most).await?;
    let is_last = i64::try_from(batch.len()).is_ok_and(|count| count < most);
    lock(tx, &batch).await?;
    // Someone may have changed some of them before they were locked.
    let mut conditions = conditions(filter);
    let set = change.apply(&mut conditions);
    conditions.one_of("id", batch.iter().map(|(_, id)| id.to_string()));
    let statement = format!("UPDATE packages SET {set} WHERE {}", conditions.text);
    if !batch.is_empty() {
        conditions.bind(&statement).execute(&mut **tx).await?;
    }
    Ok(batch.into_iter().next_back().filter(|_| !is_last))
}

async fn next(
    tx: &mut Tx,
    filter: &PackageFilter,
    change: &BulkChange,
    after: Option<&Place>,
    most: i64,
) -> StoreResult<Vec<Place>> {
    let mut conditions = conditions(filter);
    change.apply(&mut conditions);
    if let Some((created_at, id)) = after {
        let time = conditions.place(Value::Number(created_at.as_millis()));
        let id = conditions.place(Value::Text(id.to_string()));
        conditions.and(&format!("(created_at, id) > ({time}, {id})"));
    }
    let most = conditions.place(Value::Number(most));
    let statement =
        format!("SELECT created_at, id FROM packages WHERE {} ORDER BY created_at, id LIMIT {most}", conditions.text);
    let rows = conditions.bind(&statement).fetch_all(&mut **tx).await?;
    rows.iter().map(|row| Ok((row.time("created_at")?, row.id("id")?))).collect()
}

async fn lock(tx: &mut Tx, batch: &[Place]) -> StoreResult<()> {
    if tx.dialect == Dialect::Sqlite || batch.is_empty() {
        return Ok(());
    }
    let statement = format!("SELECT id FROM packages WHERE id IN ({}) ORDER BY id FOR UPDATE", places(0, batch.len()));
    let query = sqlx::query(AssertSqlSafe(statement));
    batch.iter().fold(query, |query, (_, id)| query.bind(id.as_str())).execute(&mut **tx).await?;
    Ok(())
}
