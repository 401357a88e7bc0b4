//! S3 as a language: signatures and documents, without I/O. Our own storage and the providers speak it.

mod sign;
pub mod xml;

pub use sign::{Request, Signer, unsigned};
pub use xml::{Element, escaped};
