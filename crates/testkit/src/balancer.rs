//! A small load balancer, as real installations have one in front of several servers.
//!
//! It polls every server for readiness, and distributes requests to the ready ones in turn. A server that refuses the
//! connection has seen nothing of the request, so the next one gets it. A request that was sent is never repeated: if
//! no answer comes, the client gets 502 and does not know what happened.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::raw_http::{Request, copy};

const ASK_EVERY: Duration = Duration::from_millis(100);
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// While no server is ready, requests wait this long for one.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves until the runtime ends.
#[derive(Clone)]
pub struct Balancer {
    address: SocketAddr,
    servers: Arc<Vec<Server>>,
    turn: Arc<AtomicUsize>,
}

struct Server {
    address: SocketAddr,
    is_ready: AtomicBool,
}

impl Balancer {
    pub async fn start(servers: &[SocketAddr]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let server = |address: &SocketAddr| Server { address: *address, is_ready: AtomicBool::new(false) };
        let servers = Arc::new(servers.iter().map(server).collect());
        let balancer = Self { address, servers, turn: Arc::default() };
        for number in 0..balancer.servers.len() {
            tokio::spawn(balancer.clone().ask(number));
        }
        let serving = balancer.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serving.clone().pass(client));
            }
        });
        balancer
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many servers are in rotation.
    pub fn ready(&self) -> usize {
        self.servers.iter().filter(|server| server.is_ready.load(Ordering::Relaxed)).count()
    }

    async fn ask(self, number: usize) {
        let server = &self.servers[number];
        loop {
            let answer = timeout(ANSWER_WITHIN, is_ready(server.address)).await;
            server.is_ready.store(matches!(answer, Ok(Ok(true))), Ordering::Relaxed);
            sleep(ASK_EVERY).await;
        }
    }

    async fn pass(self, mut client: TcpStream) -> io::Result<()> {
        let Some(request) = Request::read(&mut client).await? else { return Ok(()) };
        let Some(mut server) = self.connect().await else {
            return request.answer(&mut client, 503, &[], "no server is ready").await;
        };
        let answered = AtomicU64::new(0);
        let passed = async {
            request.send(&mut client, &mut server).await?;
            copy(&mut server, &mut client, &answered).await
        };
        let passed = passed.await;
        if answered.load(Ordering::Relaxed) == 0 {
            return request.answer(&mut client, 502, &[], "the server went without an answer").await;
        }
        passed?;
        client.shutdown().await
    }

    /// A connection to the next ready server that accepts it.
    async fn connect(&self) -> Option<TcpStream> {
        let connected = async {
            loop {
                for _ in 0..self.servers.len() {
                    let server = &self.servers[self.turn.fetch_add(1, Ordering::Relaxed) % self.servers.len()];
                    if server.is_ready.load(Ordering::Relaxed)
                        && let Ok(stream) = TcpStream::connect(server.address).await
                    {
                        return stream;
                    }
                }
                sleep(ASK_EVERY).await;
            }
        };
        timeout(PATIENCE, connected).await.ok()
    }
}

async fn is_ready(server: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(format!("GET /readyz HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer.starts_with(b"HTTP/1.1 200 "))
}
