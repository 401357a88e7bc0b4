//! Bodies in XML whose checksum the client claims in a header, such as the list of keys to delete.
//!
//! The protocol layer reads these bodies and does not compare them. So they are compared on the way in: one that is not
//! what was claimed ends with an error instead of its last bytes, and nothing is done.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::Method;
use http::request::Parts;
use http_body::{Frame, SizeHint};
use parking_lot::Mutex;
use s3s::{Body, StdError};

use crate::checksum::{Claims, Summing, Verifier};
use crate::error::Error;

/// The first claim that did not hold.
type FalseClaim = Arc<Mutex<Option<Error>>>;

struct Claimed {
    body: Body,
    claims: Claims,
    /// `None` once they are compared.
    running: Option<(Summing, Verifier)>,
    false_claim: FalseClaim,
}

/// The body, and where to find out afterwards whether a claim about it was false.
pub(crate) fn verified(parts: &Parts, body: Body) -> (Body, Option<FalseClaim>) {
    let claims = claims(parts);
    if claims.is_empty() {
        return (body, None);
    }
    let false_claim = FalseClaim::default();
    let running = Some((Summing::new(), Verifier::new(&claims, "")));
    let claimed = Claimed { body, claims, running, false_claim: Arc::clone(&false_claim) };
    (Body::http_body(claimed), Some(false_claim))
}

/// Uploads compare their own. The checksums of a request that completes an upload are those of the object.
fn claims(parts: &Parts) -> Claims {
    if parts.method != Method::POST {
        return Claims::default();
    }
    let claims = Claims::of_text(&parts.headers);
    let names = |name: &str| {
        url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).any(|(found, _)| found == name)
    };
    if names("delete") { claims } else { Claims { md5: claims.md5, ..Claims::default() } }
}

impl Claimed {
    fn compare(&mut self) -> Result<(), StdError> {
        let Some((summing, verifier)) = self.running.take() else { return Ok(()) };
        let (sums, _) = summing.finish();
        verifier.verify(sums, &self.claims).map_err(|error| {
            *self.false_claim.lock() = Some(error.clone());
            StdError::from(error)
        })
    }
}

impl http_body::Body for Claimed {
    type Data = Bytes;
    type Error = StdError;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, StdError>>> {
        let this = &mut *self;
        let frame = ready!(Pin::new(&mut this.body).poll_frame(context));
        let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
        if let (Some(bytes), Some((summing, verifier))) = (bytes, &mut this.running) {
            summing.update(bytes);
            verifier.update(bytes);
        }
        // The reader may not ask again after the last frame.
        let is_over = frame.is_none() || this.body.is_end_stream();
        match frame {
            Some(Err(error)) => Poll::Ready(Some(Err(error))),
            frame if is_over => Poll::Ready(this.compare().map_or_else(|error| Some(Err(error)), |()| frame)),
            frame => Poll::Ready(frame),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.running.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
