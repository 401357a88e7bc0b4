//! Mails: written from templates, kept in the outbox, sent by a job.

mod message;
mod transport;

pub use message::{Content, Message, PackageNote};
pub use transport::{Delivery, Mailer};
