//! `bus.url`: the address and the credentials of NATS.

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::secret::Secret;

/// One server, or several of one cluster. The addresses no longer contain credentials, so they may be logged.
pub struct BusAddress {
    pub(crate) servers: Vec<ServerAddr>,
    login: Login,
}

enum Login {
    None,
    Token(Secret),
    User { name: String, password: Secret },
}

impl BusAddress {
    /// `None` if the setting is empty. An error says what would be valid, and never quotes the setting.
    pub fn parse(setting: &Secret) -> Result<Option<Self>, &'static str> {
        const RIGHT: &str = "must be nats://host:4222 or tls://host:4222, with user:password@ or token@ if NATS asks for \
             it; several servers of one cluster are separated by commas";
        let (mut servers, mut login) = (Vec::new(), Login::None);
        for text in setting.expose().split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let mut url: Url = text.parse().map_err(|_| RIGHT)?;
            let is_plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
            if !matches!(url.scheme(), "nats" | "tls") || !url.has_host() || !is_plain {
                return Err(RIGHT);
            }
            if let Some(found) = Login::of(&url) {
                login = found;
            }
            url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| RIGHT)?;
            servers.push(ServerAddr::from_url(url).map_err(|_| RIGHT)?);
        }
        if servers.is_empty() {
            return if setting.is_empty() { Ok(None) } else { Err(RIGHT) };
        }
        Ok(Some(Self { servers, login }))
    }

    pub(crate) fn options(&self) -> ConnectOptions {
        let options = ConnectOptions::new();
        match &self.login {
            Login::None => options,
            Login::Token(token) => options.token(token.expose().to_owned()),
            Login::User { name, password } => options.user_and_password(name.clone(), password.expose().to_owned()),
        }
    }
}

impl Login {
    fn of(url: &Url) -> Option<Self> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        match (decoded(url.username()), url.password()) {
            (name, Some(password)) => Some(Self::User { name, password: Secret::new(decoded(password)) }),
            (name, None) if name.is_empty() => None,
            (token, None) => Some(Self::Token(Secret::new(token))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BusAddress, Login};
    use crate::secret::Secret;

    fn parse(text: &str) -> Result<Option<BusAddress>, &'static str> {
        BusAddress::parse(&Secret::new(text))
    }

    #[test]
    fn credentials_are_taken_out_of_the_address() {
        assert!(parse("").unwrap().is_none());
        let plain = parse("nats://bus.example.org:4222").unwrap().unwrap();
        assert!(matches!(plain.login, Login::None));
        let user = parse("tls://film:p%40ss@bus.example.org").unwrap().unwrap();
        let Login::User { name, password } = &user.login else { panic!("a user and a password") };
        assert_eq!((name.as_str(), password.expose()), ("film", "p@ss"));
        assert!(user.servers[0].tls_required() && !user.servers[0].has_user_pass());
        let token = parse("nats://t0ken@one:4222, nats://two:4223").unwrap().unwrap();
        let Login::Token(secret) = &token.login else { panic!("a token") };
        assert_eq!((secret.expose(), token.servers.len()), ("t0ken", 2));
        assert!(token.servers.iter().all(|server| !format!("{server:?}").contains("t0ken")));
    }

    #[test]
    fn nonsense_is_refused_without_repeating_it() {
        for text in ["bus.example.org", "http://canary@bus", "nats://", "nats://bus/canary", "nats://bus?canary", ","] {
            let reason = parse(text).err().unwrap_or_else(|| panic!("{text} is accepted"));
            assert!(reason.starts_with("must be nats://") && !reason.contains("canary"), "{reason}");
        }
    }
}
