//! What is asked of the agents of storage gateways, and their answers. Any process can hand out a question or take its
//! answer, because all of them are in the database.

use sqlx::any::AnyRow;
use wire::gateway_files::{GatewayListing, ListingAnswer};
use wire::ids::{CloudConnectionId, GatewayListingId};
use wire::time::Time;

use super::row::{Columns as _, to_json};
use super::write::insert_into;
use super::{Connection, StoreResult};

pub async fn insert(
    connection: &mut Connection,
    of: &CloudConnectionId,
    listing: &GatewayListing,
    now: Time,
) -> StoreResult<()> {
    insert_into("gateway_listings")
        .value("id", listing.id.as_str())
        .value("cloud_connection_id", of.as_str())
        .value("path", listing.path.as_str())
        .value("first_entry", listing.offset)
        .value("entries_most", listing.count)
        .value("asked_at", now.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// How many were asked of a gateway since then and are still waited for.
pub async fn count_since(connection: &mut Connection, of: &CloudConnectionId, since: Time) -> StoreResult<i64> {
    let statement = "SELECT COUNT(*) FROM gateway_listings WHERE cloud_connection_id = $1 AND asked_at >= $2";
    Ok(sqlx::query_scalar(statement).bind(of.as_str()).bind(since.as_millis()).fetch_one(connection).await?)
}

/// The oldest ones that have no answer yet.
pub async fn open(connection: &mut Connection, of: &CloudConnectionId, most: i64) -> StoreResult<Vec<GatewayListing>> {
    let rows = sqlx::query(
        "SELECT * FROM gateway_listings WHERE cloud_connection_id = $1 AND answer IS NULL ORDER BY id LIMIT $2",
    )
    .bind(of.as_str())
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter().map(listing).collect()
}

pub async fn find(
    connection: &mut Connection,
    of: &CloudConnectionId,
    id: &GatewayListingId,
) -> StoreResult<Option<GatewayListing>> {
    let row = sqlx::query("SELECT * FROM gateway_listings WHERE id = $1 AND cloud_connection_id = $2")
        .bind(id.as_str())
        .bind(of.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(listing).transpose()
}

/// Saves the first answer. A later one changes nothing.
pub async fn set_answer(connection: &mut Connection, id: &GatewayListingId, answer: &ListingAnswer) -> StoreResult<()> {
    sqlx::query("UPDATE gateway_listings SET answer = $1 WHERE id = $2 AND answer IS NULL")
        .bind(to_json("answer", answer)?)
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// The answer, if there is one. `None` if the question is gone, because its connection was deleted.
pub async fn answer(connection: &mut Connection, id: &GatewayListingId) -> StoreResult<Option<Option<ListingAnswer>>> {
    let row = sqlx::query("SELECT answer FROM gateway_listings WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    let answer = |row: AnyRow| match row.optional_text("answer")? {
        None => Ok(None),
        Some(_) => row.json("answer").map(Some),
    };
    row.map(answer).transpose()
}

pub async fn delete(connection: &mut Connection, id: &GatewayListingId) -> StoreResult<()> {
    sqlx::query("DELETE FROM gateway_listings WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(())
}

pub async fn delete_of_connection(connection: &mut Connection, of: &CloudConnectionId) -> StoreResult<()> {
    sqlx::query("DELETE FROM gateway_listings WHERE cloud_connection_id = $1")
        .bind(of.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes those that nobody waits for any more: their process ended, or their caller hung up.
pub async fn delete_before(connection: &mut Connection, before: Time) -> StoreResult<()> {
    sqlx::query("DELETE FROM gateway_listings WHERE asked_at < $1")
        .bind(before.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

fn listing(row: &AnyRow) -> StoreResult<GatewayListing> {
    Ok(GatewayListing {
        id: row.id("id")?,
        path: row.text("path")?,
        offset: row.number("first_entry")?,
        count: row.number("entries_most")?,
    })
}
