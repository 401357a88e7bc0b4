//! The hot calls, one after the other, each by many callers at once.
//!
//! They follow the life of a package. Half of the created packages get one large file each, whose chunks are requested;
//! some of the others get small files, are finalized, shared by links and downloaded.

use std::time::Duration;

use client::Client;
use futures_util::{TryStreamExt as _, stream};
use testkit::{file, plain_package, request_of};
use wire::blueprint::Blueprint;
use wire::files::{AddedOne, FinalizeFile, FinalizeFileOf, FinalizedOne, RequestChunks};
use wire::ids::{FileId, LinkId, PackageId};
use wire::links::CreateLink;
use wire::packages::CreatePackage;

use crate::load::{CALLERS, Timing, drive};
use crate::meter::{Cost, Meter};
use crate::place::{Account, Place};

/// Files of a package that is filled and finalized. The first of them is finalized separately.
pub(crate) const FILES: usize = 10;
pub(crate) const CHUNKS: u64 = 10;
const CONTENT: &str = "content";
const LARGE: usize = 10 << 30;

/// How long and how many times each call is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amount {
    pub(crate) time: Duration,
    /// Up to this many packages are created, and `filled` of them are filled and finalized.
    pub(crate) packages: usize,
    pub(crate) filled: usize,
}

pub(crate) struct Row {
    pub(crate) call: &'static str,
    pub(crate) timing: Timing,
    pub(crate) cost: Cost,
}

/// One package, with its token.
struct Sent {
    id: PackageId,
    token: String,
    files: Vec<FileId>,
    puts: Vec<Blueprint>,
}

struct Opened {
    package: PackageId,
    file: FileId,
    token: String,
}

pub(crate) struct Bench<'a> {
    pub(crate) place: &'a Place,
    pub(crate) listed: &'a Account,
    pub(crate) senders: &'a [Account],
    pub(crate) amount: Amount,
    clients: Vec<Client>,
    rows: Vec<Row>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(
        place: &'a Place,
        (listed, senders): (&'a Account, &'a [Account]),
        amount: Amount,
    ) -> anyhow::Result<Self> {
        Ok(Self { place, listed, senders, amount, clients: place.clients()?, rows: Vec::new() })
    }

    pub(crate) async fn run(mut self) -> anyhow::Result<Vec<Row>> {
        self.warm_up().await?;
        let mut created = self.create().await?;
        let filled = created.split_off(created.len().saturating_sub(self.amount.filled));
        self.large_files(created).await?;
        let filled = self.fill(filled).await?;
        self.lists().await?;
        self.receive(filled).await?;
        Ok(self.rows)
    }

    /// Round robin over the processes, like a load balancer.
    fn client(&self, number: usize) -> &Client {
        &self.clients[number % self.clients.len()]
    }

    fn sender(&self, number: usize) -> &Account {
        &self.senders[number / self.clients.len() % self.senders.len()]
    }

    fn holder(&self, number: usize, sent: &Sent) -> Client {
        self.client(number).with_package_token(&sent.token)
    }

    async fn measure<T>(
        &self,
        call: &'static str,
        numbers: usize,
        ask: impl AsyncFn(usize) -> anyhow::Result<T>,
    ) -> anyhow::Result<(Row, Vec<T>)> {
        let meter = Meter::start(self.place)?;
        let (timing, answers) = drive(numbers, self.amount.time, ask).await?;
        let cost = meter.stop()?;
        eprintln!("{call}: {:.0} per second", timing.rate());
        Ok((Row { call, timing, cost }, answers))
    }

    /// Opens the connections, incoming and outgoing.
    async fn warm_up(&self) -> anyhow::Result<()> {
        let ask = async |number: usize| Ok(self.listed.through(self.client(number)).team(&self.listed.team).await?);
        drive(CALLERS * 20, self.amount.time, ask).await.map(drop)
    }

    async fn create(&mut self) -> anyhow::Result<Vec<Sent>> {
        let create = async |number: usize, sender: &Account| {
            let recipients = vec!["ben@example.org".to_owned()];
            let request = CreatePackage { recipients, ..plain_package(&format!("Package {number}")) };
            let body = sender.through(self.client(number)).create_package(&sender.team, &request).await?;
            Ok(Sent { id: body.id, token: body.access_token, files: Vec::new(), puts: Vec::new() })
        };
        let by_many = async |number: usize| create(number, self.sender(number)).await;
        let (row, created) = self.measure("create package", self.amount.packages, by_many).await?;
        let by_one = async |number: usize| create(number, &self.senders[0]).await;
        let (row_of_one, _) = self.measure("create package, all in one Team", self.amount.packages, by_one).await?;
        self.rows.extend([row, row_of_one]);
        Ok(created)
    }

    async fn large_files(&mut self, packages: Vec<Sent>) -> anyhow::Result<()> {
        let add = async |number: usize| {
            let sent = &packages[number];
            let request = file("Day 4/Camera A", "A001_C001.mov", LARGE);
            let added = self.holder(number, sent).add_file(&sent.id, &request).await?;
            Ok((number, added.file.id))
        };
        let (row_of_adding, added) = self.measure("add file", packages.len(), add).await?;
        let request = RequestChunks { upload_id: "an-upload-of-the-bench".to_owned(), checksums: None };
        let ask = async |number: usize| {
            let (package, file) = &added[number % added.len()];
            let sent = &packages[*package];
            let start = (number as u64 % 8) * CHUNKS;
            let holder = self.holder(number, sent);
            Ok(holder.chunks(&sent.id, file, start, CHUNKS, &request).await?)
        };
        let (row_of_asking, _) = self.measure("upload addresses of 10 chunks", usize::MAX, ask).await?;
        self.rows.extend([row_of_adding, row_of_asking]);
        Ok(())
    }

    /// Small files, sent and finalized with their packages. Returns the complete packages.
    async fn fill(&mut self, packages: Vec<Sent>) -> anyhow::Result<Vec<Sent>> {
        let requests: Vec<_> = (0..FILES).map(|number| file("", &format!("{number}.txt"), CONTENT.len())).collect();
        let add = async |number: usize| {
            let sent = &packages[number];
            let added = self.holder(number, sent).add_files(&sent.id, &requests).await?;
            let mut filled =
                Sent { id: sent.id.clone(), token: sent.token.clone(), files: Vec::new(), puts: Vec::new() };
            for one in added {
                let AddedOne::Done(added) = one else { anyhow::bail!("a file was refused: {one:?}") };
                filled.files.push(added.file.id.clone());
                filled.puts.extend(added.put_blueprint.clone());
            }
            Ok(filled)
        };
        let (row_of_adding, packages) = self.measure("add 10 files at once", packages.len(), add).await?;
        put(&packages).await?;
        let finalize = FinalizeFile { size: i64::try_from(CONTENT.len())?, ..FinalizeFile::default() };
        let one = async |number: usize| {
            let sent = &packages[number];
            self.holder(number, sent).finalize_file(&sent.id, &sent.files[0], &finalize).await?;
            Ok(number)
        };
        let (row_of_one, begun) = self.measure("finalize file", packages.len(), one).await?;
        let others = async |number: usize| {
            let sent = &packages[begun[number]];
            let of = |id: &FileId| FinalizeFileOf { file_id: id.clone(), finalize: finalize.clone() };
            let requests: Vec<_> = sent.files[1..].iter().map(of).collect();
            let answers = self.holder(number, sent).finalize_files(&sent.id, &requests).await?;
            anyhow::ensure!(answers.iter().all(|one| matches!(one, FinalizedOne::Done(_))), "{answers:?}");
            Ok(begun[number])
        };
        let (row_of_others, whole) = self.measure("finalize 9 files at once", begun.len(), others).await?;
        let package = async |number: usize| {
            let sent = &packages[whole[number]];
            self.holder(number, sent).finalize_package(&sent.id).await?;
            Ok(whole[number])
        };
        let (row_of_packages, complete) = self.measure("finalize package", whole.len(), package).await?;
        self.rows.extend([row_of_adding, row_of_one, row_of_others, row_of_packages]);
        let mut packages: Vec<Option<Sent>> = packages.into_iter().map(Some).collect();
        Ok(complete.into_iter().filter_map(|number| packages[number].take()).collect())
    }

    /// The Team with 10,000 packages, whatever else the database holds.
    async fn lists(&mut self) -> anyhow::Result<()> {
        for (call, query) in [
            ("list, first page", "limit=50"),
            ("list, filtered", "limit=50&status=finalized&sender=sender7@example.org"),
            ("list, part of a name", "limit=50&name=dailies"),
            ("list, page 150", "limit=50&page=150"),
        ] {
            let ask = async |number: usize| {
                let page = self.listed.through(self.client(number)).packages(&self.listed.team, query).await?;
                anyhow::ensure!(!page.records.is_empty(), "the page is empty: {query}");
                Ok(())
            };
            let (row, _) = self.measure(call, usize::MAX, ask).await?;
            self.rows.push(row);
        }
        Ok(())
    }

    async fn receive(&mut self, packages: Vec<Sent>) -> anyhow::Result<()> {
        let make = async |number: usize| {
            let sent = &packages[number];
            let link = self.holder(number, sent).create_link(&sent.id, &CreateLink::default()).await?;
            Ok((number, link.id, link.download_secret.unwrap_or_default()))
        };
        let (row_of_making, links): (Row, Vec<(usize, LinkId, String)>) =
            self.measure("create link", packages.len(), make).await?;
        let open = async |number: usize| {
            let (package, link, secret) = &links[number % links.len()];
            let opened = self.client(number).resolve_link(link, secret, None).await?;
            let file = packages[*package].files[number / links.len() % FILES].clone();
            Ok(Opened { package: opened.package_id, file, token: opened.package_token })
        };
        let (row_of_opening, opened) = self.measure("open link", usize::MAX, open).await?;
        let start = async |number: usize| {
            let Opened { package, file, token } = &opened[number];
            Ok(self.client(number).with_package_token(token).download_address(package, file).await?)
        };
        let (row_of_starting, addresses) = self.measure("start download", opened.len(), start).await?;
        if let Some(address) = addresses.last() {
            let content = reqwest::get(&address.url).await?.error_for_status()?.text().await?;
            anyhow::ensure!(content == CONTENT, "a download URL returned other content");
        }
        self.rows.extend([row_of_making, row_of_opening, row_of_starting]);
        Ok(())
    }
}

/// Uploads the small files as their blueprints say: to the store, not to us.
async fn put(packages: &[Sent]) -> anyhow::Result<()> {
    let puts = packages.iter().flat_map(|sent| &sent.puts).map(anyhow::Ok);
    stream::iter(puts)
        .try_for_each_concurrent(CALLERS, async |blueprint| {
            request_of(blueprint).body(CONTENT).send().await?.error_for_status()?;
            Ok(())
        })
        .await
}
