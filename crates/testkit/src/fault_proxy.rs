//! A proxy in front of an S3 store that injects faults of networks and stores.
//!
//! Signatures: clients sign for the proxy's address, and the proxy passes their `Host` header on unchanged. A store
//! checks a signature against that header and not against its own address, so signed requests pass unchanged.
//!
//! A test queues faults. Each applies to the next request of its [`Operation`] that has none yet; all others pass.
//! Every request gets its own connection to the store, and the client's connection ends with the reply.

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

/// The operation that a request asks for.
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
    /// The bucket itself: created or checked.
    Bucket,
    /// A browser's CORS preflight request.
    Preflight,
    /// Of the API: a package is finalized.
    FinalizePackage,
}

/// A reply that does not come from the store.
#[derive(Debug, Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

#[derive(Debug, Clone)]
pub enum Fault {
    /// The store does not see the request.
    Instead(Answer),
    /// The store carries out the request, but the client gets another reply.
    DoneBut(Answer),
    /// The connection is reset before the body is passed on.
    ResetBefore,
    /// The store carries out the request, and the connection is reset instead of a reply.
    ResetAfter,
    /// The second half of the reply's body is missing, and the connection ends.
    Truncated,
    /// As before, in a reply without a length.
    TruncatedUnnoticed,
    /// One byte in the middle of the reply's body is changed.
    Corrupted,
    /// The reply has another value for this header, or lacks the header.
    Header(&'static str, Option<&'static str>),
    /// After half of the reply's body nothing more is sent, and the connection stays open.
    Stalled,
    /// The reply's body comes in ten pieces, each after this pause.
    Slow(Duration),
    /// The `Range` of the request is removed.
    RangeIgnored,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<String>) -> Self {
        Self { status, headers: Vec::new(), body: body.into() }
    }

    /// An error in the format of S3. With status 200 it is what S3 sends when a long operation fails late.
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

    /// The answer of S3 to an expired URL.
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
    /// Bytes received with requests, and sent with replies.
    moved: Vec<(Operation, u64, u64)>,
    chance: Option<(f64, StdRng)>,
}

/// Faults that content meets on a bad day. All of them are temporary.
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
                // A client that disconnects in the middle is not an error.
                tokio::spawn(serving.clone().pass(client));
            }
        });
        proxy
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes the next request of this kind fail, after those that already have a fault queued.
    pub fn inject(&self, operation: Operation, fault: Fault) {
        self.state().faults.push((operation, fault));
    }

    /// Makes the next `times` requests of this kind fail.
    pub fn inject_times(&self, times: usize, operation: Operation, fault: &Fault) {
        self.state().faults.extend(std::iter::repeat_n((operation, fault.clone()), times));
    }

    /// Removes the queued faults, and returns how many there were.
    pub fn clear(&self) -> usize {
        std::mem::take(&mut self.state().faults).len()
    }

    /// How many requests of this kind were received so far.
    pub fn count(&self, operation: Operation) -> usize {
        self.state().seen.iter().filter(|seen| **seen == operation).count()
    }

    /// Makes this share of all requests with content fail at random; none if it is zero.
    pub fn set_share_of_faults(&self, share: f64, seed: u64) {
        self.state().chance = (share > 0.0).then(|| (share, StdRng::seed_from_u64(seed)));
    }

    /// Bytes received with requests of this kind, including those that were cut off.
    pub fn bytes_in(&self, operation: Operation) -> u64 {
        self.state().moved.iter().filter(|(moved, ..)| *moved == operation).map(|(_, bytes, _)| bytes).sum()
    }

    /// Bytes, including heads, that were sent with replies without a fault to requests of this kind.
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

/// Sends the store's reply, changed by the fault.
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
            // Until the client disconnects.
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
        "POST" if path.starts_with("/v1/packages/") && path.ends_with("/finalize") && !path.contains("/files/") => {
            Operation::FinalizePackage
        }
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
