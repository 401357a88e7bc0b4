//! The real server dies at every named point: just before and just after each commit that goes with an effect outside
//! the database.
//!
//! Each round starts a server that dies at one point, makes a step that passes it, and waits for the death. The next
//! server finishes what was begun: nothing acknowledged is lost, the request can be repeated, each effect happens, and
//! nothing is left behind. `TONNAGE_TEST_ROUNDS` sets the number of rounds for each point.

use std::os::unix::process::ExitStatusExt as _;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use store::CrashPoint;
use testkit::until;

use super::crash_scene::Scene;
use super::crash_steps::{Step, check, found_again, make, prepare};

const ROUNDS: usize = 1;
const DEEP_ROUNDS: usize = 20;
/// The signal of a process that aborts. No other end of a server is one at a crash point.
const ABORTED: i32 = 6;

/// The steps that pass the point, and how many times they surely do.
const fn steps(point: CrashPoint) -> (&'static [Step], u32) {
    match point {
        CrashPoint::ClaimFile | CrashPoint::SealFile => (&[Step::FinalizeFile], 1),
        CrashPoint::RemoveFile => (&[Step::RemoveFile], 1),
        CrashPoint::FinalizePackage => (&[Step::FinalizePackage], 1),
        // One mail for each of two recipients, and one for the sender.
        CrashPoint::NotifyRecipient => (&[Step::FinalizePackage], 2),
        CrashPoint::RecordMail => (&[Step::FinalizePackage], 3),
        CrashPoint::ExpirePackage => (&[Step::Expire], 1),
        CrashPoint::DeletePackage | CrashPoint::RecordRemoval | CrashPoint::ForgetFiles | CrashPoint::DeleteAgain => {
            (&[Step::Delete], 1)
        }
        // The folder is reserved before the provider is asked, and recorded with the provider's reference.
        CrashPoint::TakeFolder => (&[Step::Forward], 2),
        // An upload is begun, its parts arrive, the file is complete.
        CrashPoint::RecordForwarding => (&[Step::Forward], 3),
        CrashPoint::SettleForwarding => (&[Step::Forward], 1),
        CrashPoint::AddImported | CrashPoint::CopyImported | CrashPoint::EndImported => (&[Step::Import], 2),
        CrashPoint::SettleImport => (&[Step::Import], 1),
        CrashPoint::OrderJoining | CrashPoint::BeginJoining | CrashPoint::RecordCopies | CrashPoint::EndJoining => {
            (&[Step::Join], 1)
        }
        CrashPoint::RecordAttempt => (&[Step::TellWebhook], 1),
        CrashPoint::SettleJob => (WITH_JOBS, 1),
    }
}

const WITH_JOBS: &[Step] = &[
    Step::RemoveFile,
    Step::FinalizePackage,
    Step::Expire,
    Step::Delete,
    Step::Forward,
    Step::Import,
    Step::Join,
    Step::TellWebhook,
];

/// One death at one point.
struct Death<'a> {
    point: CrashPoint,
    moment: &'a str,
    time: u32,
    step: Step,
    context: String,
}

impl Death<'_> {
    /// Dies, and checks what the next server makes of it.
    async fn die(&self, scene: &mut Scene) {
        let Self { point, moment, time, step, context } = self;
        let crash_at = format!("{}.{moment}:{time}", point.as_str());
        let begun = if *point == CrashPoint::SettleJob {
            // The preparation has jobs of its own.
            scene.serve(None, context);
            let begun = prepare(scene, *step).await;
            scene.jobs_are_done().await;
            scene.serve(Some(&crash_at), context);
            found_again(scene, begun).await
        } else {
            scene.serve(Some(&crash_at), context);
            prepare(scene, *step).await
        };
        // The reply may never come: that is the point.
        let is_acknowledged = make(scene, &begun).await;
        let ended = until("the server dies at the point", async || scene.server().ended().ok_or(context)).await;
        assert_eq!(ended.signal(), Some(ABORTED), "{context}: {ended}\n{}", scene.server().log());
        scene.end_leases().await;
        scene.serve(None, context);
        check(scene, &found_again(scene, begun).await, is_acknowledged).await;
        scene.settled().await;
        scene.an_hour_later().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_death_at_any_named_point_costs_nothing() {
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut scene = Scene::new().await;
    let rounds = testkit::rounds(ROUNDS, DEEP_ROUNDS);
    for point in CrashPoint::ALL {
        for moment in ["before", "after"] {
            for round in 0..rounds {
                let (steps, times) = steps(*point);
                let (step, time) = (steps[random.random_range(0..steps.len())], random.random_range(1..=times));
                let context =
                    format!("seed {seed}, round {round}: {step:?} dies at {}.{moment}:{time}", point.as_str());
                Death { point: *point, moment, time, step, context }.die(&mut scene).await;
            }
        }
        scene.fsck();
    }
}
