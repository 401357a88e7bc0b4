//! A long link with loss between two network namespaces: 50 ms, 200 Mbit/s, cubic on both routes.
//!
//! The packets of real kernel TCP pass through an emulator in a separate process, which delays, paces and drops them.
//! Dropping the link removes the namespaces and the emulator.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::cases::{Case, OURS, Pair, SIXTY_FOUR, pair, run};
use crate::clients::Client;
use crate::place::{Place, Tools};
use crate::report::{FLOOR, Report};
use crate::servers::Kind;
use crate::source::Source;

const CLIENT: (&str, &str) = ("tonnage-bench-client", "10.99.0.1");
const SERVER: (&str, &str) = ("tonnage-bench-server", "10.99.0.2");
const PLACE: Place = Place { host: SERVER.1, namespaces: Some((CLIENT.0, SERVER.0)) };
const DEVICE: &str = "sim0";
const ONE_WAY_MILLISECONDS: &str = "25";
const MEGABITS: &str = "200";
/// About twice the bandwidth-delay product of the line, in KiB.
const QUEUE_KIB: &str = "2500";
/// Per cent.
pub(crate) const LOSSES: [&str; 3] = ["0", "0.1", "1"];
const LARGE_MIB: u64 = 256;
/// What one stream can move in a reasonable time, for each loss.
const ONE_STREAM_MIB: [u64; 3] = [128, 32, 8];
const FILES: usize = 1_000;

const LARGE: [Pair; 3] = [
    pair(OURS, Kind::Ours, Client::Agent),
    pair("s5cmd, 32 at once, SeaweedFS", Kind::SeaweedFs, Client::S5cmd { at_once: 32, part_mib: 8 }),
    pair("s5cmd, 64 at once, SeaweedFS", Kind::SeaweedFs, SIXTY_FOUR),
];

pub(crate) fn title(what: &str, loss: &str) -> String {
    format!("{what} at 50 ms and 200 Mbit/s, {loss} % loss")
}

pub(crate) async fn over_link(tools: &Tools, report: &mut Report, rounds: usize) -> anyhow::Result<()> {
    let Some(netsim) = &tools.netsim else {
        report.note("The emulated link was left out: BENCH_NETSIM is not set.");
        return Ok(());
    };
    let large = Source::file(&tools.directory, LARGE_MIB)?;
    let tree = Source::tree(&tools.directory, FILES)?;
    for round in 0..rounds {
        for (loss, mib) in LOSSES.into_iter().zip(ONE_STREAM_MIB) {
            let _link = match Link::up(netsim, loss, round) {
                Ok(link) => link,
                Err(error) => {
                    report.note(&format!("The emulated link was left out: {error:#}."));
                    return Ok(());
                }
            };
            let case = |title: &str, source, is_also_down| Case {
                title: title.to_owned(),
                place: PLACE,
                source,
                is_also_down,
            };
            let one = Source::file(&tools.directory, mib)?;
            let floor = pair(FLOOR, Kind::Nginx, Client::Curl);
            run(tools, report, &case(&title("One stream", loss), &one, true), floor, round).await;
            for pair in LARGE {
                run(tools, report, &case(&title("256 MiB", loss), &large, true), pair, round).await;
            }
            for pair in [LARGE[0], LARGE[2]] {
                run(tools, report, &case(&title("1,000 files of 16 KiB", loss), &tree, false), pair, round).await;
            }
        }
    }
    Ok(())
}

struct Link {
    emulator: Option<Child>,
}

impl Link {
    fn up(netsim: &Path, loss: &str, round: usize) -> anyhow::Result<Self> {
        let mut link = Self { emulator: None };
        // Left over from a killed run.
        remove_namespaces();
        for (namespace, _) in [CLIENT, SERVER] {
            ip(&["netns", "add", namespace])?;
            ip(&["-n", namespace, "link", "set", "lo", "up"])?;
            // Buffers larger than the line needs, as on a machine that is tuned for long links.
            for buffers in ["net.ipv4.tcp_wmem=4096 16384 16777216", "net.ipv4.tcp_rmem=4096 131072 33554432"] {
                ip(&["netns", "exec", namespace, "sysctl", "-qw", buffers])?;
            }
        }
        let mut command = Command::new(netsim);
        command.args([CLIENT.0, SERVER.0, "--delay-ms", ONE_WAY_MILLISECONDS, "--loss", loss]);
        command.args(["--rate-mbit", MEGABITS, "--queue-kb", QUEUE_KIB, "--seed", &(round + 1).to_string()]);
        link.emulator = Some(command.stderr(Stdio::null()).spawn().context("the emulator did not start")?);
        for ((namespace, own), (_, other)) in [(CLIENT, SERVER), (SERVER, CLIENT)] {
            let started = Instant::now();
            while ip(&["-n", namespace, "addr", "replace", &format!("{own}/32"), "dev", DEVICE]).is_err() {
                if started.elapsed() > Duration::from_secs(5) {
                    bail!("the emulator created no device");
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            ip(&["-n", namespace, "link", "set", DEVICE, "txqueuelen", "5000", "up", "mtu", "1500"])?;
            ip(&["-n", namespace, "route", "replace", &format!("{other}/32"), "dev", DEVICE, "congctl", "cubic"])?;
        }
        Ok(link)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(mut emulator) = self.emulator.take() {
            let _ = emulator.kill();
            let _ = emulator.wait();
        }
        remove_namespaces();
    }
}

fn remove_namespaces() {
    for (namespace, _) in [CLIENT, SERVER] {
        if fs::exists(format!("/run/netns/{namespace}")).unwrap_or_default() {
            let _ = ip(&["netns", "del", namespace]);
        }
    }
}

fn ip(words: &[&str]) -> anyhow::Result<()> {
    let output = Command::new("ip").args(words).output().context("could not run the ip command")?;
    if !output.status.success() {
        bail!("ip {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}
