//! Automations and settings from a file.

use serde_json::{Value, json};

use super::scene::Scene;

fn text(scene: &Scene, name: &str, more: &str) -> String {
    format!(
        "[settings.concurrency]\nmax_connections = 7\n\n[[automations]]\ntype = 'team_upload'\nname = '{name}'\n\
         path = '{}'\ntimeout = 1\ntimeout_unit = 'seconds'\nenabled = true\nteam_id = '{}'\nrecipient_emails = []\n{more}",
        scene.root.display(),
        scene.bench.owner.team_id
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_makes_changes_and_takes_away() {
    let mut scene = Scene::start().await;
    let other = scene.bench.agent.place("other");
    std::fs::create_dir(&other).unwrap();
    scene.watch(&json!({ "name": "By hand", "path": other, "enabled": false })).await;
    let (file, password) = (scene.bench.agent.place("provision.toml"), scene.bench.agent.place("password"));
    std::fs::write(&password, "sesame\n").unwrap();
    let secret = format!("download_password_file = '{}'\n", password.display());
    std::fs::write(&file, text(&scene, "Dailies", &secret)).unwrap();
    scene.bench.agent = scene.bench.agent.restart(|options| options.provision = Some(file.clone())).await;
    let names =
        |list: &[Value]| -> Vec<String> { list.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect() };
    let list = scene.list().await;
    assert_eq!(names(&list), ["By hand", "Dailies"]);
    let id = list[1]["automation_id"].clone();
    let concurrency = scene.bench.agent.call("GET /api/v1/settings/concurrency", &Value::Null).await.expect(200);
    assert_eq!(concurrency["max_connections"], 7);
    scene.write("one/a", b"a");
    scene.sent(1).await;
    std::fs::write(&file, text(&scene, "Dailies", "message = 'new'\n")).unwrap();
    scene.bench.agent = scene.bench.agent.restart(|_| {}).await;
    let list = scene.list().await;
    assert_eq!((&list[1]["automation_id"], &list[1]["message"]), (&id, &json!("new")), "the same one, changed");
    scene.stays_at(1).await;
    std::fs::write(&file, "").unwrap();
    scene.bench.agent = scene.bench.agent.restart(|_| {}).await;
    assert_eq!(names(&scene.list().await), ["By hand"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_a_mistake_stops_the_start_and_says_where() {
    let scene = Scene::start().await;
    let file = scene.bench.agent.place("provision.toml");
    let two = format!("{}{}", text(&scene, "Twice", ""), text(&scene, "Twice", "").split_once("\n\n").unwrap().1);
    for (content, said) in [
        ("no = 1".to_owned(), "line 1"),
        ("[[automations]]\ntype = 'no_type'\nname = 'x'".to_owned(), "no_type"),
        ("[settings.concurrency]\nmax_connections = 0".to_owned(), "max_connections"),
        (text(&scene, "Bad", "blacklist = ['[']"), "automation \"Bad\": blacklist[0]"),
        (text(&scene, "Bad", "download_password_file = '/no/such/file'"), "download_password_file"),
        (two, "two automations have the name \"Twice\""),
    ] {
        std::fs::write(&file, &content).unwrap();
        let error = testkit::TestAgent::setup(&scene.bench.cloud)
            .with(|options| options.provision = Some(file.clone()))
            .try_start()
            .await
            .err()
            .unwrap_or_else(|| panic!("started with {content}"));
        let error = format!("{error:#}");
        assert!(error.contains("provision.toml") && error.contains(said), "{said}: {error}");
    }
}
