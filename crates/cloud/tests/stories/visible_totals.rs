//! Totals count what the caller can see, and nothing that is hidden from them.

use client::Client;
use serde_json::{Value, json};
use testkit::Reply;

use super::access_scene::Scene;

/// All records of a list, one on each page, after comparing its total with their number.
async fn reached(client: &Client, path: &str, records: &str, first_page: usize) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    loop {
        let line = format!("GET {path}?limit=1&page={}", first_page + found.len());
        let page = Reply::of(client, &line, &Value::Null).await.expect(200);
        let on_page = page[records].as_array().unwrap().clone();
        if on_page.is_empty() {
            assert_eq!(page["metadata"]["total"], json!(found.len()), "{path}");
            return found;
        }
        found.extend(on_page);
    }
}

fn names(records: &[Value]) -> Vec<&str> {
    let mut names: Vec<&str> = records.iter().map(|record| record["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    names
}

/// What a role sees of each list of the scene.
struct Expected {
    /// `None` if the list is refused.
    sent: &'static [&'static str],
    inbox: &'static [&'static str],
    portals: &'static [&'static str],
    spaces: &'static [&'static str],
}

const ALL: Expected = Expected {
    sent: &["Sent by me", "Sent open", "Sent other", "Sent own"],
    inbox: &["Received listed", "Received open", "Received other", "Received own"],
    portals: &["Portal listed", "Portal open", "Portal other", "Portal own", "Portal plain"],
    spaces: &["Other space", "Own space", "Space of mine"],
};

const SPACES: Expected = Expected {
    sent: &["Sent by me", "Sent open", "Sent own"],
    inbox: &["Received listed", "Received open", "Received own"],
    portals: &["Portal listed", "Portal open", "Portal own", "Portal plain"],
    spaces: &["Own space"],
};

const GRANTED: Expected = Expected {
    sent: &[],
    inbox: &["Received listed", "Received own"],
    portals: &["Portal listed", "Portal own"],
    spaces: &["Own space"],
};

/// Checks every list that has a total.
pub(super) async fn check(scene: &Scene, client: &Client, role: &str) {
    let (expected, sees_all) = match role {
        "owner" | "admin" => (ALL, true),
        "guest" => (GRANTED, false),
        _ => (SPACES, false),
    };
    let list = async |rest: &str, records: &str, first_page: usize| {
        reached(client, &scene.filled(&format!("/v1.1/teams/{{team}}/{rest}")), records, first_page).await
    };
    if role != "guest" {
        assert_eq!(names(&list("packages", "records", 1).await), expected.sent, "{role}");
    }
    assert_eq!(names(&list("inbox", "records", 1).await), expected.inbox, "{role}");
    assert_eq!(names(&list("portals", "records", 1).await), expected.portals, "{role}");
    assert_eq!(names(&list("spaces", "teamspaces", 0).await), expected.spaces, "{role}");
    for activity in list("activities", "records", 1).await {
        assert!(sees_all || activity["user_id"] == json!(scene.person.user_id), "{role}: {activity}");
        assert_ne!(activity["package_id"], json!(scene.ids["received_unlisted"]), "{role}");
        let path =
            format!("GET {}/{}/events", scene.filled("/v1/teams/{team}/activities"), activity["id"].as_str().unwrap());
        Reply::of(client, &path, &Value::Null).await.expect(200);
    }
    for line in list("audit", "records", 1).await {
        assert!(sees_all || line["actor"] == json!(scene.person.user_id), "{role}: {line}");
        let told = line.to_string();
        assert!(!told.contains("Received unlisted") && !told.contains("Portal unlisted"), "{role}: {told}");
    }
}
