//! Bodies whose SHA-256 is part of their request's signature.
//!
//! The protocol layer would compute that hash separately from the checksums of an upload. So a body is offered in two
//! ways, and the first to ask gets it: an upload takes it here, together with the expected hash; everything else reads
//! it through the protocol layer, which compares the hash. Either way it is verified.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Extensions;
use http::request::Parts;
use http_body::{Frame, SizeHint};
use parking_lot::{Mutex, MutexGuard};
use s3s::crypto::{self, Checksum as _};
use s3s::dto::StreamingBlob;
use s3s::{Body, StdError};

pub(crate) type Sha256 = [u8; 32];

/// A body that is read by the first taker.
#[derive(Clone)]
pub(crate) struct Offered {
    shared: Arc<Mutex<Shared>>,
    sha256: Sha256,
}

struct Shared {
    body: Option<Body>,
    /// Hash of what the protocol layer has read.
    read: Option<crypto::Sha256>,
}

impl Offered {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock()
    }

    /// Whether the protocol layer read something other than what was signed, which it reports as an internal error.
    pub(crate) fn was_read_otherwise(&self) -> bool {
        let shared = &mut *self.lock();
        match (&shared.body, shared.read.take()) {
            (Some(body), None) if !http_body::Body::is_end_stream(body) => false,
            (Some(_), read) => read.unwrap_or_else(crypto::Sha256::new).finalize() != self.sha256,
            (None, _) => false,
        }
    }
}

impl http_body::Body for Offered {
    type Data = Bytes;
    type Error = StdError;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, StdError>>> {
        let shared = &mut *self.lock();
        let Some(body) = &mut shared.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if let Some(bytes) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            shared.read.get_or_insert_with(crypto::Sha256::new).update(bytes);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.lock().body.as_ref().is_none_or(http_body::Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.lock().body.as_ref().map_or_else(|| SizeHint::with_exact(0), http_body::Body::size_hint)
    }
}

/// The body for the protocol layer. If its hash is signed, [`take`] can get it too.
pub(crate) fn offer(parts: &mut Parts, body: Body) -> (Body, Option<Offered>) {
    let signed = parts.headers.get("x-amz-content-sha256").and_then(|value| {
        let mut sha256 = Sha256::default();
        hex::decode_to_slice(value, &mut sha256).ok().map(|()| sha256)
    });
    let Some(sha256) = signed else { return (body, None) };
    let shared = Shared { body: Some(body), read: None };
    let offered = Offered { shared: Arc::new(Mutex::new(shared)), sha256 };
    parts.extensions.insert(offered.clone());
    (Body::http_body(offered.clone()), Some(offered))
}

/// The body of an upload, with the hash to verify if nobody else does.
pub(crate) fn take(
    extensions: &mut Extensions,
    through_protocol: Option<StreamingBlob>,
) -> (StreamingBlob, Option<Sha256>) {
    if let Some(offered) = extensions.remove::<Offered>()
        && let Some(body) = offered.lock().body.take()
    {
        return (StreamingBlob::from(body), Some(offered.sha256));
    }
    (through_protocol.unwrap_or_else(|| StreamingBlob::from(Body::empty())), None)
}
