//! Serves the pages: files with a hash in their name, and HTML that is useful before any script runs.
//!
//! All user input is escaped. A page may only load our own scripts and styles, each allowed by its file or by a nonce.
//! A program that was built without the pages says so, and how to get them.

mod assets;
mod files;
mod manifest;
mod policy;
mod shell;

pub use files::Files;
pub use shell::{Boot, Brand, Colours, Shell, View};
