//! What a transfer leaves at the provider if its package or its connection ends before everything has arrived.

use domain::package::PackageState;
use domain::transfer::Transfer;
use providers::{AbandonedFile, Place};
use store::transfer_files::OpenUpload;
use store::{Connection, cloud_connections, packages, transfer_files, transfers};
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
    let place = cloud_connections::with_credentials(&mut connection, &transfer.connection_id).await?;
    let uploads = transfer_files::open_uploads(&mut connection, id).await?;
    let is_over = is_over(&mut connection, &transfer).await?;
    drop(connection);
    // Without credentials, only the provider can clean up.
    let (Some(place), Some(folder)) = (place, transfer.folder) else { return Ok(()) };
    if uploads.is_empty() {
        return Ok(());
    }
    let Place::Target(target) = open_place(app, &place)? else { return Ok(()) };
    // Someone may start a failed transfer again. Until then, only what people would see is removed.
    if !is_over && !target.shows_begun() {
        return Ok(());
    }
    for begun in uploads {
        if !is_still_abandoned(app, id, &begun).await? {
            return Ok(());
        }
        let OpenUpload { file, place, upload: sealed } = begun;
        let (path, name) = target.names().place(&place, folder.path.len());
        let upload = opened(app, id, &sealed)?;
        let abandoned = AbandonedFile { folder: &folder.reference, path: &path, name: &name, upload: &upload };
        target.abandon(&abandoned).await?;
        let mut tx = app.store.begin().await?;
        transfer_files::forget_upload(&mut tx, id, &file, &sealed).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// A slow provider takes minutes, and someone may have started the transfer again.
async fn is_still_abandoned(app: &App, id: &TransferId, begun: &OpenUpload) -> TransferResult<bool> {
    let mut connection = app.store.read().await?;
    let transfer = transfers::by_id(&mut connection, id).await?;
    let open = transfer_files::open_upload(&mut connection, id, &begun.file).await?;
    let is_same = open.is_some_and(|open| open.upload == begun.upload);
    Ok(is_same && transfer.is_some_and(|transfer| !transfer.state.is_open()))
}

/// Whether the transfer can never be continued.
async fn is_over(connection: &mut Connection, transfer: &Transfer) -> TransferResult<bool> {
    let package = packages::by_id(connection, &transfer.package_id).await?;
    let target = cloud_connections::by_id(connection, &transfer.connection_id).await?;
    Ok(target.is_none() || package.is_none_or(|package| package.state != PackageState::Finalized))
}
