//! What we write to people.
//!
//! Every mail has a written text part and a simple page. Values that users
//! chose are escaped and never become links.

use minijinja::{AutoEscape, Environment, context};
use serde::{Deserialize, Serialize};
use url::Url;

/// A mail as it is kept, sealed, until it is sent.
#[derive(Serialize, Deserialize)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
}

pub enum Message<'a> {
    Invitation { team: &'a str, inviter: &'a str, link: &'a Url },
    PasswordReset { link: &'a Url },
    PasswordChanged,
    EmailChanged { new_email: &'a str },
    ApiKeyCreated { team: &'a str, key_name: &'a str },
}

const TEMPLATES: &[(&str, &str)] = &[
    ("layout.html", include_str!("templates/layout.html")),
    ("layout.txt", include_str!("templates/layout.txt")),
    ("invitation.html", include_str!("templates/invitation.html")),
    ("invitation.txt", include_str!("templates/invitation.txt")),
    ("password_reset.html", include_str!("templates/password_reset.html")),
    ("password_reset.txt", include_str!("templates/password_reset.txt")),
    ("password_changed.html", include_str!("templates/password_changed.html")),
    ("password_changed.txt", include_str!("templates/password_changed.txt")),
    ("email_changed.html", include_str!("templates/email_changed.html")),
    ("email_changed.txt", include_str!("templates/email_changed.txt")),
    ("api_key_created.html", include_str!("templates/api_key_created.html")),
    ("api_key_created.txt", include_str!("templates/api_key_created.txt")),
];

impl Message<'_> {
    /// The name of the kind, which is also the name of its templates.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Invitation { .. } => "invitation",
            Self::PasswordReset { .. } => "password_reset",
            Self::PasswordChanged => "password_changed",
            Self::EmailChanged { .. } => "email_changed",
            Self::ApiKeyCreated { .. } => "api_key_created",
        }
    }

    fn subject(&self) -> String {
        match self {
            Self::Invitation { team, inviter, .. } => format!("{inviter} invites you to {team}"),
            Self::PasswordReset { .. } => "Choose a new password".to_owned(),
            Self::PasswordChanged => "Your password was changed".to_owned(),
            Self::EmailChanged { .. } => "Your e-mail address was changed".to_owned(),
            Self::ApiKeyCreated { team, .. } => format!("A new API key in {team}"),
        }
    }

    pub fn render(&self, server: &Url) -> anyhow::Result<Content> {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|name| match name.rsplit_once('.') {
            Some((_, "html")) => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        for (name, source) in TEMPLATES {
            templates.add_template(name, source)?;
        }
        let subject = self.subject();
        let values = match *self {
            Self::Invitation { team, inviter, link } => context! { team, inviter, link => link.as_str() },
            Self::PasswordReset { link } => context! { link => link.as_str() },
            Self::PasswordChanged => context! {},
            Self::EmailChanged { new_email } => context! { new_email },
            Self::ApiKeyCreated { team, key_name } => context! { team, key_name },
        };
        let values = context! { subject => subject.as_str(), server => server.as_str(), ..values };
        let render = |ending: &str| {
            let name = format!("{}.{ending}", self.kind());
            templates.get_template(&name).and_then(|template| template.render(&values))
        };
        Ok(Content { text: render("txt")?, html: render("html")?, subject })
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn every_kind_renders_with_its_values_escaped() {
        let server = "https://files.example.org/".parse().unwrap();
        let link = "https://files.example.org/invitation?token=abc".parse().unwrap();
        let messages = [
            Message::Invitation { team: "<b>Film</b>", inviter: "Anna", link: &link },
            Message::PasswordReset { link: &link },
            Message::PasswordChanged,
            Message::EmailChanged { new_email: "<b>new</b>@example.org" },
            Message::ApiKeyCreated { team: "<b>Film</b>", key_name: "<b>ci</b>" },
        ];
        for message in messages {
            let content = message.render(&server).unwrap();
            assert!(!content.html.contains("<b>"), "{}", content.html);
            assert!(content.html.contains("files.example.org"), "{}", content.html);
            assert!(content.text.contains("files.example.org"), "{}", content.text);
            assert!(!content.text.contains("{{"), "{}", content.text);
            assert!(!content.subject.is_empty());
        }
    }
}
