//! Handles bodies that stop arriving, and bodies that are not read to their end.
//!
//! A client that stops sending, or sends a byte now and then, would occupy its task, descriptor and file forever, so
//! there is a least rate. It is measured here, at the connection, because a layer above may need many frames before it
//! returns one.
//!
//! If a connection is closed while the client still sends, it is reset, and the client never sees why it was refused:
//! an expired URL would look like a network failure. So the rest of the body is read and discarded after the reply, up
//! to a limit and for a short time. Only a client that waits for permission to send (`Expect: 100-continue`) does not need
//! this: its connection is closed.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use http::header::EXPECT;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep, sleep, timeout};

/// Bytes per second. An agent with 64 connections on a line of 1 Mbit/s sends four times as much on each.
const LEAST_RATE: u64 = 500;

const DISCARD_LIMIT: u64 = 64 << 20;
const DISCARD_LONGEST: Duration = Duration::from_secs(10);
/// How long to wait, while discarding, for a client that has stopped sending.
const DISCARD_PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error(transparent)]
    Connection(#[from] hyper::Error),
    #[error("the client stopped sending, or sent too slowly")]
    Stalled,
}

pub(crate) struct ReadToEnd {
    body: Option<Incoming>,
    invitation: Arc<Invitation>,
    pace: Pace,
    stalled: Arc<AtomicBool>,
}

/// Measures how long a client keeps us waiting. Whenever it has sent what the least rate yields in the time of
/// patience, it may keep us waiting for that time again.
struct Pace {
    patience: Duration,
    arrived: u64,
    waited: Duration,
    /// Runs while waiting for a frame, and not while the reader handles the last one.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Pace {
    fn arrived(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        self.arrived += bytes as u64;
        if u128::from(self.arrived) * 1_000 >= u128::from(LEAST_RATE) * self.patience.as_millis() {
            (self.arrived, self.waited) = (0, Duration::ZERO);
        }
    }

    /// Ready if the client has kept us waiting for too long.
    fn poll_exhausted(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let left = self.patience.saturating_sub(self.waited);
        let (_, timer) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        timer.as_mut().poll(context)
    }
}

/// Whether the client sends its body only when it is asked to (`Expect: 100-continue`), and whether it was. Reading the
/// body is what asks.
#[derive(Default)]
pub(crate) struct Invitation {
    is_expected: bool,
    is_sent: AtomicBool,
}

impl Invitation {
    fn of(headers: &HeaderMap) -> Self {
        let is_expected =
            headers.get(EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"));
        Self { is_expected, is_sent: AtomicBool::default() }
    }

    /// A client that was refused instead of asked may leave the body out. What comes next on the connection could be
    /// the body or the next request, and nobody can tell.
    pub(crate) fn is_missing(&self) -> bool {
        self.is_expected && !self.is_sent.load(Ordering::Relaxed)
    }
}

impl ReadToEnd {
    pub(crate) fn new(headers: &HeaderMap, body: Incoming, patience: Duration) -> Self {
        let pace = Pace { patience, arrived: 0, waited: Duration::ZERO, waiting: None };
        Self { body: Some(body), invitation: Arc::new(Invitation::of(headers)), pace, stalled: Arc::default() }
    }

    pub(crate) fn invitation(&self) -> Arc<Invitation> {
        Arc::clone(&self.invitation)
    }

    /// Tells whether the client was too slow, even after the body is dropped. The protocol layer loses the reason.
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
        this.invitation.is_sent.store(true, Ordering::Relaxed);
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            this.pace.arrived(frame.as_ref().map_or(0, length));
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        ready!(this.pace.poll_exhausted(context));
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
        let is_worth_it = |body: &Incoming| !body.is_end_stream() && body.size_hint().lower() <= DISCARD_LIMIT;
        // Reading would ask for a body that the client was told not to send.
        if self.invitation.is_missing() {
            return;
        }
        if let Some(body) = self.body.take().filter(is_worth_it)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(timeout(DISCARD_LONGEST, discard(body)));
        }
    }
}

async fn discard(mut body: Incoming) {
    let mut discarded = 0;
    while discarded < DISCARD_LIMIT
        && let Ok(Some(Ok(frame))) = timeout(DISCARD_PATIENCE, body.frame()).await
    {
        discarded += frame.data_ref().map_or(0, Bytes::len) as u64;
    }
}

fn length<E>(frame: &Result<Frame<Bytes>, E>) -> usize {
    frame.as_ref().ok().and_then(Frame::data_ref).map_or(0, Bytes::len)
}
