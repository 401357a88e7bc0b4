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
];

fn migrator() -> Migrator {
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*name).into(), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(*sql), false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect())
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
