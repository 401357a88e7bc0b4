//! Completion of paths of this machine.

use std::path::PathBuf;

use axum::Json;
use axum::extract::State;
use serving::describe;
use serving::query::QueryParts;
use serving::table::{Doc, Parameter};
use wire::agent::PathCompletion;

use crate::app::App;
use crate::error::{AgentError, AgentResult};

pub(super) const COMPLETIONS: &[Parameter] = &[
    Parameter::text("prefix", "The beginning of an absolute path.").required(),
    Parameter::text("kind", "`folder`, or `any` (default)."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    completions,
    Doc::new("Complete a path of this machine, up to 50 entries").asks(COMPLETIONS).gives_list::<PathCompletion>(200)
);

/// `GET /api/v1/paths`
pub(super) async fn completions(State(app): State<App>, query: QueryParts) -> AgentResult<Json<Vec<PathCompletion>>> {
    let prefix = query.text("prefix").unwrap_or_default().to_owned();
    let only_folders = match query.text("kind") {
        None | Some("any") => false,
        Some("folder") => true,
        Some(_) => return Err(AgentError::invalid("kind", "must be folder or any")),
    };
    let (asked, owned) = (PathBuf::from(&prefix), app.clone());
    let complete = move || owned.paths.completions(&prefix, only_folders);
    Ok(Json(app.disks.ask(&asked, complete).await?))
}
