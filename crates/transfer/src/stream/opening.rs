//! Adds a growing file to its package and to storage.

use wire::blueprint::Blueprint;
use wire::error::ErrorCode;
use wire::files::AddFile;
use wire::ids::FileId;

use super::{Following, StreamLedger};
use crate::fault::Fault;
use crate::upload::adding::{forget, remove_namesakes};
use crate::upload::parts::{self, Broken, Form, Target};
use crate::upload::{Run, Stage};

/// Where the parts of the file go: to the existing upload, or to a new one.
pub(super) async fn target<L: StreamLedger>(run: &Run<L>, following: &mut Following) -> Result<Target, Broken> {
    let (number, name) = (following.item.number, following.item.name.clone());
    if let Stage::Begun { file, upload, .. } = &following.item.stage {
        return Ok(Target { item: number, name, file: file.clone(), form: Form::of(upload) });
    }
    // The earlier file was added by a process that has ended, or failed as a whole.
    if let Some(stale) = following.file() {
        forget(run, stale).await?;
    }
    let (file, create) = add(run, following).await?;
    following.item.stage = Stage::Added(file.clone());
    run.ledger.added(vec![(number, file.clone())]).await?;
    let form = match create {
        Some(create) => Form::Upload(parts::begin(run, &create).await?),
        None => Form::Segments,
    };
    run.ledger.begun(number, file.clone(), form.noted()).await?;
    following.item.stage = Stage::Begun { file: file.clone(), upload: form.noted(), parts: Vec::new() };
    Ok(Target { item: number, name, file, form })
}

/// Adds the file without a size, which is unknown. A followed file has no multipart upload.
async fn add<L: StreamLedger>(run: &Run<L>, following: &Following) -> Result<(FileId, Option<Blueprint>), Fault> {
    let Following { item, is_followed, .. } = following;
    let request = AddFile {
        kind: Some("file".to_owned()),
        name: item.name.clone(),
        path: Some(item.path.clone()),
        last_modified: item.last_modified,
        growing: is_followed.then_some(true),
        ..AddFile::default()
    };
    let upload = &run.upload;
    let add = || {
        run.running.repeat_once(&upload.cloud, |cloud| {
            let (package, request) = (&upload.package, &request);
            async move { cloud.add_file(package, request).await }
        })
    };
    let added = match add().await {
        // An earlier process, or a call whose answer the server has lost, has added it.
        Err(Fault::Refused { code: ErrorCode::Duplicate, .. }) => {
            remove_namesakes(run, std::slice::from_ref(item)).await?;
            add().await?
        }
        other => other?,
    };
    if added.create_blueprint.is_none() && !is_followed {
        let message = "the server returned no URL for a file".into();
        return Err(Fault::Refused { code: ErrorCode::Internal, message });
    }
    Ok((added.file.id, added.create_blueprint))
}
