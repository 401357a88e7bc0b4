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
    include_str!("0011_no_devices.sql"),
    include_str!("0012_mounts.sql"),
    include_str!("0013_history.sql"),
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

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{MIGRATIONS, apply};

    /// The journal of the version before steps were appended, with these rows.
    fn journal_of(steps: usize, rows: &str) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        let schema = "CREATE TABLE schema_version (version INTEGER PRIMARY KEY) STRICT;";
        connection.execute_batch(schema).unwrap();
        for statements in &MIGRATIONS[..steps] {
            connection.execute_batch(statements).unwrap();
        }
        connection.execute("INSERT INTO schema_version (version) VALUES (?1)", [steps]).unwrap();
        connection.execute_batch(rows).unwrap();
        connection
    }

    fn texts(connection: &Connection, query: &str) -> Vec<String> {
        let mut statement = connection.prepare(query).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<rusqlite::Result<_>>().unwrap()
    }

    #[test]
    fn files_are_known_without_the_number_of_their_device() {
        let rows = "
            INSERT INTO automations (id, sequence, type, fields, was_mounted) VALUES
                ('a', 1, 'team_stream', '{\"path\":\"/mnt/disk\"}', 1), ('b', 2, 'team_upload', '{\"path\":\"/b\"}', 0);
            INSERT INTO uploads (id, sequence, package_id, package_token, name, package_name, paths, priority, state)
                VALUES ('first', 1, '', '', '', '', '[]', 0, 'complete'), ('second', 2, '', '', '', '', '[]', 0, 'paused');
            INSERT INTO upload_items (upload, number, path, name, size, device, inode, modified, part_size)
                VALUES ('second', 1, '', 'x', 10, 77, 5, 9, 8);
            INSERT INTO stream_files (automation, device, inode, born, name, upload, size, modified) VALUES
                ('a', 77, 5, 100, 'one', 'deleted', 1, 1), ('a', 78, 5, 100, 'one', 'first', 2, 2),
                ('a', 79, 5, 100, 'one', 'second', NULL, NULL), ('a', 77, 6, 100, 'two', 'deleted', 3, 3);";
        let mut connection = journal_of(9, rows);
        apply(&mut connection).unwrap();
        assert_eq!(
            texts(
                &connection,
                "SELECT inode || ' ' || upload || ' ' || COALESCE(size, '-') FROM stream_files ORDER BY inode"
            ),
            ["5 second -", "6 deleted 3"],
            "of a file that was sent under several numbers, the last time counts"
        );
        assert_eq!(texts(&connection, "SELECT inode || ' ' || COALESCE(born, '-') FROM upload_items"), ["5 -"]);
        let mounts = texts(&connection, "SELECT COALESCE(mounted_at, '-') FROM automations ORDER BY id");
        assert_eq!(mounts, ["/mnt/disk", "-"]);
    }
}
