//! Bodies that nobody wanted to read to their end.
//!
//! A connection that is closed while the client still sends is reset, and the client never sees why it was refused: an
//! expired URL would look like a broken network. So what is left is read and thrown away behind the reply, up to a limit.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::time::timeout;

const LIMIT: u64 = 64 << 20;
/// A client that has stopped sending is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) struct ReadToEnd {
    body: Option<Incoming>,
}

impl ReadToEnd {
    pub(crate) fn new(body: Incoming) -> Self {
        Self { body: Some(body) }
    }
}

impl Body for ReadToEnd {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.body {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
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
