//! Questions on the terminal, which an interrupt ends.

use std::io::{BufRead as _, IsTerminal as _, Stdin, Write as _};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use tokio_util::sync::CancellationToken;

use super::exit::Exit;
use super::problem::{Outcome, Problem};

/// How often an interrupt is looked for while nobody types.
const LOOK_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Echo {
    On,
    /// Nobody sees what is typed.
    Off,
}

/// Whether there is someone to ask.
pub(super) fn can_ask() -> bool {
    std::io::stdin().is_terminal()
}

/// One line of standard input. The question is asked only on a terminal.
pub(super) fn line(question: &str, echo: Echo, interrupt: &CancellationToken) -> Outcome<String> {
    tokio::task::block_in_place(|| {
        let input = std::io::stdin();
        // Before the question: what is typed before that is thrown away.
        let is_hidden = input.is_terminal() && echo == Echo::Off;
        let _hidden = is_hidden.then(Hidden::begin).transpose().map_err(anyhow::Error::from)?;
        if input.is_terminal() {
            let _ = write!(std::io::stderr(), "{question}");
        }
        await_input(&input, interrupt)?;
        let mut line = String::new();
        input.lock().read_line(&mut line).map_err(anyhow::Error::from)?;
        Ok(line)
    })
}

/// A terminal is readable when a whole line was typed.
fn await_input(input: &Stdin, interrupt: &CancellationToken) -> Outcome<()> {
    loop {
        if interrupt.is_cancelled() {
            return Err(Problem::new(Exit::Interrupted, "interrupted before it began"));
        }
        match poll(&mut [PollFd::new(input, PollFlags::IN)], Some(&LOOK_EVERY)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(anyhow::Error::from(error).into()),
        }
    }
}

/// Shows what is typed again when the question is over, however it ends.
struct Hidden(Termios);

impl Hidden {
    fn begin() -> std::io::Result<Self> {
        let before = tcgetattr(std::io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Flush, &hidden)?;
        Ok(Self(before))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Flush, &self.0);
        let _ = writeln!(std::io::stderr());
    }
}
