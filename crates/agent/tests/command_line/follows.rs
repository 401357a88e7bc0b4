//! Reading a growing file: from its first segment to the finalized package.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};
use testkit::{GrowingFile, Parcel, noise, plain_package, until};

use super::bed::{Bed, MIB, Ran, tree};

const LEAST: usize = 5 * MIB;

struct Scene {
    bed: Bed,
    parcel: Parcel,
    file: GrowingFile,
}

impl Scene {
    async fn set() -> Self {
        let bed = Bed::start().await;
        let parcel = Parcel::create(&bed.owner.client, &bed.owner.team_id, &plain_package("Live")).await;
        let file = GrowingFile::add(&parcel, "take.mxf").await;
        Self { bed, parcel, file }
    }

    fn arguments(&self) -> [&str; 6] {
        ["get", "--follow", self.parcel.id.as_str(), "--to", "../received", "--ndjson"]
    }

    fn follow(&self) -> Child {
        self.bed.spawn(&self.arguments())
    }

    /// Waits until the part file has enough bytes for the next segment.
    async fn until_read(&self, bytes: usize) {
        let (part, notes) = (self.bed.place("received/take.mxf.part"), self.bed.place("state/followed"));
        let read = || {
            let notes = std::fs::read_dir(&notes).into_iter().flatten().flatten();
            let text: String = notes.filter_map(|note| std::fs::read_to_string(note.path()).ok()).collect();
            let lengths = text.lines().skip(1).filter_map(|line| line.split_once(' ')?.1.parse::<usize>().ok());
            lengths.sum::<usize>()
        };
        until(&format!("{bytes} bytes are read"), async || {
            let (listed, written) = (read(), std::fs::metadata(&part).map_or(0, |part| part.len()));
            let is_read = listed >= bytes && written >= bytes as u64;
            if is_read { Ok(()) } else { Err(format!("{listed} listed, {written} written")) }
        })
        .await;
    }

    /// The sender ends the stream.
    async fn end(&self, segments: &[&[u8]]) {
        self.file.finalize(&self.bed.cloud, segments).await;
        self.parcel.finalize().await;
    }

    fn received(&self) -> Vec<u8> {
        std::fs::read(self.bed.place("received/take.mxf")).unwrap()
    }
}

fn ended(child: Child) -> Ran {
    tokio::task::block_in_place(|| child.wait_with_output()).unwrap().into()
}

fn send_signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), signal).unwrap();
}

fn names(directory: &Path) -> Vec<String> {
    tree(directory).keys().map(|path| path.display().to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_there_when_its_sender_ends() {
    let scene = Scene::set().await;
    let (first, second, last) = (noise(1, LEAST), noise(2, LEAST + 3), noise(3, 17));
    let child = scene.follow();
    scene.file.send(1, &first).await;
    scene.until_read(first.len()).await;
    let part = scene.bed.place("received/take.mxf.part");
    assert!(std::fs::read(&part).unwrap() == first, "the first part is usable before the rest arrives");
    scene.file.send(2, &second).await;
    scene.until_read(first.len() + second.len()).await;
    scene.file.send(3, &last).await;
    scene.end(&[&first, &second, &last]).await;
    let ran = ended(child).exits(0);
    assert!(scene.received() == [first, second, last].concat());
    assert_eq!(names(&scene.bed.place("received")), ["take.mxf"]);
    assert!(names(&scene.bed.place("state/followed")).is_empty());
    let (lines, bytes) = (ran.lines(), 2 * LEAST + 20);
    assert_eq!(lines[0]["event"], "started");
    let last = lines.last().unwrap();
    assert_eq!((&last["event"], &last["files"], &last["bytes"]), (&"finished".into(), &1.into(), &bytes.into()));
    let again = scene.bed.run(&["get", "--follow", scene.parcel.id.as_str(), "--to", "../received"]).exits(0);
    assert_eq!((again.stdout.as_str(), names(&scene.bed.place("received")).len()), ("", 1), "nothing is duplicated");
    assert!(again.stderr.lines().last().unwrap().starts_with("1 file, 10.4 MB in "), "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_killed_goes_on_from_what_is_on_the_disk() {
    for damaged in [false, true] {
        let scene = Scene::set().await;
        let (first, second, last) = (noise(1, LEAST), noise(2, LEAST), noise(3, 9));
        scene.file.send(1, &first).await;
        scene.file.send(2, &second).await;
        let mut child = scene.follow();
        scene.until_read(2 * LEAST).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let part = scene.bed.place("received/take.mxf.part");
        let inode = std::fs::metadata(&part).unwrap().ino();
        if damaged {
            // Simulates a power failure: the second segment never reached the disk.
            let file = std::fs::OpenOptions::new().write(true).open(&part).unwrap();
            file.set_len(LEAST as u64 + 5).unwrap();
        }
        scene.file.send(3, &last).await;
        let child = scene.follow();
        scene.until_read(2 * LEAST + 9).await;
        scene.end(&[&first, &second, &last]).await;
        ended(child).exits(0);
        assert!(scene.received() == [first, second, last].concat(), "damaged: {damaged}");
        let named = std::fs::metadata(scene.bed.place("received/take.mxf")).unwrap();
        assert_eq!(named.ino(), inode, "it is the same part file as before");
        assert_eq!(names(&scene.bed.place("received")), ["take.mxf"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_command_says_how_to_go_on_also_after_the_end() {
    let scene = Scene::set().await;
    let (first, last) = (noise(1, LEAST), noise(2, 2 * LEAST));
    scene.file.send(1, &first).await;
    let child = scene.follow();
    scene.until_read(LEAST).await;
    send_signal(&child, Signal::INT);
    let ran = ended(child).exits(130);
    assert!(ran.stderr.contains("next: tonnage-agent get --follow"), "{ran:?}");
    scene.file.send(2, &last).await;
    scene.end(&[&first, &last]).await;
    scene.bed.cloud.run_due_jobs().await;
    scene.bed.run(&scene.arguments()).exits(0);
    assert!(scene.received() == [first, last].concat(), "the rest came from the finalized file");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_finalized_already_is_fetched_whole() {
    let scene = Scene::set().await;
    let first = noise(1, LEAST);
    scene.file.send(1, &first).await;
    scene.parcel.put("day 1", "notes.txt", b"hello").await;
    let folder = serde_json::json!({ "kind": "directory", "name": "empty" });
    scene.parcel.reply("POST /files", &folder).await.expect(201);
    scene.end(&[&first]).await;
    let ran = scene.bed.run(&["get", "--follow", scene.parcel.id.as_str(), "--to", "../received", "--package-folder"]);
    ran.exits(0);
    let received = scene.bed.place("received/Live");
    assert_eq!(names(&received), ["day 1", "day 1/notes.txt", "empty", "take.mxf"]);
    assert!(std::fs::read(received.join("take.mxf")).unwrap() == first);
    assert_eq!(std::fs::read(received.join("day 1/notes.txt")).unwrap(), b"hello");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_deleted_leaves_what_was_read() {
    let scene = Scene::set().await;
    let first = noise(1, LEAST);
    scene.file.send(1, &first).await;
    let child = scene.follow();
    scene.until_read(LEAST).await;
    scene.parcel.client.delete_package(&scene.parcel.id).await.unwrap();
    let ran = ended(child).exits(3);
    assert!(ran.stderr.contains("expired") && ran.stderr.contains(".part"), "{ran:?}");
    assert_eq!(names(&scene.bed.place("received")), ["take.mxf.part"]);
    assert!(std::fs::read(scene.bed.place("received/take.mxf.part")).unwrap() == first);
    let later = scene.bed.run(&scene.arguments()).exits(3);
    assert_eq!(later.lines().last().unwrap()["exit_code"], 3, "{later:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_key_of_the_team_follows() {
    let mut scene = Scene::set().await;
    scene.bed.run(&["get", "--follow", "no id"]).exits(2);
    scene.bed.run(&["get", "--follow", "01KA2B3C4D5E6F7G8H9JKMNPQR"]).exits(3);
    let stranger = scene.bed.cloud.owner("Rivals", "rival@example.org").await;
    scene.bed.set("API_KEY", &stranger.api_key.unwrap());
    scene.bed.run(&scene.arguments()).exits(3);
    scene.bed.set("API_KEY", "");
    let nobody = scene.bed.run(&scene.arguments()).exits(4);
    assert!(nobody.stderr.contains("API_KEY"), "{nobody:?}");
    assert!(!scene.bed.place("received/take.mxf.part").exists());
}
