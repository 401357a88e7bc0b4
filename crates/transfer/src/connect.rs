//! Connections to storage: as many as the engine wants, set up for large transfers.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use rustix::net::sockopt;
use rustls_platform_verifier::ConfigVerifierExt as _;
use tokio::net::TcpStream;
use tower::Service;

use crate::part_body::PartBody;

/// Servers close what is idle, some after little time; being the first to do it costs no request.
const KEPT_IDLE: Duration = Duration::from_secs(10);
/// For the name to be found and the connection to stand.
const CONNECT: Duration = Duration::from_secs(20);

/// What a connection reads at once, at most: each has its own.
const READ_MOST: usize = 128 << 10;

pub(crate) type Http = Client<HttpsConnector<Connector>, PartBody>;

/// Told how long it took to connect, which is how far away the other side is.
pub(crate) type Distance = Arc<dyn Fn(Duration) + Send + Sync>;

pub(crate) fn http_client(stall: Duration, distance: Distance) -> Result<Http, rustls::Error> {
    let connector = Connector { stall_millis: u32::try_from(stall.as_millis()).unwrap_or(u32::MAX), distance };
    let tls = rustls::ClientConfig::with_platform_verifier()?;
    let connector =
        HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(connector);
    Ok(Client::builder(TokioExecutor::new())
        .http1_max_buf_size(READ_MOST)
        .pool_idle_timeout(KEPT_IDLE)
        .pool_timer(TokioTimer::new())
        .timer(TokioTimer::new())
        .build(connector))
}

#[derive(Clone)]
pub(crate) struct Connector {
    stall_millis: u32,
    distance: Distance,
}

impl Service<Uri> for Connector {
    type Response = TokioIo<TcpStream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TokioIo<TcpStream>>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let connector = self.clone();
        Box::pin(async move { connector.connect(&uri).await })
    }
}

impl Connector {
    async fn connect(&self, uri: &Uri) -> io::Result<TokioIo<TcpStream>> {
        let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("http") { 80 } else { 443 });
        let addresses: Vec<_> = limited(tokio::net::lookup_host((host, port))).await?.collect();
        let started = tokio::time::Instant::now();
        let stream = limited(TcpStream::connect(&*addresses)).await?;
        (self.distance)(started.elapsed());
        stream.set_nodelay(true)?;
        // The kernel gives up on data that nobody acknowledges, also while no byte of ours is waiting to be taken.
        let _ = sockopt::set_tcp_user_timeout(&stream, self.stall_millis);
        // Where the kernel offers it, loss that is no congestion does not slow us down. Not everywhere allowed.
        let _ = sockopt::set_tcp_congestion(&stream, "bbr");
        Ok(TokioIo::new(stream))
    }
}

async fn limited<T>(step: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(CONNECT, step).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
