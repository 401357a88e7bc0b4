//! Timeouts of a connection: for its first request, for the headers of a request, and while it is idle in between.
//!
//! hyper has one timeout for all three. A proxy keeps the connections to its servers open for a minute or so and reuses
//! them. If a server closes one at the very moment when the proxy sends a request, the client gets a "bad gateway". So
//! the idle timeout must be longer than a proxy's, while headers that arrive byte by byte must not get that much time.
//! (Bytes that arrived together with the previous request are not noticed as a beginning and count as idle.)
//!
//! hyper measures no time while it finds out the version of HTTP, nor between the requests of HTTP/2. That is done here.

use std::future;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::http2::Count;
use crate::places::Places;

/// Most proxies keep a connection for a minute.
const LONGEST_REST: Duration = Duration::from_secs(75);

/// Watches one connection.
#[derive(Clone)]
pub(crate) struct Waiting {
    headers: Duration,
    places: Places,
    peer: Option<IpAddr>,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The connection has already waited for a request before.
    is_used: AtomicBool,
    /// Bytes have arrived since the wait for a request began.
    has_begun: AtomicBool,
}

impl Waiting {
    pub(crate) fn new(headers: Duration, places: Places, peer: Option<IpAddr>) -> Self {
        Self { headers, places, peer, seen: Arc::default() }
    }

    pub(crate) fn watch<S>(&self, stream: S) -> Watched<S> {
        Watched { stream, seen: Arc::clone(&self.seen) }
    }

    /// Ends when the connection should, for reasons that hyper does not notice.
    pub(crate) async fn is_over(&self, mut requests: watch::Receiver<Count>, is_for_one: bool) {
        let _ = timeout(self.headers, requests.wait_for(|count| count.begun > 0)).await;
        if self.seen.is_used.load(Ordering::Relaxed) {
            // This is HTTP/1, for which hyper uses the timer below.
            return future::pending().await;
        }
        let ends = |count: &Count| count.running == 0 || count.are_too_many_stalled();
        while requests.borrow().begun > 0 {
            let Ok(count) = requests.wait_for(ends).await.map(|count| *count) else { return };
            if is_for_one || count.are_too_many_stalled() {
                return;
            }
            tokio::select! {
                _ = requests.changed() => {}
                () = self.rest() => return,
            }
        }
    }

    /// An idle connection is kept as long as its slot is not needed.
    async fn rest(&self) {
        let end = Instant::now() + LONGEST_REST;
        let mut left = LONGEST_REST;
        while !left.is_zero() {
            sleep(self.headers.min(left)).await;
            if self.places.are_short(self.peer) {
                return;
            }
            left = end.saturating_duration_since(Instant::now());
        }
    }
}

/// hyper starts this timer whenever it waits for a request, and for nothing else.
impl Timer for Waiting {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let is_first = !self.seen.is_used.swap(true, Ordering::Relaxed);
        self.seen.has_begun.store(false, Ordering::Relaxed);
        let sleep = Box::pin(tokio::time::sleep_until(deadline.into()));
        // A new connection must send a request soon.
        let rest_ends = (!is_first).then(|| Instant::now() + LONGEST_REST);
        Box::pin(Wait { waiting: self.clone(), sleep, rest_ends })
    }
}

struct Wait {
    waiting: Waiting,
    sleep: Pin<Box<tokio::time::Sleep>>,
    /// `None` once a request is arriving.
    rest_ends: Option<Instant>,
}

impl Sleep for Wait {}

impl Future for Wait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        loop {
            let headers_end = Instant::now() + self.waiting.headers;
            if self.rest_ends.is_some() && self.waiting.seen.has_begun.load(Ordering::Relaxed) {
                self.rest_ends = None;
                self.sleep.as_mut().reset(headers_end.into());
            }
            ready!(self.sleep.as_mut().poll(context));
            // An idle connection is kept as long as its slot is not needed.
            match self.rest_ends {
                Some(end) if Instant::now() < end && !self.waiting.places.are_short(self.waiting.peer) => {
                    self.sleep.as_mut().reset(headers_end.min(end).into());
                }
                _ => return Poll::Ready(()),
            }
        }
    }
}

/// A connection that records when bytes arrive.
pub(crate) struct Watched<S> {
    stream: S,
    seen: Arc<Seen>,
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before {
            self.seen.has_begun.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
