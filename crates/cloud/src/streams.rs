//! How many progress streams are open. A stream lasts for as long as its reader likes, so streams must not take every
//! connection.

use std::net::IpAddr;
use std::sync::Arc;

use serving::crowd::{Crowd, Seat, household};
use wire::ids::PackageId;

use crate::config;
use crate::error::{ApiError, ApiResult};

/// A page opens one stream for a package; more than this many people do not watch one at the same time.
const OF_PACKAGE: usize = 50;
/// Of those, one address has a few: someone who follows their own upload must not keep out the people whom it is for.
const OF_PACKAGE_AND_ADDRESS: usize = 10;

pub struct Streams {
    all: Arc<Crowd<()>>,
    by_address: Arc<Crowd<IpAddr>>,
    by_package: Arc<Crowd<PackageId>>,
    by_package_and_address: Arc<Crowd<(PackageId, IpAddr)>>,
}

/// Held by an open stream.
pub struct OpenStream {
    _of_all: Seat<()>,
    _address: Seat<IpAddr>,
    _package: Seat<PackageId>,
    _both: Seat<(PackageId, IpAddr)>,
}

impl Streams {
    /// Half of all connections, and a fifth of those of one address.
    pub fn new(limits: &config::Limits) -> Self {
        Self {
            all: Crowd::new(limits.connections.div_ceil(2)),
            by_address: Crowd::new(limits.connections_per_address.div_ceil(5)),
            by_package: Crowd::new(OF_PACKAGE),
            by_package_and_address: Crowd::new(OF_PACKAGE_AND_ADDRESS),
        }
    }

    pub fn open(&self, package: &PackageId, address: IpAddr) -> ApiResult<OpenStream> {
        let too_many = |owner: &str, most: usize| {
            ApiError::TooManyAtOnce(format!("{owner} has {most} progress streams open, which is the limit"))
        };
        let of_both = self.by_package_and_address.enter((package.clone(), household(address)));
        let of_both = of_both.ok_or_else(|| too_many("your IP address with this package", OF_PACKAGE_AND_ADDRESS))?;
        let of_package = self.by_package.enter(package.clone());
        let of_package = of_package.ok_or_else(|| too_many("this package", self.by_package.most()))?;
        let of_address = self.by_address.enter(household(address));
        let of_address = of_address.ok_or_else(|| too_many("your IP address", self.by_address.most()))?;
        let of_all = self.all.enter(());
        let of_all = of_all.ok_or(ApiError::Full("the server has as many progress streams open as it can"))?;
        Ok(OpenStream { _of_all: of_all, _address: of_address, _package: of_package, _both: of_both })
    }
}
