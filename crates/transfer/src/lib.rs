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
mod progress;
pub mod reading;
pub mod resolved;
mod retry;
mod running;
mod shortage;
mod source;
mod storage;
pub mod stream;
pub mod tree;
mod tuner;
pub mod upload;
mod window;
mod xml;

pub use engine::{CONNECTIONS_MOST, Engine, NoCertificates};
pub use fault::Fault;
pub use gate::{Gate, Place, Ticket};
pub use progress::{Item, Progress};
pub use retry::RetryPolicy;
pub use running::{GRACE, with_retries};
pub use shortage::SHORTAGE_WAIT;
pub use source::{Identity, prove};
