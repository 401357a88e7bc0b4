//! Bodies of the largest size, in the shapes that are most work for a server: none may take much of the processor.
//!
//! What counts is the processor time of this thread, on which the service runs too. The time that passes would say
//! more about the machine than about the service.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{PASSWORD, Reply};

use super::access_bodies::body;
use super::access_matrix::{Line, lines};
use super::access_scene::{Scene, World};
use super::bad_fields::{calls, places};

const LARGEST: usize = 1 << 20;
/// Several times what the costliest body takes in a debug build. What these bodies took before was over a minute.
const MOST: Duration = Duration::from_secs(6);

/// The processor time that this thread has used.
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(times.split_whitespace().next().unwrap().parse().unwrap())
}

/// Sends a body, and returns what it cost if that is too much.
async fn too_costly(scene: &Scene, line: &str, shape: &str, body: String) -> Option<String> {
    assert!(body.len() <= LARGEST, "{line} {shape}: {}", body.len());
    let (method, path) = line.split_once(' ').unwrap();
    let request = scene.person.client.request(method.parse::<Method>().unwrap(), path);
    let request = request.header("X-Package-Token", &scene.tokens["draft"]).header("Content-Type", "application/json");
    let before = processor_time();
    // However slow the machine is, only the processor time counts.
    let reply = Reply::to(request.body(body).timeout(Duration::from_hours(1))).await;
    let took = processor_time().saturating_sub(before);
    assert!(!reply.status.is_server_error(), "{line} {shape}: {} {}", reply.status, reply.text);
    (took > MOST).then(|| format!("{line} {shape}: {took:?}, {}", reply.status))
}

/// The good body with one more field: a name of half the size, above as many numbers as fit.
fn with_long_name(good: &Value) -> String {
    let text = if good.is_object() { good.to_string() } else { "{}".to_owned() };
    let separator = if text == "{}" { "" } else { "," };
    let name = "k".repeat(LARGEST / 2);
    let room = LARGEST - text.len() - name.len() - 16;
    let numbers = "1,".repeat(room / 2);
    format!("{}{separator}\"{name}\":[{}1]}}", text.strip_suffix('}').unwrap(), numbers)
}

/// As many elements as fit beside the rest: the first one repeatedly, and as many different ones.
fn long_lists(good: &Value, place: &str) -> Vec<(&'static str, String)> {
    let first = good.pointer(place).unwrap()[0].clone();
    let room = LARGEST - good.to_string().len() - 16;
    let filled = |elements: &mut dyn Iterator<Item = Value>| {
        let mut left = room;
        let fits = |element: &Value| {
            let length = element.to_string().len() + 1;
            let fits = length <= left;
            left = left.saturating_sub(length);
            fits
        };
        let mut body = good.clone();
        *body.pointer_mut(place).unwrap() = elements.take_while(fits).collect();
        body.to_string()
    };
    let different = |number: usize| match &first {
        Value::String(text) if text.contains('@') => json!(format!("a{number}@b.co")),
        Value::String(text) if text.starts_with('.') => json!(format!(".{number}")),
        Value::Object(fields) if fields.contains_key("name") => {
            let mut fields = fields.clone();
            fields.insert("name".to_owned(), json!(format!("n{number}")));
            Value::Object(fields)
        }
        _ => json!(format!("{number}")),
    };
    vec![("repeated", filled(&mut std::iter::repeat(first.clone()))), ("different", filled(&mut (0..).map(different)))]
}

/// The lines of the matrix that have a body, each call once, with the package that the token of the walk opens.
fn calls_with_body() -> Vec<(String, Line)> {
    let mut known = BTreeSet::new();
    let has_body = |line: &Line| line.method != "GET" && !line.path.starts_with("/v1/auth/logout");
    let lines = lines().into_iter().filter(has_body).filter(|line| known.insert(line.call()));
    lines.map(|line| (format!("{} {}", line.method, line.path.replace("{sent_open}", "{draft}")), line)).collect()
}

#[tokio::test]
async fn no_body_costs_much() {
    let world = World::start().await;
    let mut scene = Scene::set(&world, "owner", "film").await;
    let mut costly = Vec::new();
    for (number, (path, line)) in calls_with_body().into_iter().enumerate() {
        let good = body(&scene, &line.call(), line.special, number);
        costly.extend(too_costly(&scene, &scene.filled(&path), "long name", with_long_name(&good)).await);
        if line.path.ends_with("/password") {
            scene.person.client = world.cloud.sign_in(&scene.person.email, PASSWORD).await;
        }
    }
    assert!(costly.is_empty(), "{}", costly.join("\n"));
}

#[tokio::test]
async fn no_list_costs_much() {
    let world = World::start().await;
    let scene = Scene::set(&world, "owner", "film").await;
    let (mut tried, mut costly) = (0, Vec::new());
    for (call, mut good) in calls(&scene) {
        if let Some(connections) = good.get_mut("cloud_connections") {
            *connections = json!([{ "id": scene.ids["connection"] }]);
        }
        for place in places(&good, "") {
            if good.pointer(&place).unwrap().get(0).is_none() {
                continue;
            }
            for (shape, body) in long_lists(&good, &place) {
                tried += 1;
                costly.extend(too_costly(&scene, &scene.filled(call), &format!("{place} {shape}"), body).await);
            }
        }
    }
    assert!(tried > 40, "{tried}");
    assert!(costly.is_empty(), "{}", costly.join("\n"));
}
