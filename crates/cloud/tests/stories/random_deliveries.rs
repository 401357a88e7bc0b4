//! A hundred packages, sent to and fetched from providers that fail in every way. In the end, what the providers have and
//! what the packages contain is what the service says, byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _, SeedableRng as _};
use testkit::beds::{AssetManager, Bed, ContentPlatform, Misbehaviour, NativeStore, ServiceAccountStore, VideoReview};
use testkit::{
    Answer, Fault, Operation, Parcel, Person, TargetBucket, TestCloud, fetch, noise, note, plain_package, rounds,
};
use wire::connections::{CloudConnectionBody, CloudFileChoice, StartTransfer, TransferBody, WriteCloudConnection};
use wire::ids::PortalId;

use super::connection_scene::{neighbourly, portal_to, received, to, transfers};

const PACKAGES: usize = 100;
const PACKAGES_DEEP: usize = 600;
/// How often the providers change their mood. Afterwards they work again.
const ROUNDS_OF_FAILURES: usize = 30;
/// More than the two weeks for which a transfer is tried.
const MOST_ROUNDS: usize = 20 * 24 * 3;
/// Some providers take these for the same name.
const NAMES: [&str; 4] = ["Rushes", "rushes", "RUSHES", "Day 1"];
const PATHS: [&str; 3] = ["", "A", "A/b"];

type Files = BTreeMap<String, Vec<u8>>;

/// A package that is on its way to a provider, and what is in it.
struct Sent {
    parcel: Parcel,
    files: Files,
    to: usize,
}

/// A package that is filled from a provider.
struct Fetched {
    parcel: Parcel,
    files: Files,
}

struct Scene {
    cloud: TestCloud,
    owner: Person,
    beds: Vec<Box<dyn Bed>>,
    portals: Vec<PortalId>,
    origin: TargetBucket,
    source: CloudConnectionBody,
    random: StdRng,
}

async fn all_beds() -> Vec<Box<dyn Bed>> {
    vec![
        Box::new(ContentPlatform::start().await),
        Box::new(NativeStore::start().await),
        Box::new(ServiceAccountStore::start().await),
        Box::new(AssetManager::start().await),
        Box::new(VideoReview::fourth().await),
    ]
}

impl Scene {
    async fn set(seed: u64) -> Self {
        let (beds, origin) = (all_beds().await, TargetBucket::start().await);
        let setup = beds.iter().fold(neighbourly(), |setup, bed| {
            let settings = bed.settings().into_iter().map(|(name, value)| (name.to_owned(), value.into()));
            let settings = settings.collect::<toml::Table>();
            setup.with(|config| drop(config.providers.insert(bed.provider().to_owned(), settings)))
        });
        let cloud = setup.start().await;
        let owner = cloud.owner("Film", "owner@example.org").await;
        let mut portals = Vec::new();
        for (number, bed) in beds.iter().enumerate() {
            let request = to(bed.provider(), bed.authorization());
            let connection = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
            portals.push(portal_to(&owner, &format!("Portal{number}"), &[&connection]).await.id);
        }
        let request = WriteCloudConnection {
            direction: Some("cloud_to_service".to_owned()),
            ..to("vendor_h_s3", origin.authorization())
        };
        let source = owner.client.create_connection(&owner.team_id, &request).await.unwrap();
        Self { cloud, owner, beds, portals, origin, source, random: StdRng::seed_from_u64(seed) }
    }

    /// Files that no other package has, a few of them in several parts.
    fn files(&mut self, several_parts: usize) -> Files {
        let random = &mut self.random;
        let file = |random: &mut StdRng, number: usize| {
            let path = PATHS.choose(random).copied().unwrap_or_default();
            let size = if random.random_ratio(1, 30) { several_parts + 7 } else { random.random_range(1..50_000) };
            let name = if path.is_empty() { format!("{number}.mov") } else { format!("{path}/{number}.mov") };
            (name, noise(random.next_u64(), size))
        };
        (0..random.random_range(1..=4)).map(|number| file(random, number)).collect()
    }

    async fn send(&mut self, to: usize) -> Sent {
        let several_parts = self.beds[to].several_parts();
        let files = self.files(several_parts);
        let name = NAMES.choose(&mut self.random).copied().unwrap_or_default();
        let placed: Vec<_> = files
            .iter()
            .map(|(place, content)| {
                let (path, name) = place.rsplit_once('/').unwrap_or(("", place));
                (path, name, content.as_slice())
            })
            .collect();
        let parcel = received(&self.cloud, &self.portals[to], name, &placed).await;
        Sent { parcel, files, to }
    }

    async fn fetch(&mut self, number: usize) -> Fetched {
        let files = self.files(17 << 20);
        for (place, content) in &files {
            self.origin.put(&format!("{number}/{place}"), content).await;
        }
        let parcel = Parcel::create(&self.owner.client, &self.owner.team_id, &plain_package("Fetched")).await;
        let folder = CloudFileChoice { id: Some(format!("{number}/")), kind: Some("directory".into()), name: None };
        let request = StartTransfer {
            cloud_connection_id: Some(self.source.id.to_string()),
            direction: Some("cloud_to_service".to_owned()),
            files: Some(vec![folder]),
            ..StartTransfer::default()
        };
        parcel.client.start_transfer(&parcel.id, &request).await.unwrap();
        Fetched { parcel, files }
    }

    /// Each provider begins to fail in another way, or works for a while.
    fn change_moods(&mut self) {
        for bed in &self.beds {
            bed.misbehave(mood(&mut self.random));
        }
        let proxy = self.origin.proxy();
        proxy.set_share_of_faults(self.random.random_range(0.0..0.5), self.random.next_u64());
        for _ in 0..self.random.random_range(0..6) {
            let (operation, fault) = fault_of_origin(&mut self.random);
            proxy.inject(operation, fault);
        }
    }

    fn end_failures(&self) {
        for bed in &self.beds {
            bed.misbehave(Misbehaviour::None);
        }
        self.origin.proxy().set_share_of_faults(0.0, 0);
        self.origin.proxy().clear();
    }

    async fn fail_for_a_while(&mut self) {
        for _ in 0..ROUNDS_OF_FAILURES {
            self.change_moods();
            self.cloud.run_due_jobs().await;
            let minutes = [1, 5, 30].choose(&mut self.random).copied().unwrap_or(1);
            self.cloud.advance(Duration::from_mins(minutes));
        }
    }

    /// Lets every transfer come to its end.
    async fn settle(&self, parcels: &[&Parcel]) -> Vec<TransferBody> {
        self.end_failures();
        for _ in 0..MOST_ROUNDS {
            self.cloud.run_due_jobs().await;
            let mut all = Vec::new();
            for parcel in parcels {
                let mut of_package = transfers(&self.owner, &parcel.id).await;
                assert_eq!(of_package.len(), 1);
                all.append(&mut of_package);
            }
            if all.iter().all(|transfer| ["complete", "error"].contains(&transfer.state.as_str())) {
                return all;
            }
            assert!(self.cloud.waiting_jobs().await > 0, "a transfer waits, and nothing will continue it");
            self.cloud.advance(Duration::from_mins(20));
        }
        panic!("a transfer does not end, although nothing fails any more");
    }
}

fn mood(random: &mut StdRng) -> Misbehaviour {
    let calls = random.random_range(1..20);
    match random.random_range(0..9) {
        0 => Misbehaviour::Status(500, calls),
        1 => Misbehaviour::Reset(calls),
        2 => Misbehaviour::RevokedAfter(calls),
        3 => Misbehaviour::Full,
        4 => Misbehaviour::Busy { status: 429, calls, seconds: random.random_range(1..600) },
        5 => Misbehaviour::None,
        _ => Misbehaviour::Moody { percent: random.random_range(5..50), seed: random.next_u64() },
    }
}

fn fault_of_origin(random: &mut StdRng) -> (Operation, Fault) {
    let operation = [Operation::Get, Operation::Head, Operation::List].choose(random).copied();
    let fault = match random.random_range(0..9) {
        0 => Fault::internal_error(),
        1 => Fault::too_many_requests(60),
        2 => Fault::Instead(Answer::error(403, "AccessDenied")),
        3 => Fault::ResetBefore,
        4 => Fault::ResetAfter,
        5 => Fault::Truncated,
        6 => Fault::TruncatedUnnoticed,
        7 => Fault::wrong_etag(),
        _ => Fault::RangeIgnored,
    };
    (operation.unwrap_or(Operation::Get), fault)
}

/// Folders at the top, and the files below them.
fn folders(files: Files) -> BTreeMap<String, Files> {
    let mut folders = BTreeMap::<String, Files>::new();
    for (place, content) in files {
        let (folder, rest) = place.split_once('/').expect("every file is in the folder of its package");
        folders.entry(folder.to_owned()).or_default().insert(rest.to_owned(), content);
    }
    folders
}

/// The folder of a package contains its files and no others; what is missing is named by its transfer.
fn compare(sent: &Sent, transfer: &TransferBody, folders: &BTreeMap<String, Files>, taken: &mut BTreeSet<String>) {
    let told = format!("{} to {} is {}: {}", sent.parcel.id, sent.to, transfer.state, transfer.error);
    let has_ours = |files: &Files| files.values().any(|kept| sent.files.values().any(|ours| ours == kept));
    let ours: Vec<_> = folders.iter().filter(|(_, files)| has_ours(files)).collect();
    if transfer.state == "complete" {
        let [(folder, files)] = ours[..] else { panic!("{told}, in {} folders", ours.len()) };
        assert_eq!(files.keys().collect::<Vec<_>>(), sent.files.keys().collect::<Vec<_>>(), "{told}");
        assert!(*files == sent.files, "{told}, but not as it was sent");
        assert!(taken.insert(folder.clone()), "{told}, in a folder of two packages");
        return;
    }
    for (folder, files) in ours {
        let is_sent = |(place, kept): (&String, &Vec<u8>)| sent.files.get(place) == Some(kept);
        assert!(files.iter().all(is_sent), "{told}, but {folder} has something else");
        assert!(taken.insert(folder.clone()), "{told}, in a folder of two packages");
    }
    assert!(!transfer.error.is_empty(), "{told}");
}

async fn compare_fetched(scene: &Scene, fetched: &Fetched, transfer: &TransferBody) {
    let told = format!("{} is {}: {}", fetched.parcel.id, transfer.state, transfer.error);
    let mut found = Files::new();
    for file in fetched.parcel.client.files(&fetched.parcel.id, "").await.unwrap() {
        if !file.completed {
            assert_ne!(transfer.state, "complete", "{told}, but {} has not arrived", file.name);
            continue;
        }
        let place = [file.path.as_str(), file.name.as_str()].join("/");
        // Below the folder that was chosen.
        let (_, place) = place.split_once('/').expect("the folder was chosen");
        let address = fetched.parcel.client.download_address(&fetched.parcel.id, &file.id).await.unwrap();
        found.insert(place.to_owned(), fetch(&address.url).await);
    }
    let is_ours = |(place, content): (&String, &Vec<u8>)| fetched.files.get(place) == Some(content);
    assert!(found.iter().all(is_ours), "{told}, but something else has arrived");
    if transfer.state == "complete" {
        assert_eq!(found.len(), fetched.files.len(), "{told}");
        let package = scene.owner.client.package(&scene.owner.team_id, &fetched.parcel.id).await.unwrap();
        assert_eq!(package.state, "finalized", "{told}");
    } else {
        assert!(!transfer.error.is_empty(), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_arrives_is_what_the_service_says() {
    let chosen = std::env::var("TONNAGE_TEST_SEED").ok().map(|seed| seed.parse().unwrap());
    let seed: u64 = chosen.unwrap_or_else(rand::random);
    println!("seed {seed}; set TONNAGE_TEST_SEED to repeat it");
    let mut scene = Scene::set(seed).await;
    let packages = rounds(PACKAGES, PACKAGES_DEEP);
    let (mut sent, mut fetched) = (Vec::new(), Vec::new());
    for number in 0..packages {
        // Every third one is fetched, the others go to the providers in turn.
        match number % 3 {
            0 => fetched.push(scene.fetch(number).await),
            _ => sent.push(scene.send(number % scene.beds.len()).await),
        }
    }
    scene.fail_for_a_while().await;
    let parcels: Vec<&Parcel> =
        sent.iter().map(|one| &one.parcel).chain(fetched.iter().map(|one| &one.parcel)).collect();
    let ended = scene.settle(&parcels).await;
    let complete = ended.iter().filter(|transfer| transfer.state == "complete").count();
    note(&format!("{complete} of {packages} packages arrived through providers that fail"));
    let mut kept = Vec::new();
    for bed in &scene.beds {
        kept.push((folders(bed.files().await), BTreeSet::new()));
    }
    for (one, transfer) in sent.iter().zip(&ended) {
        let (folders, taken) = &mut kept[one.to];
        compare(one, transfer, folders, taken);
    }
    for (number, ((folders, taken), bed)) in kept.iter().zip(&scene.beds).enumerate() {
        let strange: Vec<&String> = folders.keys().filter(|folder| !taken.contains(*folder)).collect();
        assert!(strange.is_empty(), "seed {seed}: {} has {strange:?}", bed.provider());
        // Where uploads cannot be found, nobody can end one whose only name was in an answer that did not arrive. Failed
        // transfers may go on.
        let unknown = if bed.finds_uploads() { 0 } else { bed.gate().unknown_uploads() };
        let open = bed.open_uploads().await;
        let failed = sent.iter().zip(&ended).filter(|(one, transfer)| one.to == number && transfer.state != "complete");
        let kept: usize = failed.map(|(one, _)| one.files.len()).sum();
        let told = format!("seed {seed}: {} has {open} open uploads", bed.provider());
        assert!(open <= unknown + kept, "{told}, {unknown} unknown and {kept} of failed transfers");
    }
    for (one, transfer) in fetched.iter().zip(&ended[sent.len()..]) {
        compare_fetched(&scene, one, transfer).await;
    }
    assert!(complete * 10 >= packages * 9, "seed {seed}: only {complete} of {packages} arrived");
}
