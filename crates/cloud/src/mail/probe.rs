//! Asks the mail server whether it takes mails from us at all.
//!
//! A refusal does not say which command was refused. One of the recipient or of the content is final; one of the
//! connection, of our credentials or of our address is not, since the operator can fix it.

use std::time::Duration;

use anyhow::Context as _;
use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::Mail;
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use url::Url;

const LONGEST: Duration = Duration::from_mins(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encryption {
    None,
    /// Asked for after the greeting, if the server has it.
    Opportunistic,
    Required,
    FromTheStart,
}

/// The server as `mail.smtp_url` describes it.
#[derive(Clone)]
pub(super) struct Probe {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    hello: ClientId,
}

impl Probe {
    pub(super) fn of(url: &str) -> anyhow::Result<Self> {
        let url = Url::parse(url)?;
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let (encryption, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Encryption::None, SMTP_PORT),
            ("smtp", Some("opportunistic")) => (Encryption::Opportunistic, SUBMISSION_PORT),
            ("smtp", _) => (Encryption::Required, SUBMISSION_PORT),
            _ => (Encryption::FromTheStart, SUBMISSIONS_PORT),
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = url.password().map(|password| Credentials::new(decoded(url.username()), decoded(password)));
        let name = url.path().trim_matches('/');
        Ok(Self {
            host: url.host_str().context("there is no host")?.to_owned(),
            port: url.port().unwrap_or(port),
            encryption,
            credentials,
            hello: if name.is_empty() { ClientId::default() } else { ClientId::Domain(name.to_owned()) },
        })
    }

    /// Whether the server would now take a mail from the sender, for someone.
    pub(super) async fn takes_mails_from(&self, sender: &Address) -> bool {
        timeout(LONGEST, self.begin_mail(sender)).await.is_ok_and(|begun| begun.is_ok())
    }

    async fn begin_mail(&self, sender: &Address) -> Result<(), lettre::transport::smtp::Error> {
        let tls = || TlsParameters::new(self.host.clone());
        let wrapped = if self.encryption == Encryption::FromTheStart { Some(tls()?) } else { None };
        let server = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(LONGEST), &self.hello, wrapped, None).await?;
        let is_asked = self.encryption == Encryption::Opportunistic && connection.can_starttls();
        if self.encryption == Encryption::Required || is_asked {
            connection.starttls(tls()?, &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        connection.command(Mail::new(Some(sender.clone()), Vec::new())).await?;
        connection.abort().await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Encryption, Probe};

    #[test]
    fn an_address_says_how_to_reach_the_server() {
        let cases = [
            ("smtp://mail.example.org", "mail.example.org", 25, Encryption::None, false),
            ("smtp://mail.example.org:2525", "mail.example.org", 2525, Encryption::None, false),
            ("smtp://u:p%40@mail.example.org?tls=required", "mail.example.org", 587, Encryption::Required, true),
            ("smtp://mail.example.org?tls=opportunistic", "mail.example.org", 587, Encryption::Opportunistic, false),
            ("smtps://u:p@mail.example.org/me.example.org", "mail.example.org", 465, Encryption::FromTheStart, true),
        ];
        for (url, host, port, encryption, has_credentials) in cases {
            let probe = Probe::of(url).unwrap();
            let found = (probe.host.as_str(), probe.port, probe.encryption, probe.credentials.is_some());
            assert_eq!(found, (host, port, encryption, has_credentials), "{url}");
        }
        assert!(Probe::of("mail.example.org").is_err());
    }
}
