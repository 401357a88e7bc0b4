//! Streams blobs into a response body, in constant memory.
//!
//! Data in the page cache is read directly, on the connection's own thread. If the disk is needed, a blocking thread
//! reads one large block ahead of what is being sent.
//!
//! Each block of a blob is verified against its checksum before its last bytes are sent, also if only a part of it was
//! requested. So corrupted bytes end the connection instead of looking like a complete download, and a client that
//! continues where it was cut off is refused.

mod buffers;
mod cached;
mod checking;
mod cursor;

use std::io;
use std::ops::Range;
use std::pin::Pin as Pinned;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_util::Stream;
use s3s::StdError;
use s3s::stream::{ByteStream, RemainingLength};
use tokio::task::{JoinHandle, coop, spawn_blocking};

use crate::blobs::Blobs;
use crate::error::Error;
use crate::index::Index;
use crate::index::objects::Blob;
use crate::pins::Pin;
use cursor::Cursor;

/// Where content is stored: the files, and the index with their checksums.
pub(crate) struct Stored {
    pub(crate) blobs: Arc<Blobs>,
    pub(crate) index: Arc<Index>,
}

/// A block that a blocking thread has read, with the cursor after it.
type Step = io::Result<(Bytes, Box<Cursor>)>;

/// Where the cursor is.
enum State {
    Here(Box<Cursor>),
    Away(JoinHandle<Step>),
    /// There is nothing more to read.
    Over,
}

/// A response body over the blobs of a content, which stay in place as long as it exists.
pub(crate) struct Reading {
    /// The block that was read first to check that reading works at all.
    first: Option<Bytes>,
    state: State,
    remaining: u64,
    _pin: Option<Pin>,
}

impl Reading {
    /// Reads the first block, so that early problems become an error reply instead of a broken stream.
    pub(crate) async fn start(
        stored: Stored,
        content: Vec<Blob>,
        range: Range<u64>,
        pin: Option<Pin>,
    ) -> Result<Self, Error> {
        let remaining = range.end - range.start;
        let mut cursor = Box::new(Cursor::new(stored, content, &range));
        let (first, cursor) = match cursor.next_at_once() {
            Some(block) => (block?, cursor),
            None => send_away(cursor).await.map_err(|_| Error::Closed)??,
        };
        Ok(Self { first: Some(first), state: after(cursor), remaining, _pin: pin })
    }

    fn poll_block(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        if let Some(first) = self.first.take().filter(|first| !first.is_empty()) {
            return Poll::Ready(Some(Ok(first)));
        }
        // A cached file is always ready: without a budget, other tasks would never run.
        let budget = ready!(coop::poll_proceed(context));
        let block = self.poll_next_block(context);
        if block.is_ready() {
            budget.made_progress();
        }
        block
    }

    fn poll_next_block(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        loop {
            match std::mem::replace(&mut self.state, State::Over) {
                State::Over => return Poll::Ready(None),
                State::Here(mut cursor) => match cursor.next_at_once() {
                    Some(block) => {
                        let block = block.inspect(|_| self.state = after(cursor));
                        return Poll::Ready(Some(block));
                    }
                    None => self.state = State::Away(send_away(cursor)),
                },
                State::Away(mut away) => {
                    let Poll::Ready(step) = Pinned::new(&mut away).poll(context) else {
                        self.state = State::Away(away);
                        return Poll::Pending;
                    };
                    let step = step.unwrap_or_else(|_| Err(io::Error::other("the store is shutting down")));
                    return Poll::Ready(Some(step.map(|(block, cursor)| {
                        self.state = after(cursor);
                        block
                    })));
                }
            }
        }
    }
}

fn send_away(mut cursor: Box<Cursor>) -> JoinHandle<Step> {
    spawn_blocking(move || cursor.next_block().map(|block| (block, cursor)))
}

/// The next state after a block is sent.
fn after(cursor: Box<Cursor>) -> State {
    if cursor.is_at_end() {
        State::Over
    } else if cursor.may_wait() {
        State::Away(send_away(cursor))
    } else {
        State::Here(cursor)
    }
}

impl Stream for Reading {
    type Item = Result<Bytes, StdError>;

    fn poll_next(self: Pinned<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let next = ready!(this.poll_block(context));
        if let Some(Ok(block)) = &next {
            this.remaining -= block.len() as u64;
            metrics::counter!("objects_sent_bytes_total").increment(block.len() as u64);
        }
        Poll::Ready(next.map(|block| block.map_err(StdError::from)))
    }
}

impl ByteStream for Reading {
    fn remaining_length(&self) -> RemainingLength {
        RemainingLength::new_exact(usize::try_from(self.remaining).unwrap_or(usize::MAX))
    }
}
