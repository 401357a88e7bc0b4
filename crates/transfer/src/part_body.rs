//! The body of an upload request, and how much of it the connection has sent.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;

/// How much of a body the connection has taken.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    taken: AtomicU64,
    is_sent: AtomicBool,
    /// The connection could send more, but the source or the rate limit holds it back.
    is_waiting: AtomicBool,
}

impl Watch {
    /// Bytes that the connection took.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(crate) fn is_sent(&self) -> bool {
        self.is_sent.load(Ordering::Relaxed)
    }

    /// Whether we are holding the connection back.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_waiting.load(Ordering::Relaxed)
    }
}

/// The bytes of a part as they are read.
pub(crate) struct PartBody {
    blocks: mpsc::Receiver<Bytes>,
    left: u64,
    watch: Arc<Watch>,
}

impl PartBody {
    pub(crate) fn empty() -> Self {
        let watch = Watch { is_sent: AtomicBool::new(true), ..Watch::default() };
        Self { blocks: mpsc::channel(1).1, left: 0, watch: Arc::new(watch) }
    }

    /// A body of exactly `length` bytes, which arrive as blocks.
    pub(crate) fn new(length: u64, blocks: mpsc::Receiver<Bytes>) -> Self {
        let watch = Watch { is_sent: AtomicBool::new(length == 0), ..Watch::default() };
        Self { blocks, left: length, watch: Arc::new(watch) }
    }

    /// Remaining bytes.
    pub(crate) fn length(&self) -> u64 {
        self.left
    }

    pub(crate) fn watch(&self) -> &Arc<Watch> {
        &self.watch
    }
}

/// The reader of the source reports why it stopped; the connection only has to end.
#[derive(Debug, thiserror::Error)]
#[error("the source ended early")]
pub(crate) struct EndedEarly;

impl Body for PartBody {
    type Data = Bytes;
    type Error = EndedEarly;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, EndedEarly>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let polled = self.blocks.poll_recv(context);
        self.watch.is_waiting.store(polled.is_pending(), Ordering::Relaxed);
        let Some(block) = ready!(polled) else {
            return Poll::Ready(Some(Err(EndedEarly)));
        };
        let length = u64::try_from(block.len()).unwrap_or(u64::MAX);
        self.left = self.left.saturating_sub(length);
        self.watch.taken.fetch_add(length, Ordering::Relaxed);
        self.watch.is_sent.store(self.left == 0, Ordering::Relaxed);
        Poll::Ready(Some(Ok(Frame::data(block))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
