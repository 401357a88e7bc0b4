//! A folder that belongs to one package.
//!
//! Its name is recorded before it is created. If the process ends in between, the same name is used again, and never a
//! second one. Existing files and folders are left alone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::local_name::{Platform, folder_name};
use transfer::folder::{Folder, FolderError};
use transfer::{Fault, SHORTAGE_WAIT};
use wire::agent::DownloadId;

use crate::app::App;
use crate::error::AgentError;
use crate::journal::downloads as rows;
use crate::runs::Broken;

/// Folders with the same name before we stop trying.
const ATTEMPTS: u32 = 10_000;

pub(crate) struct OwnFolder<'a> {
    pub(crate) download: &'a DownloadId,
    /// The package's name.
    pub(crate) package: &'a str,
    /// The folder whose name was recorded before.
    pub(crate) noted: Option<&'a Path>,
    /// Whether it was created.
    pub(crate) is_taken: bool,
}

impl OwnFolder<'_> {
    /// Its name in `folder`, whose path is `path`. Created by the first call and found again by later ones.
    pub(crate) async fn take(&self, app: &App, folder: &Arc<Folder>, path: &Path) -> Result<PathBuf, Broken> {
        let noted = self.noted.and_then(Path::file_name).map(PathBuf::from);
        if let (true, Some(name)) = (self.is_taken, &noted) {
            return Ok(name.clone());
        }
        let _alone = app.choosing.lock().await;
        if let Some(name) = noted {
            // An empty folder is the one that we created before the process ended, or equivalent to it.
            let (looked, wanted) = (Arc::clone(folder), name.clone());
            if blocking(app, move || looked.is_empty_directory(&wanted)).await? {
                return self.note_taken(app, name).await;
            }
        }
        for attempt in 1..=ATTEMPTS {
            let name = PathBuf::from(folder_name(Platform::Linux, self.package, attempt));
            let (looked, wanted) = (Arc::clone(folder), name.clone());
            if blocking(app, move || looked.existing(&wanted)).await?.is_some() {
                continue;
            }
            let (id, noted) = (self.download.clone(), path.join(&name).to_string_lossy().into_owned());
            app.journal.write(move |tables| rows::set_folder(tables, &id, &noted)).await?;
            let (taken, wanted) = (Arc::clone(folder), name.clone());
            if blocking(app, move || taken.take_directory(&wanted)).await? {
                return self.note_taken(app, name).await;
            }
        }
        let cause = format!("{ATTEMPTS} folders already have this name");
        Err(Fault::from(FolderError::Other { path: path.join(self.package), cause }).into())
    }

    async fn note_taken(&self, app: &App, name: PathBuf) -> Result<PathBuf, Broken> {
        let id = self.download.clone();
        app.journal.write(move |tables| rows::folder_taken(tables, &id)).await?;
        Ok(name)
    }
}

/// Runs file operations off the threads that serve connections. Waits while there are too many open files.
pub(crate) async fn blocking<T: Send + 'static>(
    app: &App,
    work: impl Fn() -> Result<T, FolderError> + Clone + Send + 'static,
) -> Result<T, Broken> {
    loop {
        let done = tokio::task::spawn_blocking(work.clone()).await;
        match done.map_err(|error| AgentError::Internal(error.into()))? {
            Err(FolderError::NoHandles { .. }) => {
                app.engine.note_shortage();
                tokio::time::sleep(SHORTAGE_WAIT).await;
            }
            done => return Ok(done.map_err(Fault::from)?),
        }
    }
}
