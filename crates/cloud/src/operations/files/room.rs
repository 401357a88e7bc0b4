//! Whether a package has room for one more file.

use domain::chunk_plan::FILE_LARGEST;
use domain::file::{File, FileKind};
use domain::package::Package;
use domain::portal::{FileRules, Totals};
use store::packages::Count;

use crate::error::ApiResult;
use crate::operations::quotas::Quotas;

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
