//! The table of automations.

use rusqlite::{OptionalExtension as _, Row, params};
use serde_json::{Map, Value};
use wire::agent::{AutomationId, AutomationType};

use super::columns::{column, parsed, state};
use super::{JournalError, Tables};

/// No `Debug`: the fields contain passwords.
#[derive(Clone)]
pub struct AutomationRow {
    pub id: AutomationId,
    pub kind: AutomationType,
    pub fields: Map<String, Value>,
    /// Its name in the provisioning file.
    pub provisioned: Option<String>,
}

impl AutomationRow {
    pub fn is_enabled(&self) -> bool {
        self.fields.get("enabled").and_then(Value::as_bool).unwrap_or_default()
    }
}

const COLUMNS: &str = "id, type, fields, provisioned";

fn automation(row: &Row<'_>) -> rusqlite::Result<AutomationRow> {
    Ok(AutomationRow {
        id: parsed(row, "id")?,
        kind: state(row, "type", AutomationType::parse)?,
        fields: serde_json::from_str(&column::<String>(row, "fields")?).unwrap_or_default(),
        provisioned: column(row, "provisioned")?,
    })
}

pub fn insert(tables: &Tables, automation: &AutomationRow) -> Result<(), JournalError> {
    tables.execute(
        "INSERT INTO automations (id, sequence, type, fields, provisioned)
         VALUES (?1, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM automations), ?2, ?3, ?4)",
        params![
            automation.id.as_str(),
            automation.kind.as_str(),
            serde_json::to_string(&automation.fields)?,
            automation.provisioned
        ],
    )?;
    Ok(())
}

/// In order of creation.
pub fn all(tables: &Tables) -> Result<Vec<AutomationRow>, JournalError> {
    let mut statement = tables.prepare_cached(&format!("SELECT {COLUMNS} FROM automations ORDER BY sequence"))?;
    let rows = statement.query_map([], automation)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub fn find(tables: &Tables, id: &AutomationId) -> Result<Option<AutomationRow>, JournalError> {
    let mut statement = tables.prepare_cached(&format!("SELECT {COLUMNS} FROM automations WHERE id = ?1"))?;
    Ok(statement.query_row([id.as_str()], automation).optional()?)
}

pub fn change(tables: &Tables, id: &AutomationId, fields: &Map<String, Value>) -> Result<(), JournalError> {
    tables.execute(
        "UPDATE automations SET fields = ?1 WHERE id = ?2",
        params![serde_json::to_string(fields)?, id.as_str()],
    )?;
    Ok(())
}

pub fn delete(tables: &Tables, id: &AutomationId) -> Result<(), JournalError> {
    tables.execute("DELETE FROM automations WHERE id = ?1", [id.as_str()])?;
    Ok(())
}
