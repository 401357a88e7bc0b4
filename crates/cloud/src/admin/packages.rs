//! `tonnage admin package`

use anyhow::Context as _;
use domain::audit::AuditAction;
use store::audit::AuditEntry;
use wire::ids::PackageId;

use crate::foundation::Foundation;
use crate::operations::packages::changes;

#[derive(clap::Subcommand)]
pub enum PackageCommand {
    /// Restore a deleted or expired package while its content is still in storage
    Restore { package_id: String },
}

pub(super) async fn run(foundation: &Foundation, command: PackageCommand) -> anyhow::Result<()> {
    let PackageCommand::Restore { package_id } = command;
    let id: PackageId = package_id.parse().with_context(|| format!("{package_id:?} is not the id of a package"))?;
    let now = foundation.clock.now();
    let mut tx = foundation.store.begin().await?;
    let entry = AuditEntry::by_operator(now, AuditAction::PackageRestored, id.as_str());
    let package = changes::restore(&foundation.ids, &mut tx, &id, &entry).await?;
    tx.commit().await?;
    match package.expiry.time() {
        Some(expiry) => say!("{} is {} again and expires at {expiry}", package.name, package.state),
        None => say!("{} is {} again and does not expire", package.name, package.state),
    }
    Ok(())
}
