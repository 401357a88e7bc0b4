//! A client like our own agent: pre-signed requests, many connections, no payload hash.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use bytes::Bytes;
use rusty_s3::{Bucket, Credentials, S3Action as _, UrlStyle};

use crate::servers::{ACCESS_KEY, BUCKET, SECRET_KEY};

const PART: u64 = 16 << 20;
const PARTS_AT_ONCE: usize = 8;
const FILES_AT_ONCE: usize = 64;
const SIGNED_FOR: Duration = Duration::from_hours(1);
const KEY: &str = "big";

#[derive(Clone)]
pub(crate) struct Presigned {
    bucket: Arc<Bucket>,
    credentials: Arc<Credentials>,
    http: reqwest::Client,
}

impl Presigned {
    pub(crate) fn new(endpoint: &str) -> anyhow::Result<Self> {
        let bucket = Bucket::new(endpoint.parse()?, UrlStyle::Path, BUCKET, "us-east-1")?;
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(FILES_AT_ONCE).build()?;
        Ok(Self { bucket: Arc::new(bucket), credentials: Arc::new(Credentials::new(ACCESS_KEY, SECRET_KEY)), http })
    }

    /// Uploads `size` bytes of the file in parts, repeating the file if it is shorter. Returns how long the completion
    /// took.
    pub(crate) async fn upload(&self, file: PathBuf, size: u64) -> anyhow::Result<Duration> {
        let url = self.bucket.create_multipart_upload(Some(&self.credentials), KEY).sign(SIGNED_FOR);
        let text = self.http.post(url).send().await?.error_for_status()?.text().await?;
        let upload = text
            .split_once("<UploadId>")
            .and_then(|(_, rest)| rest.split_once('<'))
            .context("no upload id")?
            .0
            .to_owned();
        let file = Arc::new(File::open(file)?);
        let length = file.metadata()?.len();
        let count = usize::try_from(size.div_ceil(PART))?;
        let (client, id) = (self.clone(), upload.clone());
        let etags = at_once(count, PARTS_AT_ONCE, move |index| {
            let (client, file, upload) = (client.clone(), Arc::clone(&file), id.clone());
            async move {
                let offset = index as u64 * PART;
                let body = read(file, offset % length, PART.min(size - offset)).await?;
                let number = u16::try_from(index + 1)?;
                let url = client.bucket.upload_part(Some(&client.credentials), KEY, number, &upload).sign(SIGNED_FOR);
                let reply = client.http.put(url).body(body).send().await?.error_for_status()?;
                Ok(reply.headers().get("etag").context("no ETag")?.to_str()?.to_owned())
            }
        });
        let etags = etags.await?;
        let action = self.bucket.complete_multipart_upload(
            Some(&self.credentials),
            KEY,
            &upload,
            etags.iter().map(String::as_str),
        );
        let (url, started) = (action.sign(SIGNED_FOR), Instant::now());
        let text = self.http.post(url).body(action.body()).send().await?.error_for_status()?.text().await?;
        ensure!(!text.contains("<Error>"), "{text}");
        Ok(started.elapsed())
    }

    /// Downloads in ranges into a file.
    pub(crate) async fn download(&self, file: PathBuf, size: u64) -> anyhow::Result<()> {
        let target = Arc::new(File::create(file)?);
        let client = self.clone();
        let ranges = at_once(usize::try_from(size.div_ceil(PART))?, PARTS_AT_ONCE, move |index| {
            let (client, target) = (client.clone(), Arc::clone(&target));
            async move {
                let first = index as u64 * PART;
                let last = (first + PART).min(size) - 1;
                let url = client.bucket.get_object(Some(&client.credentials), KEY).sign(SIGNED_FOR);
                let mut reply = client
                    .http
                    .get(url)
                    .header("range", format!("bytes={first}-{last}"))
                    .send()
                    .await?
                    .error_for_status()?;
                let mut offset = first;
                while let Some(chunk) = reply.chunk().await? {
                    let (target, at) = (Arc::clone(&target), offset);
                    offset += chunk.len() as u64;
                    tokio::task::spawn_blocking(move || target.write_all_at(&chunk, at)).await??;
                }
                ensure!(offset == last + 1, "a range is too short");
                Ok(())
            }
        });
        ranges.await.map(drop)
    }

    pub(crate) async fn upload_files(&self, files: Vec<PathBuf>) -> anyhow::Result<()> {
        let (client, files) = (self.clone(), Arc::new(files));
        let puts = at_once(files.len(), FILES_AT_ONCE, move |index| {
            let (client, files) = (client.clone(), Arc::clone(&files));
            async move {
                let body = tokio::fs::read(&files[index]).await?;
                let url =
                    client.bucket.put_object(Some(&client.credentials), &format!("tree/{index:05}")).sign(SIGNED_FOR);
                client.http.put(url).body(body).send().await?.error_for_status()?;
                Ok(())
            }
        });
        puts.await.map(drop)
    }

    pub(crate) async fn download_files(&self, count: usize) -> anyhow::Result<()> {
        let client = self.clone();
        let gets = at_once(count, FILES_AT_ONCE, move |index| {
            let client = client.clone();
            async move {
                let url =
                    client.bucket.get_object(Some(&client.credentials), &format!("tree/{index:05}")).sign(SIGNED_FOR);
                let body = client.http.get(url).send().await?.error_for_status()?.bytes().await?;
                ensure!(!body.is_empty(), "received an empty file");
                Ok(())
            }
        });
        gets.await.map(drop)
    }
}

async fn read(file: Arc<File>, offset: u64, length: u64) -> anyhow::Result<Bytes> {
    let body = tokio::task::spawn_blocking(move || {
        let mut body = vec![0; usize::try_from(length).unwrap_or(0)];
        file.read_exact_at(&mut body, offset).map(|()| body)
    });
    Ok(body.await??.into())
}

/// Runs `count` tasks, up to `most` at a time, and returns their results in order.
async fn at_once<T, F>(
    count: usize,
    most: usize,
    work: impl Fn(usize) -> F + Clone + Send + 'static,
) -> anyhow::Result<Vec<T>>
where
    T: Send + 'static,
    F: Future<Output = anyhow::Result<T>> + Send,
{
    let next = Arc::new(AtomicUsize::new(0));
    let workers: Vec<_> = (0..most.min(count))
        .map(|_| {
            let (next, work) = (Arc::clone(&next), work.clone());
            tokio::spawn(async move {
                let mut done = Vec::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return anyhow::Ok(done);
                    }
                    done.push((index, work(index).await?));
                }
            })
        })
        .collect();
    let mut all = Vec::with_capacity(count);
    for worker in workers {
        all.extend(worker.await??);
    }
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
