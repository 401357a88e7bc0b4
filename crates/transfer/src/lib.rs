//! The transfer engine: reads, sends, receives, verifies, retries and resumes. It knows neither the agent nor Portals.

mod blocks;
pub mod checksum;
mod connect;
pub mod download;
mod engine;
mod fault;
pub mod folder;
pub mod follow;
mod gate;
mod pace;
mod part_body;
mod patience;
mod progress;
mod running;
mod source;
mod storage;
pub mod stream;
pub mod tree;
mod tuner;
pub mod upload;
mod xml;

pub use engine::{CONNECTIONS_MOST, Engine, NoCertificates};
pub use fault::Fault;
pub use gate::{Gate, Place, Ticket};
pub use patience::Patience;
pub use progress::{Item, Progress};
pub use running::patiently;
pub use source::{Identity, prove};
