//! The S3 protocol without I/O: signatures and documents. Our own storage and the providers use it.

mod sign;
pub mod xml;

pub use sign::{Request, Signer, unsigned};
pub use xml::{Element, escaped};
