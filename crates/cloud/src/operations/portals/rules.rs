//! Checks the content of a received package against the rules of its Portal.

use domain::package::Package;
use domain::package_token::Level;
use domain::portal::{FileRules, Portal, Totals};
use store::{Connection, files, portals};

use crate::error::ApiResult;

/// How many files are checked at once.
const PAGE: i64 = 1_000;

/// The Portal that a package was received through, even if it was deleted since.
pub async fn portal_of(connection: &mut Connection, package: &Package) -> ApiResult<Option<Portal>> {
    match &package.portal_id {
        Some(id) => Ok(portals::of_package(connection, id).await?),
        None => Ok(None),
    }
}

/// Visitors must keep to the Portal's name format even when renaming; members of the Team are free.
pub async fn check_name(connection: &mut Connection, package: &Package, level: Level, name: &str) -> ApiResult<()> {
    if level != Level::Upload {
        return Ok(());
    }
    let portal = portal_of(connection, package).await?;
    Ok(portal.map_or(Ok(()), |portal| portal.check_package_name(name.trim()))?)
}

/// Checks every file of a package against the current rules of its Portal.
pub async fn check_files(connection: &mut Connection, package: &Package) -> ApiResult<()> {
    let Some(portal) = portal_of(connection, package).await? else { return Ok(()) };
    let rules = FileRules::of(Some(&portal.settings));
    rules.check_totals(Totals { files: package.total_files, bytes: package.size })?;
    rules.check_size(files::largest(connection, &package.id).await?)?;
    // Names were checked when the files were added, and cannot change; the rules can. Versions are compared, since times
    // come from several clocks and can be equal.
    if !rules.restricts_names() || portal.version == package.portal_version {
        return Ok(());
    }
    let mut last = None;
    loop {
        let page = files::page_after(connection, &package.id, last.as_ref(), PAGE).await?;
        for file in page.iter().filter(|file| file.is_stored()) {
            rules.check_name(file.place.name())?;
        }
        last = match page.into_iter().next_back() {
            Some(file) => Some(file.id),
            None => return Ok(()),
        };
    }
}
