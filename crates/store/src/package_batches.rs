//! Changes of many packages, a batch at a time.
//!
//! Each batch locks its rows in the order of their ids, so that two such changes never wait for each other.

use domain::package::PackageState;
use wire::ids::{PackageId, TeamspaceId};
use wire::time::Time;

use super::conditions::{Conditions, Value};
use super::package_lists::{PackageFilter, conditions};
use super::row::Columns as _;
use super::{Connection, Dialect, StoreResult, Tx};

/// What happens to every package of a list.
#[derive(Debug, Clone)]
pub enum BulkChange {
    State { to: PackageState, now: Time },
    NoTag,
    Teamspace(Option<TeamspaceId>),
}

impl BulkChange {
    /// The columns that it sets, and the condition of packages that are not changed yet.
    fn apply(&self, conditions: &mut Conditions) -> String {
        match self {
            Self::State { to, now } => {
                let state = conditions.place(Value::Text(to.as_str().to_owned()));
                let now = conditions.place(Value::Number(now.as_millis()));
                conditions.and(&format!("state <> {state}"));
                format!("state = {state}, updated_at = {now}, version = version + 1")
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

/// Changes the next packages of the list after a given one, and returns their ids.
pub async fn change_next(
    tx: &mut Tx,
    filter: &PackageFilter,
    change: &BulkChange,
    after: Option<&PackageId>,
    most: i64,
) -> StoreResult<Vec<PackageId>> {
    let mut conditions = conditions(filter);
    let set = change.apply(&mut conditions);
    if let Some(after) = after {
        conditions.compare("id > {}", Value::Text(after.to_string()));
    }
    let most = conditions.place(Value::Number(most));
    let locking = match tx.dialect {
        Dialect::Sqlite => "",
        Dialect::Postgres => "FOR UPDATE",
    };
    let statement = format!(
        "UPDATE packages SET {set} WHERE id IN (SELECT id FROM packages WHERE {} ORDER BY id LIMIT {most} {locking})
         RETURNING id",
        conditions.text
    );
    let rows = conditions.bind(&statement).fetch_all(&mut **tx).await?;
    rows.iter().map(|row| row.id("id")).collect()
}
