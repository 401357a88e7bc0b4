//! Server code that both programs share: listening, the route table and what is derived from it, reading requests.
//!
//! Nothing here knows a rule of the service. A program defines by [`Serves`] how it reports errors, and by its table
//! what it offers; the router, the OpenAPI document and the docs page follow from that.

pub mod around;
pub mod body;
pub mod clock;
pub mod crowd;
pub mod entity_tags;
mod http2;
pub mod listen;
pub mod log;
pub mod open_files;
pub mod openapi;
pub mod places;
pub mod private;
pub mod query;
pub mod request_error;
pub mod secret;
pub mod table;
pub mod terminal;
mod waiting;

pub use request_error::{RequestError, Serves};
