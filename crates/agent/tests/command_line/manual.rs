//! Every command of the manual runs as it is written there, and the fields that it names are in what is printed.

use std::fmt::Write as _;

use serde_json::json;
use testkit::Reply;

use super::bed::{Bed, MIB};
use super::send_and_get::portal;

const MANUAL: &str = include_str!("../../../../docs/agent.md");
const JSON: &str = include_str!("../../../../docs/agent-json.md");

/// The commands of a page, each on one line.
fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap());
    let lines = blocks.flat_map(|block| block.replace("\\\n", " ").lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).collect()
}

/// The command, with what its placeholders stand for.
fn prepared(command: &str) -> String {
    let link = "'https://files.example.org/d/ID?secret=SECRET'";
    let before = if command.contains(link) { "LINK=$(tonnage-agent link $WHOLE)\n" } else { "" };
    let command = command.replace(link, "\"$LINK\"").replace("PACKAGE_ID", "$WHOLE");
    let command = command.replace("https://files.example.org", "$SERVER").replace("http://127.0.0.1:8080", "$AGENT");
    format!("{before}{command}")
}

async fn bed() -> (Bed, testkit::TestAgent) {
    let mut bed = Bed::start().await;
    portal(&bed, &json!({})).await;
    let portal = bed.owner.client.portals(&bed.owner.team_id, "").await.unwrap().records[0].id.clone();
    let form =
        json!({ "name": "Camera", "delivery_formats": [], "fields": [{ "name": "camera", "type": "short_text" }] });
    Reply::of(&bed.owner.client, &format!("POST /v1/portals/{portal}/form"), &form).await.expect(201);
    for file in ["shoot/a.mov", "shoot/day 4/b.wav", "reel.mov", "project/c.mov", "project/d.tmp", "project/cache/e"] {
        bed.file(file, MIB / 8);
    }
    for (name, text) in [("notes.txt", "notes\n"), ("shoot/notes.txt", "notes\n"), ("password.txt", "sesame\n")] {
        std::fs::write(bed.place("source").join(name), text).unwrap();
    }
    std::fs::write(bed.place("source/patterns.txt"), "*.tmp\n").unwrap();
    let automation = json!({ "name": "Dailies", "path": bed.place("source/project"), "timeout": 10, "enabled": false,
        "team_id": bed.owner.team_id, "recipient_emails": ["ben@example.org"], "blacklist": ["*.tmp"] });
    std::fs::write(bed.place("source/dailies.json"), automation.to_string()).unwrap();
    let home = bed.place("home");
    for (path, text) in [
        (".config/tonnage-agent/key", bed.owner.api_key.clone().unwrap()),
        (".local/state/tonnage-agent/token", "none".to_owned()),
    ] {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    for folder in ["bin", "spool", "units", "home/Movies"] {
        std::fs::create_dir_all(bed.place(folder)).unwrap();
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tonnage-agent"), bed.place("bin/tonnage-agent")).unwrap();
    let agent = bed.run_agent().await;
    bed.set("AGENT", &format!("http://127.0.0.1:{}", agent.port()));
    let server = bed.cloud.anyone().base_url().to_owned();
    bed.set("SERVER", &server);
    for (name, folder) in [("HOME", "home"), ("TMPDIR", "spool"), ("TONNAGE_AGENT_UNIT_DIR", "units")] {
        let path = bed.place(folder);
        bed.set(name, path.to_str().unwrap());
    }
    // Some commands need an account of their own, also if an agent is running.
    let key = home.join(".config/tonnage-agent/key");
    bed.set("TONNAGE_AGENT_API_KEY_FILE", key.to_str().unwrap());
    (bed, agent)
}

fn script(bed: &Bed, commands: &[String], may_fail: &str) -> String {
    let mut script = format!("export PATH={}:$PATH\nset -o pipefail\n", bed.place("bin").display());
    script += "tonnage-agent send reel.mov --portal rushes --sender me@example.net --metadata camera=A -q || exit 90\n";
    script += "WHOLE=$(tonnage-agent send shoot notes.txt --link --json | jq -r .package_id)\n";
    script += "tonnage-agent get $WHOLE --to ~/Movies -q || exit 91\n";
    for command in commands {
        let quoted = command.replace('\'', "'\\''");
        let check = if command.contains(may_fail) { "true" } else { "exit 1" };
        writeln!(script, "echo '$ {quoted}' >&2\n{} || {{ echo 'FAILED: {quoted}' >&2; {check}; }}", prepared(command))
            .unwrap();
    }
    script
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_of_the_manual_runs() {
    let (bed, _agent) = bed().await;
    let commands = commands(MANUAL);
    assert!(commands.len() > 40, "{commands:?}");
    // The file with certificates is that of Debian, and a key that is read by everybody is named by the doctor.
    let ran = bed.shell(&script(&bed, &commands, "tonnage-agent doctor"));
    assert_eq!(ran.code, 0, "{}\n{}", ran.stdout, ran.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_json_runs_and_its_numbers_are_numbers() {
    let (bed, _agent) = bed().await;
    let commands = commands(JSON);
    assert!(commands.len() > 20, "{commands:?}");
    // The last one shows an error.
    let ran = bed.shell(&script(&bed, &commands, "01KA2B3C4D5E6F7G8H9JKMNPQR"));
    assert_eq!(ran.code, 0, "{}\n{}", ran.stdout, ran.stderr);
    assert!(!ran.stdout.lines().any(|line| line == "null"), "a field that the page names is missing: {}", ran.stdout);
    let listed = bed.run(&["ls", "--json"]).exits(0).json();
    assert!(listed[0]["size"].is_u64() && listed[0]["files"].is_u64(), "{listed}");
}
