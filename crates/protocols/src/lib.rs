//! Protocols that others define, without I/O: S3, JSON Web Tokens, and signed messages (Standard Webhooks).
//!
//! Our own storage, our credentials, webhooks and the providers share them. Nothing here knows Tonnage.

pub mod jwt;
pub mod s3;
pub mod signed_message;
