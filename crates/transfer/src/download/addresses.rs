//! Where content is fetched from.
//!
//! Addresses end after a while, so they are asked for when they are needed, and again when they were refused. Who knows
//! them depends on how the package came to us.

use std::pin::Pin;

use client::{Client, ClientError};
use wire::files::AddressedOne;
use wire::ids::{FileId, PackageId};

/// An answer of the server, or why there is none.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, ClientError>> + Send + 'a>>;

/// Knows the addresses of the files of one package.
pub trait Addresses: Send + Sync + 'static {
    /// Of up to 1,000 files, in the order in which they are asked for.
    fn of_many<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, Vec<AddressedOne>>;
    /// Another one than the one that did not lead to the content, if there is another.
    fn instead_of<'a>(&'a self, file: &'a FileId, old: &'a str) -> Asked<'a, String>;
    /// These are here for good.
    fn arrived<'a>(&'a self, files: &'a [FileId]) -> Asked<'a, ()>;
}

/// For whoever holds a token of the package.
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
