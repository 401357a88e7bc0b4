//! Bringing the schema up to date, by one process at a time.
//!
//! A migration, once released, never changes. Each must leave the schema
//! usable for the version before it, which may still be running elsewhere.

use std::fs::File;
use std::path::Path;

use sqlx::AnyPool;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::{StoreError, StoreResult};

const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "accounts", include_str!("migrations/0001_accounts.sql")),
    (2, "work", include_str!("migrations/0002_work.sql")),
    (3, "record", include_str!("migrations/0003_record.sql")),
    (4, "packages", include_str!("migrations/0004_packages.sql")),
    (5, "portals", include_str!("migrations/0005_portals.sql")),
    (6, "connections", include_str!("migrations/0006_connections.sql")),
    (7, "segments", include_str!("migrations/0007_segments.sql")),
    (8, "console", include_str!("migrations/0008_console.sql")),
];

fn migrator() -> Migrator {
    migrator_of(MIGRATIONS)
}

fn migrator_of(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(*sql), false)
    };
    Migrator::with_migrations(migrations.iter().map(migration).collect())
}

/// SQLite has no advisory lock: a file beside the database is one.
pub(super) async fn sqlite(pool: &AnyPool, path: &Path) -> StoreResult<()> {
    let lock_path = path.with_extension("migration-lock");
    let lock = tokio::task::spawn_blocking(move || {
        let file = File::create(lock_path)?;
        file.lock()?;
        Ok::<File, std::io::Error>(file)
    })
    .await
    .map_err(std::io::Error::other)??;
    let result = run(pool).await;
    drop(lock);
    result
}

/// PostgreSQL: the migrator takes an advisory lock itself.
pub(super) async fn postgres(pool: &AnyPool) -> StoreResult<()> {
    run(pool).await
}

async fn run(pool: &AnyPool) -> StoreResult<()> {
    migrator().run(pool).await.map_err(|error| match error {
        MigrateError::VersionMissing(version) => {
            StoreError::Newer(format!("it has migration {version}, and this version knows up to {}", MIGRATIONS.len()))
        }
        other => StoreError::Migration(other),
    })
}

#[cfg(test)]
mod tests {
    use sqlx::any::{AnyPoolOptions, install_default_drivers};
    use sqlx::{AnyPool, AssertSqlSafe};

    use super::{MIGRATIONS, migrator, migrator_of};

    const DAY: i64 = 86_400_000;

    /// A database as version `version` left it.
    async fn database(directory: &tempfile::TempDir, version: usize) -> AnyPool {
        install_default_drivers();
        let url = testkit::fresh_database(directory.path()).await;
        let url = if url.starts_with("sqlite") { format!("{url}?mode=rwc") } else { url };
        let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
        if url.starts_with("sqlite") {
            execute(&pool, "PRAGMA foreign_keys = ON").await;
        }
        migrator_of(&MIGRATIONS[..version]).run(&pool).await.unwrap();
        pool
    }

    async fn execute(pool: &AnyPool, statement: &str) {
        sqlx::query(AssertSqlSafe(statement.to_owned())).execute(pool).await.unwrap();
    }

    async fn number(pool: &AnyPool, statement: &str) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(statement.to_owned())).fetch_one(pool).await.unwrap()
    }

    async fn add_package(pool: &AnyPool, id: &str, state: &str, (size, finalized, expiry): (i64, i64, i64)) {
        let statement = format!(
            "INSERT INTO packages (id, team_id, portal_id, received, creator_id, name, name_key, description, sender,
                 recipients, state, files_added, bytes_added, total_files, size, expiry, custom_expiry, extra_storage,
                 extra_storage_days, access_limit, chunk_size, tag_id, teamspace_id, storage_id, contains_virus,
                 custom_metadata_id, usage_total_bytes, warned_of_expiry, finalized_at, created_at, updated_at, version)
             VALUES ('{id}', 't', '', 0, '', '', '', '', '', '[]', '{state}', 1, {size}, 1, {size}, {expiry}, 0, 0, 0,
                 0, 0, '', '', '', 0, '', 0, 0, {finalized}, 0, 0, 1)"
        );
        execute(pool, &statement).await;
    }

    #[tokio::test]
    async fn what_there_was_stays_and_counts() {
        let directory = tempfile::tempdir().unwrap();
        let pool = database(&directory, 7).await;
        execute(&pool, "INSERT INTO teams VALUES ('t', '', 't', 0, 0, 0, 0, 0, 0, 1, NULL, 0, 1)").await;
        add_package(&pool, "kept", "finalized", (5, 3 * DAY, 90 * DAY)).await;
        add_package(&pool, "ended", "expired", (7, 3 * DAY + 1, 4 * DAY + 9)).await;
        add_package(&pool, "archived", "archived", (11, 4 * DAY, 4 * DAY + 1)).await;
        execute(
            &pool,
            "INSERT INTO custom_webhooks (id, team_id, name, active, events, method, request, endpoint, signing_secret,
                 created_at, updated_at, version) VALUES ('w', 't', '', 1, '[]', 'POST', '', '', '', 0, 0, 1)",
        )
        .await;
        execute(&pool, "INSERT INTO events VALUES ('e', 't', '', 'kept', 'package.created', 1, '{}')").await;
        execute(&pool, "INSERT INTO webhook_deliveries VALUES ('d', 'w', 'e', 'delivered', 1, NULL, 1)").await;
        execute(&pool, "INSERT INTO webhook_attempts VALUES ('d', 1, 1, 204, '')").await;

        migrator().run(&pool).await.unwrap();
        let stored = |day: i64| format!("SELECT CAST(SUM(stored_bytes) AS BIGINT) FROM usage_days WHERE day <= {day}");
        for (day, bytes) in [(3, 12), (4, 5), (99, 5)] {
            assert_eq!(number(&pool, &stored(day)).await, bytes, "day {day}");
        }
        assert_eq!(number(&pool, "SELECT CAST(SUM(uploaded_bytes) AS BIGINT) FROM usage_days").await, 23);
        assert_eq!(number(&pool, "SELECT CAST(SUM(stored_packages) AS BIGINT) FROM usage_days").await, 1);
        let joined = "SELECT COUNT(*) FROM webhook_attempts
             JOIN webhook_deliveries ON webhook_deliveries.id = delivery_id JOIN events ON events.id = event_id";
        assert_eq!(number(&pool, joined).await, 1);
        let orphan = "INSERT INTO webhook_deliveries VALUES ('x', 'w', 'none', 'pending', 0, 1, 1)";
        assert!(sqlx::query(orphan).execute(&pool).await.is_err(), "deliveries still belong to an event");
        for id in ["test 1", "test 2"] {
            execute(&pool, &format!("INSERT INTO events VALUES ('{id}', 't', '', '', 'webhook.test', 1, '{{}}')"))
                .await;
        }
        let twice = "INSERT INTO events VALUES ('e2', 't', '', 'kept', 'package.created', 1, '{}')";
        assert!(sqlx::query(twice).execute(&pool).await.is_err(), "what happens to a package still happens once");
        execute(&pool, "DELETE FROM webhook_deliveries").await;
        assert_eq!(number(&pool, "SELECT COUNT(*) FROM webhook_attempts").await, 0, "attempts still go with them");
    }
}
