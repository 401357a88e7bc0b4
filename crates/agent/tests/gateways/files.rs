//! Members of the Team list the folder of a gateway, through the agent.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Need, Refusal as _, SmallDisk, TestCloud};
use wire::error::ErrorCode;
use wire::gateway_files::GatewayFiles;
use wire::portals::WritePortal;

use super::scene::{Gateway, MIB, Scene};

/// A folder with files, directories, and links that lead out of it.
fn furnish(to: &Path, outside: &Path) {
    for directory in ["rushes/day one", "Audio", "rushes/empty"] {
        std::fs::create_dir_all(to.join(directory)).unwrap();
    }
    for (name, content) in
        [("notes.txt", "12345"), ("a.mov", "1"), (".hidden", ""), ("rushes/day one/b \u{fc}.mov", "12")]
    {
        std::fs::write(to.join(name), content).unwrap();
    }
    std::fs::create_dir_all(outside.join("private")).unwrap();
    std::fs::write(outside.join("secret.txt"), "x").unwrap();
    symlink(outside, to.join("link")).unwrap();
    symlink(outside.join("secret.txt"), to.join("rushes/secret.txt")).unwrap();
}

fn names(page: &GatewayFiles) -> Vec<(&str, &str)> {
    page.files.iter().map(|entry| (entry.kind.as_str(), entry.path.as_str())).collect()
}

async fn connected(scene: &Scene, gateway: &Gateway, to: &Path) {
    let id = scene.serve(gateway, to).await;
    scene.until(&id, |gateway| gateway["connected"] == true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_gateway_shows_its_folder_page_by_page() {
    let scene = Scene::start().await;
    let to = scene.agent.place("editing");
    furnish(&to, &scene.agent.place("outside"));
    let kinds = ["vendor_a_efs_sg", "desktop_sg", "vendor_j_sg", "vendor_m_sg", "storage_gateway", "synology_sg"];
    for kind in kinds {
        let gateway = scene.gateway_of(kind).await;
        connected(&scene, &gateway, &to).await;
        let client = &scene.owner.client;
        let id = &gateway.connection.id;
        let all = client.gateway_files(id, "", 0, 500).await.unwrap();
        let expected = [
            ("directory", "Audio"),
            ("directory", "rushes"),
            ("file", ".hidden"),
            ("file", "a.mov"),
            ("file", "notes.txt"),
        ];
        assert_eq!(names(&all), expected, "{kind}: directories first, and no links");
        assert!(!all.more_data);
        let sizes: Vec<i64> = all.files.iter().map(|entry| entry.size).collect();
        assert_eq!(sizes, [0, 0, 0, 1, 5]);
        assert!(all.files.iter().all(|entry| entry.modified_at.as_millis() > 1_700_000_000_000), "{all:?}");
        let first = client.gateway_files(id, "/", 0, 2).await.unwrap();
        assert_eq!((names(&first), first.more_data), (expected[..2].to_vec(), true));
        let rest = client.gateway_files(id, "", 2, 3).await.unwrap();
        assert_eq!((names(&rest), rest.more_data), (expected[2..].to_vec(), false));
        let beyond = client.gateway_files(id, "", 1_000_000_000_000, 3).await.unwrap();
        assert_eq!((names(&beyond), beyond.more_data), (Vec::new(), false));
        let below = client.gateway_files(id, "rushes/day one/", 0, 9).await.unwrap();
        assert_eq!(names(&below), [("file", "rushes/day one/b \u{fc}.mov")]);
        assert_eq!(below.files[0].name, "b \u{fc}.mov");
        assert!(client.gateway_files(id, "rushes/empty", 0, 9).await.unwrap().files.is_empty());
        scene.agent.call(&format!("DELETE /api/v1/gateways/{}", gateway.credential.id), &Value::Null).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outside_of_the_folder_is_shown() {
    let scene = Scene::start().await;
    let (to, outside) = (scene.agent.place("editing"), scene.agent.place("outside"));
    furnish(&to, &outside);
    std::fs::create_dir_all(to.join(".ssh")).unwrap();
    let gateway = scene.gateway().await;
    connected(&scene, &gateway, &to).await;
    let (client, id) = (&scene.owner.client, &gateway.connection.id);
    let wrong = [
        ("..", ErrorCode::InvalidField),
        ("rushes/../..", ErrorCode::InvalidField),
        ("./rushes", ErrorCode::InvalidField),
        ("a\\b", ErrorCode::InvalidField),
        ("a\nb", ErrorCode::InvalidField),
        // Links are not followed, wherever they lead, nor on the way.
        ("link", ErrorCode::InvalidField),
        ("link/private", ErrorCode::InvalidField),
        ("rushes/secret.txt", ErrorCode::InvalidField),
        ("notes.txt", ErrorCode::InvalidField),
        ("missing", ErrorCode::NotFound),
        // Nothing is delivered to it either.
        (".ssh", ErrorCode::Forbidden),
    ];
    for (path, code) in wrong {
        assert_eq!(client.gateway_files(id, path, 0, 9).await.refusal(), code, "{path:?}");
    }
    // A path from the root of the machine is one below the folder.
    let path = outside.to_string_lossy().into_owned();
    assert_eq!(client.gateway_files(id, &path, 0, 9).await.refusal(), ErrorCode::NotFound);

    // The folder itself becomes a link.
    std::fs::rename(&to, scene.agent.place("elsewhere")).unwrap();
    symlink(&outside, &to).unwrap();
    assert_eq!(client.gateway_files(id, "", 0, 9).await.refusal(), ErrorCode::InvalidField);
    std::fs::remove_file(&to).unwrap();
    assert_eq!(client.gateway_files(id, "", 0, 9).await.refusal(), ErrorCode::NotFound, "its disk is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_without_its_agent_says_so_and_one_that_was_killed_answers_nobody_for_ever() {
    let cloud = TestCloud::setup().with(|config| config.limits.request_seconds = 7).start().await;
    let scene = Scene::with(cloud, |_| {}).await;
    let gateway = scene.gateway().await;
    let id = gateway.connection.id.clone();
    let refused = scene.owner.client.gateway_files(&id, "", 0, 9).await.unwrap_err().to_string();
    assert!(refused.contains("not connected"), "{refused}");
    let to = scene.agent.place("editing");
    connected(&scene, &gateway, &to).await;
    scene.owner.client.gateway_files(&id, "", 0, 9).await.unwrap();

    let Scene { cloud, owner, agent } = scene;
    agent.shut_down().await;
    // The cloud does not know yet that it is gone.
    assert_eq!(owner.client.connection(&id).await.unwrap().connected, Some(true));
    let refused = owner.client.gateway_files(&id, "", 0, 9).await;
    assert!(refused.as_ref().is_err_and(|error| error.to_string().contains("did not answer in time")), "{refused:?}");
    assert_eq!(refused.refusal(), ErrorCode::WrongState);
    cloud.advance(Duration::from_secs(91));
    let refused = owner.client.gateway_files(&id, "", 0, 9).await;
    assert!(refused.as_ref().is_err_and(|error| error.to_string().contains("not connected")), "{refused:?}");
    assert_eq!(refused.refusal(), ErrorCode::WrongState);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_answers_while_it_delivers_and_after_a_restart() {
    let scene = Scene::with(TestCloud::start().await, |options| options.max_download_rate = Some(2 * MIB as u64)).await;
    let gateway = scene.gateway().await;
    let portal = scene.portal(&[&gateway]).await;
    let to = scene.agent.place("editing");
    let id = scene.serve(&gateway, &to).await;
    let parcel = scene.received(&portal, "Day one", &[("", "clip.mov", 20 * MIB), ("", "a", 1)]).await;
    scene.until_moving(&id, MIB).await;
    let connection = gateway.connection.id.clone();
    let shown = scene.owner.client.gateway_files(&connection, "", 0, 9).await.unwrap();
    assert_eq!(names(&shown), [("directory", "Day one")]);
    assert_eq!(scene.transfers(&parcel.id).await[0].state, "transferring", "it is not done yet");

    let scene = scene.restarted(|options| options.max_download_rate = None).await;
    scene.until(&id, |gateway| gateway["connected"] == true).await;
    let many = (0..6).map(|_| scene.owner.client.gateway_files(&connection, "Day one", 0, 9));
    for page in futures_util::future::join_all(many).await {
        page.unwrap();
    }
    scene.until_complete(&parcel.id).await;
    let shown = scene.owner.client.gateway_files(&connection, "Day one", 0, 9).await.unwrap();
    assert_eq!(names(&shown), [("file", "Day one/a"), ("file", "Day one/clip.mov")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_sees_what_a_gateway_holds() {
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let id = gateway.connection.id.clone();
    connected(&scene, &gateway, &scene.agent.place("editing")).await;
    let foreign = scene.cloud.owner("Others", "other@example.com").await;
    assert_eq!(foreign.client.gateway_files(&id, "", 0, 9).await.refusal(), ErrorCode::NotFound);
    let guest = scene.cloud.member(&scene.owner, "member", "member@example.com").await;
    assert_eq!(guest.client.gateway_files(&id, "", 0, 9).await.refusal(), ErrorCode::Forbidden);
    let admin = scene.cloud.member(&scene.owner, "admin", "admin@example.com").await;
    admin.client.gateway_files(&id, "", 0, 9).await.unwrap();

    // What arrives through a private Portal is seen by those on its list only.
    let private = WritePortal {
        name: Some("Secret".to_owned()),
        subdomain: Some("secret".to_owned()),
        active: Some(true),
        access_level: Some("private".to_owned()),
        has_access_code: Some(true),
        access_code: Some("sesame".to_owned()),
        cloud_connections: Some(vec![gateway.choice()]),
        ..WritePortal::default()
    };
    scene.owner.client.create_portal(&scene.owner.team_id, &private).await.unwrap();
    assert_eq!(admin.client.gateway_files(&id, "", 0, 9).await.refusal(), ErrorCode::Forbidden);
    scene.owner.client.gateway_files(&id, "", 0, 9).await.unwrap();

    let anyone = scene.cloud.anyone();
    assert_eq!(anyone.gateway_files(&id, "", 0, 9).await.refusal(), ErrorCode::Unauthorized);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_longest_names_fits() {
    if testkit::cannot_run_without(&[Need::Mounts]) {
        return;
    }
    let scene = Scene::start().await;
    let gateway = scene.gateway().await;
    let disk = SmallDisk::mount("size=40m");
    // Each letter takes six in JSON.
    for number in 0..600 {
        std::fs::write(disk.path().join(format!("{}{number:03}", "\u{1}".repeat(252))), "").unwrap();
    }
    connected(&scene, &gateway, disk.path()).await;
    let page = scene.owner.client.gateway_files(&gateway.connection.id, "", 0, 1_000_000).await.unwrap();
    assert_eq!((page.files.len(), page.more_data), (500, true), "the count has a maximum");
    let rest = scene.owner.client.gateway_files(&gateway.connection.id, "", 500, 500).await.unwrap();
    assert_eq!((rest.files.len(), rest.more_data), (100, false));
    let none = scene.owner.client.gateway_files(&gateway.connection.id, "", 0, 0).await;
    assert_eq!(none.refusal(), ErrorCode::InvalidField);
    let body = json!({ "token": gateway.credential.token, "dst_folder": disk.path() });
    assert_eq!(scene.agent.call("POST /api/v1/gateways", &body).await.status.as_u16(), 409);
}
