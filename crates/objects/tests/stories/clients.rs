//! Clients that we did not write drive the store.

use std::path::PathBuf;
use std::process::Command;

use crate::harness::{ACCESS, REGION, SECRET, TestStore, noise};

fn tool(variable: &str) -> PathBuf {
    let Some(path) = std::env::var_os(variable) else {
        panic!("{variable} is not set: run `cargo xtask test`, which fetches the foreign clients and names them");
    };
    path.into()
}

async fn run(mut command: Command) -> String {
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    out.into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boto3_does_all_it_can() {
    let python = tool("TONNAGE_TEST_PYTHON");
    let store = TestStore::start().await;
    let mut command = Command::new(python);
    command
        .arg("tests/clients/boto3_story.py")
        .args([&format!("http://{}", store.address), ACCESS, SECRET, REGION])
        .env("AWS_EC2_METADATA_DISABLED", "true");
    let said = run(command).await;
    assert!(said.ends_with("all well\n"), "{said}");
    assert!(objects::fsck(&store.directory, true).unwrap().is_clean());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rclone_copies_a_tree_there_and_back() {
    let program = tool("TONNAGE_TEST_RCLONE");
    let store = TestStore::start().await;
    let work = tempfile::tempdir().unwrap();
    let tree = work.path().join("tree");
    std::fs::create_dir_all(tree.join("folder/deeper")).unwrap();
    let files = [("a.txt", 10), ("folder/b b.bin", 100_000), ("folder/deeper/ü.bin", 12 << 20), ("folder/empty", 0)];
    for (index, (name, length)) in files.iter().enumerate() {
        std::fs::write(tree.join(name), noise(index as u64, *length)).unwrap();
    }
    let endpoint = format!("http://{}", store.address);
    let rclone = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).args(["--config", "/dev/null", "--s3-upload-cutoff", "6M", "--s3-chunk-size", "5M"]);
        for (name, value) in [
            ("TYPE", "s3"),
            ("PROVIDER", "Other"),
            ("ACCESS_KEY_ID", ACCESS),
            ("SECRET_ACCESS_KEY", SECRET),
            ("REGION", REGION),
            ("ENDPOINT", &endpoint),
        ] {
            command.env(format!("RCLONE_CONFIG_STORE_{name}"), value);
        }
        command
    };
    let tree_path = tree.to_str().unwrap();
    run(rclone(&["copy", tree_path, "store:shelf/tree"])).await;
    run(rclone(&["check", "--download", tree_path, "store:shelf/tree"])).await;
    let listed = run(rclone(&["lsf", "-R", "--files-only", "store:shelf/tree"])).await;
    let mut names: Vec<&str> = listed.lines().collect();
    names.sort_unstable();
    assert_eq!(names, files.map(|(name, _)| name));
    let piece = run(rclone(&["cat", "--offset", "3", "--count", "4", "store:shelf/tree/a.txt"])).await;
    assert_eq!(piece, String::from_utf8_lossy(&noise(0, 10)[3..7]));
    let back = work.path().join("back");
    run(rclone(&["copy", "store:shelf/tree", back.to_str().unwrap()])).await;
    assert!(std::fs::read(back.join("folder/deeper/ü.bin")).unwrap() == noise(2, 12 << 20));
    run(rclone(&["copyto", "store:shelf/tree/a.txt", "store:shelf/copied"])).await;
    run(rclone(&["delete", "store:shelf"])).await;
    assert_eq!(run(rclone(&["lsf", "-R", "store:shelf"])).await, "");
    store.wait_for_files(0).await;
}
