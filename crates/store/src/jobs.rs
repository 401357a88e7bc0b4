//! The table of the job queue. The server describes the jobs and runs them.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use wire::ids::JobId;
use wire::time::Time;

use super::row::Columns as _;
use super::{Connection, Dialect, LeaseTime, Store, StoreResult, Tx, places};

/// A job as the operator sees it.
pub struct JobRow {
    pub id: JobId,
    pub name: String,
    pub payload: String,
    pub state: String,
    pub run_at: Time,
    pub is_leased: bool,
    /// Whether it calls an external party.
    pub is_call: bool,
    pub attempts: i64,
    pub claims: i64,
    pub max_attempts: i64,
    pub last_error: Option<String>,
    /// How far it is; empty if it does not say.
    pub progress: String,
    pub created_at: Time,
}

pub struct NewJob<'a> {
    pub id: JobId,
    pub name: &'a str,
    pub payload: String,
    /// The external party that the job calls; empty if there is none.
    pub subject: &'a str,
    pub run_at: Time,
    pub max_attempts: i64,
    pub created_at: Time,
}

/// The condition that nobody has a job now.
fn is_free(clock: &str) -> String {
    format!("(lease IS NULL OR lease_end IS NULL OR lease_end <= {clock})")
}

/// Which jobs a worker takes.
#[derive(Debug, Clone, Copy)]
pub enum Which<'a> {
    All,
    /// Jobs that call nobody, except those with these names.
    AtHome {
        left_out: &'a [&'a str],
    },
    /// Jobs with these names that call an external party, or all others that do. Only a few for the same subject run at
    /// once, so that a slow one does not delay the others.
    Calls {
        names: &'a [&'a str],
        others: bool,
    },
}

/// The job that has been due for longest among those whose subject has fewer than two calls running. It goes from
/// subject to subject through an index, so that a long queue for one of them costs no more than a short one. It is a
/// scalar subquery and not a joined table, because PostgreSQL would begin such a join with the queue. The first job of
/// a subject is found between two bounds and not by equality: if PostgreSQL knew that all rows have one subject, it
/// would rather scan all jobs in the order in which they are due.
fn first_call(names: &[&str], others: bool, clock: &str) -> String {
    let is_free = is_free(clock);
    let listed = names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let is_one = if others { "NOT IN" } else { "IN" };
    format!(
        "
        WITH RECURSIVE called (subject) AS (
            SELECT MIN(subject) FROM jobs WHERE state = 'waiting' AND subject > ''
            UNION ALL
            SELECT (SELECT MIN(jobs.subject) FROM jobs WHERE state = 'waiting' AND jobs.subject > called.subject)
            FROM called WHERE called.subject IS NOT NULL),
        firsts (id) AS (
            SELECT (SELECT earliest.id FROM (
                        SELECT id, run_at FROM jobs WHERE state = 'waiting' AND name {is_one} ({listed})
                            AND jobs.subject >= called.subject AND jobs.subject <= called.subject AND {is_free}
                        ORDER BY subject, run_at, id LIMIT 1) earliest
                    WHERE earliest.run_at <= $3)
            FROM called WHERE called.subject IS NOT NULL AND
                (SELECT COUNT(*) FROM jobs WHERE lease IS NOT NULL AND jobs.subject <> ''
                 AND jobs.subject = called.subject AND (run_at > $3 OR lease_end > {clock})) < 2)
        SELECT id FROM firsts WHERE id IS NOT NULL
        ORDER BY (SELECT run_at FROM jobs WHERE jobs.id = firsts.id), id LIMIT 1"
    )
}

pub async fn insert(tx: &mut Tx, job: NewJob<'_>) -> StoreResult<()> {
    sqlx::query(
        "INSERT INTO jobs (id, name, payload, state, run_at, attempts, claims, max_attempts, created_at, set_at, subject)
         VALUES ($1, $2, $3, 'waiting', $4, 0, 0, $5, $6, $6, $7)",
    )
    .bind(job.id.as_str())
    .bind(job.name)
    .bind(job.payload.as_str())
    .bind(job.run_at.as_millis())
    .bind(job.max_attempts)
    .bind(job.created_at.as_millis())
    .bind(job.subject)
    .execute(&mut **tx)
    .await?;
    tx.has_new_jobs |= job.subject.is_empty();
    tx.has_new_calls |= !job.subject.is_empty();
    Ok(())
}

/// Removes a job that waits and that nobody has taken.
pub async fn take_back(tx: &mut Tx, id: &JobId) -> StoreResult<()> {
    sqlx::query("DELETE FROM jobs WHERE id = $1 AND state = 'waiting' AND lease IS NULL")
        .bind(id.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Takes the job that has been due for longest, for as long as the lease lasts.
pub async fn claim(store: &Store, lease: &str, time: LeaseTime, which: Which<'_>) -> StoreResult<Option<JobRow>> {
    let locking = match store.dialect() {
        Dialect::Sqlite => "",
        Dialect::Postgres => "FOR UPDATE SKIP LOCKED",
    };
    let clock = time.clock("$4");
    let is_free = is_free(&clock);
    let left_out = if let Which::AtHome { left_out } = which { left_out } else { &[] };
    let candidates = match which {
        Which::All => "jobs WHERE state = 'waiting'".to_owned(),
        Which::AtHome { left_out: [] } => "jobs WHERE state = 'waiting' AND subject = ''".to_owned(),
        Which::AtHome { left_out } => {
            format!("jobs WHERE state = 'waiting' AND subject = '' AND name NOT IN ({})", places(5, left_out.len()))
        }
        Which::Calls { names, others } => {
            format!("jobs WHERE id = ({}) AND state = 'waiting'", first_call(names, others, &clock))
        }
    };
    let statement = format!(
        "UPDATE jobs SET lease = $1, run_at = $2, set_at = $3, lease_end = {clock} + $5, claims = claims + 1
         WHERE id = (SELECT id FROM {candidates} AND run_at <= $3 AND {is_free}
                     ORDER BY run_at, id LIMIT 1 {locking})
         RETURNING *"
    );
    let mut tx = store.begin().await?;
    if matches!(which, Which::Calls { .. }) {
        take_turns(&mut tx).await?;
    }
    let query = sqlx::query(AssertSqlSafe(statement)).bind(lease).bind(time.end_here().as_millis());
    let query = query.bind(time.now.as_millis()).bind(time.given()).bind(time.millis());
    let query = left_out.iter().fold(query, |query, name| query.bind(*name));
    let row = query.fetch_optional(&mut *tx).await?;
    tx.commit().await?;
    row.as_ref().map(job).transpose()
}

/// When the next call to an external party becomes due, if that is before `until`.
pub async fn next_call(connection: &mut Connection, now: Time, until: Time) -> StoreResult<Option<Time>> {
    let next = "SELECT run_at FROM jobs WHERE state = 'waiting' AND run_at > $1 AND run_at < $2 AND subject <> ''
             AND lease IS NULL
         ORDER BY run_at LIMIT 1";
    let query = sqlx::query(next).bind(now.as_millis()).bind(until.as_millis());
    query.fetch_optional(connection).await?.map(|row| row.time("run_at")).transpose()
}

/// Workers that take calls must see what others have taken, or one subject would get more than its share. SQLite has
/// one writer and needs no lock.
async fn take_turns(tx: &mut Tx) -> StoreResult<()> {
    if tx.dialect == Dialect::Postgres {
        let statement = "SELECT 1 FROM pg_advisory_xact_lock(hashtext('tonnage calls'))";
        sqlx::query(statement).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Extends the lease. Returns false if it was lost.
pub async fn extend(tx: &mut Tx, id: &JobId, lease: &str, time: LeaseTime) -> StoreResult<bool> {
    let clock = time.clock("$5");
    let statement =
        format!("UPDATE jobs SET run_at = $1, set_at = $4, lease_end = {clock} + $6 WHERE id = $2 AND lease = $3");
    let extended = sqlx::query(AssertSqlSafe(statement))
        .bind(time.end_here().as_millis())
        .bind(id.as_str())
        .bind(lease)
        .bind(time.now.as_millis())
        .bind(time.given())
        .bind(time.millis())
        .execute(&mut **tx)
        .await?;
    Ok(extended.rows_affected() == 1)
}

/// The leases of all jobs that someone works on.
pub async fn leases(connection: &mut Connection) -> StoreResult<Vec<String>> {
    let rows = sqlx::query("SELECT lease FROM jobs WHERE state = 'waiting' AND lease IS NOT NULL");
    rows.fetch_all(connection).await?.iter().map(|row| row.text("lease")).collect()
}

/// Lets others take a job whose holder has ended.
pub async fn end_lease(tx: &mut Tx, lease: &str, now: Time) -> StoreResult<()> {
    sqlx::query("UPDATE jobs SET lease = NULL, run_at = $1, set_at = $1 WHERE lease = $2")
        .bind(now.as_millis())
        .bind(lease)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The work is done. Does nothing if the lease was lost: the new holder decides.
pub async fn finish(connection: &mut Connection, id: &JobId, lease: &str) -> StoreResult<()> {
    sqlx::query("DELETE FROM jobs WHERE id = $1 AND lease = $2")
        .bind(id.as_str())
        .bind(lease)
        .execute(connection)
        .await?;
    Ok(())
}

/// Does not count as an attempt: the job waits as if it had not been taken.
pub async fn release(connection: &mut Connection, id: &JobId, lease: &str, run_at: Time, now: Time) -> StoreResult<()> {
    sqlx::query(
        "UPDATE jobs SET lease = NULL, run_at = $1, set_at = $4, claims = claims - 1 WHERE id = $2 AND lease = $3",
    )
    .bind(run_at.as_millis())
    .bind(id.as_str())
    .bind(lease)
    .bind(now.as_millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// As [`release`], by a process that is ending: other processes are notified that the job is waiting.
pub async fn hand_over(tx: &mut Tx, job: &JobRow, lease: &str, now: Time) -> StoreResult<()> {
    release(tx, &job.id, lease, now, now).await?;
    tx.has_new_jobs |= !job.is_call;
    tx.has_new_calls |= job.is_call;
    Ok(())
}

/// An attempt of a job that failed, and when the next one may begin.
pub struct FailedAttempt<'a> {
    pub job: &'a JobRow,
    /// How many failed before it: fewer than the job has if it got further than they did.
    pub attempts: i64,
    pub error: &'a str,
    pub run_at: Time,
    pub now: Time,
}

/// An attempt failed; the job waits for the next one.
pub async fn retry_later(connection: &mut Connection, lease: &str, failed: &FailedAttempt<'_>) -> StoreResult<()> {
    sqlx::query(
        "UPDATE jobs SET attempts = $6, claims = $7, lease = NULL, run_at = $1, set_at = $5, last_error = $2
         WHERE id = $3 AND lease = $4",
    )
    .bind(failed.run_at.as_millis())
    .bind(failed.error)
    .bind(failed.job.id.as_str())
    .bind(lease)
    .bind(failed.now.as_millis())
    .bind(failed.attempts + 1)
    .bind(if failed.attempts < failed.job.attempts { failed.attempts + 1 } else { failed.job.claims })
    .execute(connection)
    .await?;
    Ok(())
}

/// The last attempt failed; the job stays as dead for the operator to see.
pub async fn bury(connection: &mut Connection, id: &JobId, lease: &str, error: &str) -> StoreResult<()> {
    sqlx::query(
        "UPDATE jobs SET attempts = attempts + 1, lease = NULL, state = 'dead', last_error = $1 WHERE id = $2 AND lease = $3",
    )
    .bind(error)
    .bind(id.as_str())
    .bind(lease)
    .execute(connection)
    .await?;
    Ok(())
}

/// Runs the waiting jobs of a subject now instead of later.
pub async fn hurry(tx: &mut Tx, subject: &str, now: Time) -> StoreResult<()> {
    sqlx::query(
        "UPDATE jobs SET run_at = $1, set_at = $1 WHERE subject = $2 AND state = 'waiting' AND lease IS NULL AND run_at > $1",
    )
    .bind(now.as_millis())
    .bind(subject)
    .execute(&mut **tx)
    .await?;
    tx.has_new_calls = true;
    Ok(())
}

/// Gives a dead job all its attempts again.
pub async fn revive(tx: &mut Tx, id: &JobId, now: Time) -> StoreResult<bool> {
    let revived = sqlx::query(
        "UPDATE jobs SET state = 'waiting', attempts = 0, claims = 0, run_at = $1, set_at = $1 WHERE id = $2 AND state = 'dead'",
    )
    .bind(now.as_millis())
    .bind(id.as_str())
    .execute(&mut **tx)
    .await?;
    tx.has_new_jobs = true;
    Ok(revived.rows_affected() == 1)
}

pub async fn remove_dead(connection: &mut Connection, id: &JobId) -> StoreResult<bool> {
    let removed =
        sqlx::query("DELETE FROM jobs WHERE id = $1 AND state = 'dead'").bind(id.as_str()).execute(connection).await?;
    Ok(removed.rows_affected() == 1)
}

/// Jobs in a state, the longest due first.
pub async fn list(connection: &mut Connection, state: &str, limit: i64) -> StoreResult<Vec<JobRow>> {
    let rows = sqlx::query("SELECT * FROM jobs WHERE state = $1 ORDER BY run_at, id LIMIT $2")
        .bind(state)
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(job).collect()
}

pub struct QueueSize {
    pub waiting: i64,
    pub dead: i64,
    /// When the job that has waited longest was due.
    pub oldest_due: Option<Time>,
}

pub async fn size(connection: &mut Connection) -> StoreResult<QueueSize> {
    let row = sqlx::query(
        "SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
                COUNT(CASE WHEN state = 'dead' THEN 1 END) AS dead,
                MIN(CASE WHEN state = 'waiting' THEN run_at END) AS oldest_due
         FROM jobs",
    )
    .fetch_one(connection)
    .await?;
    Ok(QueueSize {
        waiting: row.number("waiting")?,
        dead: row.number("dead")?,
        oldest_due: row.optional_time("oldest_due")?,
    })
}

fn job(row: &AnyRow) -> StoreResult<JobRow> {
    Ok(JobRow {
        id: row.id("id")?,
        name: row.text("name")?,
        payload: row.text("payload")?,
        state: row.text("state")?,
        run_at: row.time("run_at")?,
        is_leased: row.optional_text("lease")?.is_some(),
        is_call: !row.text("subject")?.is_empty(),
        attempts: row.number("attempts")?,
        claims: row.number("claims")?,
        max_attempts: row.number("max_attempts")?,
        last_error: row.optional_text("last_error")?,
        progress: row.text("progress")?,
        created_at: row.time("created_at")?,
    })
}
