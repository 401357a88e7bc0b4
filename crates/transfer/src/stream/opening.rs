//! How a growing file becomes known to its package and to storage.

use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::AddFile;
use wire::ids::FileId;

use super::{Following, StreamLedger};
use crate::fault::Fault;
use crate::upload::adding::{forget, remove_namesakes};
use crate::upload::parts::{self, Broken, Target};
use crate::upload::{Run, Stage, UploadItem};

/// Where the parts of the file go: as before, if they went there, or to a new upload.
pub(super) async fn target<L: StreamLedger>(run: &Run<L>, following: &mut Following) -> Result<Target, Broken> {
    let (number, name) = (following.item.number, following.item.name.clone());
    if let Stage::Begun { file, upload, .. } = &following.item.stage {
        return Ok(Target { item: number, name, file: file.clone(), upload: upload.clone() });
    }
    // What was added before was begun by a process that is gone, or failed as a whole.
    if let Some(stale) = following.file() {
        forget(run, stale).await?;
    }
    let (file, create) = add(run, &following.item).await?;
    following.item.stage = Stage::Added(file.clone());
    run.ledger.added(vec![(number, file.clone())]).await?;
    let upload = parts::begin(run, &create).await?;
    run.ledger.begun(number, file.clone(), upload.clone()).await?;
    following.item.stage = Stage::Begun { file: file.clone(), upload: upload.clone(), parts: Vec::new() };
    Ok(Target { item: number, name, file, upload })
}

/// Adds the file without a size, since nobody knows it.
async fn add<L: StreamLedger>(run: &Run<L>, item: &UploadItem) -> Result<(FileId, Blueprint), Fault> {
    let request = AddFile {
        kind: Some("file".to_owned()),
        name: item.name.clone(),
        path: Some(item.path.clone()),
        last_modified: item.last_modified,
        ..AddFile::default()
    };
    let upload = &run.upload;
    let add = || run.running.repeat(|| upload.cloud.add_file(&upload.package, &request));
    let added = match add().await {
        // A call whose answer was lost has added it before.
        Err(Fault::Refused { code: ErrorCode::Duplicate, .. }) => {
            remove_namesakes(run, std::slice::from_ref(item)).await?;
            add().await?
        }
        other => other?,
    };
    let missing =
        || Fault::Refused { code: ErrorCode::Internal, message: "the server gave no address for a file".into() };
    Ok((added.file.id, added.create_blueprint.ok_or_else(missing)?))
}
