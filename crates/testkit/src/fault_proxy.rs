//! A proxy in front of an S3 store that does to requests what networks and stores do.
//!
//! Signatures: clients sign for the proxy's address, and the proxy hands their `Host` header on as it came. A store
//! checks a signature against that header and not against its own address, so signed requests pass unchanged.
//!
//! A test queues faults. Each is for the next request of its [`Operation`] that has none yet; all others pass. Every
//! request gets a connection of its own to the store, and the client's connection ends with the reply.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::raw_http::{Head, Request, copy, end_of_head};

/// What a request asks of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Begins a multipart upload.
    Create,
    Part,
    Complete,
    Abort,
    /// A whole object at once.
    Put,
    Get,
    Head,
    /// One object or a batch.
    Delete,
    /// Objects or uploads.
    List,
    /// The bucket itself: made or looked at.
    Bucket,
    /// A browser asks before it sends.
    Preflight,
}

/// A reply that the store did not make.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

#[derive(Debug, Clone)]
pub enum Fault {
    /// The store is not asked at all.
    Instead(Answer),
    /// The store does what it was asked, but the client hears something else.
    DoneBut(Answer),
    /// The connection is reset before the body has gone anywhere.
    ResetBefore,
    /// The store does what it was asked, and the connection is reset in place of the reply.
    ResetAfter,
    /// The second half of the reply's body is missing, and the connection ends.
    Truncated,
    /// As before, in a reply that does not say how long it is.
    TruncatedUnnoticed,
    /// One byte in the middle of the reply's body is another one.
    Corrupted,
    /// The reply has another value for this header, or does not have the header.
    Header(&'static str, Option<&'static str>),
    /// After half of the reply's body nothing more comes, and the connection stays open.
    Stalled,
    /// The reply's body comes in ten pieces, each after such a pause.
    Slow(Duration),
    /// The store never sees the `Range` of the request.
    RangeIgnored,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<String>) -> Self {
        Self { status, headers: Vec::new(), body: body.into() }
    }

    /// A refusal as S3 writes it. With status 200 it is what S3 does when a long operation fails late.
    pub fn error(status: u16, code: &str) -> Self {
        Self::new(status, format!("<Error><Code>{code}</Code><Message>made by a test</Message></Error>"))
    }

    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    async fn send(&self, request: &Request, client: &mut TcpStream) -> io::Result<()> {
        request.answer(client, self.status, &self.headers, &self.body).await
    }
}

impl Fault {
    /// 500, and nothing was done.
    pub fn internal_error() -> Self {
        Self::Instead(Answer::error(500, "InternalError"))
    }

    pub fn slow_down(retry_after_seconds: u32) -> Self {
        Self::Instead(Answer::error(503, "SlowDown").header("Retry-After", retry_after_seconds.to_string()))
    }

    pub fn too_many_requests(retry_after_seconds: u32) -> Self {
        Self::Instead(Answer::error(429, "TooManyRequests").header("Retry-After", retry_after_seconds.to_string()))
    }

    /// What S3 says to a URL that has run out.
    pub fn expired() -> Self {
        Self::Instead(Answer::error(403, "AccessDenied"))
    }

    pub fn redirect(to: &str) -> Self {
        Self::Instead(Answer::error(307, "TemporaryRedirect").header("Location", to))
    }

    pub fn wrong_etag() -> Self {
        Self::Header("etag", Some("\"0123456789abcdef0123456789abcdef\""))
    }
}

/// Clones share the faults.
#[derive(Clone)]
pub struct FaultProxy {
    address: SocketAddr,
    store: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    faults: Vec<(Operation, Fault)>,
    seen: Vec<Operation>,
    /// Bytes that came with requests, and that went with replies.
    moved: Vec<(Operation, u64, u64)>,
    chance: Option<(f64, StdRng)>,
}

/// What content meets on a bad day. All of it passes.
fn mishap(chance: &mut StdRng) -> Fault {
    match chance.random_range(0..7) {
        0 => Fault::internal_error(),
        1 => Fault::slow_down(0),
        2 => Fault::ResetBefore,
        3 => Fault::ResetAfter,
        4 => Fault::Truncated,
        5 => Fault::Corrupted,
        _ => Fault::Slow(Duration::from_millis(10)),
    }
}

impl FaultProxy {
    pub async fn start(store: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let proxy = Self { address, store, state: Arc::default() };
        let serving = proxy.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A client that goes away in the middle is no matter of ours.
                tokio::spawn(serving.clone().pass(client));
            }
        });
        proxy
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Lets the next request of this kind fail, after those for which a fault is queued already.
    pub fn inject(&self, operation: Operation, fault: Fault) {
        self.state().faults.push((operation, fault));
    }

    /// Lets the next requests of this kind fail, `times` of them.
    pub fn inject_times(&self, times: usize, operation: Operation, fault: &Fault) {
        self.state().faults.extend(std::iter::repeat_n((operation, fault.clone()), times));
    }

    /// Forgets the faults that nobody has met, and says how many they were.
    pub fn clear(&self) -> usize {
        std::mem::take(&mut self.state().faults).len()
    }

    /// How many requests of this kind have come so far.
    pub fn count(&self, operation: Operation) -> usize {
        self.state().seen.iter().filter(|seen| **seen == operation).count()
    }

    /// Lets such a share of all requests that carry content fail, by chance; none if it is zero.
    pub fn set_share_of_faults(&self, share: f64, seed: u64) {
        self.state().chance = (share > 0.0).then(|| (share, StdRng::seed_from_u64(seed)));
    }

    /// Bytes that came with requests of this kind, also with those that were cut.
    pub fn bytes_in(&self, operation: Operation) -> u64 {
        self.state().moved.iter().filter(|(moved, ..)| *moved == operation).map(|(_, bytes, _)| bytes).sum()
    }

    /// Bytes, heads included, that went with replies to requests of this kind for which there was no fault.
    pub fn bytes_out(&self, operation: Operation) -> u64 {
        self.state().moved.iter().filter(|(moved, ..)| *moved == operation).map(|(.., bytes)| bytes).sum()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn fault_for(&self, operation: Operation) -> Option<Fault> {
        let mut state = self.state();
        state.seen.push(operation);
        if let Some(place) = state.faults.iter().position(|(waiting, _)| *waiting == operation) {
            return Some(state.faults.remove(place).1);
        }
        let carries = matches!(operation, Operation::Create | Operation::Part | Operation::Put | Operation::Get);
        let (share, chance) = state.chance.as_mut().filter(|_| carries)?;
        chance.random_bool(*share).then(|| mishap(chance))
    }

    async fn pass(self, mut client: TcpStream) -> io::Result<()> {
        let Some(mut request) = Request::read(&mut client).await? else { return Ok(()) };
        let (operation, sent) = (operation(request.method(), request.target()), AtomicU64::new(0));
        let fault = self.fault_for(operation);
        let passed = self.pass_on(&mut client, &mut request, fault, &sent).await;
        self.state().moved.push((operation, request.taken(), sent.into_inner()));
        passed
    }

    async fn pass_on(
        &self,
        client: &mut TcpStream,
        request: &mut Request,
        fault: Option<Fault>,
        sent: &AtomicU64,
    ) -> io::Result<()> {
        match fault {
            Some(Fault::ResetBefore) => return client.set_zero_linger(),
            Some(Fault::Instead(answer)) => {
                request.discard_body(client).await?;
                return answer.send(request, client).await;
            }
            Some(Fault::RangeIgnored) => request.head.remove("range"),
            _ => {}
        }
        let mut store = TcpStream::connect(self.store).await?;
        request.send(client, &mut store).await?;
        match fault {
            None | Some(Fault::RangeIgnored) => {
                copy(&mut store, client, sent).await?;
                client.shutdown().await
            }
            Some(fault) => {
                let mut reply = Vec::new();
                store.read_to_end(&mut reply).await?;
                spoil(client, request, reply, fault).await
            }
        }
    }
}

/// Sends the store's reply as the fault has it.
async fn spoil(client: &mut TcpStream, request: &Request, reply: Vec<u8>, fault: Fault) -> io::Result<()> {
    let end = end_of_head(&reply).unwrap_or(reply.len());
    let mut head = Head(String::from_utf8_lossy(&reply[..end]).into_owned());
    let mut body = reply[end..].to_vec();
    let half = body.len() / 2;
    match fault {
        Fault::DoneBut(answer) => return answer.send(request, client).await,
        Fault::ResetAfter => return client.set_zero_linger(),
        Fault::Corrupted => body.get_mut(half).into_iter().for_each(|byte| *byte ^= 0x20),
        Fault::Truncated => body.truncate(half),
        Fault::TruncatedUnnoticed => {
            head.remove("content-length");
            body.truncate(half);
        }
        Fault::Header(name, value) => {
            head.remove(name);
            if let Some(value) = value {
                head.add(name, value);
            }
        }
        Fault::Stalled => {
            client.write_all(head.0.as_bytes()).await?;
            client.write_all(&body[..half]).await?;
            // Until the client has had enough.
            return client.read_to_end(&mut Vec::new()).await.map(drop);
        }
        Fault::Slow(pause) => {
            client.write_all(head.0.as_bytes()).await?;
            for piece in body.chunks(body.len().div_ceil(10).max(1)) {
                tokio::time::sleep(pause).await;
                client.write_all(piece).await?;
            }
            return client.shutdown().await;
        }
        Fault::Instead(_) | Fault::ResetBefore | Fault::RangeIgnored => {}
    }
    client.write_all(head.0.as_bytes()).await?;
    client.write_all(&body).await?;
    client.shutdown().await
}

fn operation(method: &str, target: &str) -> Operation {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let has = |name: &str| query.split('&').any(|pair| pair.split('=').next() == Some(name));
    let names_object = path.trim_matches('/').contains('/');
    match method {
        "OPTIONS" => Operation::Preflight,
        "GET" if has("list-type") || has("uploads") => Operation::List,
        "POST" if has("uploads") => Operation::Create,
        "POST" if has("delete") => Operation::Delete,
        _ if !names_object => Operation::Bucket,
        "POST" => Operation::Complete,
        "PUT" if has("partNumber") => Operation::Part,
        "PUT" => Operation::Put,
        "DELETE" if has("uploadId") => Operation::Abort,
        "DELETE" => Operation::Delete,
        "HEAD" => Operation::Head,
        _ => Operation::Get,
    }
}
