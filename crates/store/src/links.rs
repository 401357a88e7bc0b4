//! Download links of packages.

use domain::link::Link;
use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::{LinkId, PackageId};
use wire::time::Time;

use super::row::Columns as _;
use super::write::insert_into;
use super::{Connection, StoreResult};

/// What is kept of the secret of a link.
#[derive(Clone, Copy)]
pub struct KeptSecret<'a> {
    pub hash: &'a str,
    /// With which it can be shown again.
    pub sealed: Option<&'a str>,
}

pub async fn insert(connection: &mut Connection, link: &Link, secret: Option<KeptSecret<'_>>) -> StoreResult<()> {
    insert_into("links")
        .value("id", link.id.as_str())
        .value("package_id", link.package_id.as_str())
        .value("email", link.email.as_deref().unwrap_or_default())
        .value("secret_hash", secret.map(|secret| secret.hash))
        .value("sealed_secret", secret.and_then(|secret| secret.sealed))
        .value("password_hash", link.password_hash.as_deref())
        .value("access_limit", link.access_limit)
        .value("access_limit_enabled", i64::from(link.access_limit_enabled))
        .value("accesses", 0_i64)
        .value("active", i64::from(link.active))
        .value("expiry", link.expiry.map(Time::as_millis))
        .value("receipt_sent", 0_i64)
        .value("created_at", link.created_at.as_millis())
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn by_id(connection: &mut Connection, id: &LinkId) -> StoreResult<Option<Link>> {
    let row = sqlx::query("SELECT * FROM links WHERE id = $1").bind(id.as_str()).fetch_optional(connection).await?;
    row.as_ref().map(link).transpose()
}

/// The link, if the hash matches its secret.
pub async fn by_secret(connection: &mut Connection, id: &LinkId, secret_hash: &str) -> StoreResult<Option<Link>> {
    let row = sqlx::query("SELECT * FROM links WHERE id = $1 AND secret_hash = $2")
        .bind(id.as_str())
        .bind(secret_hash)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(link).transpose()
}

/// The secret of the link, if it was kept.
pub async fn sealed_secret(connection: &mut Connection, id: &LinkId) -> StoreResult<Option<String>> {
    let row = sqlx::query("SELECT sealed_secret FROM links WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    row.map_or(Ok(None), |row| row.optional_text("sealed_secret"))
}

pub async fn of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<Vec<Link>> {
    let rows = sqlx::query("SELECT * FROM links WHERE package_id = $1 ORDER BY id")
        .bind(package.as_str())
        .fetch_all(connection)
        .await?;
    rows.iter().map(link).collect()
}

/// Newest first.
pub async fn newest_of_package(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<Vec<Link>> {
    let rows = sqlx::query("SELECT * FROM links WHERE package_id = $1 ORDER BY id DESC LIMIT $2")
        .bind(package.as_str())
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(link).collect()
}

/// The first links of several packages at once, in order of packages and links.
pub async fn first_of_packages(
    connection: &mut Connection,
    packages: &[PackageId],
    most_of_each: i64,
) -> StoreResult<Vec<Link>> {
    if packages.is_empty() {
        return Ok(Vec::new());
    }
    // One part for each package, so that the rest of its links is not read.
    let part = |place: usize| {
        format!("SELECT * FROM (SELECT * FROM links WHERE package_id = ${place} ORDER BY id LIMIT $1) AS of_{place}")
    };
    let parts: Vec<String> = (2..packages.len() + 2).map(part).collect();
    let statement = format!("{} ORDER BY package_id, id", parts.join(" UNION ALL "));
    let query = sqlx::query(AssertSqlSafe(statement)).bind(most_of_each);
    let query = packages.iter().fold(query, |query, id| query.bind(id.as_str()));
    query.fetch_all(connection).await?.iter().map(link).collect()
}

/// How many links a package has, without those that were deleted.
pub async fn count_of_package(connection: &mut Connection, package: &PackageId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM links WHERE package_id = $1 AND deleted_at IS NULL")
        .bind(package.as_str())
        .fetch_one(connection)
        .await?)
}

pub async fn count_with_deleted(connection: &mut Connection, package: &PackageId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM links WHERE package_id = $1")
        .bind(package.as_str())
        .fetch_one(connection)
        .await?)
}

/// Links whose recipients have not been mailed yet, except those that have ended.
pub async fn to_be_mailed(
    connection: &mut Connection,
    package: &PackageId,
    now: Time,
    limit: i64,
) -> StoreResult<Vec<LinkId>> {
    let rows = sqlx::query(
        "SELECT id FROM links
         WHERE package_id = $1 AND email <> '' AND active = 1 AND notified_at IS NULL AND deleted_at IS NULL
             AND (expiry IS NULL OR expiry > $2)
         ORDER BY id LIMIT $3",
    )
    .bind(package.as_str())
    .bind(now.as_millis())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.id("id")).collect()
}

/// Saves the secret of the link that its mail contains. The mail waits from now on. Only the first caller gets true.
pub async fn take_for_mail(
    connection: &mut Connection,
    id: &LinkId,
    secret: KeptSecret<'_>,
    now: Time,
) -> StoreResult<bool> {
    let marked = sqlx::query(
        "UPDATE links SET secret_hash = $1, sealed_secret = $2, notified_at = $3, mail_pending = 1
         WHERE id = $4 AND notified_at IS NULL AND deleted_at IS NULL",
    )
    .bind(secret.hash)
    .bind(secret.sealed)
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(marked.rows_affected() == 1)
}

/// The mail server took the mail.
pub async fn mark_notified(connection: &mut Connection, id: &LinkId, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE links SET notified_at = $1, mail_pending = 0 WHERE id = $2")
        .bind(now.as_millis())
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Counts one started download, if the link still allows one. A single statement, so that the limit is exact even with
/// concurrent requests.
pub async fn count_access(connection: &mut Connection, id: &LinkId, now: Time) -> StoreResult<bool> {
    let counted = sqlx::query(
        "UPDATE links SET accesses = accesses + 1, accessed_at = $1, usage_updated_at = $1
         WHERE id = $2 AND active = 1 AND deleted_at IS NULL AND (expiry IS NULL OR expiry > $1)
             AND (access_limit_enabled = 0 OR accesses < access_limit)",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(counted.rows_affected() == 1)
}

/// The content of the package is gone: its links will never be shown again.
pub async fn forget_secrets(connection: &mut Connection, package: &PackageId) -> StoreResult<()> {
    sqlx::query("UPDATE links SET sealed_secret = NULL WHERE package_id = $1 AND sealed_secret IS NOT NULL")
        .bind(package.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the link but keeps its record. Returns false if it was already deleted.
pub async fn delete(connection: &mut Connection, id: &LinkId, now: Time) -> StoreResult<bool> {
    let deleted = sqlx::query(
        "UPDATE links SET deleted_at = $1, active = 0, sealed_secret = NULL WHERE id = $2 AND deleted_at IS NULL",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Records that the sender was notified of the first finished download. Only the first caller gets true.
pub async fn mark_receipt(connection: &mut Connection, id: &LinkId) -> StoreResult<bool> {
    let marked = sqlx::query("UPDATE links SET receipt_sent = 1 WHERE id = $1 AND receipt_sent = 0")
        .bind(id.as_str())
        .execute(connection)
        .await?;
    Ok(marked.rows_affected() == 1)
}

fn link(row: &AnyRow) -> StoreResult<Link> {
    let email = row.text("email")?;
    let notified_at = row.optional_time("notified_at")?;
    Ok(Link {
        id: row.id("id")?,
        package_id: row.id("package_id")?,
        email: (!email.is_empty()).then_some(email),
        password_hash: row.optional_text("password_hash")?,
        access_limit: row.number("access_limit")?,
        access_limit_enabled: row.flag("access_limit_enabled")?,
        accesses: row.number("accesses")?,
        active: row.flag("active")?,
        expiry: row.optional_time("expiry")?,
        notified_at: if row.flag("mail_pending")? { None } else { notified_at },
        accessed_at: row.optional_time("accessed_at")?,
        usage_updated_at: row.optional_time("usage_updated_at")?,
        deleted_at: row.optional_time("deleted_at")?,
        created_at: row.time("created_at")?,
    })
}
