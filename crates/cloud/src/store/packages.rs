//! Packages. Lists of them are in `package_lists`.

use domain::expiry::Expiry;
use domain::extra_storage::ExtraStorage;
use domain::package::{Package, PackageState};
use sqlx::any::AnyRow;
use wire::ids::{PackageId, TeamId};
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, StoreError, StoreResult, Tx, select_for_update};

pub async fn insert(connection: &mut Connection, package: &Package) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO packages (id, team_id, portal_id, received, creator_id, name, name_key, description, sender,
             recipients, state, files_added, bytes_added, total_files, size, expiry, custom_expiry, extra_storage,
             extra_storage_days, extra_storage_updated_at, access_limit, password_hash, chunk_size, tag_id,
             teamspace_id, storage_id, contains_virus, custom_metadata_id, usage_total_bytes, usage_updated_at,
             warned_of_expiry, finalized_at, created_at, updated_at, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24, $25, $26, $27, $28, $29, $30, 0, $31, $32, $33, $34)",
    )
    .bind(package.id.as_str())
    .bind(package.team_id.as_str())
    .bind(package.portal_id.as_ref().map_or("", |id| id.as_str()))
    .bind(i64::from(package.portal_id.is_some()))
    .bind(package.creator_id.as_ref().map_or("", |id| id.as_str()))
    .bind(package.name.as_str())
    .bind(name_key(&package.name))
    .bind(package.description.as_str())
    .bind(package.sender.as_str())
    .bind(json(&package.recipients))
    .bind(package.state.as_str())
    .bind(package.files_added)
    .bind(package.bytes_added)
    .bind(package.total_files)
    .bind(package.size)
    .bind(package.expiry.time().map(Time::as_millis))
    .bind(i64::from(package.custom_expiry))
    .bind(i64::from(package.extra_storage.is_used))
    .bind(package.extra_storage.days)
    .bind(package.extra_storage.updated_at.map(Time::as_millis))
    .bind(package.access_limit)
    .bind(package.password_hash.as_deref())
    .bind(package.chunk_size)
    .bind(package.tag_id.as_ref().map_or("", |id| id.as_str()))
    .bind(package.teamspace_id.as_ref().map_or("", |id| id.as_str()))
    .bind(package.storage_id.as_str())
    .bind(i64::from(package.contains_virus))
    .bind(package.custom_metadata_id.as_str())
    .bind(package.usage_total_bytes)
    .bind(package.usage_updated_at.map(Time::as_millis))
    .bind(package.finalized_at.map(Time::as_millis))
    .bind(package.created_at.as_millis())
    .bind(package.updated_at.as_millis())
    .bind(package.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates what a state change affects, if the version has not changed. The counters of files and of usage have their
/// own functions.
pub async fn update(connection: &mut Connection, package: &Package) -> StoreResult<()> {
    let written = sqlx::query(
        "UPDATE packages SET name = $1, name_key = $2, state = $3, expiry = $4, custom_expiry = $5,
             extra_storage = $6, extra_storage_days = $7, extra_storage_updated_at = $8, tag_id = $9,
             finalized_at = $10, updated_at = $11, version = version + 1
         WHERE id = $12 AND version = $13",
    )
    .bind(package.name.as_str())
    .bind(name_key(&package.name))
    .bind(package.state.as_str())
    .bind(package.expiry.time().map(Time::as_millis))
    .bind(i64::from(package.custom_expiry))
    .bind(i64::from(package.extra_storage.is_used))
    .bind(package.extra_storage.days)
    .bind(package.extra_storage.updated_at.map(Time::as_millis))
    .bind(package.tag_id.as_ref().map_or("", |id| id.as_str()))
    .bind(package.finalized_at.map(Time::as_millis))
    .bind(package.updated_at.as_millis())
    .bind(package.id.as_str())
    .bind(package.version)
    .execute(connection)
    .await?;
    if written.rows_affected() == 0 { Err(StoreError::Stale) } else { Ok(()) }
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
    pub bytes_added: i64,
    pub total_files: i64,
    pub size: i64,
}

/// Counts files of a package that the caller has locked and found to be new.
pub async fn count_files(connection: &mut Connection, id: &PackageId, count: Count) -> StoreResult<()> {
    sqlx::query(
        "UPDATE packages SET files_added = files_added + $1, bytes_added = bytes_added + $2,
             total_files = total_files + $3, size = size + $4
         WHERE id = $5",
    )
    .bind(count.files_added)
    .bind(count.bytes_added)
    .bind(count.total_files)
    .bind(count.size)
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(())
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

/// Packages without an expiry that visitors began before a given time, and never finished.
pub async fn abandoned(connection: &mut Connection, before: Time, limit: i64) -> StoreResult<Vec<PackageId>> {
    let rows = sqlx::query(
        "SELECT id FROM packages WHERE received = 1 AND state = 'new' AND expiry IS NULL AND created_at <= $1
         ORDER BY created_at, id LIMIT $2",
    )
    .bind(before.as_millis())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.id("id")).collect()
}

/// Finalized packages sent by the Team that expire before a given time, were kept longer than `shortest_life`, and
/// whose senders were not warned yet.
pub async fn ending_soon(
    connection: &mut Connection,
    now: Time,
    before: Time,
    shortest_life_millis: i64,
    limit: i64,
) -> StoreResult<Vec<PackageId>> {
    let rows = sqlx::query(
        "SELECT id FROM packages
         WHERE expiry IS NOT NULL AND state IN ('new', 'finalized') AND expiry > $1 AND expiry <= $2
             AND state = 'finalized' AND warned_of_expiry = 0 AND received = 0 AND expiry - created_at >= $3
         ORDER BY expiry LIMIT $4",
    )
    .bind(now.as_millis())
    .bind(before.as_millis())
    .bind(shortest_life_millis)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.id("id")).collect()
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

/// The expiry has changed: the sender will be warned again.
pub async fn forget_warning(connection: &mut Connection, id: &PackageId) -> StoreResult<()> {
    sqlx::query("UPDATE packages SET warned_of_expiry = 0 WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    Ok(())
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
        creator_id: optional_id(row, "creator_id")?,
        name: row.text("name")?,
        description: row.text("description")?,
        sender: row.text("sender")?,
        recipients: row.parsed("recipients", |text| serde_json::from_str(text).ok())?,
        state: row.parsed("state", PackageState::parse)?,
        files_added: row.number("files_added")?,
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
