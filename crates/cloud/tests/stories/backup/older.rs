//! A backup as the version before the eighth migration would have written it.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const NEW_COLUMNS: [&str; 3] = ["team_id", "package_id", "portal_id"];
const NEW_TABLES: [&str; 2] = ["usage_days", "idempotent_requests"];

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Removes what was added since: tables, and columns of another table.
pub(crate) fn as_version_7(backup: &Path) {
    let path = backup.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["schema_version"] = json!(7);
    let tables = manifest["tables"].as_array_mut().unwrap();
    tables.retain(|table| !NEW_TABLES.iter().any(|name| table["name"] == *name));
    let mails = tables.iter_mut().find(|table| table["name"] == "mails").unwrap();
    let columns = mails["columns"].as_array().unwrap();
    let is_old = |column: &Value| !NEW_COLUMNS.contains(&column["name"].as_str().unwrap());
    let kept: Vec<usize> = (0..columns.len()).filter(|index| is_old(&columns[*index])).collect();
    assert_eq!(kept.len() + NEW_COLUMNS.len(), columns.len());
    let of = |all: &[Value]| kept.iter().map(|index| all[*index].clone()).collect::<Vec<Value>>();
    let file = backup.join(mails["file"]["path"].as_str().unwrap());
    let text = std::fs::read_to_string(&file).unwrap();
    let lines =
        text.lines().map(|line| Value::from(of(&serde_json::from_str::<Vec<Value>>(line).unwrap())).to_string());
    let lines = lines.flat_map(|line| [line, "\n".to_owned()]).collect::<String>();
    let columns = of(columns);
    mails["columns"] = columns.into();
    mails["file"]["bytes"] = json!(lines.len());
    mails["file"]["sha256"] = hash(lines.as_bytes()).into();
    std::fs::write(file, lines).unwrap();
    let text = manifest.to_string();
    std::fs::write(backup.join("manifest.sha256"), format!("{}  manifest.json\n", hash(text.as_bytes()))).unwrap();
    std::fs::write(path, text).unwrap();
}
