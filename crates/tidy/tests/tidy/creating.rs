//! Every call of the pages and of the agent that creates something at the server has an `Idempotency-Key`.
//!
//! Which calls these are is read from the description of the API: those that document the header. The client's methods for
//! them may be called in the agent only within `once` or `repeat_once`, which make the key. The pages call through `api`,
//! which has a middleware for it; a call that is written out has a `key`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use crate::repository;
use crate::rule::none_of;

/// Tells how far an upload is. It is not repeated, and the next one replaces it.
const NOT_CREATING: &str = "/v1/channels/{}/messages";

/// The paths of calls that create something, with `{}` for each part that varies.
static CREATING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let text = repository::read("docs/openapi.json");
    let document: serde_json::Value = serde_json::from_str(&text).expect("the description is JSON");
    let paths = document["paths"].as_object().expect("it has paths");
    let takes_key = |call: &serde_json::Value| {
        let parameters = call["post"]["parameters"].as_array();
        parameters.is_some_and(|all| all.iter().any(|one| one["name"] == "Idempotency-Key"))
    };
    let creating = paths.iter().filter(|(_, call)| takes_key(call)).map(|(path, _)| blank(path));
    creating.filter(|path| path != NOT_CREATING).collect()
});

/// A path with `{}` for each of its variables, whatever they are called, and without a query.
fn blank(path: &str) -> String {
    let mut blank = String::new();
    let mut depth = 0;
    for letter in path.split('?').next().unwrap_or_default().chars() {
        match letter {
            '{' => {
                depth += 1;
                if depth == 1 {
                    blank.push_str("{}");
                }
            }
            '}' => depth -= 1,
            '$' => {}
            _ if depth == 0 => blank.push(letter),
            _ => {}
        }
    }
    blank
}

/// The literals of a text that begin with a slash, and where they begin.
fn paths(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices(['"', '`']).filter_map(|(at, quote)| {
        let rest = text[at + 1..].strip_prefix('/')?;
        let end = rest.find(quote)?;
        Some((at, &text[at + 1..at + 2 + end]))
    })
}

/// The methods of the client whose calls create something.
fn creating_methods(client: &str) -> Vec<&str> {
    let functions = client.split("pub async fn ").skip(1);
    let creates = |function: &&str| {
        function.contains("Method::POST") && paths(function).any(|(_, path)| CREATING.contains(&blank(path)))
    };
    functions.filter(creates).filter_map(|function| function.split(['(', '<']).next()).collect()
}

/// What of a program has no key: the lines, and the methods that they call.
fn keyless_in_rust(text: &str, methods: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for method in methods {
        for (at, _) in text.match_indices(&format!(".{method}(")) {
            // The closure that makes the call begins in the same statement, a few lines above.
            let line = text[..at].matches('\n').count();
            let above: Vec<&str> = text.lines().take(line + 1).skip(line.saturating_sub(4)).collect();
            if !above.iter().any(|line| line.contains("once(")) {
                found.push((line + 1, (*method).to_owned()));
            }
        }
    }
    found
}

/// The same of a page.
fn keyless_in_pages(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, path) in paths(text) {
        let line = text[..at].matches('\n').count();
        let of_line = text.lines().nth(line).unwrap_or_default();
        // A path below that of a package is written without it.
        let is_creating = CREATING.iter().any(|creating| creating.ends_with(&blank(path)) && path.len() > 1);
        let is_post = of_line.contains("method: \"POST\"") || of_line.contains(".POST(");
        let is_keyed = of_line.contains("key:") || of_line.contains("api.POST(");
        if is_creating && is_post && !is_keyed {
            found.push((line + 1, path.to_owned()));
        }
    }
    found
}

fn is_page(path: &str) -> bool {
    path.starts_with("web/src/")
        && Path::new(path).extension().is_some_and(|extension| extension == "ts" || extension == "tsx")
        && !path.contains(".test.")
        && !path.ends_with("/fake.ts")
        // The agent's page calls the agent, which is on the same machine and has its own interface.
        && !path.starts_with("web/src/agent/")
}

#[test]
fn what_creates_something_has_a_key() {
    let files = repository::files();
    let client: String = files
        .iter()
        .filter(|path| path.starts_with("crates/client/src/") && !path.ends_with("/agent.rs"))
        .map(|path| repository::read(path))
        .collect();
    let methods = creating_methods(&client);
    // Not each of them is in the client, but most are.
    assert!(methods.len() * 2 > CREATING.len(), "only {methods:?}");
    for known in ["create_package", "create_portal_package", "add_file", "add_files", "create_link", "fill_in_form"] {
        assert!(methods.contains(&known), "{known} is not among {methods:?}");
    }
    let is_program =
        |path: &&String| ["crates/agent/src/", "crates/transfer/src/"].iter().any(|folder| path.starts_with(folder));
    let mut complaints = Vec::new();
    let complain = |path: &str, (line, what): (usize, String)| {
        format!(
            "{path}:{line}: {what} creates something without an Idempotency-Key\n    fix: call it within `once` or `repeat_once`, or give the call a `key`"
        )
    };
    for path in files.iter().filter(is_program) {
        let found = keyless_in_rust(&repository::read(path), &methods);
        complaints.extend(found.into_iter().map(|one| complain(path, one)));
    }
    for path in files.iter().filter(|path| is_page(path)) {
        let found = keyless_in_pages(&repository::read(path));
        complaints.extend(found.into_iter().map(|one| complain(path, one)));
    }
    none_of(&complaints);
}

#[test]
fn calls_without_a_key_are_found() {
    let client =
        "pub async fn add_files(&self) { self.call(Method::POST, &format!(\"/v1/packages/{package}/files/batch\")) }
        pub async fn files(&self) { self.call(Method::GET, &format!(\"/v1/packages/{package}/files\")) }";
    assert_eq!(creating_methods(client), ["add_files"]);
    let bare = "let x = 1;\nrun.running.repeat(|| cloud.add_files(part)).await?";
    assert_eq!(keyless_in_rust(bare, &["add_files"]), [(2, "add_files".to_owned())]);
    let keyed = "run.running.repeat_once(&cloud, |cloud| {\n    async move { cloud.add_files(part).await }\n})";
    assert_eq!(keyless_in_rust(keyed, &["add_files"]), []);
    let bare = "\nreturn this.ask({ method: \"POST\", path: this.path(\"/files/batch\"), body });";
    assert_eq!(keyless_in_pages(bare), [(2, "/files/batch".to_owned())]);
    for keyed in [
        "return this.ask({ method: \"POST\", path: this.path(\"/files/batch\"), body, key: newKey() });",
        "api.POST(\"/v1/teams/{team_id}/tags\", { body })",
        "return this.ask({ method: \"GET\", path: this.path(\"/files\") });",
    ] {
        assert_eq!(keyless_in_pages(keyed), [], "{keyed}");
    }
    assert_eq!(keyless_in_pages("other.POST(\"/v1/teams/{team_id}/tags\", { body })").len(), 1);
}
