//! `get portal:SUBDOMAIN` fetches what arrived, once.

use serde_json::json;

use super::bed::{Bed, MIB};
use super::interrupts::interrupt;
use super::send_and_get::portal;

fn arrive(bed: &Bed, file: &str, name: &str) {
    bed.run(&["send", file, "--portal", "rushes", "--sender", "cleo@example.net", "--name", name]).exits(0);
}

const GET: [&str; 4] = ["get", "portal:rushes", "--to", "../rushes"];

#[tokio::test(flavor = "multi_thread")]
async fn what_arrived_is_fetched_once_into_folders_of_its_own() {
    let mut bed = Bed::start().await;
    portal(&bed, &json!({})).await;
    bed.file("cut.mov", 100);
    assert!(bed.run(&GET).exits(0).stderr.contains("nothing new"));
    arrive(&bed, "cut.mov", "Day 1");
    arrive(&bed, "cut.mov", "Day 1");
    let planned = bed.run(&[&GET[..], &["--dry-run", "--json"]].concat()).exits(0).json();
    assert_eq!(planned["packages"].as_array().unwrap().len(), 2);
    assert!(!bed.place("rushes").exists());
    let got = bed.run(&[&GET[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(got["packages"].as_array().unwrap().len(), 2, "{got}");
    for folder in ["Day 1", "Day 1 (2)"] {
        assert!(bed.place("rushes").join(folder).join("cut.mov").exists(), "{folder}");
    }
    // Also if the files are moved away.
    std::fs::remove_dir_all(bed.place("rushes")).unwrap();
    assert!(bed.run(&GET).exits(0).stderr.contains("nothing new"));
    arrive(&bed, "cut.mov", "Day 2");
    bed.run(&GET).exits(0);
    assert!(bed.place("rushes/Day 2/cut.mov").exists() && !bed.place("rushes/Day 1").exists());

    bed.run(&["get", "portal:other"]).exits(3);
    bed.run(&["get", "portal:rushes", "*.mov"]).exits(2);
    bed.run(&["get", "portal:rushes", "--stdout"]).exits(2);
    let stranger = bed.cloud.owner("Other", "stranger@example.com").await;
    bed.set("API_KEY", &stranger.api_key.unwrap());
    bed.run(&GET).exits(3);
    bed.set("API_KEY", "");
    bed.run(&GET).exits(4);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_fetch_goes_on_and_what_is_infected_is_left_out() {
    let bed = Bed::start().await;
    portal(&bed, &json!({})).await;
    bed.file("cut.mov", 8 * MIB);
    arrive(&bed, "cut.mov", "Day 1");
    let child = bed.spawn(&[&GET[..], &["--ndjson", "--max-download-rate", "1MiB"]].concat());
    let (code, said) = tokio::task::block_in_place(|| interrupt(child));
    assert_eq!(code, Some(130), "{said}");
    bed.run(&GET).exits(0);
    assert!(bed.place("rushes/Day 1/cut.mov").exists() && !bed.place("rushes/Day 1 (2)").exists());
    arrive(&bed, "cut.mov", "Day 2");
    bed.cloud.execute_sql("UPDATE packages SET contains_virus = 1 WHERE name = 'Day 2'").await;
    let left_out = bed.run(&GET).exits(6);
    assert!(left_out.stderr.contains("contains a virus"), "{left_out:?}");
    assert!(!bed.place("rushes/Day 2").exists());
}
