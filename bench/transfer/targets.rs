//! The targets, and whether they were met.

use std::fmt::Write as _;

use crate::cases::{OURS, OURS_ON_WEED, S5CMD};
use crate::clients::Direction::{self, Down, Up};
use crate::link::{LOSSES, title};
use crate::report::{FLOOR, Report};

/// MiB/s of payload that 200 Mbit/s can carry in packets of 1,500 bytes.
const LINE: f64 = 23.0;
const LARGEST_AGENT_MIB: f64 = 64.0;
const S5CMD_64: &str = "s5cmd, 64 at once, SeaweedFS";

struct Target {
    name: &'static str,
    what: String,
    goal: f64,
    is_at_most: bool,
    measured: Option<f64>,
}

impl Target {
    const fn at_least(name: &'static str, what: String, goal: f64, measured: Option<f64>) -> Self {
        Self { name, what, goal, is_at_most: false, measured }
    }

    const fn at_most(name: &'static str, what: String, goal: f64, measured: Option<f64>) -> Self {
        Self { name, what, goal, is_at_most: true, measured }
    }

    fn write(&self, text: &mut String) {
        let Some(measured) = self.measured.filter(|measured| measured.is_finite()) else { return };
        let is_met = if self.is_at_most { measured <= self.goal } else { measured >= self.goal };
        let sign = if self.is_at_most { "≤" } else { "≥" };
        let verdict = if is_met { "met" } else { "**missed**" };
        let _ = writeln!(text, "| {} | {} | {sign} {} | {measured:.2} | {verdict} |", self.name, self.what, self.goal);
    }
}

/// The targets that were measured.
pub(crate) fn to_markdown(report: &Report) -> String {
    let mut text = "\n## Targets\n\n| | what | goal | measured | |\n|---|---|---|---|---|\n".to_owned();
    let targets = large(report).into_iter().chain(small(report)).chain(link(report)).chain(memory(report));
    targets.for_each(|target| target.write(&mut text));
    text
}

/// How much faster than a peer.
fn ratio(report: &Report, title: &str, direction: Direction, ours: &str, peer: &str) -> Option<f64> {
    Some(report.row(title, ours, direction)?.ratio(report.row(title, peer, direction)?))
}

fn large(report: &Report) -> Vec<Target> {
    let mut targets = Vec::new();
    for size in ["1 GiB", "4 GiB"] {
        let title = &format!("One file of {size}");
        let to = |direction, peer| ratio(report, title, direction, OURS, peer);
        let cost = |direction| Some(report.row(title, OURS, direction)?.whole_cost());
        targets.extend([
            Target::at_least("a1", format!("{size} up, × curl and nginx"), 0.7, to(Up, FLOOR)),
            Target::at_most("a1", format!("{size} up, CPU s/GiB of both"), 2.5, cost(Up)),
            Target::at_least("a2", format!("{size} down, × curl and nginx"), 0.8, to(Down, FLOOR)),
            Target::at_least("a2", format!("{size} down, × s5cmd and SeaweedFS"), 1.1, to(Down, S5CMD)),
            Target::at_most("a2", format!("{size} down, CPU s/GiB of both"), 1.6, cost(Down)),
        ]);
    }
    let title = "One file of 1 GiB";
    let speed = ratio(report, title, Up, OURS_ON_WEED, S5CMD);
    let cost = report.row(title, OURS_ON_WEED, Up).map(crate::report::Row::client_cost);
    targets.push(Target::at_least("a3", "1 GiB up to SeaweedFS, × s5cmd".to_owned(), 1.3, speed));
    targets.push(Target::at_most("a3", "the same, CPU s/GiB of the agent".to_owned(), 0.9, cost));
    targets
}

fn small(report: &Report) -> Vec<Target> {
    let title = "10,000 files of 16 KiB";
    let to = |direction, peer| ratio(report, title, direction, OURS, peer);
    let cost = report.row(title, OURS, Up).map(crate::report::Row::whole_cost);
    let what = |text: &str| format!("{title} {text}");
    vec![
        Target::at_least("c1", what("up, × s5cmd and SeaweedFS"), 2.0, to(Up, S5CMD)),
        Target::at_least("c1", what("up, × curl and nginx"), 0.6, to(Up, FLOOR)),
        Target::at_most("c1", what("up, CPU ms/file of both"), 0.6, cost),
        Target::at_least("c3", what("down, × s5cmd and SeaweedFS"), 1.5, to(Down, S5CMD)),
        Target::at_least("c3", what("down, × curl and nginx"), 0.7, to(Down, FLOOR)),
    ]
}

fn link(report: &Report) -> Vec<Target> {
    let mut targets = Vec::new();
    // At 1 % loss, the goal assumes a sender that uses BBR, which ours does where it is allowed to.
    for ((loss, name), (share, streams)) in
        LOSSES.into_iter().zip(["d1", "d2", "d3"]).zip([(0.92, 0.0), (0.85, 10.0), (0.85, 25.0)])
    {
        for direction in [Up, Down] {
            let row = report.row(&title("256 MiB", loss), OURS, direction);
            let one = report.row(&title("One stream", loss), FLOOR, direction);
            let what = |of: &str| format!("256 MiB {}, {loss} % loss, {of}", direction.name());
            targets.push(Target::at_least(name, what("share of the line"), share, row.map(|row| row.speed() / LINE)));
            let ratio = row.zip(one).map(|(row, one)| row.ratio(one));
            targets.push(Target::at_least(name, what("× one stream"), streams, ratio.filter(|_| streams > 0.0)));
        }
        let many = &title("1,000 files of 16 KiB", loss);
        let speed = report.row(many, OURS, Up).map(crate::report::Row::speed);
        targets.push(Target::at_least("d4", format!("1,000 files up, {loss} % loss, files/s"), 800.0, speed));
        let speedup = ratio(report, many, Up, OURS, S5CMD_64);
        targets.push(Target::at_least("d4", format!("1,000 files up, {loss} % loss, × s5cmd"), 1.6, speedup));
    }
    targets
}

fn memory(report: &Report) -> Option<Target> {
    let most = report.rows_of(&[OURS, OURS_ON_WEED]).map(crate::report::Row::client_memory).max()?;
    let most = u32::try_from(most).map_or(f64::MAX, f64::from);
    Some(Target::at_most(
        "a4",
        "peak memory of the agent in all of these, MiB".to_owned(),
        LARGEST_AGENT_MIB,
        Some(most),
    ))
}
