//! The virtual zip: time to its first byte, and its speed compared with plain downloads of the same bytes.

use std::time::Instant;

use client::Client;
use testkit::Parcel;

const PART: usize = 64 << 20;
const FILES: usize = 4;
const FILE_BYTES: usize = 256 << 20;

/// Milliseconds until the first byte of the body, the best of several tries.
pub(crate) async fn first_byte(client: &Client, parcel: &Parcel) -> anyhow::Result<f64> {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let started = Instant::now();
        let url = client.zip(&parcel.id, "").await?.url;
        let mut reply = reqwest::get(url).await?;
        reply.chunk().await?;
        best = best.min(started.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(best)
}

/// A package with 1 GiB in four files.
pub(crate) async fn large(parcel: &Parcel) -> anyhow::Result<u64> {
    let content = vec![0x5a; FILE_BYTES];
    for number in 0..FILES {
        let name = format!("{number}.mov");
        let added = parcel.add("", &name, content.len()).await;
        let upload_id = parcel.begin(&added).await;
        let request = parcel.send(&added.file.id, &upload_id, &content, PART).await;
        parcel.client.finalize_file(&parcel.id, &added.file.id, &request).await?;
    }
    parcel.finalize().await;
    Ok((FILES * FILE_BYTES) as u64)
}

pub(crate) async fn download_plain(parcel: &Parcel) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for file in parcel.client.files(&parcel.id, "").await? {
        bytes += drain(&parcel.client.download_address(&parcel.id, &file.id).await?.url).await?;
    }
    Ok(bytes)
}

pub(crate) async fn download_zip(parcel: &Parcel) -> anyhow::Result<u64> {
    drain(&parcel.client.zip(&parcel.id, "").await?.url).await
}

async fn drain(url: &str) -> anyhow::Result<u64> {
    let mut reply = reqwest::get(url).await?.error_for_status()?;
    let mut bytes = 0;
    while let Some(chunk) = reply.chunk().await? {
        bytes += chunk.len() as u64;
    }
    Ok(bytes)
}
