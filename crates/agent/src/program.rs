//! The program `tonnage-agent`, from its arguments to its exit code.
//!
//! It is a part of the library, because the compiler generates a future where it is run: in the executable, it would
//! generate half of the library a second time.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Command as Process, ExitCode};
use std::time::Duration;

use clap::Parser as _;
use serving::open_files;
use serving::terminal::plain;

use crate::cli::arguments::{self, Arguments, Command};
use crate::options::{self, Flags};
use crate::{cli, routes, serve};

/// Time for threads that read or write files when everything else has ended.
const MERCY: Duration = Duration::from_secs(5);

pub fn main() -> ExitCode {
    // Must happen before the first TLS connection.
    let _ = rustls::crypto::ring::default_provider().install_default();
    open_files::raise_limit();
    let given: Vec<OsString> = std::env::args_os().collect();
    match run(Arguments::parse_from(arguments::with_two_dashes(given))) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", plain(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command.unwrap_or(Command::Serve) {
        Command::Openapi => {
            println!("{}", routes::document().as_str());
            Ok(ExitCode::SUCCESS)
        }
        Command::Client(command) => {
            hide_secrets(&arguments.flags);
            Ok(cli::run(command, arguments.flags))
        }
        Command::Serve => {
            hide_secrets(&arguments.flags);
            let options = options::load(arguments.flags, std::env::vars())?;
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            let ended = runtime.block_on(serve::serve(options));
            // A thread that waits for a disk which does not answer must not keep the program.
            runtime.shutdown_timeout(MERCY);
            ended
        }
    }
}

/// Arguments are visible to every user of the machine, the environment only to its owner. So a key given as an argument
/// is moved to the environment, and the program restarts in the same process.
fn hide_secrets(flags: &Flags) {
    let Some(hidden) = arguments::without_secrets(flags, std::env::args_os().skip(1)) else { return };
    eprintln!(
        "warning: a secret in the arguments can be seen by others on this machine; pass it in a file instead, with \
         --api-key-file or --token-file"
    );
    if let Ok(program) = std::env::current_exe() {
        let failed = Process::new(program).args(hidden.arguments).envs(hidden.environment).exec();
        eprintln!("warning: the secret stays visible while the agent runs: {failed}");
    }
}
