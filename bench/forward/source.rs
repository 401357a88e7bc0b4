//! The server whose packages are forwarded, and their content.

use client::Client;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tempfile::TempDir;
use testkit::{Parcel, Program, file, plain_package, request_of};
use wire::files::{AddFile, AddedOne, FinalizeFile, FinalizeFileOf};
use wire::ids::{PackageId, TeamId};

use crate::Tools;

pub(crate) const ACCESS_KEY: &str = "BENCHBENCHBENCHBENCH";
pub(crate) const SECRET_KEY: &str = "bench-bench-bench-bench-bench-bench-bench";
pub(crate) const BUCKET: &str = "bench";
const CHUNK: usize = 64 << 20;
const AT_ONCE: usize = 16;
const BATCH: usize = 1_000;

pub(crate) struct Source {
    pub(crate) server: Program,
    pub(crate) client: Client,
    pub(crate) team: TeamId,
    _directory: TempDir,
}

impl Source {
    pub(crate) fn start(tools: &Tools) -> anyhow::Result<Self> {
        let directory = tempfile::tempdir_in(&tools.directory)?;
        let data_dir = directory.path().join("data");
        std::fs::create_dir(&data_dir)?;
        let variables = [
            ("TONNAGE_EGRESS__ALLOW", "127.0.0.0/8"),
            ("TONNAGE_LOG__LEVEL", "warn"),
            ("TONNAGE_STORAGE__ACCESS_KEY", ACCESS_KEY),
            ("TONNAGE_STORAGE__SECRET_KEY", SECRET_KEY),
            ("TONNAGE_STORAGE__BUCKET", BUCKET),
            ("TONNAGE_STORAGE__SYNC", "relaxed"),
        ];
        let server = Program::serve(&tools.tonnage, &data_dir, &variables);
        let (team, key) = Program::bootstrap(&tools.tonnage, &data_dir);
        let client = Client::new(&server.api)?.with_api_key(&key);
        Ok(Self { server, client, team, _directory: directory })
    }

    /// A package with one large file.
    pub(crate) async fn large(&self, bytes: u64) -> anyhow::Result<PackageId> {
        let parcel = Parcel::create(&self.client, &self.team, &plain_package("Large")).await;
        let content = vec![0x5a_u8; usize::try_from(bytes)?];
        let added = parcel.add("", "large.mov", content.len()).await;
        let upload_id = parcel.begin(&added).await;
        let request = parcel.send(&added.file.id, &upload_id, &content, CHUNK).await;
        parcel.client.finalize_file(&parcel.id, &added.file.id, &request).await?;
        parcel.finalize().await;
        Ok(parcel.id)
    }

    /// A package with many small files.
    pub(crate) async fn small(&self, files: usize, bytes: usize) -> anyhow::Result<PackageId> {
        let parcel = Parcel::create(&self.client, &self.team, &plain_package("Small")).await;
        let content = vec![0x5a_u8; bytes];
        let requests: Vec<AddFile> =
            (0..files).map(|number| file(&format!("{}", number / 100), &format!("{number}.dpx"), bytes)).collect();
        for batch in requests.chunks(BATCH) {
            let added = parcel.client.add_files(&parcel.id, batch).await?;
            let sent: Vec<FinalizeFileOf> = stream::iter(added)
                .map(|added| put(added, content.clone()))
                .buffer_unordered(AT_ONCE)
                .try_collect()
                .await?;
            parcel.client.finalize_files(&parcel.id, &sent).await?;
        }
        parcel.finalize().await;
        Ok(parcel.id)
    }
}

async fn put(added: AddedOne, content: Vec<u8>) -> anyhow::Result<FinalizeFileOf> {
    let AddedOne::Done(added) = added else { anyhow::bail!("not added: {added:?}") };
    let blueprint = added.put_blueprint.as_ref().expect("a small file can be put");
    let size = i64::try_from(content.len())?;
    request_of(blueprint).body(content).send().await?.error_for_status()?;
    Ok(FinalizeFileOf { file_id: added.file.id, finalize: FinalizeFile { size, ..FinalizeFile::default() } })
}
