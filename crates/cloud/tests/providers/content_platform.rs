//! The content platform, on a double.

use testkit::beds::{Bed as _, ContentPlatform};

use super::harness::{Notes, Yard, noise};
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_content_platform_takes_files() {
    let bed = ContentPlatform::start().await;
    suite::whole(&bed).await;
}

#[tokio::test]
async fn a_token_is_kept_and_asked_for_anew_when_it_ends() {
    let bed = ContentPlatform::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("tokens").await;
    yard.put_small(&folder, "a").await.unwrap();
    yard.put_small(&folder, "b").await.unwrap();
    assert_eq!(bed.tokens(), 1);
    bed.end_tokens();
    yard.put_small(&folder, "c").await.unwrap();
    assert_eq!(bed.tokens(), 2);
    assert_eq!(bed.files_below("suite/tokens").await.len(), 3);
}

#[tokio::test]
async fn folders_that_differ_in_case_only_keep_their_own_files() {
    let bed = ContentPlatform::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("case").await;
    for (seed, path) in [(1, "Reel"), (2, "reel"), (3, "REEL")] {
        let content = noise(seed, 100);
        yard.put(&folder, (&[path.to_owned()], "a.mov"), &content, &Notes::default()).await.unwrap();
        // Again, as after a crash.
        Yard::new(&bed).put(&folder, (&[path.to_owned()], "a.mov"), &content, &Notes::default()).await.unwrap();
    }
    let kept = bed.files_below("suite/case").await;
    assert_eq!(kept.len(), 3, "{:?}", kept.keys());
    assert_eq!(kept.values().collect::<std::collections::BTreeSet<_>>().len(), 3);
    assert!(bed.writes().values().all(|times| *times == 1));
}

/// Both are begun before the platform knows either of the names.
#[tokio::test]
async fn large_files_that_differ_in_case_only_arrive_both() {
    let bed = ContentPlatform::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("large").await;
    let (one, other) = (noise(1, bed.several_parts()), noise(2, bed.several_parts()));
    let notes = Notes::holding_after(1);
    tokio::select! {
        done = yard.put(&folder, (&[], "A.bin"), &one, &notes) => panic!("nothing held it: {done:?}"),
        () = notes.held() => {}
    }
    yard.put(&folder, (&[], "a.bin"), &other, &Notes::default()).await.unwrap();
    yard.put(&folder, (&[], "A.bin"), &one, &notes.for_another_attempt()).await.unwrap();
    let kept = bed.files_below("suite/large").await;
    assert!(kept.len() == 2 && kept["suite/large/a.bin"] == other && kept.values().any(|content| *content == one));
    assert_eq!(bed.open_uploads().await, 0, "the refused session was ended");
}

#[tokio::test]
async fn a_forgotten_session_is_begun_anew() {
    let bed = ContentPlatform::start().await;
    let yard = Yard::new(&bed);
    let folder = yard.folder("forgotten").await;
    let (content, notes) = (noise(1, bed.several_parts()), Notes::holding_after(1));
    tokio::select! {
        done = yard.put(&folder, (&[], "a.bin"), &content, &notes) => panic!("nothing held it: {done:?}"),
        () = notes.held() => {}
    }
    bed.forget_sessions();
    yard.put(&folder, (&[], "a.bin"), &content, &notes.for_another_attempt()).await.unwrap();
    assert!(bed.files_below("suite/forgotten").await["suite/forgotten/a.bin"] == content);
    assert_eq!(bed.open_uploads().await, 0);
}
