//! Viruses, full disks and lost sessions.

use serde_json::{Value, json};
use testkit::{FakeClamd, Need, RemovableDisk, Scan, SmallDisk, TestCloud, until};
use wire::error::ErrorCode;

use super::scene::{MIB, Scene, expected, names, portal_download, tree};

#[tokio::test(flavor = "multi_thread")]
async fn a_package_waits_for_its_scan_and_one_with_a_virus_is_kept_off() {
    let clamd = FakeClamd::start().await;
    let address = clamd.address();
    let setup = TestCloud::setup().with(|config| config.scan.clamd = address);
    let scene = Scene::with(setup.start().await, |_| {}).await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let to = scene.agent.place("received");
    let id = scene.download_rushes(&to).await;
    scene.received(&rushes, "Clean", &[("", "a.mov", 10)]).await;
    scene.until_status(&id, |status| status["waiting"] == 1).await;
    assert!(scene.downloads().await.is_empty(), "the scan is not done yet");
    scene.cloud.run_due_jobs().await;
    scene.until_complete(1).await;

    clamd.set(Scan::Found("Evil-Test"));
    scene.received(&rushes, "Evil", &[("", "good.mov", 10), ("", "bad.exe", 10)]).await;
    scene.cloud.run_due_jobs().await;
    let has_trouble = |status: &Value| status["troubles"].as_array().is_some_and(|troubles| troubles.len() == 1);
    let status = scene.until_status(&id, has_trouble).await;
    assert_eq!(status["troubles"][0]["name"], "Evil");
    assert!(status["troubles"][0]["reason"].as_str().unwrap().contains("virus"), "{status}");
    scene.looked_again(&id).await;
    assert_eq!(scene.downloads().await.len(), 1);
    let scene = scene.restarted(|_| {}).await;
    scene.until_status(&id, has_trouble).await;
    assert_eq!(names(&to), ["Clean"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_finds_no_room_waits_and_smaller_ones_arrive() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let disk = SmallDisk::mount("size=80m");
    let to = disk.path().to_owned();
    let id = scene.download_rushes(&to).await;
    let large = [("", "clip.mov", 30 * MIB)];
    scene.received(&rushes, "Large", &large).await;
    scene.received(&rushes, "Small", &[("", "a", 10)]).await;
    scene.until_complete(1).await;
    let status = scene.until_status(&id, |status| status["waiting"] == 1).await;
    assert_eq!(status["troubles"][0]["name"], "Large");
    assert!(status["troubles"][0]["reason"].as_str().unwrap().contains("disk space"), "{status}");
    assert_eq!(names(&to), ["Small"]);
    disk.remount("size=200m");
    scene.until_complete(2).await;
    assert!(tree(&to.join("Large")) == expected(&large));
    scene.until_status(&id, |status| status["troubles"].as_array().is_some_and(Vec::is_empty)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_fills_up_meanwhile_is_tried_again_by_itself() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let rate = Some(5 * MIB as u64);
    let scene = Scene::with(TestCloud::start().await, |options| options.max_download_rate = rate).await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let disk = SmallDisk::mount("size=110m");
    let to = disk.path().to_owned();
    let files = [("", "clip.mov", 24 * MIB)];
    scene.received(&rushes, "Day one", &files).await;
    let id = scene.download_rushes(&to).await;
    scene.until_moving(MIB).await;
    let _ = std::fs::write(to.join("other"), vec![1; 110 * MIB]);
    let status = scene.until_status(&id, |status| status["troubles"][0]["name"] == "Day one").await;
    assert!(status["troubles"][0]["reason"].as_str().unwrap().contains("disk is full"), "{status}");
    // It is tried again every now and then, and has no error while it is.
    until("the download says so", async || {
        let code = scene.downloads().await[0]["error"]["code"].clone();
        if code == json!(ErrorCode::DiskFull) { Ok(()) } else { Err(code) }
    })
    .await;
    std::fs::remove_file(to.join("other")).unwrap();
    scene.until_complete(1).await;
    assert_eq!(names(&to), ["Day one"]);
    assert!(tree(&to.join("Day one")) == expected(&files));
}

/// A package that has ended lists no files. That must not look like a package without files.
#[tokio::test(flavor = "multi_thread")]
async fn a_package_that_ends_before_its_download_begins_is_not_complete() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    // There is room for bytes, but for no further folder.
    let disk = SmallDisk::mount("size=110m,nr_inodes=2");
    let to = disk.path().to_owned();
    std::fs::write(to.join("other"), "").unwrap();
    scene.download_rushes(&to).await;
    let parcel = scene.received(&rushes, "Day one", &[("", "a", 10)]).await;
    let error = async |wanted: ErrorCode| {
        until("the download has failed so", async || {
            let downloads = scene.downloads().await;
            let code = downloads.first().map(|download| download["error"]["code"].clone());
            if code == Some(json!(wanted)) { Ok(()) } else { Err(json!(downloads)) }
        })
        .await;
    };
    error(ErrorCode::DiskFull).await;
    let (client, team) = (&scene.owner.client, &scene.owner.team_id);
    let body = client.package(team, &parcel.id).await.unwrap();
    client.with_package_token(&body.access_token).delete_package(&parcel.id).await.unwrap();
    std::fs::remove_file(to.join("other")).unwrap();
    error(ErrorCode::Gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_gone_is_not_made_anew() {
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let to = scene.agent.place("disk");
    let id = scene.download_rushes(&to).await;
    scene.received(&rushes, "One", &[("", "a", 1)]).await;
    scene.until_complete(1).await;
    std::fs::rename(&to, scene.agent.place("unmounted")).unwrap();
    scene.received(&rushes, "Two", &[("", "a", 1)]).await;
    let status = scene.until_status(&id, |status| status["state"] == "error").await;
    assert!(status["reason"].as_str().unwrap().contains("was removed"), "{status}");
    assert!(!to.exists());
    std::fs::rename(scene.agent.place("unmounted"), &to).unwrap();
    scene.until_complete(2).await;
    assert_eq!(names(&to), ["One", "Two"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_waits_for_its_session_and_goes_on_with_it() {
    let rate = Some(5 * MIB as u64);
    let scene = Scene::with(TestCloud::start().await, |options| options.max_download_rate = rate).await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let to = scene.agent.place("received");
    let files = [("", "clip.mov", 24 * MIB)];
    scene.received(&rushes, "Day one", &files).await;
    let id = scene.download_rushes(&to).await;
    scene.until_moving(MIB).await;
    scene.cloud.set_suspended(&scene.owner.team_id, true).await;
    scene.agent.app().sessions.check().await;
    agent::upkeep::look(scene.agent.app()).await.unwrap();
    let held = scene.downloads().await.remove(0);
    assert_eq!(held["state"], "paused", "{held}");
    assert!(held["error"]["message"].as_str().unwrap().contains("waits for a session"), "{held}");
    scene.until_status(&id, |status| status["state"] == "error").await;
    scene.cloud.set_suspended(&scene.owner.team_id, false).await;
    scene.agent.app().sessions.check().await;
    scene.until_complete(1).await;
    assert!(tree(&to.join("Day one")) == expected(&files));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_arrives_in_a_home_directory_by_itself() {
    let scene = Scene::start().await;
    scene.portal("Rushes", "rushes").await;
    let home = std::env::var("HOME").unwrap();
    let gateway = json!({ "token": "tgw_01KA2B3C4D5E6F7G8H9JKMNPQR_secret", "dst_folder": home });
    for (line, body) in [
        ("POST /api/v1/automations/portal_download", portal_download(home.as_ref())),
        ("POST /api/v1/gateways", gateway),
    ] {
        let reply = scene.agent.call(line, &body).await;
        assert_eq!((reply.error().code, reply.field().as_str()), (ErrorCode::PathRefused, "dst_folder"), "{line}");
        assert!(reply.error().message.contains("home directory"), "{line}: {}", reply.error().message);
    }
}

/// What arrived on the disk below would be complete, and hidden by the next mount.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_arrives_below_a_disk_that_is_not_mounted() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let at = scene.agent.place("disk");
    std::fs::create_dir(&at).unwrap();
    let mut disk = RemovableDisk::mount(&at);
    let id = scene.download_rushes(&at).await;
    let files = [("", "clip.mov", 100)];
    scene.received(&rushes, "Day one", &files).await;
    scene.until_complete(1).await;
    disk.unmount();
    // What is known of its folder outlasts a change of the automation.
    let change = json!({ "name": "Renamed", "dst_folder": &at });
    let line = format!("PUT /api/v1/automations/portal_download/{id}");
    scene.agent.call(&line, &change).await.expect(200);
    scene.received(&rushes, "Day two", &files).await;
    let says_so = |status: &Value| status["reason"].as_str().is_some_and(|reason| reason.contains("not mounted"));
    scene.until_status(&id, says_so).await;
    let scene = scene.restarted(|_| {}).await;
    scene.until_status(&id, says_so).await;
    assert!(names(&at).is_empty(), "{:?}", names(&at));
    disk.mount_again();
    scene.until_complete(2).await;
    assert_eq!(names(&at), ["Day one", "Day two"]);
    assert!(tree(&at.join("Day two")) == expected(&files));
}
