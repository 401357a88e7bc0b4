//! A message becomes a mail: by way of a letter in a language, in both parts.

use serde::{Deserialize, Serialize};
use texts::Language;
use wire::ids::PackageId;

use super::letter::Letter;
use super::message::{Message, Server};
use super::templates;

/// A mail as it is stored, sealed, until it is sent.
#[derive(Serialize, Deserialize)]
pub struct Content {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The display name of the sender; empty for the server's own name.
    #[serde(default)]
    pub on_behalf_of: String,
    #[serde(default)]
    pub reply_to: Option<String>,
    /// Mails about one package are shown as one thread.
    #[serde(default)]
    pub thread: Option<PackageId>,
}

impl Message<'_> {
    pub fn render(&self, server: Server<'_>) -> anyhow::Result<Content> {
        self.render_in(self.language(), server)
    }

    pub fn render_in(&self, language: Language, server: Server<'_>) -> anyhow::Result<Content> {
        let letter = Letter::of(self, language, server);
        Ok(Content {
            text: templates::text(&letter)?,
            html: templates::html(&letter)?,
            on_behalf_of: self.on_behalf_of().to_owned(),
            reply_to: self.reply_to().map(str::to_owned),
            thread: self.note().map(|note| note.id.clone()),
            subject: letter.subject,
        })
    }
}
