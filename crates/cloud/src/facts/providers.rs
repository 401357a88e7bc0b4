//! The providers of cloud connections, and the fields of their authorizations.

use domain::authorization::{AccessMode, Field, FieldKind};
use domain::connection::{Direction, ProviderKind};
use serde_json::json;

use super::typescript::{Module, object};

const TYPES: &str = "
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly is_optional: boolean;
  /** The value that a form begins with; the only value of a fixed field. */
  readonly initial: string;
  readonly choices: readonly string[];
  /** Set if the field is only for connections in this direction. */
  readonly direction: Direction | null;
  /** Set if the field is only for this way to open the bucket. */
  readonly access_mode: AccessMode | null;
}

export interface ProviderFacts {
  readonly is_gateway: boolean;
  readonly is_s3: boolean;
  /** Whether files can also be fetched from it. */
  readonly gives_files: boolean;
  readonly has_target_directory: boolean;
  readonly fields: readonly Field[];
}";

fn field(field: &Field) -> String {
    object([
        ("name", json!(field.name)),
        ("kind", json!(field.kind.as_str())),
        ("is_optional", json!(field.is_optional)),
        ("initial", json!(field.initial)),
        ("choices", json!(field.choices)),
        ("direction", json!(field.direction.map(Direction::as_str))),
        ("access_mode", json!(field.access_mode.map(AccessMode::as_str))),
    ])
}

fn provider(kind: ProviderKind) -> (&'static str, String) {
    let facts = [
        format!("is_gateway: {},", kind.is_gateway()),
        format!("is_s3: {},", kind.is_s3()),
        format!("gives_files: {},", kind.has_direction(Direction::CloudToService)),
        format!("has_target_directory: {},", kind.has_target_directory()),
        "fields: [".to_owned(),
    ];
    let fields = kind.fields().iter().map(|each| format!("  {},", field(each)));
    let lines: Vec<String> =
        facts.into_iter().chain(fields).chain(["],".to_owned()]).map(|line| format!("    {line}\n")).collect();
    (kind.as_str(), format!("{{\n{}  }}", lines.concat()))
}

pub(super) fn module() -> String {
    Module::of("`connection.rs` and `authorization.rs` in `crates/domain/src`")
        .names("Direction", "DIRECTIONS", Direction::ALL.into_iter().map(Direction::as_str))
        .names("FieldKind", "FIELD_KINDS", FieldKind::ALL.iter().map(|kind| kind.as_str()))
        .names("AccessMode", "ACCESS_MODES", AccessMode::ALL.iter().map(|mode| mode.as_str()))
        .line(TYPES)
        .table("ProviderKind", "PROVIDERS", "ProviderFacts", ProviderKind::ALL.iter().copied().map(provider))
        .text()
}
