//! `mail.smtp_url`: how to reach the mail server.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::secret::Secret;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    None,
    /// Asked for after the greeting, if the server has it.
    Opportunistic,
    /// Asked for after the greeting.
    Required,
    FromTheStart,
}

impl Encryption {
    /// The port for it, unless another one is set.
    const fn usual_port(self) -> u16 {
        match self {
            Self::None => 25,
            Self::Opportunistic | Self::Required => 587,
            Self::FromTheStart => 465,
        }
    }
}

/// The mail server as the setting describes it.
#[derive(Clone)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    /// User name and password.
    pub credentials: Option<(String, Secret)>,
    /// The name by which we greet it, if it is set.
    pub hello: Option<String>,
}

impl SmtpServer {
    /// `None` if the setting is empty. An error says what would be valid, and never quotes the setting.
    pub fn parse(setting: &Secret) -> Result<Option<Self>, &'static str> {
        const RIGHT: &str = "must be smtps://user:password@host:465, smtp://user:password@host:587?tls=required or \
             smtp://host:25; in the password, write %40 for @, %3A for : and %2F for /";
        const TLS: &str = "has an unknown value of tls: write ?tls=required or ?tls=opportunistic, or nothing";
        if setting.is_empty() {
            return Ok(None);
        }
        let url = Url::parse(setting.expose()).map_err(|_| RIGHT)?;
        let tls = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let encryption = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => Encryption::None,
            ("smtp", Some("opportunistic")) => Encryption::Opportunistic,
            ("smtp", Some("required")) => Encryption::Required,
            ("smtps", _) => Encryption::FromTheStart,
            ("smtp", _) => return Err(TLS),
            _ => return Err(RIGHT),
        };
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(RIGHT)?.to_owned();
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| RIGHT);
        let credentials = match url.password() {
            Some(password) => Some((decoded(url.username())?, Secret::new(decoded(password)?))),
            None => None,
        };
        let name = url.path().trim_matches('/');
        let hello = (!name.is_empty()).then(|| name.to_owned());
        let port = url.port().unwrap_or(encryption.usual_port());
        Ok(Some(Self { host, port, encryption, credentials, hello }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Encryption, SmtpServer};
    use crate::secret::Secret;

    fn parse(text: &str) -> Result<Option<SmtpServer>, &'static str> {
        SmtpServer::parse(&Secret::new(text))
    }

    #[test]
    fn an_address_says_how_to_reach_the_server() {
        assert!(parse("").unwrap().is_none());
        let cases = [
            ("smtp://mail.example.org", "mail.example.org", 25, Encryption::None, None),
            ("smtp://mail.example.org:2525", "mail.example.org", 2525, Encryption::None, None),
            ("smtp://u:p%40@mail.example.org?tls=required", "mail.example.org", 587, Encryption::Required, Some("p@")),
            ("smtp://mail.example.org?tls=opportunistic", "mail.example.org", 587, Encryption::Opportunistic, None),
            (
                "smtps://u:p@mail.example.org/me.example.org",
                "mail.example.org",
                465,
                Encryption::FromTheStart,
                Some("p"),
            ),
        ];
        for (url, host, port, encryption, password) in cases {
            let server = parse(url).unwrap().unwrap();
            let found = server.credentials.as_ref().map(|(_, password)| password.expose());
            let server = (server.host.as_str(), server.port, server.encryption, found);
            assert_eq!(server, (host, port, encryption, password), "{url}");
        }
        assert_eq!(parse("smtps://host/me.example.org").unwrap().unwrap().hello.as_deref(), Some("me.example.org"));
    }

    #[test]
    fn nonsense_is_refused_without_repeating_it() {
        for (text, reason) in [
            ("mail.example.org", "must be smtps://"),
            ("mail.example.org:25", "must be smtps://"),
            ("http://u:canary@mail.example.org", "must be smtps://"),
            ("smtp://u:can/ary@mail.example.org", "must be smtps://"),
            ("smtp://u:canary%ff@mail.example.org", "must be smtps://"),
            ("smtp://", "must be smtps://"),
            ("smtp://u:canary@mail.example.org?tls=always", "has an unknown value of tls"),
        ] {
            let found = parse(text).err().unwrap_or_else(|| panic!("{text} is accepted"));
            assert!(found.starts_with(reason) && !found.contains("canary"), "{text}: {found}");
        }
    }
}
