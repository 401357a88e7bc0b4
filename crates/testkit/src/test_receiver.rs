//! A webhook receiver: keeps what it is sent, byte for byte, and answers as configured.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use client::Client;
use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use wire::ids::{PortalId, TeamId};
use wire::portals::{Named, WritePortal};
use wire::webhooks::{WebhookBody, WriteWebhook};

/// What the receiver does with a request.
#[derive(Debug, Clone)]
pub enum Reaction {
    Answer(u16),
    AnswerAfter(Duration, u16),
    /// Exactly these bytes.
    Raw(Vec<u8>),
    /// A success with an endless body, sent as fast as it is read.
    Flood,
    /// Nothing, until the caller disconnects.
    Silence,
    HangUp,
}

/// A complete request.
#[derive(Debug, Clone)]
pub struct Received {
    /// The first line and the headers, unchanged.
    pub head: String,
    pub body: Vec<u8>,
}

impl Received {
    pub fn method(&self) -> &str {
        self.head.split(' ').next().unwrap_or_default()
    }

    /// The values of a header.
    pub fn header(&self, name: &str) -> Vec<&str> {
        let fields = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        fields.filter(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value).collect()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    pub fn event_id(&self) -> String {
        self.json()["event_id"].as_str().expect("every delivery has an event_id").to_owned()
    }
}

type Decide = Arc<dyn Fn(&Received) -> Reaction + Send + Sync>;

#[derive(Clone)]
pub struct TestReceiver {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    decide: Decide,
    received: Vec<Received>,
    connections: usize,
    /// Open connections, and the maximum at once.
    open: usize,
    most_open: usize,
    /// Bytes that a flood was able to send.
    flooded: usize,
}

impl State {
    fn opened(&mut self) {
        self.connections += 1;
        self.open += 1;
        self.most_open = self.most_open.max(self.open);
    }
}

impl TestReceiver {
    /// Answers 204 to everything until told otherwise.
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1:0").await
    }

    /// As [`start`](Self::start), at an address of this machine.
    pub async fn start_at(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let decide: Decide = Arc::new(|_| Reaction::Answer(204));
        let state = State { decide, received: Vec::new(), connections: 0, open: 0, most_open: 0, flooded: 0 };
        let receiver = Self { address, state: Arc::new(Mutex::new(state)) };
        let served = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                served.lock().opened();
                let serving = served.clone();
                tokio::spawn(async move {
                    serving.clone().serve(stream).await;
                    serving.lock().open -= 1;
                });
            }
        });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// A webhook for events of this kind.
    pub fn webhook(&self, event: &str) -> WriteWebhook {
        WriteWebhook {
            active: Some(true),
            events: vec![event.to_owned()],
            method: "POST".to_owned(),
            url: self.url(),
            name: None,
            headers: None,
            body_extras: None,
        }
    }

    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// From now on every request gets this reaction; probes are still answered.
    pub fn react(&self, reaction: Reaction) {
        self.react_by(move |_| reaction.clone());
    }

    pub fn react_by(&self, decide: impl Fn(&Received) -> Reaction + Send + Sync + 'static) {
        self.lock().decide = Arc::new(decide);
    }

    /// All received requests except the probes, in order.
    pub fn deliveries(&self) -> Vec<Received> {
        self.lock().received.iter().filter(|request| request.method() != "HEAD").cloned().collect()
    }

    pub fn probes(&self) -> usize {
        self.lock().received.iter().filter(|request| request.method() == "HEAD").count()
    }

    pub fn connections(&self) -> usize {
        self.lock().connections
    }

    pub fn most_at_once(&self) -> usize {
        self.lock().most_open
    }

    pub fn flooded(&self) -> usize {
        self.lock().flooded
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// One request on a stream of any kind; the connection ends with the answer.
    pub async fn serve(self, mut stream: impl AsyncRead + AsyncWrite + Unpin) {
        let Ok(Some(request)) = read(&mut stream).await else { return };
        let reaction = {
            let mut state = self.lock();
            let is_probe = request.method() == "HEAD";
            let reaction = if is_probe { Reaction::Answer(204) } else { (state.decide.clone())(&request) };
            state.received.push(request);
            reaction
        };
        // A caller that has disconnected is not an error of the receiver.
        let _ = self.answer(&mut stream, reaction).await;
    }

    async fn answer(&self, stream: &mut (impl AsyncRead + AsyncWrite + Unpin), reaction: Reaction) -> io::Result<()> {
        match reaction {
            Reaction::Answer(status) => stream.write_all(plain(status).as_bytes()).await?,
            Reaction::AnswerAfter(pause, status) => {
                tokio::time::sleep(pause).await;
                stream.write_all(plain(status).as_bytes()).await?;
            }
            Reaction::Raw(bytes) => stream.write_all(&bytes).await?,
            Reaction::Flood => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n").await?;
                loop {
                    let written = stream.write(&[b'a'; 4_096]).await?;
                    self.lock().flooded += written;
                }
            }
            Reaction::Silence => return stream.read_to_end(&mut Vec::new()).await.map(drop),
            Reaction::HangUp => return Ok(()),
        }
        stream.shutdown().await
    }
}

fn plain(status: u16) -> String {
    let length = if status == 204 { "" } else { "content-length: 0\r\n" };
    format!("HTTP/1.1 {status} Whatever\r\n{length}connection: close\r\n\r\n")
}

/// A request with a body of known length, or `None` if the caller only connected.
async fn read(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Received>> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let body = bytes.split_off(end);
    let mut received = Received { head: String::from_utf8_lossy(&bytes).into_owned(), body };
    let length = received.header("content-length").first().and_then(|length| length.parse().ok()).unwrap_or(0);
    while received.body.len() < length {
        if stream.read_buf(&mut received.body).await? == 0 {
            return Ok(None);
        }
    }
    Ok(Some(received))
}

/// An open Portal that calls this webhook.
pub async fn portal_with_webhook(client: &Client, team: &TeamId, webhook: &WebhookBody) -> PortalId {
    let portal = WritePortal {
        name: Some("Dailies".to_owned()),
        subdomain: Some("dailies".to_owned()),
        active: Some(true),
        custom_webhooks: Some(vec![Named(webhook.id.to_string())]),
        ..WritePortal::default()
    };
    client.create_portal(team, &portal).await.expect("the Portal is created").id
}

/// Reacts like a provider that accepts everything: a bucket, or a container of blobs.
pub fn obliging(request: &Received) -> Reaction {
    let listing = if request.head.contains("comp=list") {
        "<EnumerationResults><Blobs><Blob/></Blobs></EnumerationResults>"
    } else {
        "<ListBucketResult></ListBucketResult>"
    };
    match request.method() {
        "GET" => {
            let length = listing.len();
            Reaction::Raw(format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{listing}").into_bytes())
        }
        "PUT" => Reaction::Answer(201),
        _ => Reaction::Answer(204),
    }
}
