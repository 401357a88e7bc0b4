//! Keeps a file and a folder of one package from having the same name, which no disk could hold.

use std::collections::{BTreeMap, BTreeSet};

use domain::file::{File, FileKind};
use domain::file_path::FilePath;
use store::{Connection, Tx, package_folders};
use wire::ids::PackageId;

use super::place_of;
use crate::credentials::random;
use crate::error::{ApiError, ApiResult};

/// Below this depth nothing is compared: each level costs a row, and no real tree is deeper.
const DEEPEST: usize = 32;
/// How many folders a request may bring: so many, and some for each entry.
const FOLDERS_LEAST: usize = 64;
const FOLDERS_PER_ENTRY: usize = 3;

/// What the places of some new files must not collide with.
pub(super) struct TakenNames {
    /// The places of folders and of files.
    folders: BTreeSet<String>,
    files: BTreeSet<String>,
    /// Entries that were added below each folder.
    added: BTreeMap<String, i64>,
    /// All entries that were added.
    entries: usize,
}

impl TakenNames {
    pub(super) async fn around(
        connection: &mut Connection,
        package: &PackageId,
        new: impl Iterator<Item = &File> + Clone,
    ) -> ApiResult<Self> {
        let own = new.clone().filter(|file| file.kind == FileKind::File).map(|file| place_of(&file.place)).collect();
        let above = new.flat_map(|file| above(&file.place)).collect();
        Ok(Self {
            folders: package_folders::among(connection, package, &own).await?,
            files: package_folders::files_among(connection, package, &above).await?,
            added: BTreeMap::new(),
            entries: 0,
        })
    }

    /// How many folders are noted. Trees have far fewer: who sends more wants to fill the database, and only loses the
    /// comparison.
    fn most(&self) -> usize {
        FOLDERS_LEAST + FOLDERS_PER_ENTRY * self.entries
    }

    pub(super) fn check(&self, file: &File) -> ApiResult<()> {
        if file.kind == FileKind::File && self.folders.contains(&place_of(&file.place)) {
            let reason = "the package already has a folder with this path and name";
            return Err(ApiError::Duplicate { field: "name", reason });
        }
        if above(&file.place).iter().any(|folder| self.files.contains(folder)) {
            let reason = "the package has a file where this path needs a folder";
            return Err(ApiError::Duplicate { field: "path", reason });
        }
        Ok(())
    }

    /// A file was added: the next ones of the same request must not collide with it.
    pub(super) fn note(&mut self, file: &File) {
        self.entries += 1;
        for folder in above(&file.place) {
            if self.added.len() >= self.most() && !self.added.contains_key(&folder) {
                continue;
            }
            *self.added.entry(folder.clone()).or_default() += 1;
            self.folders.insert(folder);
        }
        if file.kind == FileKind::File {
            self.files.insert(place_of(&file.place));
        }
    }

    pub(super) async fn save(&self, tx: &mut Tx, package: &PackageId) -> ApiResult<()> {
        Ok(package_folders::count_added(tx, package, &self.added).await?)
    }
}

/// A file was removed from the package.
pub(super) async fn forget(tx: &mut Tx, file: &File) -> ApiResult<()> {
    Ok(package_folders::count_removed(tx, &file.package_id, &above(&file.place)).await?)
}

/// The folders that a file is in, as [`place_of`] writes places.
fn above(place: &FilePath) -> Vec<String> {
    let path = place.path();
    let ends = path.match_indices('/').map(|(end, _)| end).chain((!path.is_empty()).then_some(path.len()));
    ends.take(DEEPEST).map(|end| random::hash(&path[..end])).collect()
}

#[cfg(test)]
mod tests {
    use domain::file_path::FilePath;

    use super::{DEEPEST, above, place_of};

    #[test]
    fn the_folders_of_a_file_are_where_a_file_could_be() {
        let place = |path, name| FilePath::parse(path, name).unwrap();
        assert!(above(&place("", "a")).is_empty());
        assert_eq!(above(&place("a/b", "c")), [place_of(&place("", "a")), place_of(&place("a", "b"))]);
        assert_eq!(above(&place(&"x/".repeat(500), "c")).len(), DEEPEST);
    }
}
