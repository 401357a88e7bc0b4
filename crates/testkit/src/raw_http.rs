//! HTTP/1.1 as bytes on a connection, for proxies between a client and a server. One request per connection, and only
//! bodies of known length.

use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The first line and the headers, up to the empty line.
pub(crate) struct Head(pub(crate) String);

impl Head {
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let fields = self.0.lines().skip(1).filter_map(|line| line.split_once(':'));
        fields.filter(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }

    pub(crate) fn remove(&mut self, name: &str) {
        let is_it = |line: &str| line.split_once(':').is_some_and(|(field, _)| field.eq_ignore_ascii_case(name));
        self.0 = self.0.split_inclusive("\r\n").filter(|line| !is_it(line)).collect();
    }

    pub(crate) fn add(&mut self, name: &str, value: &str) {
        self.0.truncate(self.0.trim_end().len());
        let _ = write!(self.0, "\r\n{name}: {value}\r\n\r\n");
    }
}

/// A request that is being passed through.
pub(crate) struct Request {
    pub(crate) head: Head,
    /// The part of the body that arrived with the head.
    begun: Vec<u8>,
    length: usize,
    taken: AtomicU64,
}

impl Request {
    /// `None` if the client disconnects without a request.
    pub(crate) async fn read(client: &mut TcpStream) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = end_of_head(&bytes) {
                break end;
            }
            if client.read_buf(&mut bytes).await? == 0 {
                return Ok(None);
            }
        };
        let begun = bytes.split_off(end);
        let mut head = Head(String::from_utf8_lossy(&bytes).into_owned());
        assert!(head.value("transfer-encoding").is_none(), "the proxy takes bodies of known length only");
        let length = head.value("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        if head.value("expect").is_some() {
            head.remove("expect");
            client.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
        }
        head.remove("connection");
        head.add("connection", "close");
        let taken = AtomicU64::new(begun.len() as u64);
        Ok(Some(Self { head, begun, length, taken }))
    }

    pub(crate) fn method(&self) -> &str {
        self.head.0.split(' ').next().unwrap_or_default()
    }

    /// Path and query, unchanged.
    pub(crate) fn target(&self) -> &str {
        self.head.0.split(' ').nth(1).unwrap_or_default()
    }

    pub(crate) async fn discard_body(&self, client: &mut TcpStream) -> io::Result<()> {
        self.rest(client, &mut tokio::io::sink()).await
    }

    pub(crate) async fn send(&self, client: &mut TcpStream, store: &mut TcpStream) -> io::Result<()> {
        store.write_all(self.head.0.as_bytes()).await?;
        store.write_all(&self.begun).await?;
        self.rest(client, store).await
    }

    /// How much of the body has arrived so far.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Passes on the rest of the body. If the client disconnects before the end, there is no request.
    async fn rest(&self, client: &mut TcpStream, to: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        let rest = u64::try_from(self.length.saturating_sub(self.begun.len())).unwrap_or(0);
        let copied = copy(&mut client.take(rest), to, &self.taken).await?;
        if copied == rest { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Answers instead of the server, and ends the connection.
    pub(crate) async fn answer(
        &self,
        client: &mut TcpStream,
        status: u16,
        headers: &[(&'static str, String)],
        body: &str,
    ) -> io::Result<()> {
        let body = if self.head.0.starts_with("HEAD") { "" } else { body };
        let length = body.len();
        let mut head =
            Head(format!("HTTP/1.1 {status} Fault\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"));
        for (name, value) in headers {
            head.add(name, value);
        }
        client.write_all(format!("{}{body}", head.0).as_bytes()).await?;
        client.shutdown().await
    }
}

/// Copies to the end, and also counts what was copied before a failure.
pub(crate) async fn copy(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    count: &AtomicU64,
) -> io::Result<u64> {
    let mut piece = vec![0; 64 << 10];
    let mut copied = 0;
    loop {
        let read = from.read(&mut piece).await?;
        if read == 0 {
            return Ok(copied);
        }
        to.write_all(&piece[..read]).await?;
        copied += read as u64;
        count.fetch_add(read as u64, Ordering::Relaxed);
    }
}

pub(crate) fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|position| position + 4)
}
