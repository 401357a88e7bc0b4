//! Every arriving package is downloaded once.

use std::time::Duration;

use serde_json::{Value, json};
use wire::error::ErrorCode;

use super::scene::{LONG_AGO, MIB, Scene, expected, names, portal_download, tree};

#[tokio::test(flavor = "multi_thread")]
async fn past_and_new_packages_arrive_each_in_its_folder() {
    let scene = Scene::start().await;
    let (rushes, other) = (scene.portal("Rushes", "rushes").await, scene.portal("Other", "other").await);
    let to = scene.agent.place("received");
    scene.received(&rushes, "Too early", &[("", "a.mov", 10)]).await;
    scene.cloud.advance(Duration::from_hours(1));
    let effective_time = scene.cloud.now().to_string();
    scene.cloud.advance(Duration::from_secs(1));
    let files = [("x/y", "clip.mov", 10 * MIB), ("", "notes.txt", 10)];
    scene.received(&rushes, "Past", &files).await;
    scene.received(&other, "Not ours", &files).await;
    let mut body = portal_download(&to);
    body["effective_time"] = json!(effective_time);
    let id = scene.create("portal_download", &body).await;
    scene.until_complete(1).await;
    scene.received(&rushes, "Past", &[("", "second.txt", 5)]).await;
    scene.until_complete(2).await;
    scene.looked_again(&id).await;
    assert_eq!(names(&to), ["Past", "Past (2)"]);
    assert!(tree(&to.join("Past")) == expected(&files), "{:?}", tree(&to).keys());
    assert!(tree(&to.join("Past (2)")) == expected(&[("", "second.txt", 5)]));
    let downloads = scene.until_complete(2).await;
    assert_eq!(downloads[0]["name"], "Past");

    // While disabled, it checks nothing; once enabled, it finds what arrived in between.
    let path = format!("PUT /api/v1/automations/portal_download/{id}");
    scene.agent.call(&path, &json!({ "enabled": false })).await.expect(200);
    scene.received(&rushes, "Meanwhile", &[("", "a", 1)]).await;
    assert_eq!(scene.status(&id).await["state"], "off");
    assert_eq!(scene.downloads().await.len(), 2);
    scene.agent.call(&path, &json!({ "enabled": true })).await.expect(200);
    scene.until_complete(3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_packages_than_a_page_arrive_once_each_over_restarts_and_deleted_downloads() {
    const PACKAGES: usize = 60;
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let to = scene.agent.place("received");
    for number in 0..PACKAGES {
        scene.received(&rushes, &format!("Package {number:02}"), &[("", "a", number)]).await;
    }
    let id = scene.download_rushes(&to).await;
    let scene = scene.restarted(|_| {}).await;
    scene.until_complete(PACKAGES).await;
    let before = tree(&to);
    assert_eq!((names(&to).len(), before.len()), (PACKAGES, PACKAGES));
    scene.agent.call("DELETE /api/v1/downloads", &Value::Null).await.expect(200);
    scene.looked_again(&id).await;
    let scene = scene.restarted(|_| {}).await;
    scene.looked_again(&id).await;
    assert!(scene.downloads().await.is_empty(), "each is downloaded once");
    std::fs::remove_dir_all(to.join("Package 07")).unwrap();
    scene.received(&rushes, "One more", &[("", "a", 1)]).await;
    scene.until_complete(1).await;
    assert_eq!(names(&to).len(), PACKAGES, "deleted downloads are not downloaded again");
}

/// More packages wait than are downloaded at once, and most of them are old.
#[tokio::test(flavor = "multi_thread")]
async fn a_backlog_arrives_without_a_pause() {
    const OLD: usize = 39;
    let scene = Scene::start().await;
    let rushes = scene.portal("Rushes", "rushes").await;
    let to = scene.agent.place("received");
    for number in 0..OLD {
        scene.received(&rushes, &format!("Package {number:02}"), &[("", "a", number)]).await;
    }
    scene.cloud.advance(Duration::from_hours(24 * 5));
    scene.received(&rushes, "New", &[("", "a", 1)]).await;
    scene.download_rushes(&to).await;
    scene.until_complete(OLD + 1).await;
    assert_eq!(names(&to).len(), OLD + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_portals_of_a_team_arrive_in_folders_of_their_names() {
    let scene = Scene::start().await;
    let (first, second) = (scene.portal("Rushes: day/night", "rushes").await, scene.portal("..", "dots").await);
    let (apart, together) = (scene.agent.place("apart"), scene.agent.place("together"));
    scene.received(&first, "One", &[("a", "one.mov", 10)]).await;
    scene.received(&second, "Two", &[("", "two.mov", 10)]).await;
    for (to, create_portal_subfolder) in [(&apart, true), (&together, false)] {
        let body = json!({ "name": "All", "team_id": scene.owner.team_id, "dst_folder": to,
            "create_portal_subfolder": create_portal_subfolder, "effective_time": LONG_AGO, "enabled": true,
            "download_priority": 5 });
        scene.create("all_portals_download", &body).await;
    }
    scene.until_complete(4).await;
    assert!(tree(&apart) == expected(&[("Rushes: daynight/a", "one.mov", 10), ("_", "two.mov", 10)]));
    assert!(tree(&together) == expected(&[("a", "one.mov", 10), ("", "two.mov", 10)]), "{:?}", tree(&together).keys());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused_and_what_cannot_be_now_is_said() {
    let scene = Scene::start().await;
    let to = scene.agent.place("received");
    for (field, wrong) in [
        ("name", json!("")),
        ("portal_subdomain", json!("no/portal")),
        ("effective_time", json!("yesterday")),
        ("dst_folder", json!("relative")),
        ("download_priority", json!("high")),
        ("create_package_folder", Value::Null),
    ] {
        let mut body = portal_download(&to);
        body[field] = wrong;
        let refused = scene.agent.call("POST /api/v1/automations/portal_download", &body).await;
        assert_eq!((refused.status.as_u16(), refused.field().as_str()), (400, field), "{body}");
    }
    let unknown = scene.agent.call("POST /api/v1/automations/portal_download", &portal_download(&to)).await;
    assert_eq!((unknown.status.as_u16(), unknown.error().code), (404, ErrorCode::NotFound));
    let rushes = scene.portal("Rushes", "rushes").await;
    let id = scene.download_rushes(&to).await;
    // A Portal can vanish later, and a change is not checked: it may be back by then.
    let change = format!("PUT /api/v1/automations/portal_download/{id}");
    scene.agent.call(&change, &json!({ "portal_subdomain": "elsewhere" })).await.expect(200);
    let status = scene.until_status(&id, |status| status["state"] == "error").await;
    assert!(status["reason"].as_str().unwrap().contains("elsewhere"), "{status}");
    scene.agent.call(&change, &json!({ "portal_subdomain": "rushes" })).await.expect(200);
    scene.received(&rushes, "One", &[("", "a", 1)]).await;
    scene.until_complete(1).await;
    scene.until_status(&id, |status| status["state"] == "running").await;
    let Scene { cloud, owner, agent } = scene;
    let agent = agent.restart(|options| options.api_key = serving::secret::Secret::default()).await;
    let scene = Scene { cloud, owner, agent };
    let status = scene.until_status(&id, |status| status["state"] == "error").await;
    assert!(status["reason"].as_str().unwrap().contains("session"), "{status}");
    let refused = scene.agent.call("POST /api/v1/automations/portal_download", &portal_download(&to)).await;
    assert_eq!(refused.status.as_u16(), 401);
}
