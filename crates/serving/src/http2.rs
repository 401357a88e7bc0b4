//! HTTP/2: many requests on one connection, within the limits that connections have.
//!
//! HTTP/2 adds two ways to take more, and here are the answers:
//!
//! - A client can have many requests running at once. Each beyond the first takes the slot of a connection, until the
//!   connection has sent the reply.
//! - A client can stop reading one reply while its connection works, so that the kernel notices nothing. A task passes
//!   on each reply. If the client reads nothing for the stall time, the task ends, and with it all that the reply had
//!   opened. What was passed on before stays in memory, so a connection ends when several of its replies are stalled.

use std::error::Error;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::header::{CONTENT_LENGTH, HOST};
use axum::http::{HeaderValue, Request, Response, Uri};
use futures_util::stream;
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::{Body, Frame};
use tokio::sync::{mpsc, watch};

use crate::places::{NoPlace, Place, Places};

/// What hyper allows by itself would be more than one browser needs.
pub(crate) const STREAMS_MOST: u32 = 100;
/// Above the limits that the programs have for headers, so that they can explain a refusal.
pub(crate) const HEADERS_MOST: u32 = 256 << 10;

pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

/// How many replies of a connection may stall.
const STALLED_MOST: usize = 4;

/// The requests of one connection.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) begun: u64,
    pub(crate) running: usize,
    stalled: usize,
}

impl Count {
    pub(crate) const fn are_too_many_stalled(self) -> bool {
        self.stalled > STALLED_MOST
    }
}

/// Counts the requests of one connection.
pub(crate) struct Running {
    count: watch::Sender<Count>,
    places: Places,
    peer: Option<IpAddr>,
    stall: Duration,
}

impl Running {
    pub(crate) fn new(places: Places, peer: Option<IpAddr>, stall: Duration) -> Arc<Self> {
        Arc::new(Self { count: watch::Sender::new(Count::default()), places, peer, stall })
    }

    pub(crate) fn count(&self) -> watch::Receiver<Count> {
        self.count.subscribe()
    }

    /// The first request has the slot of the connection; every other one takes its own.
    fn enter(self: &Arc<Self>) -> (OneRequest, Option<NoPlace>) {
        let mut is_first = false;
        self.count.send_modify(|count| {
            is_first = count.running == 0;
            count.running += 1;
            count.begun += 1;
        });
        let place = if is_first { Ok(None) } else { self.places.another(self.peer).map(Some) };
        let lack = place.as_ref().err().copied();
        (OneRequest { counted: Counted(Arc::clone(self)), place: place.ok().flatten() }, lack)
    }
}

pub(crate) struct OneRequest {
    counted: Counted,
    place: Option<Place>,
}

/// A request that is running.
struct Counted(Arc<Running>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.count.send_modify(|count| count.running -= 1);
    }
}

/// What a request of HTTP/2 needs before it is answered like any other.
pub(crate) fn begin<B>(running: &Arc<Running>, request: &mut Request<B>) -> (Option<OneRequest>, Option<NoPlace>) {
    in_usual_form(request);
    let (one, lack) = running.enter();
    (Some(one), lack)
}

/// Gives the request the form that it has in HTTP/1: the host in its header, and only the path in the URI. If both
/// name a host and they differ, both are kept, which is refused.
fn in_usual_form<B>(request: &mut Request<B>) {
    let Some(authority) = request.uri().authority().cloned() else { return };
    if let Ok(host) = HeaderValue::from_str(authority.as_str())
        && request.headers().get(HOST) != Some(&host)
    {
        request.headers_mut().append(HOST, host);
    }
    let path = request.uri().path_and_query().cloned();
    *request.uri_mut() = path.map_or_else(|| Uri::from_static("/"), Uri::from);
}

/// Hands the body to a task that does not wait longer than the stall time for the client.
pub(crate) fn passed_on<B>(
    response: Response<B>,
    request: OneRequest,
) -> Response<impl Body<Data = B::Data, Error = BoxError> + Send + 'static>
where
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let OneRequest { counted, place } = request;
    let (mut parts, body) = response.into_parts();
    let (sender, mut frames) = mpsc::channel(1);
    let is_whole = Arc::new(AtomicBool::new(false));
    if body.is_end_stream() {
        is_whole.store(true, Ordering::Release);
    } else {
        // The client learns the length all the same.
        if let Some(length) = body.size_hint().exact() {
            parts.headers.entry(CONTENT_LENGTH).or_insert(length.into());
        }
        tokio::spawn(pass_on(body, sender, Arc::clone(&is_whole), counted));
    }
    let mut has_failed = false;
    let next = move |context: &mut Context<'_>| {
        // The connection owns it until the reply is sent.
        let _place = &place;
        match ready!(frames.poll_recv(context)) {
            Some(frame) => Poll::Ready(Some(frame)),
            None if has_failed || is_whole.load(Ordering::Acquire) => Poll::Ready(None),
            None => {
                has_failed = true;
                Poll::Ready(Some(Err("the reply was abandoned".into())))
            }
        }
    };
    Response::from_parts(parts, StreamBody::new(stream::poll_fn(next)))
}

/// A body that ends here without being whole must not look as if it were.
async fn pass_on<B>(
    body: B,
    sender: mpsc::Sender<Result<Frame<B::Data>, BoxError>>,
    is_whole: Arc<AtomicBool>,
    counted: Counted,
) where
    B: Body<Error: Into<BoxError>>,
{
    let mut body = pin!(body);
    loop {
        let place = match tokio::time::timeout(counted.0.stall, sender.reserve()).await {
            Ok(Ok(place)) => place,
            Ok(Err(_)) => return,
            Err(_) => return counted.0.count.send_modify(|count| count.stalled += 1),
        };
        let frame = tokio::select! {
            frame = body.frame() => frame,
            () = sender.closed() => return,
        };
        match frame {
            Some(Ok(frame)) => place.send(Ok(frame)),
            Some(Err(error)) => return place.send(Err(error.into())),
            None => return is_whole.store(true, Ordering::Release),
        }
    }
}
