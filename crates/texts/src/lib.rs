//! What people read, in six languages: one catalogue for pages and mails.
//!
//! A text that a language lacks is said in English, and a text that no language has is its own name, so that nothing
//! shown is ever empty. The tests hold every language to the same texts with the same variables.

mod catalogue;
mod language;
mod sizes;

pub use catalogue::{Arguments, Texts};
pub use fluent_bundle::FluentValue;
pub use language::Language;
pub use sizes::readable_size;
