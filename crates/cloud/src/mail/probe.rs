//! Asks the mail server whether it takes mails from us at all.
//!
//! A refusal does not say which command was refused. One of the recipient or of the content is final; one of the
//! connection, of our credentials or of our address is not, since the operator can fix it.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use tokio::time::timeout;

use crate::config::{Encryption, SmtpServer};

const LONGEST: Duration = Duration::from_mins(1);

/// The server as `mail.smtp_url` describes it.
#[derive(Clone)]
pub(super) struct Probe(SmtpServer);

impl Probe {
    pub(super) const fn of(server: SmtpServer) -> Self {
        Self(server)
    }

    fn credentials(&self) -> Option<Credentials> {
        let (name, password) = self.0.credentials.as_ref()?;
        Some(Credentials::new(name.clone(), password.expose().to_owned()))
    }

    fn hello(&self) -> ClientId {
        self.0.hello.clone().map_or_else(ClientId::default, ClientId::Domain)
    }

    fn tls(&self) -> Result<TlsParameters, lettre::transport::smtp::Error> {
        TlsParameters::new(self.0.host.clone())
    }

    /// What sends mails to the server.
    pub(super) fn transport(&self) -> anyhow::Result<AsyncSmtpTransport<Tokio1Executor>> {
        let tls = match self.0.encryption {
            Encryption::None => Tls::None,
            Encryption::Opportunistic => Tls::Opportunistic(self.tls()?),
            Encryption::Required => Tls::Required(self.tls()?),
            Encryption::FromTheStart => Tls::Wrapper(self.tls()?),
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&self.0.host).port(self.0.port).tls(tls);
        let builder = builder.hello_name(self.hello());
        Ok(match self.credentials() {
            Some(credentials) => builder.credentials(credentials).build(),
            None => builder.build(),
        })
    }

    /// The server in words, without credentials.
    pub(super) fn describe(&self) -> String {
        let SmtpServer { host, port, encryption, credentials, .. } = &self.0;
        let encrypted = match encryption {
            Encryption::None => "without encryption",
            Encryption::Opportunistic => "encrypted if the server can",
            Encryption::Required => "encrypted with STARTTLS",
            Encryption::FromTheStart => "encrypted from the start",
        };
        let signed_in = if credentials.is_some() { "with a user name and a password" } else { "without signing in" };
        format!("{host}, port {port} ({encrypted}, {signed_in})")
    }

    /// A text of the server, without the credentials, which it may repeat.
    pub(super) fn without_credentials(&self, text: &str) -> String {
        let Some((name, password)) = &self.0.credentials else { return text.to_owned() };
        let encoded = |text: &str| STANDARD.encode(text);
        let both = encoded(&format!("\0{name}\0{}", password.expose()));
        let secrets = [both, encoded(password.expose()), encoded(name), password.expose().to_owned(), name.clone()];
        let secrets = secrets.iter().filter(|secret| !secret.is_empty());
        secrets.fold(text.to_owned(), |text, secret| text.replace(secret.as_str(), "****"))
    }

    /// Whether the server would now take a mail from the sender, for someone.
    pub(super) async fn takes_mails_from(&self, sender: &Address) -> bool {
        timeout(LONGEST, self.begin_mail(sender)).await.is_ok_and(|begun| begun.is_ok())
    }

    async fn begin_mail(&self, sender: &Address) -> Result<(), lettre::transport::smtp::Error> {
        let server = &self.0;
        let wrapped = if server.encryption == Encryption::FromTheStart { Some(self.tls()?) } else { None };
        let (address, hello) = ((server.host.as_str(), server.port), self.hello());
        let mut connection = AsyncSmtpConnection::connect_tokio1(address, Some(LONGEST), &hello, wrapped, None).await?;
        let is_asked = server.encryption == Encryption::Opportunistic && connection.can_starttls();
        if server.encryption == Encryption::Required || is_asked {
            connection.starttls(self.tls()?, &hello).await?;
        }
        if let Some(credentials) = self.credentials() {
            connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
        }
        connection.command(Mail::new(Some(sender.clone()), Vec::new())).await?;
        connection.abort().await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Probe;
    use crate::config::SmtpServer;
    use crate::secret::Secret;

    fn probe(url: &str) -> Probe {
        Probe::of(SmtpServer::parse(&Secret::new(url)).unwrap().unwrap())
    }

    #[test]
    fn a_server_is_described_without_its_credentials() {
        for (url, text) in [
            ("smtp://mail.example.org", "mail.example.org, port 25 (without encryption, without signing in)"),
            (
                "smtps://anna:canary@mail.example.org",
                "mail.example.org, port 465 (encrypted from the start, with a user name and a password)",
            ),
        ] {
            assert_eq!(probe(url).describe(), text);
        }
    }

    #[test]
    fn what_the_server_repeats_of_the_credentials_is_hidden() {
        let probe = probe("smtps://anna:canary@mail.example.org");
        for (text, shown) in [
            ("535 no user anna with canary", "535 no user **** with ****"),
            ("535 AGFubmEAY2FuYXJ5 is wrong", "535 **** is wrong"),
            ("535 Y2FuYXJ5 is wrong", "535 **** is wrong"),
        ] {
            assert_eq!(probe.without_credentials(text), shown);
        }
    }
}
