//! The project's commands: everything that a newcomer or CI has to do is `cargo xtask <command>`, including set-up.
//!
//! Uses only the standard library, so that it builds in a second on a machine with nothing but Rust.

mod bench;
mod cargo_deny;
mod failure;
mod node;
mod openapi;
mod package;
mod postgres;
mod processes;
mod python;
mod run;
mod system;
mod test;
mod web;
mod workspace;

use std::process::ExitCode;

use crate::failure::{Failure, Outcome};

/// Each entry is a command, for both the dispatch and the help.
const COMMANDS: &[Command] = &[
    Command {
        name: "run",
        arguments: "[ARGUMENTS]",
        summary: "Build and run the service on its defaults; arguments go to `tonnage serve`",
        run: run::run,
    },
    Command {
        name: "test",
        arguments: "[--deep] [--only STEP[:JOB]]",
        summary: "Run everything CI runs, side by side; --deep adds the slow tests and writes their result",
        run: test::test,
    },
    Command { name: "check", arguments: "", summary: "Run the quick checks: fmt, tidy, clippy", run: test::check },
    Command {
        name: "bench",
        arguments: "api|cluster|forward|store|transfer|watch [PART]",
        summary: "Run a benchmark against peers and write docs/bench-<name>.md",
        run: bench::bench,
    },
    Command { name: "web", arguments: "", summary: "Build the pages into web/dist; needs Node.js", run: web::web },
    Command {
        name: "package",
        arguments: "[--try]",
        summary: "Build Debian packages of server and agent; --try tests them in a fresh Debian (root)",
        run: package::package,
    },
    Command {
        name: "openapi",
        arguments: "",
        summary: "Write docs/openapi.json, docs/agent-openapi.json, docs/errors.md and web/src/facts from the code",
        run: openapi::write,
    },
];

struct Command {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Outcome,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            eprintln!("{message}\n\n{}", help());
            ExitCode::from(2)
        }
        Err(Failure::Failed(message)) => {
            eprintln!("\n{message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let Some((name, rest)) = arguments.split_first() else {
        return Err(Failure::Usage("Which command?".to_owned()));
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        println!("{}", help());
        return Ok(());
    }
    let command = COMMANDS
        .iter()
        .find(|command| command.name == name)
        .ok_or_else(|| Failure::Usage(format!("There is no command `{name}`.")))?;
    (command.run)(rest)
}

fn help() -> String {
    let commands = COMMANDS.iter().map(|command| {
        let usage = format!("{} {}", command.name, command.arguments);
        format!("  {usage:<28}  {}\n", command.summary)
    });
    let steps = test::step_names().join(", ");
    format!("Usage: cargo xtask <command>\n\n{}\nSteps of `test`, in order: {steps}", commands.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Failure, dispatch, help};

    #[test]
    fn no_command_and_an_unknown_one_are_usage_errors() {
        assert!(matches!(dispatch(&[]), Err(Failure::Usage(_))));
        let unknown = dispatch(&["fly".to_owned()]);
        assert!(matches!(unknown, Err(Failure::Usage(message)) if message.contains("`fly`")));
    }

    #[test]
    fn the_help_names_every_command() {
        for command in COMMANDS {
            assert!(help().contains(command.summary), "{}", command.name);
        }
    }
}
