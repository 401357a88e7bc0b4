//! Connections to storage: as many as the engine wants, tuned for large transfers.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
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

/// Some servers close idle connections early. Closing them first avoids failed requests.
const KEPT_IDLE: Duration = Duration::from_secs(10);
/// Timeout for DNS lookup and connecting.
const CONNECT: Duration = Duration::from_secs(20);

/// The read buffer of each connection.
const READ_MOST: usize = 128 << 10;

pub(crate) type Http = Client<HttpsConnector<Connector>, PartBody>;

/// The address at which this program itself listens, once it does.
pub(crate) type OwnAddress = Arc<OnceLock<SocketAddr>>;

/// A server named the agent's own address as its storage: a request to it would come from this machine, and could do
/// what only its user may.
#[derive(Debug, thiserror::Error)]
#[error("the URL leads to this agent itself")]
pub(crate) struct OwnAddressRefused;

/// Called with the time it took to connect, which estimates the round-trip time.
pub(crate) type Distance = Arc<dyn Fn(Duration) + Send + Sync>;

pub(crate) fn http_client(stall: Duration, distance: Distance, own: OwnAddress) -> Result<Http, rustls::Error> {
    let connector = Connector { stall_millis: u32::try_from(stall.as_millis()).unwrap_or(u32::MAX), distance, own };
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
    own: OwnAddress,
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
        // By what the connection has reached, because a name can have any address.
        if self.own.get().is_some_and(|own| is_to(*own, &stream)) {
            return Err(io::Error::other(OwnAddressRefused));
        }
        (self.distance)(started.elapsed());
        stream.set_nodelay(true)?;
        // Makes the kernel drop a connection whose data is not acknowledged, even while we have nothing to send.
        let _ = sockopt::set_tcp_user_timeout(&stream, self.stall_millis);
        // With BBR, packet loss without congestion does not slow us down. Not available or allowed everywhere.
        let _ = sockopt::set_tcp_congestion(&stream, "bbr");
        Ok(TokioIo::new(stream))
    }
}

/// Whether a connection goes to a listener of this machine. One that listens on every address is reached by all of them.
fn is_to(own: SocketAddr, stream: &TcpStream) -> bool {
    let (Ok(here), Ok(there)) = (stream.local_addr(), stream.peer_addr()) else { return true };
    let (here, port, there) = (here.ip().to_canonical(), there.port(), there.ip().to_canonical());
    let is_this_machine = there == here || there.is_loopback();
    port == own.port() && is_this_machine && (own.ip().is_unspecified() || own.ip().to_canonical() == there)
}

async fn limited<T>(step: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(CONNECT, step).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
