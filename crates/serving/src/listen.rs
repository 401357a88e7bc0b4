//! Accepts connections, with timeouts for headers and a graceful shutdown.
//!
//! The API, the embedded store and the metrics page are all served by this one loop. When stopped, it accepts no more
//! connections, lets running requests finish, and aborts those that take longer than the drain time.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Request, Response, Version};
use http_body_util::Either;
use hyper::body::{Body, Incoming};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use rustix::net::sockopt::{set_tcp_congestion, set_tcp_user_timeout};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::Url;

use crate::http2::{self, BoxError, Count, Running};
use crate::places::{NoPlace, PerAddress, Place, Places};
use crate::waiting::Waiting;

/// The peer of the connection, as the listener sees it. Connections over a Unix socket have none.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub SocketAddr);

pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self::Tcp(listener)
    }
}

#[derive(Clone)]
pub struct Limits {
    /// Timeout for the first request of a connection, and for the headers of every request.
    pub headers: Duration,
    /// Timeout in milliseconds for a client that does not read what is sent to it.
    pub stall_millis: u32,
    /// Time for running requests to finish after the server is stopped.
    pub drain: Duration,
    /// Parallel connections.
    pub connections: usize,
    /// Connections beyond that, for one request each; see [`NoPlace`]. Further ones wait to be accepted.
    pub spare: usize,
    /// `None` if all clients may share one address.
    pub per_address: Option<PerAddress>,
}

/// Our own limit on the total size of headers takes effect long before this.
const HEADERS_MOST: usize = 512;

/// Timeout for the headers on a spare slot, which others wait for.
const SPARE_HEADERS: Duration = Duration::from_secs(2);

/// How long a connection of HTTP/2 that is about to close waits for its client to notice that.
const CLOSING: Duration = Duration::from_secs(5);

/// Pause after a failed accept, for example when there are no descriptors left.
const ACCEPT_REST: Duration = Duration::from_millis(100);

/// Binds; the error says which address could not be bound.
pub async fn bind(address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!("{address} is in use by another program: choose another port"),
        _ => anyhow::anyhow!("cannot listen on {address}: {error}"),
    })
}

/// The URL by which this machine reaches its own listener.
pub fn http_url(address: SocketAddr) -> anyhow::Result<Url> {
    let host = match address {
        address if !address.ip().is_unspecified() => address.ip().to_string(),
        SocketAddr::V4(_) => "127.0.0.1".to_owned(),
        SocketAddr::V6(_) => "::1".to_owned(),
    };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    Ok(format!("http://{host}:{}", address.port()).parse()?)
}

/// Serves `answer` until `stop` is cancelled and all running requests are done.
pub async fn serve<F, B>(
    listener: impl Into<Listener>,
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    limits: Limits,
    stop: CancellationToken,
) where
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().max_headers(HEADERS_MOST);
    builder.http2().max_header_list_size(http2::HEADERS_MOST);
    let listener = listener.into();
    let places = Places::new(limits.connections, limits.spare, limits.per_address.as_ref());
    let connections = TaskTracker::new();
    loop {
        let slot = tokio::select! {
            slot = places.slot() => slot,
            () = stop.cancelled() => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, limits.stall_millis) => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_REST).await;
                    continue;
                }
            },
            () = stop.cancelled() => break,
        };
        let address = peer.map(|PeerAddress(peer)| peer.ip());
        let Some(place) = slot.and_then(|slot| places.assign(slot, address)) else { continue };
        let stall = Duration::from_millis(limits.stall_millis.into());
        let running = Running::new(places.clone(), address, stall);
        let headers = if place.lack.is_some() { limits.headers.min(SPARE_HEADERS) } else { limits.headers };
        let waiting = Waiting::new(headers, places.clone(), address);
        let mut builder = builder.clone();
        builder.http1().header_read_timeout(headers).keep_alive(place.lack.is_none()).timer(waiting.clone());
        // A spare slot is for one request.
        builder.http2().max_concurrent_streams(if place.lack.is_some() { 1 } else { http2::STREAMS_MOST });
        let connection = Connection { peer, place, waiting, running, stop: stop.clone() };
        connections.spawn(connection.run(builder, stream, answer.clone()));
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(limits.drain, connections.wait()).await.is_err() {
        tracing::warn!("some requests did not finish in the drain time and were aborted");
    }
}

struct Connection {
    peer: Option<PeerAddress>,
    place: Place,
    waiting: Waiting,
    running: Arc<Running>,
    stop: CancellationToken,
}

impl Connection {
    async fn run<F, B>(
        self,
        builder: Builder<TokioExecutor>,
        stream: Box<dyn Stream>,
        answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    ) where
        F: Future<Output = Response<B>> + Send + 'static,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        let Self { peer, place, waiting, running, stop } = self;
        let stream = TokioIo::new(waiting.watch(stream));
        let (requests, lack) = (running.count(), place.lack);
        let service = connection_service(peer, lack, running, answer);
        let mut connection = pin!(builder.serve_connection(stream, service));
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
            () = waiting.is_over(requests.clone(), lack.is_some()) => {
                connection.as_mut().graceful_shutdown();
                tokio::select! {
                    ended = connection => ended,
                    () = is_closed_by_now(requests) => Ok(()),
                }
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, ?peer, "connection ended early");
        }
        drop(place);
    }
}

/// Requests that came before the client noticed are answered.
async fn is_closed_by_now(mut requests: watch::Receiver<Count>) {
    let ends = |count: &Count| count.running == 0 || count.are_too_many_stalled();
    loop {
        let begun = requests.borrow().begun;
        let _ = requests.wait_for(ends).await;
        tokio::time::sleep(CLOSING).await;
        let count = *requests.borrow();
        if ends(&count) && (count.begun == begun || count.are_too_many_stalled()) {
            return;
        }
    }
}

/// A TCP or Unix connection.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

async fn accept(listener: &Listener, stall_millis: u32) -> io::Result<(Box<dyn Stream>, Option<PeerAddress>)> {
    match listener {
        Listener::Tcp(listener) => {
            let (stream, peer) = listener.accept().await?;
            // Replies are written whole; waiting to fill a packet only adds latency.
            let _ = stream.set_nodelay(true);
            // A client that does not read would hold its request forever, so the kernel closes such a connection.
            let _ = set_tcp_user_timeout(&stream, stall_millis);
            // With BBR, packet loss without congestion does not slow us down.
            let _ = set_tcp_congestion(&stream, "bbr");
            Ok((Box::new(stream), Some(PeerAddress(peer))))
        }
        Listener::Unix(listener) => {
            let (stream, _) = listener.accept().await?;
            Ok((Box::new(stream), None))
        }
    }
}

fn connection_service<F, B>(
    peer: Option<PeerAddress>,
    lack: Option<NoPlace>,
    running: Arc<Running>,
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
) -> impl Service<
    Request<Incoming>,
    Response = Response<impl Body<Data: Send, Error: Into<BoxError>> + Send + 'static>,
    Error = Infallible,
    Future: Send + 'static,
> + Send
where
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    service_fn(move |mut request: Request<Incoming>| {
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        let (one, lack_of_one) = match request.version() {
            Version::HTTP_2 => http2::begin(&running, &mut request),
            _ => (None, None),
        };
        if let Some(lack) = lack.or(lack_of_one) {
            request.extensions_mut().insert(lack);
        }
        let answered = answer(request);
        async move {
            let response = answered.await;
            Ok::<_, Infallible>(match one {
                Some(one) => http2::passed_on(response, one).map(Either::Right),
                None => response.map(Either::Left),
            })
        }
    })
}
