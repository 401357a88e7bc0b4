//! Time, CPU and memory of a task, on client and server.

use std::time::Instant;

use bench::process::{cpu, tree_cpu, tree_peak_memory};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) seconds: f64,
    pub(crate) client_cpu: f64,
    pub(crate) server_cpu: f64,
    /// Highest resident memory of the server so far, in MiB.
    pub(crate) server_memory: u64,
}

/// Runs the work and measures this process, its children and the server before and after.
pub(crate) fn measure(server: Option<u32>, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Sample> {
    let own = std::process::id();
    let (client_before, server_before) = (cpu(own, true), server.map_or(0.0, tree_cpu));
    let started = Instant::now();
    work()?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Sample {
        seconds,
        client_cpu: cpu(own, true) - client_before,
        server_cpu: server.map_or(0.0, tree_cpu) - server_before,
        server_memory: server.map_or(0, tree_peak_memory),
    })
}
