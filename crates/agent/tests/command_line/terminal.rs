//! The program on a terminal of its own.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use testkit::until;

/// How long the reader of a terminal sleeps before it looks whether the terminal was closed.
const LOOK_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
pub(crate) const CTRL_C: &str = "\u{3}";

pub(crate) struct Terminal {
    keyboard: File,
    screen: Arc<Mutex<Vec<u8>>>,
    closed: Arc<AtomicBool>,
    reader: JoinHandle<()>,
    child: Child,
}

/// The command that runs another one in a session of its own, whose terminal is its standard input.
pub(crate) fn in_a_session() -> Command {
    let mut command = Command::new("/usr/bin/setsid");
    // Whatever ran the test may ignore these signals.
    command.args(["--ctty", "/usr/bin/env", "--default-signal=HUP,INT,TERM"]);
    command
}

impl Terminal {
    /// Runs a command of [`in_a_session`].
    pub(crate) fn begin(mut command: Command) -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&keyboard).unwrap();
        unlockpt(&keyboard).unwrap();
        tcsetwinsize(&keyboard, Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&keyboard, Vec::new()).unwrap();
        let other = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
        let flags = i32::try_from(OFlags::NOCTTY.bits()).unwrap();
        let side = || OpenOptions::new().read(true).write(true).custom_flags(flags).open(other).unwrap();
        let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
        // It keeps copies of the terminal, which must end with the program.
        drop(command);
        let keyboard = File::from(keyboard);
        let (screen, closed) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let reader = std::thread::spawn({
            let (input, screen, closed) = (keyboard.try_clone().unwrap(), Arc::clone(&screen), Arc::clone(&closed));
            move || read(input, &screen, &closed)
        });
        Self { keyboard, screen, closed, reader, child }
    }

    pub(crate) fn enter(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock()).into_owned()
    }

    /// Waits until this is on the screen.
    pub(crate) async fn shows(&self, expected: &str) {
        let look = async || if self.text().contains(expected) { Ok(()) } else { Err(self.text()) };
        until(&format!("the terminal shows {expected:?}"), look).await;
    }

    /// Waits until the program ends, and returns its exit code and all that it has shown.
    pub(crate) fn end(mut self) -> (i32, String) {
        let status = tokio::task::block_in_place(|| self.child.wait()).unwrap();
        tokio::task::block_in_place(|| self.reader.join()).unwrap();
        (status.code().unwrap_or(-1), String::from_utf8_lossy(&self.screen.lock()).into_owned())
    }

    /// Closes the terminal, as someone does who closes the window.
    pub(crate) fn close(self) -> Child {
        self.closed.store(true, Ordering::Relaxed);
        tokio::task::block_in_place(|| self.reader.join()).unwrap();
        drop(self.keyboard);
        self.child
    }
}

fn read(mut input: File, screen: &Mutex<Vec<u8>>, closed: &AtomicBool) {
    let mut piece = [0; 4096];
    while !closed.load(Ordering::Relaxed) {
        if matches!(poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&LOOK_EVERY)), Ok(0)) {
            continue;
        }
        // An error means that the program has closed its side.
        match input.read(&mut piece) {
            Ok(0) | Err(_) => return,
            Ok(count) => screen.lock().extend_from_slice(&piece[..count]),
        }
    }
}
