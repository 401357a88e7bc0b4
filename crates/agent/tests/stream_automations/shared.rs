//! Several automations that watch one folder for growing files.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scene::{MIB, Scene, team_stream};

#[tokio::test(flavor = "multi_thread")]
async fn streams_with_lists_of_their_own_share_a_folder() {
    let scene = Scene::start().await;
    let all = scene.watch(&json!({})).await;
    scene.watch(&json!({ "name": "Only films", "whitelist": ["*.mov"] })).await;
    let same = team_stream(&scene.owner, &scene.folder, &json!({ "name": "Again" }));
    let refused = scene.agent.call("POST /api/v1/automations/team_stream", &same).await;
    assert_eq!(refused.field(), "path", "{}", refused.text);
    scene.writer("film.mov").append(3 * MIB);
    scene.writer("notes.txt").append(10);
    let counts = |arrived: &BTreeMap<String, Vec<Vec<u8>>>| -> Vec<(String, usize)> {
        arrived.iter().map(|(name, contents)| (name.clone(), contents.len())).collect()
    };
    let arrived = scene.arrived(3).await;
    assert_eq!(counts(&arrived), [("film.mov".to_owned(), 2), ("notes.txt".to_owned(), 1)]);
    assert_eq!(arrived["film.mov"][0], arrived["film.mov"][1]);

    // After a restart, and after one is gone, nothing is sent again.
    let scene = scene.restarted().await;
    scene.agent.call(&format!("DELETE /api/v1/automations/team_stream/{all}"), &Value::Null).await.expect(200);
    scene.look("late.mov").await;
    assert_eq!(counts(&scene.arrived(4).await).len(), 3);
}
