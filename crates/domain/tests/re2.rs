//! Compares our parser of RE2's syntax with RE2's own results.
//!
//! `re2/verdicts.json` lists for every pattern whether RE2 accepts it, and in which of the texts it matches;
//! `re2/verdicts.py` generated it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::Command;

use domain::re2::{BadPattern, Pattern};
use serde_json::Value;

const TABLE: &str = include_str!("re2/verdicts.json");
const DEEP_SEEDS: u64 = 5;
const PATTERNS_PER_SEED: &str = "20000";

/// Compares every row with our result, and returns how many were rejected only for their size.
fn compare(table: &str, source: &str) -> usize {
    let table: Value = serde_json::from_str(table).unwrap();
    let texts: Vec<&str> = table["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let mut differences = Vec::new();
    let mut too_large = 0;
    for row in table["patterns"].as_array().unwrap() {
        let pattern = row[0].as_str().unwrap();
        match (Pattern::compile(pattern), row[1].as_str()) {
            (Err(BadPattern::Syntax(_)), None) => {}
            (Err(BadPattern::TooLarge), _) => too_large += 1,
            (Ok(ours), Some(theirs)) => {
                for (text, theirs) in texts.iter().zip(theirs.chars()) {
                    if ours.is_match(text) != (theirs == '1') {
                        differences.push(format!("{pattern:?} in {text:?}: RE2 says {theirs}"));
                    }
                }
            }
            (ours, theirs) => {
                let taken = if theirs.is_some() { "takes" } else { "refuses" };
                differences.push(format!("{pattern:?}: RE2 {taken} it, we say {:?}", ours.map(|_| "fine")));
            }
        }
    }
    assert!(differences.is_empty(), "{source}, {} differences:\n{}", differences.len(), differences.join("\n"));
    too_large
}

#[test]
fn patterns_mean_what_re2_says() {
    let rows = TABLE.lines().filter(|line| line.starts_with('[')).count();
    assert!(rows > 600, "{rows} patterns");
    assert_eq!(compare(TABLE, "the table"), 0, "no pattern exceeds the size limit");
}

#[test]
fn a_mistake_is_told_with_its_place() {
    let cases = [
        ("a**", "at character 3"),
        ("*a", "at character 1"),
        ("é(a|b", "at character 2"),
        ("(a)(b(c)", "at character 4"),
        ("a)", "at character 2"),
        ("ab[c", "at character 3"),
        (r"ab\8", "at character 3"),
        ("(?=a)", "at character 1"),
    ];
    for (pattern, place) in cases {
        let error = Pattern::compile(pattern).unwrap_err();
        assert!(error.to_string().ends_with(place), "{pattern}: {error}");
    }
}

#[test]
fn random_patterns_mean_what_re2_says() {
    if std::env::var_os("TONNAGE_TEST_DEEP").is_none() {
        return;
    }
    let python = std::env::var("TONNAGE_TEST_PYTHON").expect("run the deep tests with `cargo xtask test`");
    for seed in 0..DEEP_SEEDS {
        let script = "tests/re2/verdicts.py";
        let seed = seed.to_string();
        let output = Command::new(&python).args([script, &seed, PATTERNS_PER_SEED]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        compare(&String::from_utf8(output.stdout).unwrap(), &format!("seed {seed}"));
    }
}

#[test]
fn each_wrong_repetition_is_told_for_its_own_reason() {
    for (pattern, reason) in [("a{2,1}", "2 is more than 1"), ("a{1001}", "the maximum is 1000")] {
        let error = Pattern::compile(pattern).unwrap_err();
        assert!(error.to_string().contains(reason), "{pattern}: {error}");
    }
}

#[test]
fn what_would_cost_too_much_is_refused() {
    let long = "a".repeat(1_025);
    let longest = "a".repeat(1_024);
    let (deep, deepest) = (nested(101), nested(100));
    let cases = [
        (long.as_str(), Err(BadPattern::TooLong)),
        (longest.as_str(), Ok(())),
        (deep.as_str(), Err(BadPattern::TooDeep)),
        (deepest.as_str(), Ok(())),
        (r"(\pL{30}){30}", Err(BadPattern::TooLarge)),
        (r"(?i)\pL{900}", Err(BadPattern::TooLarge)),
    ];
    for (pattern, expected) in cases {
        assert_eq!(Pattern::compile(pattern).map(|_| ()), expected, "{pattern}");
    }
}

fn nested(depth: usize) -> String {
    format!("{}a{}", "(".repeat(depth), ")*".repeat(depth))
}
