//! What a transfer leaves at the provider if its package ends before it has arrived.

use providers::{AbandonedFile, Place};
use store::transfer_files::OpenUpload;
use store::{cloud_connections, transfer_files, transfers};
use wire::ids::TransferId;

use super::opened;
use crate::app::App;
use crate::operations::transfers::connections::open_place;
use crate::operations::transfers::failure::TransferResult;

/// Aborts every upload that was begun and not finished. Idempotent.
pub async fn abandon(app: &App, id: &TransferId) -> TransferResult<()> {
    let mut connection = app.store.read().await?;
    let Some(transfer) = transfers::by_id(&mut connection, id).await?.filter(|transfer| !transfer.state.is_open())
    else {
        return Ok(());
    };
    let place = cloud_connections::by_id(&mut connection, &transfer.connection_id).await?;
    let uploads = transfer_files::open_uploads(&mut connection, id).await?;
    drop(connection);
    // The credentials were deleted with the connection, so only the provider can clean up now.
    let (Some(place), Some(folder)) = (place, transfer.folder) else { return Ok(()) };
    if uploads.is_empty() {
        return Ok(());
    }
    let Place::Target(target) = open_place(app, &place)? else { return Ok(()) };
    for OpenUpload { file, place, upload } in uploads {
        let (path, name) = target.names().place(&place, folder.path.len());
        let upload = opened(app, id, &upload)?;
        let abandoned = AbandonedFile { folder: &folder.reference, path: &path, name: &name, upload: &upload };
        target.abandon(&abandoned).await?;
        let mut tx = app.store.begin().await?;
        transfer_files::forget_upload(&mut tx, id, &file).await?;
        tx.commit().await?;
    }
    Ok(())
}
