//! The finalized files whose content must be in storage, in the order of their keys there.

use domain::file::File;

use crate::{Store, StoreResult, files};

const PAGE: i64 = 500;

/// Reads a page at a time: there may be millions.
pub struct StoredFiles<'a> {
    store: &'a Store,
    page: std::vec::IntoIter<File>,
    last_package: String,
    last_file: String,
}

impl<'a> StoredFiles<'a> {
    pub fn new(store: &'a Store) -> Self {
        Self { store, page: Vec::new().into_iter(), last_package: String::new(), last_file: String::new() }
    }

    pub async fn next(&mut self) -> StoreResult<Option<File>> {
        if self.page.len() == 0 {
            let mut connection = self.store.read().await?;
            let found = files::stored_after(&mut connection, &self.last_package, &self.last_file, PAGE).await?;
            self.page = found.into_iter();
        }
        let file = self.page.next();
        if let Some(file) = &file {
            (self.last_package, self.last_file) = (file.package_id.to_string(), file.id.to_string());
        }
        Ok(file)
    }
}
