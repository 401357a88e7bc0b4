//! Help, completions and man pages.

use std::fmt::Write as _;

use testkit::compare_snapshot;

use super::bed::{program, run};

const SNAPSHOTS: &str = "tests/command_line/snapshots";

#[test]
fn help_is_as_it_was() {
    let mut printed = String::new();
    for command in [
        "",
        "send",
        "sync",
        "get",
        "verify",
        "ls",
        "info",
        "rm",
        "extend",
        "link",
        "uploads",
        "uploads resume",
        "uploads delete",
        "downloads",
        "downloads delete",
        "gateways",
        "gateways add",
        "status",
        "settings set",
        "doctor",
        "service install",
        "completions",
        "man",
    ] {
        let ran = run(&format!("{command} --help")).exits(0);
        // The agent's options are the same for all commands.
        let own = if command.is_empty() { ran.stdout } else { without_agent_options(&ran.stdout) };
        writeln!(printed, "$ tonnage-agent {command} --help\n{own}").unwrap();
    }
    compare_snapshot(SNAPSHOTS, "help.txt", &printed);
}

fn without_agent_options(text: &str) -> String {
    let (before, rest) = text.split_once("\nAgent:\n").unwrap_or((text, ""));
    let after = rest.split_once("\n\n").map(|(_, after)| after).unwrap_or_default();
    format!("{before}\n{after}")
}

#[test]
fn shells_get_completions() {
    for (shell, said) in [
        ("bash", "complete -F _tonnage__agent"),
        ("zsh", "#compdef tonnage-agent"),
        ("fish", "complete -c tonnage-agent"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let printed = run(&format!("completions {shell}")).exits(0).stdout;
        assert!(printed.contains(said) && printed.contains("delete-after"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man1");
    let ran = program().arg("man").arg(&pages).output().unwrap();
    assert!(ran.status.success());
    for name in ["tonnage-agent", "tonnage-agent-send", "tonnage-agent-uploads-resume", "tonnage-agent-doctor"] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME"), "{name}");
    }
    let main = std::fs::read_to_string(pages.join("tonnage-agent.1")).unwrap();
    assert!(main.contains("Exit codes") && main.contains("130"), "{main}");
}
