//! Mails: written from translated texts, saved in the mail queue, sent by a job.
//!
//! A [`Message`] says what happened. With a language it becomes a letter, which has the same structure for every kind
//! of message, and the letter becomes the two parts of the mail.

mod amounts;
mod letter;
mod message;
mod plain;
mod preview;
mod probe;
mod render;
mod samples;
mod templates;
#[cfg(test)]
mod tests;
mod transport;
mod trial;

pub use message::{
    Access, FileNote, INVITATION, Message, OF_LIVE_PACKAGES, PASSWORD_RESET, PackageNote, PortalNote, Server,
};
pub use preview::write_preview;
pub use render::Content;
pub use samples::Samples;
pub use transport::{Delivery, Mailer};
pub use trial::Trial;
