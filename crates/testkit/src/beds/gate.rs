//! A proxy in front of a provider that makes calls fail as a test wants. Clients sign for the gate's address: the
//! `Host` header is passed on unchanged.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::Misbehaviour;
use crate::raw_http::Request;

/// What a gate must know about its provider. Answers are a status and a body, in the provider's own format.
#[derive(Debug, Clone, Copy)]
pub struct Manners {
    /// Whether a call, given by its method and its path with query, contains content of a file.
    pub carries_content: fn(&str, &str) -> bool,
    /// Whether a call begins an upload that only its answer names.
    pub begins_upload: fn(&str, &str) -> bool,
    /// Whether a call lists unfinished uploads.
    pub lists_uploads: fn(&str, &str) -> bool,
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
    /// Whether the client got all of the answer.
    pub is_answered: bool,
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
    /// Decides for [`Misbehaviour::Moody`].
    mood: StdRng,
    passed: Vec<Passed>,
}

enum Verdict {
    Pass,
    PassAndReset,
    /// The second half of the answer is missing.
    PassAndCut,
    Reset,
    Answer {
        status: u16,
        body: &'static str,
        retry_after: Option<u32>,
    },
    Silence,
}

impl Verdict {
    const fn answer((status, body): (u16, &'static str)) -> Self {
        Self::Answer { status, body, retry_after: None }
    }
}

impl Gate {
    pub async fn start(behind: SocketAddr, manners: Manners) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = State { how: Misbehaviour::None, mood: StdRng::seed_from_u64(0), passed: Vec::new() };
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
        let mut state = self.state();
        state.how = how;
        if let Misbehaviour::Moody { seed, .. } = how {
            state.mood = StdRng::seed_from_u64(seed);
        }
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

    /// Uploads that only the provider knows, because the answer to their beginning was lost.
    pub fn unknown_uploads(&self) -> usize {
        let begins = self.manners.begins_upload;
        let is_unknown = |call: &&Passed| !call.is_answered && call.is_success() && begins(&call.method, &call.target);
        self.state().passed.iter().filter(is_unknown).count()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn judge(&self, request: &Request) -> Verdict {
        let has_content = (self.manners.carries_content)(request.method(), request.target());
        let begins = (self.manners.begins_upload)(request.method(), request.target());
        let lists = (self.manners.lists_uploads)(request.method(), request.target());
        let State { how, mood, .. } = &mut *self.state();
        match how {
            Misbehaviour::Silent => Verdict::Silence,
            Misbehaviour::RevokedAfter(0) => Verdict::answer(self.manners.revoked),
            Misbehaviour::Busy { status, calls: left, seconds } if *left > 0 => {
                *left -= 1;
                Verdict::Answer { status: *status, body: self.manners.failing, retry_after: Some(*seconds) }
            }
            Misbehaviour::Moody { percent, .. } if mood.random_ratio(u32::from(*percent), 100) => {
                moody(mood, has_content, self.manners.failing)
            }
            Misbehaviour::LostBeginnings(left) if begins && *left > 0 => {
                *left -= 1;
                Verdict::PassAndReset
            }
            Misbehaviour::NoListing if lists => Verdict::answer((403, "")),
            _ if !has_content => Verdict::Pass,
            Misbehaviour::None
            | Misbehaviour::LostBeginnings(_)
            | Misbehaviour::NoListing
            | Misbehaviour::Busy { .. }
            | Misbehaviour::Moody { .. }
            | Misbehaviour::Status(_, 0)
            | Misbehaviour::Reset(0) => Verdict::Pass,
            Misbehaviour::Status(status, left) => {
                *left -= 1;
                // What is refused for good is not explained.
                let is_passing = *status >= 500 || *status == 429;
                Verdict::answer((*status, if is_passing { self.manners.failing } else { "" }))
            }
            Misbehaviour::Reset(left) => {
                *left -= 1;
                Verdict::PassAndReset
            }
            Misbehaviour::RevokedAfter(left) => {
                *left -= 1;
                Verdict::Pass
            }
            Misbehaviour::Full => Verdict::answer(self.manners.full),
        }
    }

    async fn serve(self, mut client: TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(&mut client).await? else { return Ok(()) };
        let verdict = self.judge(&request);
        match verdict {
            Verdict::Silence => return client.read_to_end(&mut Vec::new()).await.map(drop),
            Verdict::Answer { status, body, retry_after } => {
                request.discard_body(&mut client).await?;
                let headers: Vec<_> =
                    retry_after.map(|seconds| ("retry-after", seconds.to_string())).into_iter().collect();
                return request.answer(&mut client, status, &headers, body).await;
            }
            Verdict::Reset => return client.set_zero_linger(),
            Verdict::Pass | Verdict::PassAndReset | Verdict::PassAndCut => {}
        }
        let mut provider = TcpStream::connect(self.behind).await?;
        request.send(&mut client, &mut provider).await?;
        let mut beginning = Vec::new();
        // Enough to read the status.
        while beginning.len() < 12 && provider.read_buf(&mut beginning).await? > 0 {}
        let status =
            String::from_utf8_lossy(&beginning).split(' ').nth(1).and_then(|status| status.get(..3)?.parse().ok());
        let (method, target) = (request.method().to_owned(), request.target().to_owned());
        let is_answered = matches!(verdict, Verdict::Pass);
        self.state().passed.push(Passed { method, target, status: status.unwrap_or(0), is_answered });
        if matches!(verdict, Verdict::PassAndReset) {
            provider.read_to_end(&mut beginning).await?;
            return client.set_zero_linger();
        }
        if matches!(verdict, Verdict::PassAndCut) {
            provider.read_to_end(&mut beginning).await?;
            client.write_all(&beginning[..beginning.len() / 2]).await?;
            return client.shutdown().await;
        }
        client.write_all(&beginning).await?;
        tokio::io::copy(&mut provider, &mut client).await?;
        client.shutdown().await
    }
}

/// One of the ways in which providers fail. Only content is refused for good: a folder that is denied today would be there
/// tomorrow, which no real provider does.
fn moody(mood: &mut StdRng, has_content: bool, failing: &'static str) -> Verdict {
    let ways = if has_content { 9 } else { 6 };
    match mood.random_range(0..ways) {
        0 => Verdict::answer((500, failing)),
        1 => Verdict::Answer { status: 503, body: failing, retry_after: Some(1) },
        2 => Verdict::Answer { status: 429, body: failing, retry_after: Some(2) },
        3 => Verdict::Reset,
        4 => Verdict::PassAndReset,
        5 => Verdict::PassAndCut,
        6 => Verdict::answer((400, "")),
        7 => Verdict::answer((403, "")),
        _ => Verdict::answer((409, "")),
    }
}
