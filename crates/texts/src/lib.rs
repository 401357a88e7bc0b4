//! All texts for users in six languages: one catalogue for pages and mails.
//!
//! A text that is missing in a language is shown in English, and a text that does not exist is shown as its name, so
//! that nothing is ever empty. The tests check that every language has the same texts with the same variables.

mod catalogue;
mod language;
mod sizes;

pub use catalogue::{Arguments, Texts};
pub use fluent_bundle::FluentValue;
pub use language::Language;
pub use sizes::readable_size;
