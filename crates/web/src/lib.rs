//! The pages as the browser first gets them: files with a hash in their name, and HTML that says what it can before any
//! script ran.
//!
//! Promises: whatever a user chose is escaped; a page may load scripts and styles of ours alone, each named by its file
//! or by a number used once; a program that was built without the pages says so, and how to get them.

mod assets;
mod files;
mod manifest;
mod policy;
mod shell;

pub use files::Files;
pub use shell::{Boot, Brand, Colours, Shell, View};
