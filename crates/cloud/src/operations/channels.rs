//! Progress channels: what they report, and who may publish.
//!
//! A channel has no history. Its state is computed from the package and the newest message, so that every process that
//! reads the database sees the same.

use domain::channel::{Channel, Topic};
use domain::progress::{check, is_uploading, is_zippable, of_upload, of_zip};
use store::{StoreResult, channel_messages, packages};
use wire::ids::PackageId;
use wire::packages::{ChannelAuth, ProgressChannel, ProgressMessage, PublishProgress};
use wire::time::Time;

use crate::app::App;
use crate::auth::ChannelHolder;
use crate::credentials::IssuedTo;
use crate::error::{ApiError, ApiResult};
use crate::pace::INTERVAL;

const PROVIDER: &str = "tonnage";

/// The state of a channel at one moment.
pub struct Snapshot {
    pub message: ProgressMessage,
    /// Whether the package has left the state that the channel is about, so that nothing will follow.
    pub is_last: bool,
}

/// A channel with a token for it.
pub(in crate::operations) fn progress_channel(
    app: &App,
    channel: &Channel,
    may_publish: bool,
    member: Option<&IssuedTo>,
    now: Time,
) -> ApiResult<ProgressChannel> {
    let auth = ChannelAuth {
        token: app.channel_tokens.issue(channel, may_publish, member, now)?,
        channel_name: channel.name(),
        publish_key: if may_publish { PROVIDER.to_owned() } else { String::new() },
        subscribe_key: PROVIDER.to_owned(),
    };
    Ok(ProgressChannel { auth, topic: channel.topic.as_str().to_owned(), provider: PROVIDER.to_owned() })
}

/// `None` if the package does not exist.
pub async fn snapshot(app: &App, channel: &Channel) -> StoreResult<Option<Snapshot>> {
    let now = app.trusted_time();
    let (id, topic) = (&channel.package_id, channel.topic);
    let mut connection = app.store.read().await?;
    let Some(package) = packages::by_id(&mut connection, id).await? else { return Ok(None) };
    let said = channel_messages::newest(&mut connection, id, topic.as_str()).await?;
    drop(connection);
    let (progress, goes_on) = match topic {
        Topic::Upload => (of_upload(&package, said.as_ref(), now), is_uploading(&package, now)),
        Topic::Zip => (of_zip(&package, said.as_ref(), now), is_zippable(&package, now)),
    };
    let PublishProgress { bytes, total_bytes, files, total_files, state } = progress;
    let (topic, package_id) = (topic.as_str().to_owned(), package.id);
    let message = ProgressMessage { topic, package_id, bytes, total_bytes, files, total_files, state, at: now };
    Ok(Some(Snapshot { message, is_last: !goes_on }))
}

/// An uploader reports its progress.
pub async fn publish(app: &App, holder: &ChannelHolder, progress: PublishProgress) -> ApiResult<()> {
    if !holder.grant.may_publish {
        let reason = "this token can only follow the channel: use the token from creating the package to publish";
        return Err(domain::Refusal::Forbidden(reason).into());
    }
    check(&progress)?;
    let package = packages::by_id(&mut *app.store.read().await?, &holder.channel.package_id).await?;
    let package = package.ok_or(ApiError::NotFound("package"))?;
    if !is_uploading(&package, app.trusted_time()) {
        return Err(domain::Refusal::wrong_state("the package is no longer being uploaded").into());
    }
    tell(app, holder.channel.clone(), progress);
    Ok(())
}

/// The service reports the progress of a zip. Nothing waits for it: a report that fails must not stop the work.
pub fn report_zip(app: &App, package: &PackageId, progress: PublishProgress) {
    tell(app, Channel { package_id: package.clone(), topic: Topic::Zip }, progress);
}

/// Writes in the background, so that a caller who hangs up cannot leave the channel without a writer.
fn tell(app: &App, channel: Channel, progress: PublishProgress) {
    if app.pace.begins(&channel, &progress) {
        tokio::spawn(write_all(app.clone(), channel, progress));
    }
}

async fn write_all(app: App, channel: Channel, first: PublishProgress) {
    let mut message = Some(first);
    while let Some(progress) = message {
        if let Err(error) = write(&app, &channel, &progress).await {
            tracing::warn!(%error, channel = channel.name(), "could not save a progress report");
        }
        tokio::time::sleep(INTERVAL).await;
        message = app.pace.next(&channel);
    }
}

async fn write(app: &App, channel: &Channel, progress: &PublishProgress) -> StoreResult<()> {
    let mut tx = app.store.begin().await?;
    channel_messages::put(&mut tx, &channel.package_id, channel.topic.as_str(), progress, app.clock.now()).await?;
    tx.commit().await?;
    app.bus.wake(&channel.package_id);
    Ok(())
}
