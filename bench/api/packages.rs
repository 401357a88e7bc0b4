//! How many packages per second can be created, filled with a small file, and finalized.

use std::time::Instant;

use client::Client;
use futures_util::StreamExt as _;
use futures_util::stream;
use testkit::{Parcel, file, plain_package, request_of};
use wire::files::{AddedOne, FinalizeFile, FinalizeFileOf};
use wire::ids::TeamId;

const CALLERS: usize = 16;
const PACKAGES: usize = 2_000;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    pub(crate) created: f64,
    pub(crate) delivered: f64,
}

pub(crate) async fn rates(client: &Client, team: &TeamId) -> anyhow::Result<Rates> {
    let create = async |number: usize| Parcel::create(client, team, &plain_package(&format!("Bench {number}"))).await;
    let started = Instant::now();
    let parcels: Vec<Parcel> = stream::iter(0..PACKAGES).map(create).buffer_unordered(CALLERS).collect().await;
    let created = per_second(started);
    let started = Instant::now();
    let delivered: Vec<anyhow::Result<()>> =
        stream::iter(&parcels).map(deliver).buffer_unordered(CALLERS).collect().await;
    delivered.into_iter().collect::<anyhow::Result<()>>()?;
    Ok(Rates { created, delivered: per_second(started) })
}

fn per_second(started: Instant) -> f64 {
    f64::from(u32::try_from(PACKAGES).unwrap_or(u32::MAX)) / started.elapsed().as_secs_f64()
}

async fn deliver(parcel: &Parcel) -> anyhow::Result<()> {
    let added = parcel.client.add_files(&parcel.id, &[file("", "a.txt", 7)]).await?;
    let [AddedOne::Done(added)] = added.as_slice() else { anyhow::bail!("not added: {added:?}") };
    let put = added.put_blueprint.as_ref().expect("a small file can be put");
    request_of(put).body("content").send().await?.error_for_status()?;
    let finalize = FinalizeFile { size: 7, ..FinalizeFile::default() };
    parcel.client.finalize_files(&parcel.id, &[FinalizeFileOf { file_id: added.file.id.clone(), finalize }]).await?;
    parcel.client.finalize_package(&parcel.id).await?;
    Ok(())
}
