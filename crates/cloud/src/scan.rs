//! The virus scanner, clamd: content is streamed in, and one line comes back.
//!
//! Content is never held in memory as a whole, and every wait has a timeout: a timeout is an error, never a verdict. A
//! reply counts only if it is exactly one of those that we know.

use std::io;
use std::pin::pin;
use std::time::Duration;

use bytes::{Buf as _, Bytes};
use futures_util::{Stream, StreamExt as _};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use crate::config::{self, ClamdAddress};
use crate::storage::StorageError;

const CONNECT_LONGEST: Duration = Duration::from_secs(5);
const PING_LONGEST: Duration = Duration::from_secs(10);
/// A longer reply does not come from clamd.
const REPLY_LONGEST: u64 = 4_096;
/// The size of one frame. clamd rejects frames above its own limit, which nobody sets below this.
const FRAME_MOST: usize = 64 * 1_024;
/// Prefix of the "name" that clamd reports for content it did not scan completely, if it is configured to do so.
const LIMITS: &str = "Heuristics.Limits.Exceeded";

/// The result of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Clean,
    /// Carries the name of the virus.
    Infected(String),
    /// Larger than clamd's size limit.
    TooLarge,
    /// Took longer than clamd's time limit.
    TooLong,
}

/// Why there is no verdict. A later attempt may succeed.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    #[error("clamd cannot be reached: {0}")]
    Unreachable(io::Error),
    #[error("clamd hung up without a reply")]
    HungUp,
    #[error("clamd made no progress for {0} seconds")]
    Stalled(u64),
    #[error("clamd failed: {0}")]
    Failed(String),
    #[error("clamd sent an unknown reply: {0:?}")]
    Unusable(String),
    #[error("the content cannot be read: {0}")]
    Content(#[from] StorageError),
}

trait Line: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

#[derive(Debug, Clone)]
pub struct Scanner {
    address: ClamdAddress,
    /// How long clamd may take to accept more data, and to reply once it has everything.
    patience: Duration,
}

impl Scanner {
    /// `None` if no scanner is configured.
    pub fn new(config: &config::Scan) -> Option<Self> {
        let address = ClamdAddress::parse(&config.clamd)?;
        Some(Self { address, patience: Duration::from_secs(config.timeout_seconds) })
    }

    /// Has clamd scan content.
    pub async fn scan(
        &self,
        content: impl Stream<Item = Result<Bytes, StorageError>> + Send,
    ) -> Result<Verdict, ScanError> {
        let (reader, writer) = split(self.connect().await?);
        let mut reply = pin!(read_reply(reader));
        // clamd may reply before it has everything; then the rest is not sent.
        let sent = tokio::select! {
            reply = &mut reply => return verdict(&reply?),
            sent = self.send(writer, content) => sent,
        };
        match sent {
            // clamd may have replied before it hung up.
            Ok(()) | Err(ScanError::HungUp) => {}
            Err(error) => return Err(error),
        }
        let reply = timeout(self.patience, reply).await.map_err(|_| self.stalled())?;
        verdict(&reply?)
    }

    /// Whether clamd is running and answers.
    pub async fn ping(&self) -> Result<(), ScanError> {
        let asked = async {
            let mut line = self.connect().await?;
            line.write_all(b"zPING\0").await.map_err(ScanError::Unreachable)?;
            match read_reply(line).await?.as_str() {
                "PONG" => Ok(()),
                other => Err(ScanError::Unusable(other.to_owned())),
            }
        };
        timeout(PING_LONGEST, asked).await.unwrap_or(Err(ScanError::Stalled(PING_LONGEST.as_secs())))
    }

    async fn connect(&self) -> Result<Box<dyn Line>, ScanError> {
        let connected = async {
            Ok(match &self.address {
                ClamdAddress::Tcp(address) => Box::new(TcpStream::connect(address).await?) as Box<dyn Line>,
                ClamdAddress::Unix(path) => Box::new(UnixStream::connect(path).await?),
            })
        };
        let connected = timeout(CONNECT_LONGEST, connected).await;
        connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map_err(ScanError::Unreachable)
    }

    async fn send(
        &self,
        mut writer: impl AsyncWrite + Unpin,
        content: impl Stream<Item = Result<Bytes, StorageError>>,
    ) -> Result<(), ScanError> {
        self.write(&mut writer, Bytes::from_static(b"zINSTREAM\0")).await?;
        let mut content = pin!(content);
        while let Some(bytes) = content.next().await {
            let mut bytes = bytes?;
            while !bytes.is_empty() {
                let piece = bytes.split_to(bytes.len().min(FRAME_MOST));
                self.write(&mut writer, frame_length(piece.len()).chain(piece)).await?;
            }
        }
        self.write(&mut writer, frame_length(0)).await
    }

    async fn write(&self, writer: &mut (impl AsyncWrite + Unpin), mut bytes: impl bytes::Buf) -> Result<(), ScanError> {
        let written = async {
            writer.write_all_buf(&mut bytes).await?;
            writer.flush().await
        };
        match timeout(self.patience, written).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(ScanError::HungUp),
            Err(_) => Err(self.stalled()),
        }
    }

    fn stalled(&self) -> ScanError {
        ScanError::Stalled(self.patience.as_secs())
    }
}

fn frame_length(length: usize) -> Bytes {
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    Bytes::copy_from_slice(&length.to_be_bytes())
}

/// One reply, up to the NUL that ends it.
async fn read_reply(reader: impl AsyncRead + Unpin) -> Result<String, ScanError> {
    let mut reader = reader.take(REPLY_LONGEST);
    let mut reply = Vec::new();
    loop {
        match reader.read_buf(&mut reply).await {
            Ok(0) | Err(_) if reply.is_empty() => return Err(ScanError::HungUp),
            Ok(0) | Err(_) => return Err(ScanError::Unusable(String::from_utf8_lossy(&reply).into_owned())),
            Ok(_) if reply.last() == Some(&0) => break,
            Ok(_) => {}
        }
    }
    reply.pop();
    String::from_utf8(reply).map_err(|error| ScanError::Unusable(error.to_string()))
}

fn verdict(reply: &str) -> Result<Verdict, ScanError> {
    if reply == "INSTREAM size limit exceeded. ERROR" {
        return Ok(Verdict::TooLarge);
    }
    if reply == "stream: OK" {
        return Ok(Verdict::Clean);
    }
    let found = reply.strip_prefix("stream: ").and_then(|rest| rest.strip_suffix(" FOUND"));
    match found {
        Some(limit) if limit.starts_with(LIMITS) && limit.contains("MaxScanTime") => Ok(Verdict::TooLong),
        Some(limit) if limit.starts_with(LIMITS) => Ok(Verdict::TooLarge),
        Some(name) if !name.is_empty() => Ok(Verdict::Infected(printable(name))),
        _ if reply.ends_with(" ERROR") => Err(ScanError::Failed(reply.to_owned())),
        _ => Err(ScanError::Unusable(reply.to_owned())),
    }
}

/// A strange name must not hide that a virus was found.
fn printable(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::{ScanError, Verdict, read_reply, verdict};

    #[test]
    fn only_known_replies_are_verdicts() {
        let infected = |name: &str| Verdict::Infected(name.to_owned());
        for (reply, expected) in [
            ("stream: OK", Verdict::Clean),
            ("stream: Eicar-Test-Signature FOUND", infected("Eicar-Test-Signature")),
            ("stream: a b\nc FOUND", infected("a b?c")),
            ("INSTREAM size limit exceeded. ERROR", Verdict::TooLarge),
            ("stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND", Verdict::TooLarge),
            ("stream: Heuristics.Limits.Exceeded.MaxScanTime FOUND", Verdict::TooLong),
        ] {
            assert_eq!(verdict(reply).unwrap(), expected, "{reply}");
        }
        for failed in ["stream: Can't allocate memory ERROR", "COMMAND READ TIMED OUT. ERROR"] {
            assert!(matches!(verdict(failed), Err(ScanError::Failed(_))), "{failed}");
        }
        for strange in ["", "OK", "stream: ", "stream: OK OK", "stream:  FOUND", " FOUND", "PONG", "other: OK"] {
            assert!(matches!(verdict(strange), Err(ScanError::Unusable(_))), "{strange}");
        }
    }

    #[tokio::test]
    async fn a_reply_ends_where_it_says() {
        assert_eq!(read_reply(&b"PONG\0"[..]).await.unwrap(), "PONG");
        assert!(matches!(read_reply(&b""[..]).await, Err(ScanError::HungUp)));
        assert!(matches!(read_reply(&b"stream: O"[..]).await, Err(ScanError::Unusable(_))));
        assert!(matches!(read_reply(&[b'x'; 10_000][..]).await, Err(ScanError::Unusable(_))));
        assert!(matches!(read_reply(&b"\xff\0"[..]).await, Err(ScanError::Unusable(_))));
    }
}
