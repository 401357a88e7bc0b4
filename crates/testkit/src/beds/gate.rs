//! A proxy in front of a provider that makes calls fail as a test wants. Clients sign for the gate's address: the
//! `Host` header is passed on unchanged.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::Misbehaviour;
use crate::raw_http::Request;

/// What a gate must know about its provider. Answers are a status and a body, in the provider's own format.
#[derive(Debug, Clone, Copy)]
pub struct Manners {
    /// Whether a call, given by its method and its path with query, contains content of a file.
    pub carries_content: fn(&str, &str) -> bool,
    pub revoked: (u16, &'static str),
    pub full: (u16, &'static str),
    /// The body of any other answer that the gate makes.
    pub failing: &'static str,
}

/// A call that reached the provider, and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    pub method: String,
    /// Path and query, unchanged.
    pub target: String,
    pub status: u16,
}

impl Passed {
    pub const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub fn has_query(&self, name: &str) -> bool {
        let query = self.target.split_once('?').map_or("", |(_, query)| query);
        query.split('&').any(|pair| pair.split('=').next() == Some(name))
    }
}

/// Clones are the same gate.
#[derive(Clone)]
pub struct Gate {
    address: SocketAddr,
    behind: SocketAddr,
    manners: Manners,
    state: Arc<Mutex<State>>,
}

struct State {
    how: Misbehaviour,
    passed: Vec<Passed>,
}

enum Verdict {
    Pass,
    PassAndReset,
    Answer(u16, &'static str),
    Silence,
}

impl Gate {
    pub async fn start(behind: SocketAddr, manners: Manners) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = State { how: Misbehaviour::None, passed: Vec::new() };
        let gate = Self { address, behind, manners, state: Arc::new(Mutex::new(state)) };
        let serving = gate.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A client that disconnects in the middle is not an error.
                tokio::spawn(serving.clone().serve(client));
            }
        });
        gate
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn misbehave(&self, how: Misbehaviour) {
        self.state().how = how;
    }

    /// All calls that reached the provider, in the order of its answers.
    pub fn passed(&self) -> Vec<Passed> {
        self.state().passed.clone()
    }

    /// Those of them with content that succeeded.
    pub fn content_calls(&self) -> usize {
        let carries = self.manners.carries_content;
        self.state().passed.iter().filter(|call| call.is_success() && carries(&call.method, &call.target)).count()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn judge(&self, request: &Request) -> Verdict {
        let has_content = (self.manners.carries_content)(request.method(), request.target());
        let mut state = self.state();
        match &mut state.how {
            Misbehaviour::Silent => Verdict::Silence,
            Misbehaviour::RevokedAfter(0) => Verdict::Answer(self.manners.revoked.0, self.manners.revoked.1),
            _ if !has_content => Verdict::Pass,
            Misbehaviour::None | Misbehaviour::Status(_, 0) | Misbehaviour::Reset(0) => Verdict::Pass,
            Misbehaviour::Status(status, left) => {
                *left -= 1;
                Verdict::Answer(*status, self.manners.failing)
            }
            Misbehaviour::Reset(left) => {
                *left -= 1;
                Verdict::PassAndReset
            }
            Misbehaviour::RevokedAfter(left) => {
                *left -= 1;
                Verdict::Pass
            }
            Misbehaviour::Full => Verdict::Answer(self.manners.full.0, self.manners.full.1),
        }
    }

    async fn serve(self, mut client: TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(&mut client).await? else { return Ok(()) };
        let verdict = self.judge(&request);
        match verdict {
            Verdict::Silence => return client.read_to_end(&mut Vec::new()).await.map(drop),
            Verdict::Answer(status, body) => {
                request.discard_body(&mut client).await?;
                return request.answer(&mut client, status, &[], body).await;
            }
            Verdict::Pass | Verdict::PassAndReset => {}
        }
        let mut provider = TcpStream::connect(self.behind).await?;
        request.send(&mut client, &mut provider).await?;
        let mut beginning = Vec::new();
        // Enough to read the status.
        while beginning.len() < 12 && provider.read_buf(&mut beginning).await? > 0 {}
        let status =
            String::from_utf8_lossy(&beginning).split(' ').nth(1).and_then(|status| status.get(..3)?.parse().ok());
        let (method, target) = (request.method().to_owned(), request.target().to_owned());
        self.state().passed.push(Passed { method, target, status: status.unwrap_or(0) });
        if matches!(verdict, Verdict::PassAndReset) {
            provider.read_to_end(&mut beginning).await?;
            return client.set_zero_linger();
        }
        client.write_all(&beginning).await?;
        tokio::io::copy(&mut provider, &mut client).await?;
        client.shutdown().await
    }
}
