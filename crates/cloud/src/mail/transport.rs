//! Sends mails through the mail server.

use anyhow::Context as _;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message as Mail, Tokio1Executor};
use wire::ids::MailId;

use super::plain::one_line;
use super::probe::Probe;
use super::render::Content;
use super::trial::{self, Trial, is_about_us};
use crate::config::{self, SmtpServer};

/// The answer of the mail server.
pub enum Delivery {
    Accepted,
    /// For good: another attempt would get the same answer.
    Refused(String),
}

const NO_SERVER: &str = "no mail server is configured: set mail.smtp_url (such as smtps://user:password@host) and mail.from. \
     Until then, mails are kept and not sent; `tonnage admin mail list` shows them";
const BEYOND_ASCII: &str = "the mail server does not accept addresses with letters beyond ASCII (it has no SMTPUTF8)";

#[derive(Clone)]
struct Server {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    probe: Probe,
}

#[derive(Clone)]
pub struct Mailer {
    /// If no server is set, mails stay in the queue.
    server: Option<Server>,
    from: Mailbox,
    /// The name that recipients see for this server.
    server_name: String,
}

impl Mailer {
    pub fn new(config: &config::Mail) -> anyhow::Result<Self> {
        let from: Mailbox =
            config.from.parse().context("mail.from must be an address such as Tonnage <files@example.org>")?;
        let server_name = from.name.clone().unwrap_or_else(|| from.email.domain().to_owned());
        // The URL may contain a password, so it is never shown.
        let found = SmtpServer::parse(&config.smtp_url).map_err(|reason| anyhow::anyhow!("mail.smtp_url {reason}"))?;
        let server = found.map(Probe::of).map(|probe| anyhow::Ok(Server { transport: probe.transport()?, probe }));
        Ok(Self { server: server.transpose()?, from, server_name })
    }

    pub const fn has_server(&self) -> bool {
        self.server.is_some()
    }

    pub fn server_name(&self) -> &str {
        &self.server_name
    }

    /// An error means that another attempt may succeed.
    pub async fn send(&self, id: &MailId, recipient: &str, content: &Content) -> anyhow::Result<Delivery> {
        let server = self.server.as_ref().context("no mail server is set")?;
        let mail = match self.compose(id, recipient, content) {
            Ok(mail) => mail,
            Err(error) => return Ok(Delivery::Refused(format!("{error:#}"))),
        };
        let takes_ours = async || server.probe.takes_mails_from(&self.from.email).await;
        match server.transport.send(mail).await {
            Ok(_) => Ok(Delivery::Accepted),
            // The library says the same of a server that lacks encryption. Then the probe fails as well.
            Err(error) if error.is_client() && !recipient.is_ascii() && takes_ours().await => {
                Ok(Delivery::Refused(BEYOND_ASCII.to_owned()))
            }
            // The server may refuse everybody for now, or everything from us. Then it refuses the probe as well.
            Err(error) if error.is_permanent() && !is_about_us(&error) && takes_ours().await => {
                Ok(Delivery::Refused(error.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the mail server answers. `None` if none is configured.
    pub async fn check(&self) -> Option<anyhow::Result<()>> {
        let server = self.server.as_ref()?;
        Some(match server.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(anyhow::anyhow!("the mail server does not answer")),
            Err(error) => Err(error.into()),
        })
    }

    /// Sends a mail that says that mails arrive.
    pub async fn test(&self, id: &MailId, recipient: &str) -> anyhow::Result<Trial> {
        let server = self.server.as_ref().context(NO_SERVER)?;
        let mail = self.compose(id, recipient, &trial::content(&self.server_name))?;
        let way = format!("{} to {recipient} through {}", self.from.email, server.probe.describe());
        let answer = server.transport.send(mail).await;
        Ok(Trial::of(&way, &answer, |text| server.probe.without_credentials(text)))
    }

    fn compose(&self, id: &MailId, recipient: &str, content: &Content) -> anyhow::Result<Mail> {
        let domain = self.from.email.domain();
        let mut mail = Mail::builder()
            .from(self.sender_in_name_of(&content.on_behalf_of))
            .to(Mailbox::new(None, recipient.parse().context("the recipient is not a valid address")?))
            .subject(content.subject.as_str())
            .message_id(Some(format!("<{id}@{domain}>")))
            .header(AutoSubmitted);
        // An address that is not valid in a header costs the `Reply-To`, not the mail.
        if let Some(Ok(address)) = content.reply_to.as_deref().map(str::parse) {
            mail = mail.reply_to(Mailbox::new(None, address));
        }
        // No mail has this id: it only groups the mails that refer to it.
        if let Some(package) = &content.thread {
            mail = mail.references(format!("<package-{package}@{domain}>"));
        }
        let mail = mail.multipart(MultiPart::alternative_plain_html(content.text.clone(), content.html.clone()));
        mail.context("cannot compose the mail")
    }

    /// Always our own address: another one would be a forgery, and would be rejected.
    fn sender_in_name_of(&self, name: &str) -> Mailbox {
        let name = one_line(name);
        if name.is_empty() {
            return self.from.clone();
        }
        Mailbox::new(Some(format!("{name} via {}", self.server_name)), self.from.email.clone())
    }
}

/// Keeps auto-responders from answering.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
