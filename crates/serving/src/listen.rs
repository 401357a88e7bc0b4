//! Accepts connections, with timeouts for headers and a graceful shutdown.
//!
//! The API, the embedded store and the metrics page are all served by this one loop. When stopped, it accepts no more
//! connections, lets running requests finish, and aborts those that take longer than the drain time.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Request, Response};
use hyper::body::{Body, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use rustix::net::sockopt::{set_tcp_congestion, set_tcp_user_timeout};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::places::{NoPlace, PerAddress, Places};
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
    B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
{
    // HTTP/1 only: while hyper detects the version, no timeout runs.
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().max_headers(HEADERS_MOST);
    let listener = listener.into();
    let places = Places::new(limits.connections, limits.spare, limits.per_address.as_ref());
    let connections = GracefulShutdown::new();
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
        let service = connection_service(peer, place.lack, answer.clone());
        let headers = if place.lack.is_some() { limits.headers.min(SPARE_HEADERS) } else { limits.headers };
        let waiting = Waiting::new(headers, places.clone(), address);
        let stream = TokioIo::new(waiting.watch(stream));
        let mut builder = builder.clone();
        builder.http1().header_read_timeout(headers).keep_alive(place.lack.is_none()).timer(waiting);
        let connection = builder.serve_connection(stream, service).into_owned();
        let watched = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, ?peer, "connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.drain, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in the drain time and were aborted");
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
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
) -> impl hyper::service::Service<Request<Incoming>, Response = Response<B>, Error = Infallible, Future: Send + 'static> + Send
where
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
{
    hyper::service::service_fn(move |mut request: Request<Incoming>| {
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        if let Some(lack) = lack {
            request.extensions_mut().insert(lack);
        }
        let answered = answer(request);
        async move { Ok::<_, Infallible>(answered.await) }
    })
}
