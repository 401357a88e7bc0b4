//! Mails: written from templates, kept in the outbox, sent by a job.

mod message;
mod transport;

pub use message::{Content, INVITATION, Message, PackageNote};
pub use transport::{Delivery, Mailer};
