//! A fake virus scanner that finds what it is told to find.

use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the scanner does with a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    Clean,
    Found(&'static str),
    /// Reads this many bytes, reports that the limit is exceeded, and hangs up.
    TooLarge(usize),
    /// Reads this many bytes and hangs up without a reply.
    HangUp(usize),
    /// Reads everything and does not reply.
    Silent,
    /// Reads everything and sends this reply, right or wrong.
    Says(&'static str),
}

struct State {
    scan: Scan,
    /// The content of each received stream.
    received: Vec<Vec<u8>>,
}

#[derive(Clone)]
pub struct FakeClamd {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl FakeClamd {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let state = Arc::new(Mutex::new(State { scan: Scan::Clean, received: Vec::new() }));
        let clamd = Self { address, state };
        let serving = clamd.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let serving = serving.clone();
                tokio::spawn(async move { serving.converse(stream).await });
            }
        });
        clamd
    }

    /// For `scan.clamd`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    pub fn set(&self, scan: Scan) {
        self.state().scan = scan;
    }

    /// The received content, stream by stream.
    pub fn received(&self) -> Vec<Vec<u8>> {
        self.state().received.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Ends early whenever the other side does.
    async fn converse(&self, mut stream: TcpStream) -> Option<()> {
        let mut command = Vec::new();
        while command.last() != Some(&0) {
            command.push(stream.read_u8().await.ok()?);
        }
        if command == b"zPING\0" {
            return stream.write_all(b"PONG\0").await.ok();
        }
        assert_eq!(command, b"zINSTREAM\0");
        let scan = self.state().scan;
        let most = match scan {
            Scan::TooLarge(most) | Scan::HangUp(most) => most,
            _ => usize::MAX,
        };
        let content = take(&mut stream, most).await?;
        self.state().received.push(content);
        let reply = match scan {
            Scan::Clean => "stream: OK".to_owned(),
            Scan::Found(name) => format!("stream: {name} FOUND"),
            Scan::TooLarge(_) => "INSTREAM size limit exceeded. ERROR".to_owned(),
            Scan::Says(text) => text.to_owned(),
            Scan::HangUp(_) => return None,
            Scan::Silent => std::future::pending().await,
        };
        stream.write_all(format!("{reply}\0").as_bytes()).await.ok()
    }
}

/// Frames up to the empty one, or until there are more bytes than wanted.
async fn take(stream: &mut TcpStream, most: usize) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    loop {
        let length = usize::try_from(stream.read_u32().await.ok()?).expect("a length fits");
        if length == 0 || content.len() + length > most {
            return Some(content);
        }
        let mut frame = vec![0; length];
        stream.read_exact(&mut frame).await.ok()?;
        content.extend(frame);
    }
}
