//! What becomes of a file when its provider fails, for each kind of provider and each way to fail: the table of
//! docs/providers/faults.md.

use std::fmt::Write as _;
use std::sync::Arc;

use fixtures::keep_table;
use futures_util::future::join_all;
use providers::{Fault, ProviderError};
use testkit::beds::{
    AssetManager, Azurite, Bed, ContentPlatform, Misbehaviour, NativeStore, S3Store, SeaweedFs, ServiceAccountStore,
    VideoReview,
};

use super::harness::{Notes, Yard, noise, seed};

const TRIES_OF_MOODY: usize = 60;

type Way = (&'static str, Misbehaviour);

fn ways(seed: u64) -> [Way; 10] {
    [
        ("three answers 500", Misbehaviour::Status(500, 3)),
        ("three answers 503 that ask for a second", Misbehaviour::Busy { status: 503, calls: 3, seconds: 1 }),
        ("an answer 429 that asks for an hour", Misbehaviour::Busy { status: 429, calls: 1, seconds: 3_600 }),
        ("a part that arrives, and an answer that does not", Misbehaviour::Reset(1)),
        ("a part refused with 400", Misbehaviour::Status(400, 1)),
        ("a part refused with 403", Misbehaviour::Status(403, 1)),
        ("a part refused with 409", Misbehaviour::Status(409, 1)),
        ("no more room", Misbehaviour::Full),
        ("credentials that end after the first part", Misbehaviour::RevokedAfter(1)),
        ("every fifth call fails in one of these ways", Misbehaviour::Moody { percent: 20, seed }),
    ]
}

/// Why a file did not arrive at once.
fn word(error: &ProviderError) -> String {
    match error.retry_after {
        Some(pause) if pause.as_secs() > 60 => format!("waits {} minutes", pause.as_secs() / 60),
        _ => match error.fault {
            Fault::Credentials => "credentials",
            Fault::Missing => "missing",
            Fault::Full => "full",
            Fault::Conflict => "conflict",
            Fault::Refused => "refused",
            Fault::Unavailable => "not available",
            Fault::Unusable => "unusable",
            Fault::Ours => "ours",
            Fault::Ended => "ended",
        }
        .to_owned(),
    }
}

/// A file arrives whole, at the latest when the provider works again, and leaves nothing else behind.
async fn outcome(bed: &dyn Bed, number: usize, (what, how): Way) -> String {
    let (folder, told) = (format!("way {number}"), format!("{}: {what}", bed.provider()));
    let yard = Yard::new(bed);
    let target = yard.folder(&folder).await;
    let (content, mut notes) = (noise(number as u64, bed.several_parts() + 5), Notes::default());
    bed.misbehave(how);
    let tries = if matches!(how, Misbehaviour::Moody { .. }) { TRIES_OF_MOODY } else { 1 };
    let mut first = Ok(());
    for _ in 0..tries {
        first = Yard::new(bed).put(&target, (&[], "a.bin"), &content, &notes).await;
        if first.is_ok() {
            break;
        }
        notes = notes.for_another_attempt();
    }
    bed.misbehave(Misbehaviour::None);
    let cell = match &first {
        Ok(()) => "arrives".to_owned(),
        Err(error) => {
            let again = Yard::new(bed).put(&target, (&[], "a.bin"), &content, &notes.for_another_attempt()).await;
            again.unwrap_or_else(|again| panic!("{told}: {error}, and when it worked again: {again}"));
            word(error)
        }
    };
    let kept = bed.files_below(&format!("suite/{folder}")).await;
    assert_eq!(kept.keys().collect::<Vec<_>>(), [&format!("suite/{folder}/a.bin")], "{told}");
    assert!(kept.values().all(|kept| kept[..] == content[..]), "{told}: something else has arrived");
    // Where uploads cannot be found, nobody can abort one if the answer with its id was lost.
    let unknown = if bed.finds_uploads() { 0 } else { bed.gate().unknown_uploads() };
    let open = bed.open_uploads().await;
    assert!(open <= unknown, "{told}: of {open} open uploads, {unknown} cannot be found");
    cell
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_each_kind_makes_of_each_fault() {
    testkit::prepare();
    let seed = seed();
    let store = Arc::new(SeaweedFs::start().await);
    let beds: Vec<(&str, Box<dyn Bed>)> = vec![
        ("S3", Box::new(S3Store::one(&store).await)),
        ("Azure", Box::new(Azurite::start().await)),
        ("Backblaze", Box::new(NativeStore::start().await)),
        ("Google", Box::new(ServiceAccountStore::start().await)),
        ("Box", Box::new(ContentPlatform::start().await)),
        ("Frame.io", Box::new(VideoReview::fourth().await)),
        ("iconik", Box::new(AssetManager::start().await)),
    ];
    let columns = join_all(beds.iter().map(|(_, bed)| async {
        let mut cells = Vec::new();
        for (number, way) in ways(seed).into_iter().enumerate() {
            cells.push(outcome(bed.as_ref(), number, way).await);
        }
        cells
    }))
    .await;
    let names: Vec<&str> = beds.iter().map(|(name, _)| *name).collect();
    let mut table =
        format!("\n| what the provider does | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for (number, (what, _)) in ways(seed).into_iter().enumerate() {
        let cells: Vec<&str> = columns.iter().map(|cells| cells[number].as_str()).collect();
        writeln!(table, "| {what} | {} |", cells.join(" | ")).unwrap();
    }
    keep_table("docs/providers/faults.md", "kinds and faults", &table);
}
