//! One case: all clients move the same data, one after the other, in rounds.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::agent::Agent;
use crate::clients::{Client, Direction, Errand};
use crate::measure;
use crate::place::{Place, Tools};
use crate::report::{FLOOR, Report, Unit};
use crate::servers::{Kind, Servers};
use crate::source::{Shape, Source};

const LONGEST: Duration = Duration::from_mins(5);

/// A client and the server it talks to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) name: &'static str,
    pub(crate) server: Kind,
    pub(crate) client: Client,
    /// Only in the first round.
    pub(crate) is_once: bool,
}

pub(crate) const fn pair(name: &'static str, server: Kind, client: Client) -> Pair {
    Pair { name, server, client, is_once: false }
}

const EIGHT: Client = Client::S5cmd { at_once: 8, part_mib: 16 };
pub(crate) const SIXTY_FOUR: Client = Client::S5cmd { at_once: 64, part_mib: 5 };
pub(crate) const OURS: &str = "agent, ours";
pub(crate) const OURS_ON_WEED: &str = "agent, ours on SeaweedFS";
pub(crate) const S5CMD: &str = "s5cmd, SeaweedFS";

const LARGE: [Pair; 7] = [
    pair(FLOOR, Kind::Nginx, Client::Curl),
    pair(OURS, Kind::Ours, Client::Agent),
    pair(OURS_ON_WEED, Kind::OursOnSeaweedFs, Client::Agent),
    pair(S5CMD, Kind::SeaweedFs, EIGHT),
    pair("rclone, SeaweedFS", Kind::SeaweedFs, Client::Rclone),
    pair("aws with CRT, SeaweedFS", Kind::SeaweedFs, Client::Aws),
    Pair { name: "agent, ours, synced", server: Kind::OursSynced, client: Client::Agent, is_once: true },
];
const HUGE: [Pair; 3] = [LARGE[0], LARGE[1], LARGE[3]];
const SMALL: [Pair; 5] = [
    LARGE[0],
    LARGE[1],
    pair(S5CMD, Kind::SeaweedFs, SIXTY_FOUR),
    LARGE[4],
    Pair { name: "agent, ours, synced", server: Kind::OursSynced, client: Client::Agent, is_once: true },
];

/// What is moved, where, and by which client.
pub(crate) struct Case<'a> {
    pub(crate) title: String,
    pub(crate) place: Place,
    pub(crate) source: &'a Source,
    pub(crate) is_also_down: bool,
}

pub(crate) async fn large(tools: &Tools, report: &mut Report, gib: u64, rounds: usize) -> anyhow::Result<()> {
    let source = Source::file(&tools.directory, gib * 1_024)?;
    let pairs: &[Pair] = if gib == 1 { &LARGE } else { &HUGE };
    let title = format!("One file of {gib} GiB");
    in_rounds(
        tools,
        report,
        &Case { title, place: crate::place::LOOPBACK, source: &source, is_also_down: true },
        pairs,
        rounds,
    )
    .await
}

pub(crate) async fn small(tools: &Tools, report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let source = Source::tree(&tools.directory, 10_000)?;
    let title = "10,000 files of 16 KiB".to_owned();
    in_rounds(
        tools,
        report,
        &Case { title, place: crate::place::LOOPBACK, source: &source, is_also_down: true },
        &SMALL,
        rounds,
    )
    .await
}

async fn in_rounds(
    tools: &Tools,
    report: &mut Report,
    case: &Case<'_>,
    pairs: &[Pair],
    rounds: usize,
) -> anyhow::Result<()> {
    for round in 0..rounds {
        for pair in pairs.iter().filter(|pair| round == 0 || !pair.is_once) {
            run(tools, report, case, *pair, round).await;
        }
    }
    Ok(())
}

/// A pair that fails is reported; the others continue.
pub(crate) async fn run(tools: &Tools, report: &mut Report, case: &Case<'_>, pair: Pair, round: usize) {
    // Slow pairs can be left out, to have time for more rounds of the others.
    if std::env::var("BENCH_WITHOUT").is_ok_and(|word| pair.name.contains(&word)) {
        return;
    }
    let unit = match case.source.shape {
        Shape::File => Unit::Mebibyte,
        Shape::Tree { files } => Unit::File { files },
    };
    report.begin(&case.title, unit, case.source.bytes);
    if let Err(error) = measured(tools, report, case, pair, round).await {
        eprintln!("{}: {}: {error:#}", case.title, pair.name);
        report.failed(&case.title, pair.name);
    }
}

async fn measured(tools: &Tools, report: &mut Report, case: &Case<'_>, pair: Pair, round: usize) -> anyhow::Result<()> {
    let servers = Servers::start(pair.server, tools, case.place)?;
    let received = servers.directory.path().join("received");
    fs::create_dir(&received)?;
    let agent = match pair.client {
        Client::Agent => Some(Agent::start(tools, case.place, &servers, case.source.shape)?),
        _ => None,
    };
    let mut upload = String::new();
    let directions: &[Direction] = if case.is_also_down { &[Direction::Up, Direction::Down] } else { &[Direction::Up] };
    for direction in directions.iter().copied() {
        case.source.settle()?;
        let sample = match (&agent, direction) {
            (Some(agent), Direction::Up) => {
                let (sample, id) = agent.send(&case.source.path, LONGEST).await?;
                upload = id;
                sample
            }
            (Some(agent), Direction::Down) => agent.receive(&upload, &received, LONGEST).await?,
            (None, _) => {
                let to = target(case, pair, &received);
                let Case { place, source, .. } = *case;
                let errand = Errand { tools, place, servers: &servers, source, received: &to, direction };
                let processes = servers.processes();
                measure::client(errand.command(pair.client)?, &processes, LONGEST)?
            }
        };
        eprintln!("{}, {}, {}: {sample:?}", case.title, pair.name, direction.name());
        report.add(&case.title, pair.name, direction, round, sample);
        if direction == Direction::Down && round == 0 {
            case.source.compare(&target(case, pair, &received))?;
        }
    }
    Ok(())
}

/// Where the download is: an agent creates it under its own name.
fn target(case: &Case<'_>, pair: Pair, received: &std::path::Path) -> PathBuf {
    match (pair.client, case.source.shape) {
        (Client::Agent, _) => received.join(case.source.path.file_name().unwrap_or_default()),
        (_, Shape::File) => received.join("large"),
        (_, Shape::Tree { .. }) => received.to_owned(),
    }
}
