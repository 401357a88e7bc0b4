//! CPU and memory of processes, as the kernel counts them.

use std::fs;

/// The kernel counts CPU time in hundredths of a second for `/proc`.
const TICKS_PER_SECOND: f64 = 100.0;

/// CPU seconds used by a process, and optionally by its children that have ended.
pub fn cpu(process: u32, with_ended_children: bool) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let fields: Vec<f64> =
        after_name.split_whitespace().skip(11).take(4).filter_map(|field| field.parse().ok()).collect();
    let counted = if with_ended_children { 4 } else { 2 };
    fields.iter().take(counted).sum::<f64>() / TICKS_PER_SECOND
}

/// Peak memory of a process since [`forget_peak`], in MiB.
pub fn peak_memory(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1_024
}

/// Resets the peak.
pub fn forget_peak(process: u32) -> anyhow::Result<()> {
    Ok(fs::write(format!("/proc/{process}/clear_refs"), "5")?)
}

/// CPU seconds of a server and its worker processes.
pub fn tree_cpu(process: u32) -> f64 {
    children(process).into_iter().chain([process]).map(|process| cpu(process, false)).sum()
}

fn children(process: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

pub fn tree_peak_memory(process: u32) -> u64 {
    children(process).into_iter().chain([process]).map(peak_memory).sum()
}
