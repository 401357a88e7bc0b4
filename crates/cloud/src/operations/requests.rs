//! What holds for any request, whatever it asks for: how often, whether it is a repeat, and how long it may wait.

pub mod idempotency;
pub mod long_poll;
pub mod proxies;
pub mod rate_limit;
