//! Resolves names, and returns only addresses that may be called.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::Networks;

/// Resolves a name to addresses.
pub type Lookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// The system's own resolver.
pub fn system_lookup() -> Lookup {
    Arc::new(|name| {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    })
}

/// The name has no address, or one that must not be called.
#[derive(Debug, thiserror::Error)]
#[error("no address that may be called")]
pub(super) struct NoAddress;

/// The client connects only to the addresses returned here, so no answer can change between check and connect.
pub(super) struct CheckedLookup {
    lookup: Lookup,
    networks: Arc<Networks>,
}

impl CheckedLookup {
    pub(super) const fn new(lookup: Lookup, networks: Arc<Networks>) -> Self {
        Self { lookup, networks }
    }
}

impl Resolve for CheckedLookup {
    fn resolve(&self, name: Name) -> Resolving {
        let (asked, networks) = ((self.lookup)(name.as_str().to_owned()), self.networks.clone());
        Box::pin(async move {
            let found = asked.await.map_err(|_| NoAddress)?;
            // A closed address among open ones suggests an attack, so all are refused.
            if found.is_empty() || !found.iter().all(|address| networks.may_reach(*address)) {
                return Err(NoAddress.into());
            }
            // The port comes from the URL.
            let addresses: Addrs = Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0)));
            Ok(addresses)
        })
    }
}
