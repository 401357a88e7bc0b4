//! All changes as Server-Sent Events.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use serving::describe;
use serving::table::Doc;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use wire::agent::AgentEvent;

use crate::app::App;

/// Keep-alive interval; reveals clients that have disconnected.
const SILENCE_LONGEST: Duration = Duration::from_secs(15);
const KEEP_ALIVE: &[u8] = b": still here\n\n";

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    follow,
    Doc::new("Follow all changes as Server-Sent Events, each with the full object").gives_events::<AgentEvent>()
);

/// `GET /api/v1/events`
pub(super) async fn follow(State(app): State<App>) -> Response {
    let events = app.events.follow();
    // The first line is sent at once, so that the client knows from when on it receives every event.
    let first = Some(Bytes::from_static(KEEP_ALIVE));
    let lines = stream::unfold((app, events, first), |(app, mut events, first)| async move {
        let line = match first {
            Some(line) => Ok(line),
            None => next(&app, &mut events).await?,
        };
        Some((line, (app, events, None)))
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(lines)).into_response()
}

/// `None` when the agent stops.
async fn next(app: &App, events: &mut Receiver<AgentEvent>) -> Option<serde_json::Result<Bytes>> {
    loop {
        let event = tokio::select! {
            event = events.recv() => event,
            () = tokio::time::sleep(SILENCE_LONGEST) => return Some(Ok(Bytes::from_static(KEEP_ALIVE))),
            () = app.stop.cancelled() => return None,
        };
        match event {
            Ok(event) => return Some(serde_json::to_string(&event).map(|text| format!("data: {text}\n\n").into())),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return None,
        }
    }
}
