//! Packages. Lists of them are in `package_lists`.

use domain::expiry::Expiry;
use domain::extra_storage::ExtraStorage;
use domain::package::{Package, PackageState};
use domain::portal::Portal;
use sqlx::any::AnyRow;
use wire::ids::{PackageId, TeamId};
use wire::time::Time;

use super::row::Columns as _;
use super::write::{self, insert_into};
use super::{Connection, StoreResult, Tx, held_bytes, select_for_update, undelivered};

/// A Portal accepts no more packages in an hour unless the operator allows it.
const RECEIVED_MOST: i64 = 10_000;

pub async fn insert(connection: &mut Connection, package: &Package) -> StoreResult<()> {
    insert_into("packages")
        .value("id", package.id.as_str())
        .value("team_id", package.team_id.as_str())
        .value("portal_id", package.portal_id.as_ref().map_or("", |id| id.as_str()))
        .value("received", i64::from(package.portal_id.is_some()))
        .value("portal_version", package.portal_version)
        .value("creator_id", package.creator_id.as_ref().map_or("", |id| id.as_str()))
        .value("name", package.name.as_str())
        .value("name_key", name_key(&package.name))
        .value("description", package.description.as_str())
        .value("sender", package.sender.as_str())
        .value("recipients", json(&package.recipients))
        .value("state", package.state.as_str())
        .value("files_added", package.files_added)
        .value("directories_added", package.directories_added)
        .value("bytes_added", package.bytes_added)
        .value("total_files", package.total_files)
        .value("size", package.size)
        .value("expiry", package.expiry.time().map(Time::as_millis))
        .value("custom_expiry", i64::from(package.custom_expiry))
        .value("extra_storage", i64::from(package.extra_storage.is_used))
        .value("extra_storage_days", package.extra_storage.days)
        .value("extra_storage_updated_at", package.extra_storage.updated_at.map(Time::as_millis))
        .value("access_limit", package.access_limit)
        .value("password_hash", package.password_hash.as_deref())
        .value("chunk_size", package.chunk_size)
        .value("tag_id", package.tag_id.as_ref().map_or("", |id| id.as_str()))
        .value("teamspace_id", package.teamspace_id.as_ref().map_or("", |id| id.as_str()))
        .value("storage_id", package.storage_id.as_str())
        .value("contains_virus", i64::from(package.contains_virus))
        .value("custom_metadata_id", package.custom_metadata_id.as_str())
        .value("usage_total_bytes", package.usage_total_bytes)
        .value("usage_updated_at", package.usage_updated_at.map(Time::as_millis))
        .value("warned_of_expiry", 0_i64)
        .value("finalized_at", package.finalized_at.map(Time::as_millis))
        .value("created_at", package.created_at.as_millis())
        .value("updated_at", package.updated_at.as_millis())
        .value("version", package.version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Updates what a state change affects, if the version has not changed. The counters of files and of usage have their
/// own functions.
pub async fn update(connection: &mut Connection, package: &Package) -> StoreResult<()> {
    write::update("packages")
        .value("name", package.name.as_str())
        .value("name_key", name_key(&package.name))
        .value("state", package.state.as_str())
        .value("expiry", package.expiry.time().map(Time::as_millis))
        .value("custom_expiry", i64::from(package.custom_expiry))
        .value("extra_storage", i64::from(package.extra_storage.is_used))
        .value("extra_storage_days", package.extra_storage.days)
        .value("extra_storage_updated_at", package.extra_storage.updated_at.map(Time::as_millis))
        .value("tag_id", package.tag_id.as_ref().map_or("", |id| id.as_str()))
        .value("finalized_at", package.finalized_at.map(Time::as_millis))
        .value("updated_at", package.updated_at.as_millis())
        .over_version(connection, package.id.as_str(), package.version)
        .await
}

pub async fn by_id(connection: &mut Connection, id: &PackageId) -> StoreResult<Option<Package>> {
    let row = sqlx::query("SELECT * FROM packages WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(package).transpose()
}

pub async fn in_team(connection: &mut Connection, team: &TeamId, id: &PackageId) -> StoreResult<Option<Package>> {
    Ok(by_id(connection, id).await?.filter(|package| package.team_id == *team))
}

/// The package, locked until the transaction ends.
pub async fn lock(tx: &mut Tx, id: &PackageId) -> StoreResult<Option<Package>> {
    let statement = select_for_update(tx, "SELECT * FROM packages WHERE id = $1");
    let row = sqlx::query(statement).bind(id.as_str()).fetch_optional(&mut **tx).await?;
    row.as_ref().map(package).transpose()
}

/// The effect of a change of files on the counters of their package.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub files_added: i64,
    pub directories_added: i64,
    pub bytes_added: i64,
    pub total_files: i64,
    pub size: i64,
}

/// Counts files of a package that the caller has locked and found to be new, and the bytes that they hold.
pub async fn count_files(connection: &mut Connection, package: &Package, count: Count) -> StoreResult<()> {
    sqlx::query(
        "UPDATE packages SET files_added = files_added + $1, directories_added = directories_added + $2,
             bytes_added = bytes_added + $3, total_files = total_files + $4, size = size + $5
         WHERE id = $6",
    )
    .bind(count.files_added)
    .bind(count.directories_added)
    .bind(count.bytes_added)
    .bind(count.total_files)
    .bind(count.size)
    .bind(package.id.as_str())
    .execute(&mut *connection)
    .await?;
    held_bytes::add(connection, package, count.bytes_added).await
}

pub async fn count_usage(connection: &mut Connection, id: &PackageId, bytes: i64, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE packages SET usage_total_bytes = usage_total_bytes + $1, usage_updated_at = $2 WHERE id = $3")
        .bind(bytes)
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn mark_infected(connection: &mut Connection, id: &PackageId) -> StoreResult<()> {
    sqlx::query("UPDATE packages SET contains_virus = 1 WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(())
}

/// Packages that are due to expire, after a given one.
pub async fn due(
    connection: &mut Connection,
    now: Time,
    after: Option<&(Time, PackageId)>,
    limit: i64,
) -> StoreResult<Vec<(Time, PackageId)>> {
    let (expiry, id) = after.map_or((i64::MIN, ""), |(expiry, id)| (expiry.as_millis(), id.as_str()));
    let rows = sqlx::query(
        "SELECT expiry, id FROM packages
         WHERE expiry IS NOT NULL AND state IN ('new', 'finalized') AND expiry <= $1 AND (expiry, id) > ($2, $3)
         ORDER BY expiry, id LIMIT $4",
    )
    .bind(now.as_millis())
    .bind(expiry)
    .bind(id)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.time("expiry")?, row.id("id")?))).collect()
}

/// Packages without an expiry that were begun up to a given time and never finished, after a given one.
pub async fn abandoned(
    connection: &mut Connection,
    before: Time,
    after: Option<&(Time, PackageId)>,
    limit: i64,
) -> StoreResult<Vec<(Time, PackageId)>> {
    let (created_at, id) = after.map_or((i64::MIN, ""), |(created_at, id)| (created_at.as_millis(), id.as_str()));
    let rows = sqlx::query(
        "SELECT created_at, id FROM packages
         WHERE state = 'new' AND expiry IS NULL AND created_at <= $1 AND (created_at, id) > ($2, $3)
         ORDER BY created_at, id LIMIT $4",
    )
    .bind(before.as_millis())
    .bind(created_at)
    .bind(id)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.time("created_at")?, row.id("id")?))).collect()
}

/// Packages of a Team that visitors began before a given time, announced content for and have not finished, after a given
/// one.
pub async fn unfinished(
    connection: &mut Connection,
    team: &TeamId,
    before: Time,
    after: Option<&PackageId>,
    limit: i64,
) -> StoreResult<Vec<PackageId>> {
    let rows = sqlx::query(
        "SELECT id FROM packages
         WHERE team_id = $1 AND received = 1 AND state = 'new' AND id > $2 AND created_at <= $3 AND bytes_added > 0
         ORDER BY id LIMIT $4",
    )
    .bind(team.as_str())
    .bind(after.map_or("", |id| id.as_str()))
    .bind(before.as_millis())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.id("id")).collect()
}

/// How many packages visitors began up to a given time and have not finished.
pub async fn unfinished_since_before(connection: &mut Connection, time: Time) -> StoreResult<i64> {
    let statement = "SELECT COUNT(*) FROM packages WHERE received = 1 AND state = 'new' AND created_at <= $1";
    Ok(sqlx::query_scalar(statement).bind(time.as_millis()).fetch_one(connection).await?)
}

/// Finalized packages sent by the Team that expire before a given time, were kept longer than `shortest_life`, and
/// whose senders were not warned yet.
pub async fn ending_soon(
    connection: &mut Connection,
    now: Time,
    before: Time,
    shortest_life_millis: i64,
    after: Option<&(Time, PackageId)>,
    limit: i64,
) -> StoreResult<Vec<(Time, PackageId)>> {
    let (expiry, id) = after.map_or((i64::MIN, ""), |(expiry, id)| (expiry.as_millis(), id.as_str()));
    let rows = sqlx::query(
        "SELECT expiry, id FROM packages
         WHERE expiry IS NOT NULL AND state IN ('new', 'finalized') AND expiry > $1 AND expiry <= $2
             AND state = 'finalized' AND warned_of_expiry = 0 AND received = 0 AND expiry - created_at >= $3
             AND (expiry, id) > ($4, $5)
         ORDER BY expiry, id LIMIT $6",
    )
    .bind(now.as_millis())
    .bind(before.as_millis())
    .bind(shortest_life_millis)
    .bind(expiry)
    .bind(id)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.time("expiry")?, row.id("id")?))).collect()
}

/// Packages that a Portal received from a sender within a period, without its end, and when a mail of this kind about each
/// was written. Oldest first.
pub async fn with_mail(
    connection: &mut Connection,
    portal: &Portal,
    sender: &str,
    (from, until): (Time, Time),
    kind: &str,
) -> StoreResult<Vec<(Package, Option<Time>)>> {
    let rows = sqlx::query(
        "SELECT packages.*, (SELECT MAX(mails.created_at) FROM mails
             WHERE mails.package_id = packages.id AND mails.kind = $6) AS mailed_at
         FROM packages
         WHERE team_id = $1 AND received = 1 AND sender = $2 AND portal_id = $3 AND finalized_at >= $4 AND finalized_at < $5
         ORDER BY finalized_at, id LIMIT $7",
    )
    .bind(portal.team_id.as_str())
    .bind(sender)
    .bind(portal.id.as_str())
    .bind(from.as_millis())
    .bind(until.as_millis())
    .bind(kind)
    .bind(RECEIVED_MOST)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((package(row)?, row.optional_time("mailed_at")?))).collect()
}

/// Records that the sender is warned of the expiry, if it is still near. Only the first caller gets true.
pub async fn mark_warned(connection: &mut Connection, id: &PackageId, now: Time, before: Time) -> StoreResult<bool> {
    let marked = sqlx::query(
        "UPDATE packages SET warned_of_expiry = 1
         WHERE id = $1 AND warned_of_expiry = 0 AND state = 'finalized' AND expiry > $2 AND expiry <= $3",
    )
    .bind(id.as_str())
    .bind(now.as_millis())
    .bind(before.as_millis())
    .execute(connection)
    .await?;
    Ok(marked.rows_affected() == 1)
}

/// The expiry has changed: the sender will be warned again, and so will those who miss a delivery.
pub async fn forget_warning(connection: &mut Connection, id: &PackageId) -> StoreResult<()> {
    sqlx::query("UPDATE packages SET warned_of_expiry = 0, expiry_before_wait = NULL WHERE id = $1")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    undelivered::forget_notices(connection, id).await
}

/// An infected file was removed: the package is clean unless others are left.
pub async fn judge_again(connection: &mut Connection, id: &PackageId) -> StoreResult<()> {
    sqlx::query(
        "UPDATE packages SET contains_virus = CASE
             WHEN EXISTS (SELECT 1 FROM files WHERE package_id = $1 AND scan_state = 'infected') THEN 1 ELSE 0 END
         WHERE id = $1",
    )
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Names in the normalized form in which they are searched and sorted.
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}

pub(super) fn json(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

pub(super) fn optional_id<Id: TryFrom<String>>(row: &AnyRow, column: &'static str) -> StoreResult<Option<Id>> {
    if row.text(column)?.is_empty() {
        return Ok(None);
    }
    row.id(column).map(Some)
}

pub(super) fn package(row: &AnyRow) -> StoreResult<Package> {
    Ok(Package {
        id: row.id("id")?,
        team_id: row.id("team_id")?,
        portal_id: optional_id(row, "portal_id")?,
        portal_version: row.number("portal_version")?,
        creator_id: optional_id(row, "creator_id")?,
        name: row.text("name")?,
        description: row.text("description")?,
        sender: row.text("sender")?,
        recipients: row.parsed("recipients", |text| serde_json::from_str(text).ok())?,
        state: row.parsed("state", PackageState::parse)?,
        files_added: row.number("files_added")?,
        directories_added: row.number("directories_added")?,
        bytes_added: row.number("bytes_added")?,
        total_files: row.number("total_files")?,
        size: row.number("size")?,
        expiry: Expiry::from(row.optional_time("expiry")?),
        custom_expiry: row.flag("custom_expiry")?,
        extra_storage: ExtraStorage {
            is_used: row.flag("extra_storage")?,
            days: row.number("extra_storage_days")?,
            updated_at: row.optional_time("extra_storage_updated_at")?,
        },
        access_limit: row.number("access_limit")?,
        password_hash: row.optional_text("password_hash")?,
        chunk_size: row.number("chunk_size")?,
        tag_id: optional_id(row, "tag_id")?,
        teamspace_id: optional_id(row, "teamspace_id")?,
        storage_id: row.text("storage_id")?,
        contains_virus: row.flag("contains_virus")?,
        custom_metadata_id: row.text("custom_metadata_id")?,
        usage_total_bytes: row.number("usage_total_bytes")?,
        usage_updated_at: row.optional_time("usage_updated_at")?,
        finalized_at: row.optional_time("finalized_at")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        version: row.number("version")?,
    })
}
