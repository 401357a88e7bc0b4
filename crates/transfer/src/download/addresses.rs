//! The URLs that content is fetched from.
//!
//! URLs expire, so they are requested when they are needed, and again when they were refused. Who provides them depends
//! on how we got the package.

use std::pin::Pin;

use client::{Client, ClientError};
use wire::files::AddressedOne;
use wire::ids::{FileId, PackageId};

/// A response of the server, or why there is none.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send + 'a>>;

/// Provides the URLs of the files of one package.
pub trait Addresses: Send + Sync + 'static {
    /// The URLs of up to 1,000 files, in the given order.
    fn of_many<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, Vec<AddressedOne>>;
    /// A replacement for a URL that did not work, if there is one.
    fn instead_of<'a>(&'a self, file: &'a FileId, old: &'a str) -> Asked<'a, String>;
    /// These files have arrived and are durable.
    fn arrived<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, ()>;
}

/// For holders of a token of the package.
pub struct OfPackage {
    pub cloud: Client,
    pub package: PackageId,
}

impl Addresses for OfPackage {
    fn of_many<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, Vec<AddressedOne>> {
        Box::pin(self.cloud.download_addresses(&self.package, files))
    }

    fn instead_of<'a>(&'a self, file: &'a FileId, _: &'a str) -> Asked<'a, String> {
        Box::pin(async move { Ok(self.cloud.download_address(&self.package, file).await?.url) })
    }

    fn arrived<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, ()> {
        Box::pin(self.cloud.confirm_downloads(&self.package, files))
    }
}
