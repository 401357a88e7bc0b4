//! Ctrl-C, and the other signals that end a command before it is done.
//!
//! A command that waits is dropped there, which closes and removes what it had begun. One that works without waiting
//! calls [`check`] every now and then. A second signal ends the process at once.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicI32, Ordering};

use parking_lot::Mutex;
use serving::terminal;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

/// The first signal that came; 0 if none did.
static CAME: AtomicI32 = AtomicI32::new(0);
/// What an interruption leaves behind at this moment, in a sentence.
static LEFT: Mutex<String> = Mutex::new(String::new());

const HANGUP: i32 = 1;
const INTERRUPT: i32 = 2;
const TERMINATE: i32 = 15;

/// The error of a command that a signal has ended.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted {
    signal: i32,
}

impl Interrupted {
    /// As shells report it: 130 after Ctrl-C.
    pub fn exit_code(&self) -> u8 {
        exit_code(self.signal)
    }
}

fn exit_code(signal: i32) -> u8 {
    128_u8.saturating_add(u8::try_from(signal).unwrap_or_default())
}

/// An error if a signal has come.
pub fn check() -> Result<(), Interrupted> {
    match CAME.load(Ordering::Acquire) {
        0 => Ok(()),
        signal => Err(Interrupted { signal }),
    }
}

/// From now on, an interruption leaves this behind.
pub fn leaves(text: impl Into<String>) {
    *LEFT.lock() = text.into();
}

/// Something incomplete could not be removed, after an interruption or an error.
pub fn leaves_incomplete(path: &Path, error: &io::Error) {
    let path = path.display();
    complain(&format!("{path} is incomplete, and cannot be removed: {error}"));
    leaves(format!("{path} is incomplete: remove it"));
}

/// What the interruption has left behind; empty if it left nothing.
pub fn left() -> String {
    LEFT.lock().clone()
}

/// Runs a command until it is done or a signal comes.
pub async fn watch<T>(command: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let (tell, told) = oneshot::channel();
    let signals = Signals::listen()?;
    tokio::spawn(signals.follow(tell));
    tokio::select! {
        biased;
        outcome = command => outcome,
        Ok(signal) = told => Err(Interrupted { signal }.into()),
    }
}

struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Option<Signal>,
}

impl Signals {
    fn listen() -> io::Result<Self> {
        let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        Ok(Self { interrupt, terminate, hangup: hangups()? })
    }

    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => INTERRUPT,
            _ = self.terminate.recv() => TERMINATE,
            () = hung_up(self.hangup.as_mut()) => HANGUP,
        }
    }

    async fn follow(mut self, tell: oneshot::Sender<i32>) {
        let signal = self.next().await;
        CAME.store(signal, Ordering::Release);
        complain("stopping; press Ctrl-C again to stop at once");
        let _ = tell.send(signal);
        std::process::exit(exit_code(self.next().await).into());
    }
}

/// Writes to standard error, which may be gone together with the terminal.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{}", terminal::plain(text));
}

/// The hangups of the terminal. `None` if the process was started to ignore them, as `nohup` does.
pub fn hangups() -> io::Result<Option<Signal>> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if is_ignored(&status, HANGUP) { Ok(None) } else { signal(SignalKind::hangup()).map(Some) }
}

/// Returns when the terminal hangs up, or never.
pub async fn hung_up(hangups: Option<&mut Signal>) {
    match hangups {
        Some(hangups) => hangups.recv().await.unwrap_or_default(),
        None => std::future::pending().await,
    }
}

/// Whether a process ignores a signal, from its `/proc/PID/status`.
fn is_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask & (1 << (signal - 1)) != 0
}

#[cfg(test)]
mod tests {
    use super::{HANGUP, INTERRUPT, Interrupted, TERMINATE, is_ignored};

    #[test]
    fn ignored_signals_are_read_from_the_mask() {
        for (mask, hangup, interrupt) in
            [("0000000000000000", false, false), ("0000000000000001", true, false), ("0000000000001002", false, true)]
        {
            let status = format!("Name:\ttonnage\nSigBlk:\tffff\nSigIgn:\t{mask}\nSigCgt:\tffff\n");
            assert_eq!((is_ignored(&status, HANGUP), is_ignored(&status, INTERRUPT)), (hangup, interrupt), "{mask}");
        }
        assert!(!is_ignored("", HANGUP));
    }

    #[test]
    fn the_exit_code_is_that_of_shells() {
        for (signal, code) in [(HANGUP, 129), (INTERRUPT, 130), (TERMINATE, 143)] {
            assert_eq!(Interrupted { signal }.exit_code(), code);
        }
    }
}
