//! Time, CPU and memory of a task, on client and server.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::bail;
use bench::process::{cpu, peak_memory, tree_cpu, tree_peak_memory};

/// How often to read the memory of a client. It can no longer be read after the client ends.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) seconds: f64,
    pub(crate) client_cpu: f64,
    pub(crate) server_cpu: f64,
    /// Peak, in MiB.
    pub(crate) client_memory: u64,
    pub(crate) server_memory: u64,
}

/// CPU of the servers of a run, each with its workers.
pub(crate) fn servers_cpu(servers: &[u32]) -> f64 {
    servers.iter().copied().map(tree_cpu).sum()
}

pub(crate) fn servers_memory(servers: &[u32]) -> u64 {
    servers.iter().copied().map(tree_peak_memory).sum()
}

/// Runs a client to its end, for up to `longest`.
pub(crate) fn client(mut command: Command, servers: &[u32], longest: Duration) -> anyhow::Result<Sample> {
    let own = std::process::id();
    let ended_children = || cpu(own, true) - cpu(own, false);
    let (client_before, server_before) = (ended_children(), servers_cpu(servers));
    let started = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    let mut client_memory = 0;
    let status = loop {
        client_memory = client_memory.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > longest {
            stop(&mut child);
            bail!("{command:?} took longer than {longest:?}");
        }
        std::thread::sleep(LOOK);
    };
    let seconds = started.elapsed().as_secs_f64();
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(Sample {
        seconds,
        client_cpu: ended_children() - client_before,
        server_cpu: servers_cpu(servers) - server_before,
        client_memory,
        server_memory: servers_memory(servers),
    })
}

pub(crate) fn stop(child: &mut Child) {
    // SIGTERM instead of SIGKILL, so that nginx stops its workers too.
    let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    let _ = child.wait();
}
