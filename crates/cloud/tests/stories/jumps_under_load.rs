//! People send and receive files while the clock of the server jumps, and comes back.
//!
//! The API refuses nobody because of the time, whatever the clock says. URLs of storage are signed with it: one from before
//! a jump may be refused, and the next one works. What was acknowledged is there in the end, and nothing has ended.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use client::Client;
use domain::package::PackageState;
use reqwest::StatusCode;
use store::jobs;
use testkit::{Parcel, TestCloud, file, noise, plain_package, request_of, until};
use tokio::task::JoinSet;
use wire::files::{AddFile, AddedFile, ChunkExtras, FileExtras, FinalizeFile, RequestChunks};
use wire::ids::{FileId, PackageId, TeamId};

const MINUTE_MILLIS: i64 = 60_000;
const DAY_MILLIS: i64 = 24 * 60 * MINUTE_MILLIS;
const JUMPS: [i64; 6] = [MINUTE_MILLIS, -MINUTE_MILLIS, DAY_MILLIS, -DAY_MILLIS, 400 * DAY_MILLIS, -400 * DAY_MILLIS];
const ROUNDS: usize = 1;
const DEEP_ROUNDS: usize = 20;
const SENDERS: u64 = 3;
/// So many packages are delivered while the clock is wrong, and again when it is right.
const DELIVERIES: usize = 4;
/// The smallest part that storage accepts, so that an upload has two.
const PART: usize = 5 << 20;

/// The packages whose delivery was acknowledged, and the seed of their only file.
type Ledger = Arc<Mutex<BTreeMap<PackageId, u64>>>;

/// Someone who sends packages with one file each, and fetches it again.
#[derive(Clone)]
struct Sender {
    owner: Client,
    /// The same person in a browser.
    signed_in: Client,
    team: TeamId,
    ledger: Ledger,
}

/// A file that is on its way.
struct Sending {
    parcel: Parcel,
    file: FileId,
    upload_id: String,
    seed: u64,
    content: Vec<u8>,
    etags: Vec<String>,
}

impl Sender {
    async fn work(self, number: u64) {
        for seed in (number..).step_by(usize::try_from(SENDERS).unwrap()) {
            let mut sending = self.begin(seed, 40_000).await;
            sending.send_part().await;
            self.deliver(sending).await;
        }
    }

    async fn begin(&self, seed: u64, length: usize) -> Sending {
        let parcel = Parcel::create(&self.owner, &self.team, &plain_package("Dailies")).await;
        let request = AddFile { chunk_size: Some(i64::try_from(PART).unwrap()), ..file("", "a.mov", length) };
        let (file, upload_id) = begin_upload(&parcel, &request).await;
        Sending { parcel, file, upload_id, seed, content: noise(seed, length), etags: Vec::new() }
    }

    /// Finalizes the file and the package, and compares what a recipient gets.
    async fn deliver(&self, sending: Sending) {
        let finalize = sending.finalize();
        let Sending { parcel, file, seed, content, .. } = sending;
        parcel.client.finalize_file(&parcel.id, &file, &finalize).await.expect("the file is finalized");
        parcel.finalize().await;
        assert!(content_of(&parcel.client, &parcel.id, &file).await == content, "another content came back");
        self.ledger.lock().unwrap().insert(parcel.id, seed);
    }

    fn acknowledged(&self) -> BTreeMap<PackageId, u64> {
        self.ledger.lock().unwrap().clone()
    }

    fn delivered(&self) -> usize {
        self.ledger.lock().unwrap().len()
    }

    async fn until_delivered(&self, more: usize, context: &str) {
        let wanted = self.delivered() + more;
        until(&format!("{context}: packages are delivered"), async || match self.delivered() {
            enough if enough >= wanted => Ok(()),
            found => Err(format!("{found} of {wanted}")),
        })
        .await;
    }
}

/// Adds the file, and again if its URL is from before a jump.
async fn begin_upload(parcel: &Parcel, request: &AddFile) -> (FileId, String) {
    loop {
        let AddedFile { create_blueprint, file, .. } =
            parcel.client.add_file(&parcel.id, request).await.expect("the file is added");
        let reply = request_of(&create_blueprint.unwrap()).send().await.unwrap();
        if is_accepted(reply.status()) {
            let text = reply.text().await.unwrap();
            let (_, rest) = text.split_once("<UploadId>").unwrap();
            return (file.id, rest.split('<').next().unwrap().to_owned());
        }
        parcel.client.remove_file(&parcel.id, &file.id).await.expect("the file is removed");
    }
}

/// Storage may refuse a URL only because of its time.
fn is_accepted(status: StatusCode) -> bool {
    assert!(matches!(status, StatusCode::OK | StatusCode::FORBIDDEN), "storage answers {status}");
    status == StatusCode::OK
}

impl Sending {
    async fn send_part(&mut self) {
        let request = RequestChunks { upload_id: self.upload_id.clone(), checksums: None };
        let index = self.etags.len();
        let part = self.content.chunks(PART).nth(index).unwrap().to_vec();
        loop {
            let (client, id) = (&self.parcel.client, &self.parcel.id);
            let chunks = client.chunks(id, &self.file, index as u64, 1, &request).await.expect("a URL for the part");
            let reply = request_of(&chunks[0]).body(part.clone()).send().await.unwrap();
            if is_accepted(reply.status()) {
                self.etags.push(reply.headers()["etag"].to_str().unwrap().to_owned());
                return;
            }
        }
    }

    fn finalize(&self) -> FinalizeFile {
        let part = |(number, etag): (u16, &String)| ChunkExtras { part_number: number, etag: etag.clone() };
        FinalizeFile {
            size: i64::try_from(self.content.len()).unwrap(),
            file_extras: Some(FileExtras { upload_id: self.upload_id.clone() }),
            chunk_extras: Some((1..).zip(&self.etags).map(part).collect()),
            ..FinalizeFile::default()
        }
    }
}

/// One for all: creating one loads all certificates of the system.
fn http() -> &'static reqwest::Client {
    static HTTP: LazyLock<reqwest::Client> = LazyLock::new(reqwest::Client::new);
    &HTTP
}

async fn content_of(client: &Client, package: &PackageId, file: &FileId) -> Vec<u8> {
    loop {
        let address = client.download_address(package, file).await.expect("the file can be downloaded");
        let reply = http().get(&address.url).send().await.unwrap();
        if is_accepted(reply.status()) {
            return reply.bytes().await.unwrap().to_vec();
        }
    }
}

/// The clock jumps and comes back. Uploads are under way all the time, and sweeps and jobs run.
async fn jump(cloud: &TestCloud, sender: &Sender, millis: i64, seed: u64) {
    let context = format!("a jump of {millis} ms");
    let mut begun_before = sender.begin(seed, PART + 1_000).await;
    begun_before.send_part().await;
    cloud.set_clock_by(millis);
    let mut begun_meanwhile = sender.begin(seed + 1, PART + 1_000).await;
    begun_meanwhile.send_part().await;
    sender.until_delivered(DELIVERIES, &context).await;
    sender.signed_in.who_am_i().await.expect("nobody is signed out");
    // A sweep has looked at the clock.
    let noticed = if millis.abs() > MINUTE_MILLIS { JUMPED } else { READY };
    until_ready(cloud, noticed, &context).await;
    cloud.set_clock_by(-millis);
    sender.until_delivered(DELIVERIES, &format!("after {context}")).await;
    until_ready(cloud, READY, &format!("after {context}")).await;
    for mut sending in [begun_before, begun_meanwhile] {
        sending.send_part().await;
        sender.deliver(sending).await;
    }
}

const READY: &str = "ready\n";
const JUMPED: &str = "ready\ndegraded: the clock has jumped, nothing expires until it is accepted\n";

async fn until_ready(cloud: &TestCloud, wanted: &str, context: &str) {
    until(&format!("{context}: readiness"), async || match cloud.get("/readyz").await.text {
        text if text == wanted => Ok(()),
        other => Err(other),
    })
    .await;
}

async fn all_are_there(sender: &Sender) {
    for (id, seed) in sender.acknowledged() {
        let body = sender.owner.package(&sender.team, &id).await.unwrap();
        assert_eq!(body.state, PackageState::Finalized.as_str(), "package {id}, which expires {:?}", body.expiry);
        let holder = sender.owner.with_package_token(&body.access_token);
        let file = holder.files(&id, "").await.unwrap().remove(0);
        let content = content_of(&holder, &id, &file.id).await;
        assert!(
            content == noise(seed, content.len()) && content.len() as u64 == file.size.cast_unsigned(),
            "package {id}"
        );
    }
}

/// Sweeps go on: all packages expire when they should.
async fn all_expire(cloud: &TestCloud, sender: &Sender) {
    cloud.advance(Duration::from_hours(24 * 11));
    for id in sender.acknowledged().into_keys() {
        until("the package expires", async || {
            let state = sender.owner.package(&sender.team, &id).await.unwrap().state;
            if state == PackageState::Expired.as_str() { Ok(()) } else { Err(state) }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jumps_under_load_lose_nothing_and_end_nothing() {
    let cloud = TestCloud::setup().with_workers().start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let key = cloud.anyone().with_api_key(&owner.api_key.clone().unwrap());
    let (team, signed_in) = (owner.team_id, owner.client);
    let sender = Sender { owner: key, signed_in, team, ledger: Ledger::default() };
    let mut senders: JoinSet<()> = (0..SENDERS).map(|number| sender.clone().work(number)).collect();
    for round in 0..testkit::rounds(ROUNDS, DEEP_ROUNDS) {
        for (number, millis) in (0..).step_by(2).zip(JUMPS) {
            let seed = 1_000_000 + round as u64 * 100 + number;
            tokio::select! {
                () = jump(&cloud, &sender, millis, seed) => {}
                Some(ended) = senders.join_next() => ended.expect("a sender never ends"),
            }
        }
    }
    senders.shutdown().await;
    all_are_there(&sender).await;
    until("jobs are done", async || match cloud.waiting_jobs().await {
        0 => Ok(()),
        waiting => Err(waiting),
    })
    .await;
    let queue = jobs::size(&mut cloud.app().store.read().await.unwrap()).await.unwrap();
    assert_eq!(queue.dead, 0, "no job is given up");
    all_expire(&cloud, &sender).await;
}
