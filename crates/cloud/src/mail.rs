//! Mails: written from the catalogue of texts, kept in the outbox, sent by a job.
//!
//! A [`Message`] says what happened. From it and a language a letter is made, which has the same shape for every kind, and
//! from that the two parts of the mail.

mod amounts;
mod letter;
mod message;
mod plain;
mod preview;
mod render;
mod samples;
mod templates;
#[cfg(test)]
mod tests;
mod transport;

pub use message::{Access, FileNote, INVITATION, Message, PackageNote, PortalNote, Server};
pub use preview::write_preview;
pub use render::Content;
pub use samples::Samples;
pub use transport::{Delivery, Mailer};
