//! Everything that happens to an agent, in any order: replies are lost or late, packages are deleted or expire under way,
//! disks are unmounted and come back with another number, the same file is dropped twice, dates are odd, somebody looks,
//! and the agent is killed between any two of these. In the end, what the agent says is what the cloud has, once.

mod studio;

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use testkit::Need;

use self::studio::Studio;

/// Longer than the timeout of the watch folders. The agent does not show that it found nothing new, so only time can.
const DUPLICATES_WITHIN: Duration = Duration::from_secs(4);

fn rounds() -> usize {
    testkit::rounds(40, 600)
}

#[derive(Debug, Clone, Copy)]
enum Move {
    Drop,
    DropWithOddDate,
    DropAgain,
    LoseReply,
    DelayReply,
    FailStorage,
    DeletePackage,
    ExpirePackage,
    Arrive,
    Remount,
    ArriveUnmounted,
    Look,
    Restart,
}

const MOVES: [Move; 13] = [
    Move::Drop,
    Move::DropWithOddDate,
    Move::DropAgain,
    Move::LoseReply,
    Move::DelayReply,
    Move::FailStorage,
    Move::DeletePackage,
    Move::ExpirePackage,
    Move::Arrive,
    Move::Remount,
    Move::ArriveUnmounted,
    Move::Look,
    Move::Restart,
];

async fn make(studio: &mut Studio, chosen: Move, random: &mut StdRng) {
    match chosen {
        Move::Drop => studio.drop_item(random, None),
        Move::DropWithOddDate => {
            let dates = [-20_000_000_000, -1, 0, 10_413_792_000, 15_000_000_000];
            let date = dates[random.random_range(0..dates.len())];
            studio.drop_item(random, Some(date));
        }
        Move::DropAgain => studio.drop_again(),
        Move::LoseReply => studio.lose_reply(random),
        Move::DelayReply => studio.delay_reply(random),
        Move::FailStorage => studio.fail_storage(random),
        Move::DeletePackage => studio.delete_package().await,
        Move::ExpirePackage => studio.expire_package().await,
        Move::Arrive => studio.arrive().await,
        Move::Remount => studio.remount(),
        Move::ArriveUnmounted => {
            studio.unmount();
            studio.arrive().await;
            studio.wait(random, 1_500).await;
            studio.remount();
        }
        Move::Look => studio.look(random),
        Move::Restart => studio.restart(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_agent_says_is_what_the_cloud_has_once() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut studio = Studio::open().await;
    let mut made = Vec::new();
    for _ in 0..rounds() {
        let chosen = MOVES[random.random_range(0..MOVES.len())];
        made.push(chosen);
        make(&mut studio, chosen, &mut random).await;
        studio.wait(&mut random, 700).await;
        if random.random_ratio(1, 4) {
            made.push(Move::Restart);
            studio.restart();
        }
    }
    let context = format!("seed {seed}: {made:?}");
    studio.calm_down();
    studio.until_all_is_said_and_done(&context).await;
    tokio::time::sleep(DUPLICATES_WITHIN).await;
    studio.check(&context).await;
}
