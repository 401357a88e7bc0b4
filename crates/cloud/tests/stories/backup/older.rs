//! A backup as the version before the eighth migration would have written it.

use std::collections::BTreeMap;
use std::path::Path;

use cloud::secret::Secret;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::super::former_keys::wrapped_before;

const NEW_COLUMNS: [(&str, &[&str]); 13] = [
    ("cloud_connections", &["provider_alias", "silence_told"]),
    ("data_keys", &["retired_at", "signs"]),
    ("api_keys", &["scopes"]),
    ("mails", &["team_id", "package_id", "portal_id", "user_id", "link_id", "cancelled"]),
    ("links", &["sealed_secret", "mail_pending"]),
    ("jobs", &["set_at", "progress", "lease_end"]),
    ("teams", &["max_stored_bytes", "operator_max_stored_bytes", "links_shown_once", "hold_unscanned"]),
    ("packages", &["portal_version", "directories_added", "expiry_before_wait"]),
    ("files", &["sized", "upload_id"]),
    ("audit_heads", &["keyed_from", "changeover"]),
    ("one_time_tokens", &["email", "session_epoch"]),
    (
        "transfers",
        &["folder_key", "furthest", "loss_told", "chosen_files", "target_directory", "withheld_count", "withheld"],
    ),
    ("zip_selections", &["expires_at", "download_id", "link_id"]),
];
const NEW_TABLES: [&str; 14] = [
    "usage_days",
    "idempotent_requests",
    "pulse",
    "ended_packages",
    "held_bytes",
    "wrapped_keys",
    "former_secrets",
    "secret_uses",
    "download_sources",
    "package_folders",
    "folder_numbers",
    "gateway_listings",
    "package_filters",
    "served_zips",
];

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Removes what was added since: tables, and columns of other tables.
pub(crate) fn as_version_7(backup: &Path) {
    let path = backup.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    manifest["schema_version"] = json!(7);
    let tables = manifest["tables"].as_array_mut().unwrap();
    tables.retain(|table| !NEW_TABLES.iter().any(|name| table["name"] == *name));
    for (name, columns) in NEW_COLUMNS {
        let table = tables.iter_mut().find(|table| table["name"] == name).unwrap();
        remove_columns(backup, table, columns);
    }
    remove_key(backup, tables);
    wrap_as_before(backup, tables);
    let text = manifest.to_string();
    std::fs::write(backup.join("manifest.sha256"), format!("{}  manifest.json\n", hash(text.as_bytes()))).unwrap();
    std::fs::write(path, text).unwrap();
}

fn remove_columns(backup: &Path, table: &mut Value, new: &[&str]) {
    let columns = table["columns"].as_array().unwrap();
    let is_old = |column: &Value| !new.contains(&column["name"].as_str().unwrap());
    let kept: Vec<usize> = (0..columns.len()).filter(|index| is_old(&columns[*index])).collect();
    assert_eq!(kept.len() + new.len(), columns.len());
    let of = |all: &[Value]| kept.iter().map(|index| all[*index].clone()).collect::<Vec<Value>>();
    let columns = of(columns);
    change_rows(backup, table, |row| of(&row));
    table["columns"] = columns.into();
}

fn change_rows(backup: &Path, table: &mut Value, mut change: impl FnMut(Vec<Value>) -> Vec<Value>) {
    let file = backup.join(table["file"]["path"].as_str().unwrap());
    let text = std::fs::read_to_string(&file).unwrap();
    let lines = text.lines().map(|line| Value::from(change(serde_json::from_str(line).unwrap())).to_string());
    let lines = lines.flat_map(|line| [line, "\n".to_owned()]).collect::<String>();
    table["file"]["bytes"] = json!(lines.len());
    table["file"]["sha256"] = hash(lines.as_bytes()).into();
    std::fs::write(file, lines).unwrap();
}

/// Gives the audit record hashes without a key, in the column that had them.
fn remove_key(backup: &Path, tables: &mut [Value]) {
    let mut last: BTreeMap<String, String> = BTreeMap::new();
    let entries = tables.iter_mut().find(|table| table["name"] == "audit_entries").unwrap();
    let place = places(entries);
    change_rows(backup, entries, |mut row| {
        let team = row[place["team_id"]].as_str().unwrap().to_owned();
        let previous = last.get(&team).cloned().unwrap_or_else(|| "0".repeat(64));
        let fields = ["team_id", "sequence", "at", "actor", "credential", "address", "action", "object", "detail"];
        let fields = fields.map(|name| row[place[name]].clone());
        let covered: Vec<Value> = std::iter::once(json!(previous)).chain(fields).collect();
        let hash = hash(Value::from(covered).to_string().as_bytes());
        row[place["hash"]] = json!(hash);
        last.insert(team, hash);
        row
    });
    let heads = tables.iter_mut().find(|table| table["name"] == "audit_heads").unwrap();
    let place = places(heads);
    change_rows(backup, heads, |mut row| {
        row[place["last_hash"]] = json!(last[row[place["team_id"]].as_str().unwrap()]);
        row
    });
    heads["columns"][place["last_hash"]]["name"] = json!("hash");
}

/// Data keys did not say that the audit record has a key.
fn wrap_as_before(backup: &Path, tables: &mut [Value]) {
    let secret = std::fs::read_to_string(backup.join("secret_key")).unwrap();
    let secret = Secret::new(secret.trim());
    let keys = tables.iter_mut().find(|table| table["name"] == "data_keys").unwrap();
    let place = places(keys);
    change_rows(backup, keys, |mut row| {
        let (id, wrapped) = (row[place["id"]].as_str().unwrap(), row[place["wrapped"]].as_str().unwrap());
        row[place["wrapped"]] = wrapped_before(&secret, id, wrapped).into();
        row
    });
}

/// Where a table has its columns.
fn places(table: &Value) -> BTreeMap<String, usize> {
    let columns = table["columns"].as_array().unwrap().iter().enumerate();
    columns.map(|(place, column)| (column["name"].as_str().unwrap().to_owned(), place)).collect()
}
