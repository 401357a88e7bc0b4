//! Progress channels as streams of Server-Sent Events.
//!
//! A stream sends the newest state at once and then every change, up to four a second. It ends by itself: when the
//! channel reaches its final state, when the token expires, and when the server stops.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use serving::describe;
use serving::table::{Doc, Parameter};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use wire::packages::{ProgressMessage, PublishProgress};

use super::JsonBody;
use crate::app::App;
use crate::auth::{ChannelHolder, ClientAddress};
use crate::error::{ApiError, ApiResult};
use crate::operations::channels::{Snapshot, publish as publish_progress, snapshot};
use crate::pace::INTERVAL;
use crate::streams::OpenStream;

/// Proxies close connections that are silent for longer. Sending also detects a reader that has disconnected.
const SILENCE_LONGEST: Duration = Duration::from_secs(15);
const KEEP_ALIVE: &str = ": still here\n\n";

pub(super) const TOKEN: &[Parameter] =
    &[Parameter::text("token", "The channel's `auth.token`, where `Authorization` cannot be sent.")];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    publish,
    Doc::new("Report the progress of an upload; of more than four reports a second some are skipped, never the newest")
        .asks(TOKEN)
        .takes::<PublishProgress>()
        .gives_nothing(202)
);

/// `POST /v1/channels/{channel_name}/messages`
pub(super) async fn publish(
    State(app): State<App>,
    holder: ChannelHolder,
    JsonBody(progress): JsonBody<PublishProgress>,
) -> ApiResult<StatusCode> {
    publish_progress(&app, &holder, progress).await?;
    Ok(StatusCode::ACCEPTED)
}

describe!(
    events,
    Doc::new("Follow the progress: Server-Sent Events, each with the whole state, the newest at once")
        .asks(TOKEN)
        .gives_events::<ProgressMessage>()
);

/// `GET /v1/channels/{channel_name}/events`
pub(super) async fn events(
    State(app): State<App>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    holder: ChannelHolder,
) -> ApiResult<Response> {
    let open = app.streams.open(&holder.channel.package_id, address)?;
    let watcher = app.bus.watch(&holder.channel.package_id);
    let first = snapshot(&app, &holder.channel).await?.ok_or(ApiError::NotFound("package"))?;
    let (told, told_at) = (first.message.clone(), Instant::now());
    let watch = Watch { app, holder, watcher, told, told_at, is_over: false, _open: open };
    let events = stream::unfold(Next::Tell(first, watch), Next::event);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        // nginx buffers replies unless it is told not to.
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(events)).into_response())
}

/// A reader of a channel, and the state it was sent last.
struct Watch {
    app: App,
    holder: ChannelHolder,
    watcher: Arc<Notify>,
    told: ProgressMessage,
    /// When the last bytes were sent.
    told_at: Instant,
    is_over: bool,
    _open: OpenStream,
}

enum Next {
    Tell(Snapshot, Watch),
    Wait(Watch),
}

impl Next {
    async fn event(self) -> Option<(serde_json::Result<Bytes>, Self)> {
        match self {
            Self::Tell(snapshot, watch) => Some(watch.tell(snapshot)),
            Self::Wait(watch) if watch.is_over => None,
            Self::Wait(watch) => watch.wait().await,
        }
    }
}

impl Watch {
    fn tell(mut self, snapshot: Snapshot) -> (serde_json::Result<Bytes>, Next) {
        let event = serde_json::to_string(&snapshot.message).map(|text| Bytes::from(format!("data: {text}\n\n")));
        self.told = snapshot.message;
        self.told_at = Instant::now();
        self.is_over = snapshot.is_last;
        (event, Next::Wait(self))
    }

    /// Waits until there is something new, or until it has been silent for too long.
    async fn wait(mut self) -> Option<(serde_json::Result<Bytes>, Next)> {
        self.pause_until(self.told_at + INTERVAL).await?;
        loop {
            let watcher = Arc::clone(&self.watcher);
            let mut changed = Box::pin(watcher.notified());
            // From here on no wake-up is lost: changes after the read below are noticed.
            changed.as_mut().enable();
            if self.is_ended().await {
                return None;
            }
            match snapshot(&self.app, &self.holder.channel).await {
                Ok(None) => return None,
                Ok(Some(found)) if found.is_last || self.is_news(&found.message) => return Some(self.tell(found)),
                Ok(Some(_)) => {}
                // The reader keeps its last state until the database is back.
                Err(error) => tracing::warn!(%error, "cannot read the progress of a package"),
            }
            let silent_until = self.told_at + SILENCE_LONGEST;
            tokio::select! {
                () = changed => {}
                more = self.pause_until(silent_until.min(Instant::now() + self.app.bus.look_every())) => more?,
            }
            if Instant::now() >= silent_until {
                self.told_at = Instant::now();
                return Some((Ok(Bytes::from_static(KEEP_ALIVE.as_bytes())), Next::Wait(self)));
            }
        }
    }

    /// Whether the reader lost the right to follow. A database that does not answer takes nothing from anyone.
    async fn is_ended(&self) -> bool {
        matches!(self.holder.is_standing(&self.app).await, Ok(false) | Err(ApiError::Refused(_)))
    }

    /// A message that differs only in its time is not news.
    fn is_news(&self, message: &ProgressMessage) -> bool {
        ProgressMessage { at: self.told.at, ..message.clone() } != self.told
    }

    /// `None` if the stream should end instead.
    async fn pause_until(&self, moment: Instant) -> Option<()> {
        tokio::select! {
            () = sleep_until(moment) => (self.app.trusted_time() < self.holder.grant.until).then_some(()),
            () = self.app.ending.stop.cancelled() => None,
        }
    }
}
