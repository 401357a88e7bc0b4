//! Whether a package has room for one more file.

use domain::chunk_plan::FILE_LARGEST;
use domain::file::{File, FileKind};
use domain::package::Package;
use domain::portal::{FileRules, Totals};
use store::Connection;
use store::packages::Count;

use crate::app::App;
use crate::error::ApiResult;
use crate::operations::portals::rules as portal_rules;
use crate::operations::quotas::Quotas;
use crate::storage::Lengths;

/// What limits the files of a package.
pub(super) struct Room<'a> {
    pub(super) package: &'a Package,
    pub(super) rules: FileRules<'a>,
    pub(super) quotas: &'a Quotas,
}

impl Room<'_> {
    /// Whether there is room for one more file, beside those that the request has added.
    pub(super) fn check(&self, file: &File, count: Count) -> ApiResult<()> {
        let Self { package, rules, quotas } = self;
        let (files, directories) = (count.files_added, count.directories_added);
        let bytes = count.bytes_added.saturating_add(file.size);
        package.check_room(files + directories + 1, bytes)?;
        if file.kind == FileKind::Directory {
            return Ok(rules.check_directories(package.directories_added + directories + 1)?);
        }
        rules.check_name(file.place.name())?;
        rules.check_size(file.size)?;
        let (files, all) = (package.files_added + files + 1, package.bytes_added.saturating_add(bytes));
        rules.check_totals(Totals { files, bytes: all })?;
        // Where nothing is left, a file of unknown size could have no content.
        quotas.check_bytes(if file.is_sized { bytes } else { bytes.saturating_add(1) })
    }

    /// Whether files of unknown size would have to share what is left: through a Portal that limits them.
    pub(super) fn is_shared(&self) -> bool {
        let Self { package, rules, quotas } = self;
        let is_limited = rules.limit_packages() || quotas.bytes_left().is_some();
        package.portal_id.is_some() && is_limited
    }

    /// The most bytes of its content: its size; if that is not known, what the Portal and the quotas leave.
    pub(super) fn limit_of(&self, file: &File, count: Count) -> u64 {
        if file.is_sized {
            return file.size.unsigned_abs();
        }
        let Self { package, rules, quotas } = self;
        let (files, bytes) = (package.files_added + count.files_added, package.bytes_added + count.bytes_added);
        let room = rules.room(Totals { files, bytes });
        let left = quotas.bytes_left().map(|left| (left - count.bytes_added).max(0).unsigned_abs());
        room.into_iter().chain(left).min().unwrap_or(FILE_LARGEST)
    }
}

/// What the Portal and the quotas leave now for a file of unknown size, which does not count yet; `None` if there is no
/// limit.
pub(super) async fn left_for_unsized(app: &App, reading: &mut Connection, package: &Package) -> ApiResult<Option<u64>> {
    let portal = portal_rules::portal_of(reading, package).await?;
    let rules = FileRules::of(portal.as_ref().map(|portal| &portal.settings));
    let quotas = Quotas::of(app, reading, package, portal.as_ref(), app.clock.now()).await?;
    let room = rules.room(Totals { files: package.files_added, bytes: package.bytes_added });
    let left = quotas.bytes_left().map(|left| left.max(0).unsigned_abs());
    Ok(room.into_iter().chain(left).min())
}

/// Refuses chunks of a file of unknown size that begin beyond what there is room for. Where the URLs of chunks have no limit,
/// what has arrived counts, too.
pub(super) async fn check_more(
    app: &App,
    package: &Package,
    file: &File,
    upload_id: &str,
    start: u64,
) -> ApiResult<()> {
    let mut reading = app.store.read().await?;
    let Some(left) = left_for_unsized(app, &mut reading, package).await? else { return Ok(()) };
    drop(reading);
    let before = start.saturating_mul(file.chunk_size.unsigned_abs());
    let arrived = if app.storage.capabilities().lengths == Lengths::InUrl {
        0
    } else {
        app.storage.bytes_of_parts(&file.object_key(), upload_id).await?
    };
    let begins_within = before < left || (left == 0 && start == 0);
    if begins_within && arrived <= left {
        return Ok(());
    }
    let reason = format!("there is room for {left} bytes, and more would be sent of this file");
    Err(domain::Refusal::TooLarge(reason).into())
}
