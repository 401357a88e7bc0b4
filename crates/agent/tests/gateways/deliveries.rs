//! Packages are delivered automatically.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{FakeClamd, Parcel, Reply, Scan, TestCloud, file};

use super::scene::{MIB, Scene, content, expected, names, tree};

const FILES: &[(&str, &str, usize)] =
    &[("", "notes.txt", 100), ("", "nothing", 0), ("a/b", "clip.mov", 20 * MIB), ("a", "still.png", 3 * MIB)];

#[tokio::test(flavor = "multi_thread")]
async fn a_package_arrives_whole_in_a_folder_of_its_own() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let before = scene.received(&portal, "Day one", FILES).await;
    let id = scene.serve(&gateway, &to).await;
    scene.until_complete(&before.id).await;
    assert!(tree(&to.join("Day one")) == expected(FILES), "{:?}", tree(&to).keys());
    let transfer = scene.transfers(&before.id).await.remove(0);
    assert_eq!(transfer.bytes, transfer.total_bytes);

    // A package that arrives while the agent waits, with a name that is taken.
    let second = scene.received(&portal, "Day one", &[("", "notes.txt", 7)]).await;
    scene.until_complete(&second.id).await;
    assert_eq!(names(&to), ["Day one", "Day one (2)"]);
    assert!(tree(&to.join("Day one (2)")) == expected(&[("", "notes.txt", 7)]));
    assert!(tree(&to.join("Day one")) == expected(FILES), "the first is unchanged");

    let gateway = scene.until(&id, |gateway| gateway["delivering"] == Value::Null).await;
    let expected = serde_json::json!({ "gateway_id": id, "dst_folder": to, "connected": true });
    assert_eq!(gateway, expected);
    let downloads = scene.agent.call("GET /api/v1/downloads", &Value::Null).await.expect(200);
    assert_eq!(downloads, serde_json::json!([]), "nobody started a download");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_gateways_are_served_at_once_also_into_one_folder() {
    let scene = Scene::start().await;
    let gateways = [scene.gateway().await, scene.gateway().await, scene.gateway().await];
    let portal = scene.portal(&gateways.iter().collect::<Vec<_>>()).await;
    let (own, shared) = (scene.agent.place("own"), scene.agent.place("shared"));
    for (gateway, to) in gateways.iter().zip([&own, &shared, &shared]) {
        scene.serve(gateway, to).await;
    }
    let files = [("x", "clip.mov", 10 * MIB), ("", "notes.txt", 10)];
    let (first, second) = tokio::join!(scene.received(&portal, "One", &files), scene.received(&portal, "Two", &files));
    for parcel in [&first, &second] {
        assert_eq!(scene.transfers(&parcel.id).await.len(), 3);
        scene.until_complete(&parcel.id).await;
    }
    assert_eq!(names(&own), ["One", "Two"]);
    assert_eq!(names(&shared), ["One", "One (2)", "Two", "Two (2)"]);
    let folders = names(&own).into_iter().map(|name| own.join(name));
    for folder in folders.chain(names(&shared).into_iter().map(|name| shared.join(name))) {
        assert!(tree(&folder) == expected(&files), "{}", folder.display());
    }
    let listed: BTreeSet<String> =
        scene.gateways().await.iter().map(|gateway| gateway["gateway_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(listed, gateways.iter().map(|gateway| gateway.credential.id.to_string()).collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cloud_hears_how_far_it_is_and_addresses_that_ran_out_are_renewed() {
    let cloud = TestCloud::start().await;
    let scene = Scene::with(cloud, |options| options.max_download_rate = Some(8 * MIB as u64)).await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let files = [("", "one.mov", 20 * MIB), ("", "two.mov", 20 * MIB)];
    let parcel = scene.received(&portal, "Long", &files).await;
    let id = scene.serve(&gateway, &to).await;
    scene.until_moving(&id, 4 * MIB).await;
    scene.until_transferred(&parcel.id, |transfer| transfer.state == "transferring" && transfer.bytes > 0).await;
    // Longer than any lease and any URL is valid.
    scene.cloud.advance(std::time::Duration::from_mins(20));
    scene.until_complete(&parcel.id).await;
    assert!(tree(&to.join("Long")) == expected(&files));
    assert_eq!(names(&to), ["Long"]);
}

/// A page has a thousand files.
#[tokio::test(flavor = "multi_thread")]
async fn a_package_of_several_pages_arrives_whole() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let parcel = Parcel::through(&scene.cloud.anyone(), &portal, "Stills").await;
    for batch in 0..2 {
        let files: Vec<_> = (0..601).map(|number| file("", &format!("{batch} {number}.txt"), 0)).collect();
        let added = parcel.reply("POST /files/batch", &json!(files)).await.expect(200);
        let ends = added.as_array().unwrap().iter().map(|one| json!({ "file_id": one["file"]["id"], "size": 0 }));
        let ended = parcel.reply("POST /files/finalize", &ends.collect()).await.expect(200);
        assert!(ended.as_array().unwrap().iter().all(|one| one["state"] == "finalized"));
    }
    parcel.put("", "notes.txt", b"hello").await;
    parcel.finalize().await;
    scene.serve(&gateway, &to).await;
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&to.join("Stills")).len(), 1_203);
    assert_eq!(std::fs::read(to.join("Stills/notes.txt")).unwrap(), b"hello");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_let_through_later_arrives_with_the_others() {
    let clamd = FakeClamd::start().await;
    let setup = TestCloud::setup().with(|config| config.scan.clamd = clamd.address());
    let scene = Scene::with(setup.start().await, |options| options.max_download_rate = Some(6 * MIB as u64)).await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let parcel = Parcel::through(&scene.cloud.anyone(), &portal, "Day one").await;
    let files = [("", "clip.mov", 20 * MIB), ("", "late.mov", 100)];
    for ((path, name, length), scan) in files.into_iter().zip([Scan::Clean, Scan::TooLarge(1)]) {
        clamd.set(scan);
        parcel.put(path, name, &content(name, length)).await;
        scene.cloud.run_due_jobs().await;
    }
    parcel.finalize().await;
    scene.cloud.run_due_jobs().await;
    let id = scene.serve(&gateway, &to).await;
    scene.until_moving(&id, 2 * MIB).await;
    let team = format!("PUT /v1/teams/{}", scene.owner.team_id);
    Reply::of(&scene.owner.client, &team, &json!({ "hold_unscanned_files": false })).await.expect(200);

    scene.until_transferred(&parcel.id, |transfer| transfer.error.contains("1 new files")).await;
    scene.cloud.advance(std::time::Duration::from_mins(1));
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&to), ["Day one"]);
    assert!(tree(&to.join("Day one")) == expected(&files), "{:?}", tree(&to).keys());
}
