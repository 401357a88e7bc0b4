//! A proxy in front of PostgreSQL that stops a server between two of its statements.
//!
//! The database carries out the chosen statement, and the server does not learn of it until the test goes on. So another
//! server can do something in exactly this moment.
//!
//! Connections are not encrypted here. The proxy reads the messages only as far as it needs to count statements.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// Serves until the runtime ends.
#[derive(Clone)]
pub struct StatementGate {
    url: String,
    state: Arc<Mutex<State>>,
    stopped: Arc<watch::Sender<Option<String>>>,
}

#[derive(Default)]
struct State {
    /// Statements since the last call of [`StatementGate::watch`].
    seen: Vec<String>,
    /// After how many of them the gate closes.
    stop_after: Option<usize>,
}

impl StatementGate {
    /// In front of the server that `database` names.
    pub async fn start(database: &str) -> Self {
        let mut url: Url = database.parse().expect("the address of a database");
        let port = url.port().unwrap_or(5432);
        let server = format!("{}:{port}", url.host_str().expect("a database server has an address"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address: SocketAddr = listener.local_addr().expect("a bound listener has an address");
        url.set_ip_host(address.ip()).expect("the address can be changed");
        url.set_port(Some(address.port())).expect("the port can be changed");
        url.set_query(Some("sslmode=disable"));
        let gate = Self { url: url.into(), state: Arc::default(), stopped: Arc::new(watch::Sender::new(None)) };
        let serving = gate.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(serving.clone().pass(client, server.clone()));
            }
        });
        gate
    }

    /// The same database, through the gate.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Counts from now on, and closes after so many statements. Without a number it stays open.
    pub fn watch(&self, stop_after: Option<usize>) {
        *self.state.lock() = State { seen: Vec::new(), stop_after };
        self.stopped.send_replace(None);
    }

    /// Returns when the gate has closed, with the statement that was carried out last.
    pub async fn stopped(&self) -> String {
        let mut stopped = self.stopped.subscribe();
        let statement = stopped.wait_for(Option::is_some).await.expect("the gate has a sender");
        statement.clone().unwrap_or_default()
    }

    /// Opens the gate and keeps it open. Returns the statements that were seen.
    pub fn open(&self) -> Vec<String> {
        let mut state = self.state.lock();
        state.stop_after = None;
        self.stopped.send_replace(None);
        std::mem::take(&mut state.seen)
    }

    async fn pass(self, client: TcpStream, server: String) -> io::Result<()> {
        let server = TcpStream::connect(server).await?;
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let statement = Arc::new(Mutex::new(String::new()));
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let asked = tokio::spawn(pass_questions(from_client, to_server, Arc::clone(&statement)));
        let answered = self.pass_answers(from_server, to_client, &statement).await;
        asked.abort();
        answered
    }

    async fn pass_answers(
        &self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        statement: &Mutex<String>,
    ) -> io::Result<()> {
        let mut is_done = false;
        loop {
            let message = Message::read(&mut from).await?;
            match message.kind {
                // The statement is complete; the server is ready for the next one.
                b'C' => is_done = true,
                b'Z' if std::mem::take(&mut is_done) => {
                    let statement = statement.lock().clone();
                    self.count(statement).await;
                }
                _ => {}
            }
            to.write_all(&message.bytes).await?;
        }
    }

    /// Returns when the statement may be answered.
    async fn count(&self, statement: String) {
        // New connections set their limits, at any time.
        if statement.starts_with("SET ") {
            return;
        }
        {
            let mut state = self.state.lock();
            state.seen.push(statement.clone());
            if state.stop_after != Some(state.seen.len()) {
                return;
            }
            self.stopped.send_replace(Some(statement));
        }
        let mut stopped = self.stopped.subscribe();
        let _ = stopped.wait_for(Option::is_none).await;
    }
}

/// Passes on what the client says, and remembers which statement it runs.
async fn pass_questions(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    statement: Arc<Mutex<String>>,
) -> io::Result<()> {
    // The first message has no kind.
    let length = from.read_u32().await?;
    let mut rest = vec![0; (length as usize).saturating_sub(4)];
    from.read_exact(&mut rest).await?;
    to.write_u32(length).await?;
    to.write_all(&rest).await?;
    let mut prepared = HashMap::<Vec<u8>, String>::new();
    loop {
        let message = Message::read(&mut from).await?;
        let mut words = message.bytes[5..].split(|byte| *byte == 0);
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match message.kind {
            b'Q' => *statement.lock() = text(first),
            // Prepares a statement: its name and its text.
            b'P' => drop(prepared.insert(first.to_vec(), text(second))),
            // Binds values: the name of the result, and the name of the statement.
            b'B' => *statement.lock() = prepared.get(second).cloned().unwrap_or_default(),
            _ => {}
        }
        to.write_all(&message.bytes).await?;
    }
}

/// On one line.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Message {
    kind: u8,
    /// All of it, with kind and length.
    bytes: Vec<u8>,
}

impl Message {
    async fn read(from: &mut OwnedReadHalf) -> io::Result<Self> {
        let mut head = [0; 5];
        from.read_exact(&mut head).await?;
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
        let mut bytes = head.to_vec();
        bytes.resize(1 + length.max(4), 0);
        from.read_exact(&mut bytes[5..]).await?;
        Ok(Self { kind: head[0], bytes })
    }
}
