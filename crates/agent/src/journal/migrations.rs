//! The schema as a list of steps. A released step never changes; new ones are appended.

use anyhow::bail;
use rusqlite::Connection;

const MIGRATIONS: &[&str] = &[
    include_str!("0001_settings.sql"),
    include_str!("0002_transfers.sql"),
    include_str!("0003_automations.sql"),
    include_str!("0004_gateways.sql"),
    include_str!("0005_streams.sql"),
    include_str!("0006_followed.sql"),
    include_str!("0007_no_boot.sql"),
    include_str!("0008_chosen_files.sql"),
    include_str!("0009_choice.sql"),
    include_str!("0010_repeated.sql"),
];

/// Applies all missing steps, each in its own transaction.
pub(super) fn apply(connection: &mut Connection) -> anyhow::Result<()> {
    connection.execute_batch("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY) STRICT;")?;
    let version: u32 =
        connection.query_row("SELECT COALESCE(MAX(version), 0) FROM schema_version", [], |row| row.get(0))?;
    let done = usize::try_from(version)?;
    if done > MIGRATIONS.len() {
        bail!("was written by a newer version of the agent: use that version");
    }
    for (step, statements) in MIGRATIONS.iter().enumerate().skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(statements)?;
        transaction.execute("INSERT INTO schema_version (version) VALUES (?1)", [u32::try_from(step + 1)?])?;
        transaction.commit()?;
    }
    Ok(())
}
