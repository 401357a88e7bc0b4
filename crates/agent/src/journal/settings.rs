//! The table of settings that were changed. All others have the values that the agent was started with.

use rusqlite::{OptionalExtension as _, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{JournalError, Tables};

pub fn save(tables: &Tables, name: &str, value: &impl Serialize) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        params![name, serde_json::to_string(value)?],
    )?;
    Ok(())
}

pub fn find<T: DeserializeOwned>(tables: &Tables, name: &str) -> Result<Option<T>, JournalError> {
    let text: Option<String> =
        tables.query_row("SELECT value FROM settings WHERE name = ?1", [name], |row| row.get("value")).optional()?;
    Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
}
