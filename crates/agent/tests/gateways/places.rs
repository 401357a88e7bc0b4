//! Destinations that are full, missing or in use.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Need, RemovableDisk, SmallDisk};
use wire::error::ErrorCode;

use super::scene::{MIB, Scene, expected, names, tree};

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_to_the_cloud_and_the_package_comes_when_there_is_room() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let disk = SmallDisk::mount("size=40m");
    let to = disk.path().to_owned();
    let id = scene.serve(&gateway, &to).await;
    let files = [("", "clip.mov", 20 * MIB)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    scene.until_transferred(&parcel.id, |transfer| transfer.state == "pending" && !transfer.error.is_empty()).await;
    let transfer = scene.transfers(&parcel.id).await.remove(0);
    assert!(transfer.error.contains("disk is full"), "{}", transfer.error);
    let shown = scene.owner.client.connection(&gateway.connection.id).await.unwrap();
    assert_eq!((shown.state.as_str(), shown.connected), ("error", Some(true)));
    let stands = scene.until(&id, |gateway| gateway["error"] != Value::Null).await;
    assert_eq!((&stands["connected"], &stands["error"]["code"]), (&json!(true), &json!(ErrorCode::DiskFull)));
    assert!(tree(&to).is_empty(), "{:?}", tree(&to).keys());

    disk.remount("size=200m");
    scene.cloud.advance(Duration::from_mins(1));
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&to), ["Day one"]);
    assert!(tree(&to.join("Day one")) == expected(&files));
    scene.until(&id, |gateway| gateway["error"] == Value::Null).await;
    assert_eq!(scene.owner.client.connection(&gateway.connection.id).await.unwrap().state, "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_gone_is_not_made_anew() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("disk");
    scene.serve(&gateway, &to).await;
    assert!(to.is_dir(), "it is created when the gateway is added");
    std::fs::remove_dir(&to).unwrap();
    let files = [("", "clip.mov", 100)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    scene.until_transferred(&parcel.id, |transfer| transfer.error.contains("was removed")).await;
    assert!(!to.exists());
    std::fs::create_dir(&to).unwrap();
    scene.cloud.advance(Duration::from_mins(1));
    scene.until_complete(&parcel.id).await;
    assert!(tree(&to.join("Day one")) == expected(&files));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_from_where_a_gateway_delivers() {
    let scene = Scene::start().await;
    let (delivered, watched) = (scene.agent.place("delivered"), scene.agent.place("watched"));
    std::fs::create_dir_all(delivered.join("deep")).unwrap();
    std::fs::create_dir_all(&watched).unwrap();
    let watch = |path: &std::path::Path| {
        json!({ "name": "Watch", "path": path, "timeout": 1, "enabled": false, "portal_subdomain": "rushes",
            "sender_email": "me@example.org" })
    };
    let gateway = scene.gateway().await;
    scene.serve(&gateway, &delivered).await;
    for path in [&delivered, &delivered.join("deep")] {
        let refused = scene.agent.call("POST /api/v1/automations/portal_upload", &watch(path)).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "path"), "{}", refused.text);
        assert!(refused.text.contains("gateway"), "{}", refused.text);
    }
    scene.agent.call("POST /api/v1/automations/portal_upload", &watch(&watched)).await.expect(200);
    let other = scene.gateway().await;
    let body = json!({ "token": other.credential.token, "dst_folder": watched.join("below") });
    let refused = scene.agent.call("POST /api/v1/gateways", &body).await;
    assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, "dst_folder"), "{}", refused.text);
    assert!(!watched.join("below").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_taken_are_left_alone_whatever_has_them() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let (to, outside) = (scene.agent.place("editing"), scene.agent.place("outside"));
    std::fs::create_dir_all(to.join("Day one (3)")).unwrap();
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(to.join("Day one"), "mine").unwrap();
    std::os::unix::fs::symlink(&outside, to.join("Day one (2)")).unwrap();
    scene.serve(&gateway, &to).await;
    let files = [("", "clip.mov", 100)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&to), ["Day one", "Day one (2)", "Day one (3)", "Day one (4)"]);
    assert!(tree(&to.join("Day one (4)")) == expected(&files));
    assert!(names(&outside).is_empty() && names(&to.join("Day one (3)")).is_empty());
    assert_eq!(std::fs::read(to.join("Day one")).unwrap(), b"mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_may_not_be_written_fails_the_package_and_the_others_arrive() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    scene.serve(&gateway, &to).await;
    let files = [("home/.ssh", "authorized_keys", 10), ("films", "clip.mov", 10)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    scene.until_transferred(&parcel.id, |transfer| transfer.error.contains("keys or programs")).await;
    assert!(to.join("Day one/films/clip.mov").exists() && !to.join("Day one/home/.ssh").exists());
}

/// What arrived on the disk below would be confirmed to the cloud, and hidden by the next mount.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_delivered_below_a_disk_that_is_not_mounted() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("disk");
    std::fs::create_dir(&to).unwrap();
    let mut disk = RemovableDisk::mount(&to);
    scene.serve(&gateway, &to).await;
    let files = [("", "clip.mov", 100)];
    let first = scene.received(&portal, "Day one", &files).await;
    scene.until_complete(&first.id).await;
    disk.unmount();
    let second = scene.received(&portal, "Day two", &files).await;
    scene.until_transferred(&second.id, |transfer| transfer.error.contains("not mounted")).await;
    let scene = scene.restarted(|_| {}).await;
    assert!(names(&to).is_empty(), "{:?}", names(&to));
    disk.mount_again();
    scene.cloud.advance(Duration::from_mins(1));
    scene.until_complete(&second.id).await;
    assert_eq!(names(&to), ["Day one", "Day two"]);
}
