//! Handles bodies that stop arriving, and bodies that are not read to their end.
//!
//! A client that stops sending would occupy its task, descriptor and file forever, so there is a timeout. It is
//! measured here, at the connection, because a layer above may need many frames before it returns one.
//!
//! If a connection is closed while the client still sends, it is reset, and the client never sees why it was refused:
//! an expired URL would look like a network failure. So the rest of the body is read and discarded after the reply, up
//! to a limit.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::time::{Sleep, sleep, timeout};

const LIMIT: u64 = 64 << 20;
/// How long to wait for a client that has stopped sending.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error(transparent)]
    Connection(#[from] hyper::Error),
    #[error("the client stopped sending")]
    Stalled,
}

pub(crate) struct ReadToEnd {
    body: Option<Incoming>,
    patience: Duration,
    /// Runs while waiting for a frame, and not while the reader handles the last one.
    waiting: Option<Pin<Box<Sleep>>>,
    stalled: Arc<AtomicBool>,
}

impl ReadToEnd {
    pub(crate) fn new(body: Incoming, patience: Duration) -> Self {
        Self { body: Some(body), patience, waiting: None, stalled: Arc::default() }
    }

    /// Tells whether the client stopped sending, even after the body is dropped. The protocol layer loses the reason.
    pub(crate) fn stalled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stalled)
    }
}

impl Body for ReadToEnd {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let this = &mut *self;
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            this.waiting = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        let waiting = this.waiting.get_or_insert_with(|| Box::pin(sleep(this.patience)));
        ready!(waiting.as_mut().poll(context));
        this.body = None;
        this.stalled.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err(BodyError::Stalled)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for ReadToEnd {
    fn drop(&mut self) {
        let is_worth_it = |body: &Incoming| !body.is_end_stream() && body.size_hint().lower() <= LIMIT;
        if let Some(body) = self.body.take().filter(is_worth_it)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(discard(body));
        }
    }
}

async fn discard(mut body: Incoming) {
    let mut discarded = 0;
    while discarded < LIMIT
        && let Ok(Some(Ok(frame))) = timeout(PATIENCE, body.frame()).await
    {
        discarded += frame.data_ref().map_or(0, Bytes::len) as u64;
    }
}
