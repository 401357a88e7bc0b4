//! Accepting connections: time-outs for headers, an orderly end.
//!
//! The API, the embedded store and the metrics page are all served by this
//! one loop. When told to stop it accepts nothing more, lets running requests
//! finish, and cuts those that take longer than the drain time.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
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

use crate::waiting::{Places, Waiting};

/// The other end of the connection, as the listener saw it. Connections over a Unix socket have none.
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

#[derive(Clone, Copy)]
pub struct Limits {
    /// For a connection to begin its first request, and for the headers of every request to arrive.
    pub headers: Duration,
    /// In milliseconds, for a client to take some of what is sent to it.
    pub stall_millis: u32,
    /// For running requests to finish once the server is told to stop.
    pub drain: Duration,
    /// Connections at once; others wait to be accepted.
    pub connections: usize,
}

/// Our own limit on the size of all headers decides long before this.
const HEADERS_MOST: usize = 512;

/// After a failed accept (no descriptors left, for one) the loop rests this long.
const ACCEPT_REST: Duration = Duration::from_millis(100);

/// Binds with a sentence that says what could not be bound.
pub async fn bind(address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!("{address} is in use by another program: choose another port"),
        _ => anyhow::anyhow!("cannot listen on {address}: {error}"),
    })
}

/// How this machine reaches a listener of its own.
pub fn http_url(address: SocketAddr) -> anyhow::Result<Url> {
    let host = match address {
        address if !address.ip().is_unspecified() => address.ip().to_string(),
        SocketAddr::V4(_) => "127.0.0.1".to_owned(),
        SocketAddr::V6(_) => "::1".to_owned(),
    };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    Ok(format!("http://{host}:{}", address.port()).parse()?)
}

/// Serves `answer` until `stop` is cancelled and the running requests are done.
pub async fn serve<F, B>(
    listener: impl Into<Listener>,
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    limits: Limits,
    stop: CancellationToken,
) where
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
{
    // HTTP/1 from the first byte on: while the version is still open, no time-out runs.
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().header_read_timeout(limits.headers).max_headers(HEADERS_MOST);
    let listener = listener.into();
    let places = Places::new(limits.connections);
    let connections = GracefulShutdown::new();
    loop {
        let place = tokio::select! {
            place = Arc::clone(&places.free).acquire_owned() => place,
            () = stop.cancelled() => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, limits) => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_REST).await;
                    continue;
                }
            },
            () = stop.cancelled() => break,
        };
        let service = connection_service(peer, answer.clone());
        let waiting = Waiting::new(limits.headers, places.clone());
        let stream = TokioIo::new(waiting.watch(stream));
        let mut builder = builder.clone();
        builder.http1().timer(waiting);
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
        tracing::warn!("some requests did not finish in the drain time and were cut");
    }
}

/// A connection of either kind.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

async fn accept(listener: &Listener, limits: Limits) -> io::Result<(Box<dyn Stream>, Option<PeerAddress>)> {
    match listener {
        Listener::Tcp(listener) => {
            let (stream, peer) = listener.accept().await?;
            // Replies are written whole; waiting to fill a packet only adds latency.
            let _ = stream.set_nodelay(true);
            // A reader who takes nothing would hold its request for ever: the kernel ends such a connection.
            let _ = set_tcp_user_timeout(&stream, limits.stall_millis);
            // Where the kernel offers it, loss that is no congestion does not slow down what is sent.
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
        let answered = answer(request);
        async move { Ok::<_, Infallible>(answered.await) }
    })
}
