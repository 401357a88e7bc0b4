//! The rules of the Portal through which a package comes, held against what is in it.

use domain::package::Package;
use domain::package_token::Level;
use domain::portal::{FileRules, Portal, Totals};

use crate::error::ApiResult;
use crate::store::{Connection, files, portals};

/// How many files are looked at at once.
const PAGE: i64 = 1_000;

/// The Portal through which a package came, also when it is deleted by now.
pub async fn portal_of(connection: &mut Connection, package: &Package) -> ApiResult<Option<Portal>> {
    match &package.portal_id {
        Some(id) => Ok(portals::of_package(connection, id).await?),
        None => Ok(None),
    }
}

/// A stranger keeps to the Portal's format also when renaming; a member of the Team calls it as they like.
pub async fn check_name(connection: &mut Connection, package: &Package, level: Level, name: &str) -> ApiResult<()> {
    if level != Level::Upload {
        return Ok(());
    }
    let portal = portal_of(connection, package).await?;
    Ok(portal.map_or(Ok(()), |portal| portal.check_package_name(name.trim()))?)
}

/// Holds every file of a package against the rules of its Portal as they are now.
pub async fn check_files(connection: &mut Connection, package: &Package) -> ApiResult<()> {
    let Some(portal) = portal_of(connection, package).await? else { return Ok(()) };
    let rules = FileRules::of(Some(&portal.settings));
    rules.check_totals(Totals { files: package.total_files, bytes: package.size })?;
    rules.check_size(files::largest(connection, &package.id).await?)?;
    // Names were looked at when the files were added, and cannot change; the rules can.
    if !rules.restricts_names() || portal.updated_at < package.created_at {
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
