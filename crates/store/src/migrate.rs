//! Migrates the schema, one process at a time.
//!
//! A released migration never changes. Processes are replaced one by one, so the previous version must still run on the
//! new schema, and also start on it. The first line of each migration says which schema version a program must know at
//! least, `-- serves 8`, and the database stores that with the migration's name. A program that finds unknown
//! migrations starts if all of them serve it, and refuses otherwise.

use std::fs::File;
use std::path::Path;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, AssertSqlSafe};

use super::{Dialect, StoreError, StoreResult};

const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "accounts", include_str!("migrations/0001_accounts.sql")),
    (2, "work", include_str!("migrations/0002_work.sql")),
    (3, "record", include_str!("migrations/0003_record.sql")),
    (4, "packages", include_str!("migrations/0004_packages.sql")),
    (5, "portals", include_str!("migrations/0005_portals.sql")),
    (6, "connections", include_str!("migrations/0006_connections.sql")),
    (7, "segments", include_str!("migrations/0007_segments.sql")),
    (8, "console", include_str!("migrations/0008_console.sql")),
    (9, "idempotency", include_str!("migrations/0009_idempotency.sql")),
    (10, "durability", include_str!("migrations/0010_durability.sql")),
    (11, "races", include_str!("migrations/0011_races.sql")),
    (12, "strangers", include_str!("migrations/0012_strangers.sql")),
    (13, "keyed record", include_str!("migrations/0013_keyed_record.sql")),
    (14, "confirmed addresses", include_str!("migrations/0014_confirmed_addresses.sql")),
    (15, "zip_selections", include_str!("migrations/0015_zip_selections.sql")),
    (16, "quotas", include_str!("migrations/0016_quotas.sql")),
    (17, "key scopes", include_str!("migrations/0017_key_scopes.sql")),
    (18, "secret keys", include_str!("migrations/0018_secret_keys.sql")),
    (19, "unsized files", include_str!("migrations/0019_unsized_files.sql")),
    (20, "download sources", include_str!("migrations/0020_download_sources.sql")),
    (21, "package folders", include_str!("migrations/0021_package_folders.sql")),
    (22, "provider aliases", include_str!("migrations/0022_provider_aliases.sql")),
    (23, "folder keys", include_str!("migrations/0023_folder_keys.sql")),
    (24, "gateway listings", include_str!("migrations/0024_gateway_listings.sql")),
    (25, "link secrets", include_str!("migrations/0025_link_secrets.sql")),
    (26, "true records", include_str!("migrations/0026_true_records.sql")),
    (27, "deliveries", include_str!("migrations/0027_deliveries.sql")),
    (28, "lists that stay short", include_str!("migrations/0028_lists_that_stay_short.sql")),
];

/// The newest version that this program knows.
pub const SCHEMA_VERSION: usize = MIGRATIONS.len();

fn migrator_of(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        let name = described(name, served_by(sql));
        Migration::new(*version, name.into(), MigrationType::Simple, sqlx::SqlSafeStr::into_sql_str(*sql), false)
    };
    let mut migrator = Migrator::with_migrations(migrations.iter().map(migration).collect());
    // Missing migrations were added by a newer version; `run` checks whether they serve us.
    migrator.set_ignore_missing(true);
    migrator
}

/// The oldest schema version that a migration still serves, from its first line.
fn served_by(sql: &str) -> Option<i64> {
    sql.lines().next()?.strip_prefix("-- serves ")?.trim().parse().ok()
}

/// The name as the database stores it.
fn described(name: &str, serves: Option<i64>) -> String {
    serves.map_or_else(|| name.to_owned(), |oldest| format!("{name}, serves {oldest}"))
}

/// The same, from the name in the database.
fn served_as_described(description: &str) -> Option<i64> {
    description.rsplit_once(", serves ")?.1.parse().ok()
}

/// SQLite has no advisory lock, so a file next to the database is used.
pub(super) async fn sqlite(pool: &AnyPool, path: &Path, version: usize) -> StoreResult<()> {
    let lock_path = path.with_extension("migration-lock");
    let lock = tokio::task::spawn_blocking(move || {
        let file = File::create(lock_path)?;
        file.lock()?;
        Ok::<File, std::io::Error>(file)
    })
    .await
    .map_err(std::io::Error::other)??;
    let result = run(pool, version).await;
    drop(lock);
    result
}

/// PostgreSQL: the migrator takes an advisory lock itself.
pub(super) async fn postgres(pool: &AnyPool, version: usize) -> StoreResult<()> {
    run(pool, version).await?;
    sort_by_bytes(pool).await
}

/// The columns that lists are sorted by. SQLite compares texts byte by byte, and PostgreSQL by the rules of a language
/// that somebody chose for the database.
const SORTED: [(&str, &[&str]); 3] =
    [("tags", &["name"]), ("portals", &["name_key", "subdomain"]), ("packages", &["name_key", "sender"])];
const SORT_TRIES: usize = 5;

/// Has PostgreSQL sort as SQLite does, once. Indexes of these columns are built again.
async fn sort_by_bytes(pool: &AnyPool) -> StoreResult<()> {
    for (table, columns) in SORTED {
        let mut tries = 1;
        // Other processes may be in the middle of a change that locks several tables.
        while let Err(error) = sort_table_by_bytes(pool, table, columns).await {
            if tries == SORT_TRIES || !matches!(error, StoreError::Collided(_)) {
                return Err(error);
            }
            tries += 1;
        }
    }
    Ok(())
}

async fn sort_table_by_bytes(pool: &AnyPool, table: &str, columns: &[&str]) -> StoreResult<()> {
    let by_language = "SELECT COUNT(*) FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2
             AND COALESCE(collation_name, '') <> 'C'";
    let mut tx = pool.begin().await?;
    sqlx::query("SELECT 1 FROM pg_advisory_xact_lock(hashtext('tonnage collation'))").execute(&mut *tx).await?;
    let mut changes = Vec::new();
    for column in columns {
        let count: i64 = sqlx::query_scalar(by_language).bind(table).bind(*column).fetch_one(&mut *tx).await?;
        if count > 0 {
            changes.push(format!("ALTER COLUMN {column} TYPE TEXT COLLATE \"C\""));
        }
    }
    if !changes.is_empty() {
        let statement = format!("ALTER TABLE {table} {}", changes.join(", "));
        sqlx::query(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Migrates the schema to a version: the newest, or an older one to restore a backup.
async fn run(pool: &AnyPool, version: usize) -> StoreResult<()> {
    run_known(pool, &MIGRATIONS[..version.min(SCHEMA_VERSION)]).await
}

/// The version of a schema, if there is one.
pub(super) async fn version_of(pool: &AnyPool, dialect: Dialect) -> StoreResult<Option<i64>> {
    let is_there = match dialect {
        Dialect::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'",
        Dialect::Postgres => "SELECT COUNT(*) FROM pg_catalog.pg_class WHERE oid = to_regclass('_sqlx_migrations')",
    };
    let count: i64 = sqlx::query_scalar(is_there).fetch_one(pool).await?;
    if count == 0 {
        return Ok(None);
    }
    let newest = "SELECT CAST(MAX(version) AS BIGINT) FROM _sqlx_migrations";
    Ok(sqlx::query_scalar(newest).fetch_one(pool).await?)
}

/// Refuses a schema that is missing or older than this program, and one that is too new for it.
pub(super) async fn require_current(pool: &AnyPool, dialect: Dialect) -> StoreResult<()> {
    let wanted = MIGRATIONS.last().map_or(0, |(version, ..)| *version);
    match version_of(pool, dialect).await? {
        None => Err(StoreError::Schema(format!(
            "the database is empty, this program wants schema {wanted}: start the server, or run `tonnage admin migrate`"
        ))),
        Some(found) if found < wanted => Err(StoreError::Schema(format!(
            "schema {found}, this program wants {wanted}: start the server, or run `tonnage admin migrate`"
        ))),
        Some(_) => require_served(pool, wanted).await,
    }
}

/// Runs as a program that knows these migrations.
async fn run_known(pool: &AnyPool, known: &[(i64, &'static str, &'static str)]) -> StoreResult<()> {
    migrator_of(known).run(pool).await?;
    require_served(pool, known.iter().map(|(version, ..)| *version).max().unwrap_or_default()).await
}

/// Refuses a schema that is too new for a program that knows migrations up to `newest`.
async fn require_served(pool: &AnyPool, newest: i64) -> StoreResult<()> {
    let newer = "SELECT version, description FROM _sqlx_migrations WHERE version > $1 ORDER BY version";
    let newer: Vec<(i64, String)> = sqlx::query_as(newer).bind(newest).fetch_all(pool).await?;
    for (version, description) in &newer {
        if served_as_described(description).is_none_or(|oldest| oldest > newest) {
            return Err(StoreError::Newer(format!(
                "it has migration {version}, but this version knows up to {newest}: start the newer version"
            )));
        }
    }
    if let Some((version, _)) = newer.last() {
        tracing::warn!(
            version,
            newest,
            "the database belongs to a newer version of this program, but also serves this one"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use sqlx::any::{AnyPoolOptions, install_default_drivers};
    use sqlx::{AnyPool, AssertSqlSafe};

    use super::{MIGRATIONS, StoreError, migrator_of, run_known, served_by};

    const DAY: i64 = 86_400_000;

    /// A database as version `version` left it.
    async fn database(directory: &tempfile::TempDir, version: usize) -> AnyPool {
        install_default_drivers();
        let url = fixtures::database::fresh(directory.path()).await;
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

    async fn add_package(pool: &AnyPool, id: &str, state: &str, size: i64, finalized: i64, expiry: i64) {
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
        add_package(&pool, "kept", "finalized", 5, 3 * DAY, 90 * DAY).await;
        add_package(&pool, "ended", "expired", 7, 3 * DAY + 1, 4 * DAY + 9).await;
        add_package(&pool, "archived", "archived", 11, 4 * DAY, 4 * DAY + 1).await;
        execute(
            &pool,
            "INSERT INTO custom_webhooks (id, team_id, name, active, events, method, request, endpoint, signing_secret,
                 created_at, updated_at, version) VALUES ('w', 't', '', 1, '[]', 'POST', '', '', '', 0, 0, 1)",
        )
        .await;
        execute(&pool, "INSERT INTO events VALUES ('e', 't', '', 'kept', 'package.created', 1, '{}')").await;
        execute(&pool, "INSERT INTO webhook_deliveries VALUES ('d', 'w', 'e', 'delivered', 1, NULL, 1)").await;
        execute(&pool, "INSERT INTO webhook_attempts VALUES ('d', 1, 1, 204, '')").await;

        migrator_of(&MIGRATIONS[..8]).run(&pool).await.unwrap();
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
        assert!(sqlx::query(twice).execute(&pool).await.is_err(), "an event of a package still happens once");
        execute(&pool, "DELETE FROM webhook_deliveries").await;
        assert_eq!(number(&pool, "SELECT COUNT(*) FROM webhook_attempts").await, 0, "attempts still go with them");
    }

    /// Schemas from before migrations said which versions they serve.
    const UNSAID: i64 = 8;
    const NINTH: &str =
        "-- serves 8\nCREATE TABLE rooms (id TEXT PRIMARY KEY);\nALTER TABLE teams ADD COLUMN room TEXT;";
    const BREAKING: &str = "-- serves 10\nALTER TABLE teams DROP COLUMN room;";
    const SILENT: &str = "CREATE TABLE halls (id TEXT PRIMARY KEY);";

    #[tokio::test]
    async fn the_version_before_starts_on_a_schema_that_serves_it() {
        let directory = tempfile::tempdir().unwrap();
        let pool = database(&directory, 8).await;
        let known = &MIGRATIONS[..8];
        let newer = |more: &[(i64, &'static str, &'static str)]| [known, more].concat();
        run_known(&pool, &newer(&[(9, "rooms", NINTH)])).await.unwrap();
        run_known(&pool, known).await.unwrap();
        let of_before = "INSERT INTO teams (id, name, subdomain, custom_expiry_default, custom_expiry_enabled,
                download_limit_default, download_limit_enabled, max_email_recipients, free_storage_days, webhooks_enabled,
                created_at, version)
            VALUES ('t', '', 't', 0, 0, 0, 0, 0, 0, 1, 0, 1)";
        execute(&pool, of_before).await;

        run_known(&pool, &newer(&[(9, "rooms", NINTH), (10, "no rooms", BREAKING)])).await.unwrap();
        let refused = run_known(&pool, &newer(&[(9, "rooms", NINTH)])).await;
        let Err(StoreError::Newer(reason)) = refused else { panic!("{refused:?}") };
        assert!(reason.contains("migration 10") && reason.contains("knows up to 9"), "{reason}");
    }

    #[tokio::test]
    async fn a_migration_that_says_nothing_serves_nobody_else() {
        let directory = tempfile::tempdir().unwrap();
        let pool = database(&directory, 8).await;
        run_known(&pool, &[&MIGRATIONS[..8], &[(9, "halls", SILENT)]].concat()).await.unwrap();
        assert!(matches!(run_known(&pool, &MIGRATIONS[..8]).await, Err(StoreError::Newer(_))));
    }

    /// Statements that remove something that older versions still use.
    fn takes_away(sql: &str) -> Option<&'static str> {
        let code: String =
            sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect::<Vec<_>>().join(" ");
        let code = code.to_uppercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let words = ["DROP TABLE", "DROP COLUMN", "RENAME ", "ALTER COLUMN", "DELETE FROM", "ADD CONSTRAINT"];
        let found = words.into_iter().find(|word| code.contains(word));
        let additions = code.split("ADD COLUMN").skip(1).map(|text| text.split([';', ',']).next().unwrap_or_default());
        let demanding = additions.into_iter().any(|text| text.contains("NOT NULL") && !text.contains("DEFAULT"));
        found.or(demanding.then_some("ADD COLUMN ... NOT NULL without DEFAULT"))
    }

    #[test]
    fn every_new_migration_says_whom_it_serves_and_keeps_the_promise() {
        for (sql, taken) in [(NINTH, None), (BREAKING, Some("DROP COLUMN")), (SILENT, None)] {
            assert_eq!(takes_away(sql), taken, "{sql}");
        }
        assert!(takes_away("ALTER TABLE a\n ADD COLUMN b TEXT NOT NULL;").is_some());
        assert!(takes_away("ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0;").is_none());
        for (version, name, sql) in MIGRATIONS.iter().filter(|(version, ..)| *version > UNSAID) {
            let serves = served_by(sql);
            let serves = serves.unwrap_or_else(|| panic!("{name}: begin it with `-- serves N`, see docs/adding.md"));
            assert!((1..=*version).contains(&serves), "{name}: there is no schema {serves}");
            let taken = takes_away(sql);
            assert!(serves == *version || taken.is_none(), "{name}: {taken:?} does not serve {serves}");
        }
    }
}
