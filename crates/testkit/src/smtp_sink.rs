//! A mail server that accepts and keeps everything, or refuses on demand.

use std::net::SocketAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The server's answer to a recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    Accept,
    /// 450: try again later.
    Postpone,
    /// 550: never.
    Refuse,
    /// 550 to the sender: the operator has to allow our address.
    RefuseSender,
    /// 530: authentication required.
    RefuseUs,
    /// 554 instead of a greeting: nobody may send mail now.
    TurnAway,
    /// The connection is closed before any answer about the mail.
    HangUp,
    /// The mail is accepted, but the connection is closed before the answer.
    TakeAndHangUp,
}

#[derive(Debug, Clone)]
pub struct ReceivedMail {
    pub from: String,
    pub recipients: Vec<String>,
    /// Headers and body as they were received, with dots unstuffed.
    pub data: String,
}

impl ReceivedMail {
    /// The text with soft line breaks of quoted-printable undone.
    pub fn readable(&self) -> String {
        self.data.replace("=\r\n", "").replace("=3D", "=")
    }

    /// The values of a header, with folded lines joined.
    pub fn header(&self, name: &str) -> Vec<String> {
        let (head, _) = self.data.split_once("\r\n\r\n").unwrap_or((&self.data, ""));
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let fields = unfolded.split("\r\n").filter_map(|line| line.split_once(':'));
        let named = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.trim().to_owned()).collect()
    }

    /// The text of the part of this kind, decoded.
    #[track_caller]
    pub fn part(&self, kind: &str) -> String {
        let opening = format!("Content-Type: {kind}");
        let start = self.data.find(&opening).unwrap_or_else(|| panic!("the mail has no {kind}"));
        let (head, rest) = self.data[start..].split_once("\r\n\r\n").expect("a part has a body");
        let (_, boundary) = self.data.split_once("boundary=\"").expect("a mail of parts names its boundary");
        let boundary = boundary.split('"').next().unwrap_or_default();
        let body = rest.split(&format!("\r\n--{boundary}")).next().unwrap_or_default();
        let bytes = match head.split_once("Content-Transfer-Encoding: ").map(|(_, encoding)| encoding) {
            Some(encoding) if encoding.starts_with("base64") => {
                STANDARD.decode(body.replace("\r\n", "")).expect("the part is base64")
            }
            Some(encoding) if encoding.starts_with("quoted-printable") => unquoted(body),
            _ => body.as_bytes().to_vec(),
        };
        String::from_utf8(bytes).expect("the part is text")
    }

    /// The value of the first `token=` in the mail.
    pub fn token(&self) -> String {
        let text = self.readable();
        let start = text.find("token=").expect("the mail has a token") + "token=".len();
        let in_token = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        text[start..].chars().take_while(|letter| in_token(*letter)).collect()
    }
}

#[derive(Clone)]
pub struct SmtpSink {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    behaviour: Behaviour,
    mails: Vec<ReceivedMail>,
}

impl SmtpSink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let state = Arc::new(Mutex::new(State { behaviour: Behaviour::Accept, mails: Vec::new() }));
        let sink = Self { address, state };
        let served = sink.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(served.clone().converse(stream));
            }
        });
        sink
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn behave(&self, behaviour: Behaviour) {
        self.state().behaviour = behaviour;
    }

    /// The mails since the last call.
    pub fn take(&self) -> Vec<ReceivedMail> {
        std::mem::take(&mut self.state().mails)
    }

    /// The newest mail to someone since the last call; mails to others are dropped.
    #[track_caller]
    pub fn take_to(&self, recipient: &str) -> ReceivedMail {
        let is_theirs = |mail: &ReceivedMail| mail.recipients.iter().any(|address| address == recipient);
        self.take().into_iter().rev().find(is_theirs).unwrap_or_else(|| panic!("no mail came for {recipient}"))
    }

    fn state(&self) -> parking_lot::MutexGuard<'_, State> {
        self.state.lock()
    }

    async fn converse(self, stream: TcpStream) {
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let mut mail = ReceivedMail { from: String::new(), recipients: Vec::new(), data: String::new() };
        let mut say = async |text: &str| writer.write_all(format!("{text}\r\n").as_bytes()).await;
        let turns_away = self.state().behaviour == Behaviour::TurnAway;
        if say(if turns_away { "554 no service" } else { "220 sink" }).await.is_err() || turns_away {
            return;
        }
        while let Ok(Some(line)) = lines.next_line().await {
            let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
            let answer = match verb.as_str() {
                "EHLO" | "HELO" => "250 sink",
                "MAIL" => {
                    mail.from = between_brackets(&line);
                    let is_refused = self.state().behaviour == Behaviour::RefuseSender;
                    if is_refused { "550 sender rejected" } else { "250 ok" }
                }
                "RCPT" => match self.state().behaviour {
                    Behaviour::HangUp => return,
                    Behaviour::Accept | Behaviour::TakeAndHangUp => {
                        mail.recipients.push(between_brackets(&line));
                        "250 ok"
                    }
                    Behaviour::Postpone => "450 later",
                    Behaviour::Refuse => "550 no such user",
                    Behaviour::RefuseUs => "530 authentication required",
                    // Only for connections and mails that were begun before.
                    Behaviour::TurnAway | Behaviour::RefuseSender => "421 closing",
                },
                "DATA" => {
                    if say("354 go on").await.is_err() {
                        return;
                    }
                    while let Ok(Some(line)) = lines.next_line().await {
                        if line == "." {
                            break;
                        }
                        mail.data.push_str(line.strip_prefix('.').unwrap_or(&line));
                        mail.data.push_str("\r\n");
                    }
                    let empty = ReceivedMail { from: String::new(), recipients: Vec::new(), data: String::new() };
                    self.state().mails.push(std::mem::replace(&mut mail, empty));
                    if self.state().behaviour == Behaviour::TakeAndHangUp {
                        return;
                    }
                    "250 kept"
                }
                "QUIT" => "221 bye",
                _ => "250 ok",
            };
            if say(answer).await.is_err() {
                return;
            }
        }
    }
}

fn between_brackets(line: &str) -> String {
    let inner = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map(|(address, _)| address.to_owned()).unwrap_or_default()
}

/// Decodes quoted-printable text.
fn unquoted(text: &str) -> Vec<u8> {
    let text = text.replace("=\r\n", "");
    let mut parts = text.split('=');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(code, 16).expect("two digits follow ="));
        bytes.extend(rest.as_bytes());
    }
    bytes
}
