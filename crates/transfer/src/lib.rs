//! The transfer engine: reads, checks, sends, receives, verifies, waits and goes on. It knows no agent and no Portal.

pub mod folder;
pub mod tree;
