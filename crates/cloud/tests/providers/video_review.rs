//! The video review platform in both generations, on a double.

use providers::Fault;
use testkit::beds::{Bed as _, Lie, Misbehaviour, VideoReview};

use super::harness::{Notes, Yard, noise};
use super::suite;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fourth_generation_takes_files() {
    suite::whole(&VideoReview::fourth().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_generation_before_takes_files() {
    suite::whole(&VideoReview::legacy().await).await;
}

/// The platform has no empty files, so a folder takes the place of one.
#[tokio::test]
async fn an_empty_file_leaves_a_mark() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        let yard = Yard::new(&bed);
        let folder = yard.folder("empty").await;
        for _ in 0..2 {
            yard.put(&folder, (&["notes".to_owned()], "a.txt"), &noise(1, 0), &Notes::default()).await.unwrap();
        }
        assert_eq!(bed.empty_folders(), ["a.txt (empty file)"]);
        assert_eq!(bed.files_below("suite/empty").await.len(), 0);
    }
}

/// Objects whose creation got no answer are neither used twice nor left behind.
#[tokio::test]
async fn a_lost_answer_makes_no_second_file_or_folder() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        let yard = Yard::new(&bed);
        let folder = yard.folder("lost").await;
        bed.stumble(1);
        yard.put(&folder, (&["sub".to_owned()], "a.bin"), &noise(1, 9), &Notes::default()).await.unwrap();
        bed.stumble(2);
        yard.put(&folder, (&["sub".to_owned()], "b.bin"), &noise(2, 9), &Notes::default()).await.unwrap();
        let files = bed.files_below("suite/lost").await;
        assert_eq!(files.keys().collect::<Vec<_>>(), ["suite/lost/sub/a.bin", "suite/lost/sub/b.bin"]);
        assert_eq!(bed.open_uploads().await, 0);
        assert_eq!(bed.empty_folders(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn addresses_that_ran_out_are_asked_for_anew() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        let yard = Yard::new(&bed);
        let folder = yard.folder("late").await;
        let (content, notes) = (noise(1, bed.several_parts() * 3), Notes::holding_after(1));
        tokio::select! {
            done = yard.put(&folder, (&[], "a.bin"), &content, &notes) => panic!("nothing held it: {done:?}"),
            () = notes.held() => {}
        }
        bed.end_addresses();
        yard.put(&folder, (&[], "a.bin"), &content, &notes.for_another_attempt()).await.unwrap();
        assert!(bed.files_below("suite/late").await["suite/late/a.bin"] == content);
        assert_eq!(bed.open_uploads().await, 0, "the abandoned one is gone");
    }
}

/// An incomplete or wrong file does not count as arrived. It is removed and sent again.
#[tokio::test]
async fn what_is_not_there_as_it_was_sent_has_not_arrived() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        bed.sign_as_of_old();
        let yard = Yard::new(&bed);
        for (seed, size) in [(1, 9), (2, bed.several_parts())] {
            let (content, notes) = (noise(seed, size), Notes::default());
            let place = format!("{size} bytes");
            let folder = yard.folder(&place).await;
            let kept = async || bed.files_below(&format!("suite/{place}")).await;
            for lie in [Lie::Size, Lie::Tag] {
                bed.lie(Some(lie));
                let error = yard.put(&folder, (&[], "a.bin"), &content, &notes).await.unwrap_err();
                assert_eq!(error.fault, Fault::Unusable, "{lie:?} {size}: {error}");
                assert_eq!(kept().await.len(), 0, "{lie:?} {size}");
            }
            bed.lie(None);
            yard.put(&folder, (&[], "a.bin"), &content, &notes).await.unwrap();
            let kept: Vec<Vec<u8>> = kept().await.into_values().collect();
            assert!(kept == [content], "{size}");
            assert_eq!(bed.open_uploads().await, 0);
        }
    }
}

/// A file that somebody else put into the folder of a package stays, whatever its name, and so does one that comes while an
/// answer is lost.
#[tokio::test]
async fn files_of_others_are_never_removed() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        let yard = Yard::new(&bed);
        let folder = yard.folder("shared").await;
        bed.put_elsewhere(&folder, "a.bin", b"of somebody else");
        bed.stumble(1);
        let content = noise(3, bed.several_parts() * 2);
        let notes = Notes::default();
        bed.misbehave(Misbehaviour::RevokedAfter(1));
        yard.put(&folder, (&[], "a.bin"), &content, &notes).await.unwrap_err();
        bed.put_elsewhere(&folder, "a.bin", b"of a third one");
        bed.misbehave(Misbehaviour::None);
        bed.end_addresses();
        Yard::new(&bed).put(&folder, (&[], "a.bin"), &content, &notes.for_another_attempt()).await.unwrap();
        let mut kept = bed.namesakes("a.bin");
        kept.sort_by_key(Vec::len);
        assert!(kept == [b"of a third one".to_vec(), b"of somebody else".to_vec(), content.to_vec()], "{}", kept.len());
        assert_eq!(bed.open_uploads().await, 0, "what we had announced before is gone");
    }
}

/// No file can be larger than all that the plan of the account has.
#[tokio::test]
async fn the_plan_limits_files() {
    for bed in [VideoReview::fourth().await, VideoReview::legacy().await] {
        assert_eq!(Yard::new(&bed).target.largest_file().await, None, "it is not told");
        bed.plan(2_000_000_000_000);
        assert_eq!(Yard::new(&bed).target.largest_file().await, Some(2_000_000_000_000));
        bed.plan(2_000);
        assert_eq!(Yard::new(&bed).target.largest_file().await, None, "these are not bytes");
        bed.plan(2_000_000_000_000);
        let wrong = Yard::with(&bed, &bed.wrong_authorization(), 60);
        assert_eq!(wrong.target.largest_file().await, None, "nothing is refused without an answer");
    }
}
