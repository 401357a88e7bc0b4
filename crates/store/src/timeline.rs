//! Reads the entries of a package's timeline from all tables, the newest of each kind.

use domain::audit::AuditAction;
use sqlx::any::AnyRow;
use wire::ids::{PackageId, TeamId};
use wire::time::Time;
use wire::timeline::{TimelineKind, TimelineRecord};

use super::mails::MailState;
use super::row::Columns as _;
use super::{Connection, StoreResult};

/// Runs a statement whose first placeholder is the package and whose second is the limit.
async fn lines(
    connection: &mut Connection,
    statement: &'static str,
    package: &PackageId,
    limit: i64,
    line: impl Fn(&AnyRow) -> StoreResult<TimelineRecord>,
) -> StoreResult<Vec<TimelineRecord>> {
    let query = sqlx::query(statement).bind(package.as_str()).bind(limit);
    query.fetch_all(connection).await?.iter().map(line).collect()
}

pub async fn mails(connection: &mut Connection, package: &PackageId, limit: i64) -> StoreResult<Vec<TimelineRecord>> {
    let statement = "SELECT id, kind, recipient, state, cancelled, COALESCE(sent_at, created_at) AS at,
             COALESCE(last_error, '') AS detail
         FROM mails WHERE package_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2";
    lines(connection, statement, package, limit, |row| {
        Ok(TimelineRecord {
            at: row.time("at")?,
            kind: TimelineKind::Mail,
            state: MailState::of(row)?.shown().to_owned(),
            title: Some(row.text("kind")?),
            detail: row.text("detail")?,
            count: None,
            actor: row.text("recipient")?,
            id: row.text("id")?,
        })
    })
    .await
}

/// At the time when it ended, if it has.
pub async fn transfers(
    connection: &mut Connection,
    package: &PackageId,
    limit: i64,
) -> StoreResult<Vec<TimelineRecord>> {
    let statement = "SELECT transfers.id, transfers.state, transfers.error, transfers.total_files, cloud_connections.name,
             CASE WHEN transfers.state IN ('complete', 'error') THEN transfers.updated_at ELSE transfers.created_at END AS at
         FROM transfers JOIN cloud_connections ON cloud_connections.id = transfers.cloud_connection_id
         WHERE transfers.package_id = $1 ORDER BY transfers.created_at DESC, transfers.id DESC LIMIT $2";
    lines(connection, statement, package, limit, |row| {
        Ok(TimelineRecord {
            at: row.time("at")?,
            kind: TimelineKind::Transfer,
            state: row.text("state")?,
            title: Some(row.text("name")?),
            detail: row.text("error")?,
            count: Some(row.number("total_files")?),
            actor: String::new(),
            id: row.text("id")?,
        })
    })
    .await
}

/// At the time of the last attempt.
pub async fn deliveries(
    connection: &mut Connection,
    package: &PackageId,
    limit: i64,
) -> StoreResult<Vec<TimelineRecord>> {
    let statement = "SELECT webhook_deliveries.id, webhook_deliveries.state, webhook_deliveries.attempts,
             events.event_type, custom_webhooks.name,
             COALESCE((SELECT MAX(webhook_attempts.at) FROM webhook_attempts
                 WHERE webhook_attempts.delivery_id = webhook_deliveries.id), webhook_deliveries.created_at) AS at
         FROM events JOIN webhook_deliveries ON webhook_deliveries.event_id = events.id
         JOIN custom_webhooks ON custom_webhooks.id = webhook_deliveries.custom_webhook_id
         WHERE events.package_id = $1 ORDER BY webhook_deliveries.id DESC LIMIT $2";
    lines(connection, statement, package, limit, |row| {
        Ok(TimelineRecord {
            at: row.time("at")?,
            kind: TimelineKind::Webhook,
            state: row.text("state")?,
            title: Some(row.text("name")?),
            detail: row.text("event_type")?,
            count: Some(row.number("attempts")?),
            actor: String::new(),
            id: row.text("id")?,
        })
    })
    .await
}

pub async fn downloads(
    connection: &mut Connection,
    package: &PackageId,
    limit: i64,
) -> StoreResult<Vec<TimelineRecord>> {
    let statement = "SELECT activities.id, activities.state, activities.created_at, activities.actor,
             COALESCE(users.email, '') AS email, COALESCE(downloads.asked, 0) AS files
         FROM activities LEFT JOIN downloads ON downloads.id = activities.id
         LEFT JOIN users ON users.id = activities.user_id
         WHERE activities.package_id = $1 AND activities.kind = 'download'
         ORDER BY activities.created_at DESC, activities.id DESC LIMIT $2";
    lines(connection, statement, package, limit, |row| {
        let (recipient, member) = (row.text("actor")?, row.text("email")?);
        Ok(TimelineRecord {
            at: row.time("created_at")?,
            kind: TimelineKind::Download,
            state: row.text("state")?,
            title: None,
            detail: String::new(),
            count: Some(row.number("files")?),
            actor: if recipient.is_empty() { member } else { recipient },
            id: row.text("id")?,
        })
    })
    .await
}

/// How many files have which scan result. Infected ones are listed individually, from the audit record.
pub async fn scans(connection: &mut Connection, package: &PackageId) -> StoreResult<Vec<TimelineRecord>> {
    let statement = "SELECT scan_state, scan_reason, COUNT(*) AS files, MAX(finalized_at) AS at FROM files
         WHERE package_id = $1 AND state = 'finalized' AND kind = 'file' AND scan_state <> 'infected'
         GROUP BY scan_state, scan_reason ORDER BY scan_state, scan_reason LIMIT $2";
    lines(connection, statement, package, i64::MAX, |row| {
        Ok(TimelineRecord {
            at: row.optional_time("at")?.unwrap_or(Time::from_millis(0)),
            kind: TimelineKind::Scan,
            state: row.text("scan_state")?,
            title: None,
            detail: row.text("scan_reason")?,
            count: Some(row.number("files")?),
            actor: String::new(),
            id: package.to_string(),
        })
    })
    .await
}

/// A state change of the package from the audit record, without the address.
pub struct Move {
    pub at: Time,
    /// `None` if a newer version wrote an action that this one does not know.
    pub action: Option<AuditAction>,
    pub detail: String,
    /// The member who did it, if it was a member.
    pub email: String,
}

/// Newest first.
pub async fn moves(
    connection: &mut Connection,
    team: &TeamId,
    package: &PackageId,
    limit: i64,
) -> StoreResult<Vec<Move>> {
    let rows = sqlx::query(
        "SELECT audit_entries.at, audit_entries.action, audit_entries.detail, COALESCE(users.email, '') AS email
         FROM audit_entries LEFT JOIN users ON users.id = audit_entries.actor
         WHERE audit_entries.team_id = $1 AND audit_entries.object = $2
         ORDER BY audit_entries.sequence DESC LIMIT $3",
    )
    .bind(team.as_str())
    .bind(package.as_str())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let line = |row: &AnyRow| {
        let (action, detail) = (AuditAction::parse(&row.text("action")?), row.text("detail")?);
        Ok(Move { at: row.time("at")?, action, detail, email: row.text("email")? })
    };
    rows.iter().map(line).collect()
}
