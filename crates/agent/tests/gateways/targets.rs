//! Packages go to the directory that the Team chose, below the folder that the agent was given.

use std::os::unix::fs::symlink;
use std::time::Duration;

use testkit::{Refusal as _, TestCloud};
use wire::connections::WriteCloudConnection;
use wire::error::ErrorCode;

use super::scene::{Gateway, MIB, Scene, expected, names, tree};

const FILES: &[(&str, &str, usize)] = &[("a", "clip.mov", 3 * MIB), ("", "notes.txt", 10)];

fn to(directory: &str) -> WriteCloudConnection {
    WriteCloudConnection {
        provider: Some("storage_gateway".to_owned()),
        target_directory_id: Some(directory.to_owned()),
        ..WriteCloudConnection::default()
    }
}

async fn retarget(scene: &Scene, gateway: &Gateway, directory: &str) {
    let change =
        WriteCloudConnection { target_directory_id: Some(directory.to_owned()), ..WriteCloudConnection::default() };
    let changed = scene.owner.client.update_connection(&gateway.connection.id, &change).await.unwrap();
    assert_eq!(changed.target_directory_id, directory.trim_matches('/'));
}

#[tokio::test(flavor = "multi_thread")]
async fn packages_go_below_the_folder_of_the_agent() {
    let scene = Scene::start().await;
    let gateway = scene.gateway_with(to("/clients/acme/")).await;
    assert_eq!(gateway.connection.target_directory_id, "clients/acme");
    let portal = scene.portal(&[&gateway]).await;
    let chosen = scene.agent.place("editing");
    scene.serve(&gateway, &chosen).await;
    for _ in 0..2 {
        let parcel = scene.received(&portal, "Day one", FILES).await;
        scene.until_complete(&parcel.id).await;
    }
    assert_eq!(names(&chosen), ["clients"]);
    assert_eq!(names(&chosen.join("clients")), ["acme"]);
    assert_eq!(names(&chosen.join("clients/acme")), ["Day one", "Day one (2)"]);
    for name in ["Day one", "Day one (2)"] {
        assert!(tree(&chosen.join("clients/acme").join(name)) == expected(FILES));
    }
    let listed = scene.owner.client.gateway_files(&gateway.connection.id, "clients/acme", 0, 9).await.unwrap();
    assert_eq!(listed.files.len(), 2, "the directory is named as the listing names it");

    retarget(&scene, &gateway, "").await;
    let parcel = scene.received(&portal, "Day two", FILES).await;
    scene.until_complete(&parcel.id).await;
    assert_eq!(names(&chosen), ["Day two", "clients"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_target_leads_out_of_the_folder() {
    let scene = Scene::start().await;
    for wrong in ["..", "a/../b", "a//b", "./a", "a\\b", "a\u{0}b", &"x".repeat(600)] {
        let refused = scene.owner.client.create_connection(&scene.owner.team_id, &to(wrong)).await;
        assert_eq!(refused.refusal(), ErrorCode::InvalidField, "{wrong:?}");
    }
    let gateway = scene.gateway_with(to("link/deep")).await;
    let portal = scene.portal(&[&gateway]).await;
    let (chosen, outside) = (scene.agent.place("editing"), scene.agent.place("outside"));
    std::fs::create_dir_all(&chosen).unwrap();
    std::fs::create_dir_all(outside.join("deep")).unwrap();
    symlink(&outside, chosen.join("link")).unwrap();
    std::fs::write(chosen.join("file"), "mine").unwrap();
    scene.serve(&gateway, &chosen).await;
    let parcel = scene.received(&portal, "Day one", FILES).await;
    let refused = async |reason: &str| {
        scene.until_transferred(&parcel.id, |transfer| transfer.error.contains(reason)).await;
        assert!(names(&outside.join("deep")).is_empty() && names(&outside) == ["deep"], "{reason}");
        assert_eq!(names(&chosen), ["file", "link"], "{reason}");
    };
    refused("symbolic link").await;
    let obstacles = [
        ("file/below", "must be a directory"),
        (".ssh", "begins with a dot"),
        ("home/.ssh", "keys or programs"),
        (".hidden/deep", "begins with a dot"),
    ];
    for (directory, reason) in obstacles {
        retarget(&scene, &gateway, directory).await;
        scene.cloud.advance(Duration::from_hours(1));
        refused(reason).await;
    }
    // Whatever it waited for, it is delivered once the directory is right.
    retarget(&scene, &gateway, "new/deep").await;
    scene.cloud.advance(Duration::from_hours(1));
    scene.until_complete(&parcel.id).await;
    assert!(tree(&chosen.join("new/deep/Day one")) == expected(FILES));
    assert_eq!(std::fs::read(chosen.join("file")).unwrap(), b"mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_that_was_begun_stays_where_it_is() {
    let cloud = TestCloud::start().await;
    let scene = Scene::with(cloud, |options| options.max_download_rate = Some(4 * MIB as u64)).await;
    let gateway = scene.gateway_with(to("first")).await;
    let portal = scene.portal(&[&gateway]).await;
    let chosen = scene.agent.place("editing");
    let id = scene.serve(&gateway, &chosen).await;
    let files = [("", "clip.mov", 20 * MIB)];
    let parcel = scene.received(&portal, "Day one", &files).await;
    scene.until_moving(&id, MIB).await;
    // Everyone who sees the package may redirect the connection, also while it is used.
    retarget(&scene, &gateway, "second").await;
    let scene = scene.restarted(|options| options.max_download_rate = None).await;
    scene.until_complete(&parcel.id).await;
    assert!(tree(&chosen.join("first/Day one")) == expected(&files));
    assert_eq!(names(&chosen), ["first"], "not two halves");
    let next = scene.received(&portal, "Day two", FILES).await;
    scene.until_complete(&next.id).await;
    assert!(tree(&chosen.join("second/Day two")) == expected(FILES));
    assert_eq!(names(&chosen.join("first")), ["Day one"]);
}
