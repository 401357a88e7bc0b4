//! The facts that the server and the pages share, as TypeScript modules for the pages.
//!
//! `cargo xtask openapi` writes them to `web/src/facts`, and a test compares the committed files with the code. They
//! use the names of this code, so that one search finds both sides.

mod colours;
mod limits;
mod providers;
mod typescript;

use domain::audit::{AuditAction, NamedActor};
use domain::policy::{Action, Scope, scope};
use domain::role::Role;
use domain::webhook::EventKind;
use serde_json::json;
use wire::error::ErrorCode;

use typescript::{Module, object};

/// Every module: its file name and its text.
pub fn modules() -> Vec<(&'static str, String)> {
    vec![
        ("audit.ts", audit()),
        ("colours.ts", colours::module()),
        ("errorCodes.ts", error_codes()),
        ("limits.ts", limits::module()),
        ("policy.ts", policy()),
        ("providers.ts", providers::module()),
        ("webhooks.ts", webhooks()),
    ]
}

fn audit() -> String {
    let actions = AuditAction::ALL.iter().map(|action| action.as_str());
    let actors = NamedActor::ALL.iter().map(|actor| actor.as_str());
    Module::of("`crates/domain/src/audit.rs`")
        .names("AuditAction", "AUDIT_ACTIONS", actions)
        .names("NamedActor", "NAMED_ACTORS", actors)
        .text()
}

fn webhooks() -> String {
    let events = EventKind::ALL.iter().map(|event| event.as_str());
    Module::of("`crates/domain/src/webhook.rs`").names("WebhookEvent", "WEBHOOK_EVENTS", events).text()
}

/// One constant for each code: a page contains only those that it imports.
fn error_codes() -> String {
    let begun = Module::of("`crates/wire/src/error.rs`").line("");
    ErrorCode::ALL.iter().fold(begun, |module, code| module.number(code.name(), code.number())).text()
}

fn policy() -> String {
    let row = |action: &Action| {
        let cell = |role: Role| (role.as_str(), json!(scope(role, *action).as_str()));
        (action.as_str(), object(Role::ALL.map(cell)))
    };
    Module::of("`crates/domain/src/policy.rs`")
        .names("Role", "ROLES", Role::ALL.iter().map(|role| role.as_str()))
        .names("Scope", "SCOPES", Scope::ALL.iter().map(|scope| scope.as_str()))
        .table("Action", "POLICY", "Record<Role, Scope>", Action::ALL.iter().map(row))
        .text()
}
