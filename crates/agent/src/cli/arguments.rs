//! The command line. Long options accept one or two dashes.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::sync::LazyLock;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::ClientCommand;
use super::exit::EXIT_CODES;
use crate::options::Flags;

static AFTER_HELP: LazyLock<String> = LazyLock::new(|| {
    format!(
        "Examples:\n  \
         tonnage-agent send shoot/ --link\n  \
         tonnage-agent get 'https://files.example.org/d/ID?secret=SECRET' --to ~/Movies\n  \
         tonnage-agent status\n\n{EXIT_CODES}\n\n\
         Every option can also be set by an environment variable: --cloud-url is TONNAGE_AGENT_CLOUD_URL, --api-key is \
         also API_KEY. Commands use the agent that listens on --listen, and do the work themselves if none is running."
    )
});

/// Moves files between this machine and a Tonnage server.
#[derive(Parser)]
#[command(name = "tonnage-agent", version, after_help = AFTER_HELP.as_str())]
pub struct Arguments {
    #[command(flatten)]
    pub flags: Flags,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the agent and serve its local API (default)
    Serve,
    /// Print the OpenAPI document
    #[command(hide = true)]
    Openapi,
    #[command(flatten)]
    Client(ClientCommand),
}

/// The same arguments, with two dashes before the name of every known long option.
pub fn with_two_dashes(arguments: Vec<OsString>) -> Vec<OsString> {
    let known = long_names(&Arguments::command());
    let mut only_values = false;
    arguments
        .into_iter()
        .map(|argument| {
            only_values |= argument == "--";
            let has_one = !only_values && single_dashed(&argument).is_some_and(|name| known.contains(name));
            if !has_one {
                return argument;
            }
            let mut mended = OsString::from("-");
            mended.push(argument);
            mended
        })
        .collect()
}

/// Extracts `api-key` from `-api-key` and from `-api-key=k`.
fn single_dashed(argument: &OsStr) -> Option<&str> {
    let name = argument.to_str()?.strip_prefix('-')?.split('=').next()?;
    (name.len() > 1 && !name.starts_with('-')).then_some(name)
}

fn long_names(command: &clap::Command) -> HashSet<String> {
    let own = command.get_arguments().filter_map(|argument| argument.get_long().map(str::to_owned));
    let below = command.get_subcommands().flat_map(long_names);
    own.chain(below).chain(["help".to_owned(), "version".to_owned()]).collect()
}

/// How to restart without secrets in the arguments.
pub struct Hidden {
    pub arguments: Vec<OsString>,
    pub environment: Vec<(&'static str, String)>,
}

/// `None` if there are no secrets in the arguments.
pub fn without_secrets(flags: &Flags, arguments: impl Iterator<Item = OsString>) -> Option<Hidden> {
    let secrets = [("TONNAGE_AGENT_API_KEY", &flags.api_key), ("TONNAGE_AGENT_TOKEN", &flags.token)];
    let environment: Vec<(&'static str, String)> =
        secrets.into_iter().filter_map(|(name, secret)| Some((name, secret.clone()?))).collect();
    if environment.is_empty() {
        return None;
    }
    let mut kept = Vec::new();
    let mut is_value_of_a_secret = false;
    for argument in arguments {
        let text = argument.to_string_lossy();
        let (name, value) = text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value)));
        let is_secret = matches!(name, "-api-key" | "--api-key" | "-token" | "--token");
        let is_dropped = std::mem::take(&mut is_value_of_a_secret) || is_secret;
        is_value_of_a_secret = is_secret && value.is_none();
        if !is_dropped {
            kept.push(argument);
        }
    }
    Some(Hidden { arguments: kept, environment })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Parser as _;

    use super::{Arguments, with_two_dashes, without_secrets};

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn options_take_one_or_two_dashes() {
        for line in [
            "a -api-key k -auto-finalize=false -allow-host one -allow-host two",
            "a --api-key k --auto-finalize=false --allow-host one --allow-host two",
            "a serve -api-key=k --auto-finalize=false -allow-host=one --allow-host=two",
        ] {
            let arguments =
                Arguments::try_parse_from(with_two_dashes(words(line))).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(arguments.flags.api_key.as_deref(), Some("k"), "{line}");
            assert_eq!(arguments.flags.auto_finalize, Some(false), "{line}");
            assert_eq!(arguments.flags.allow_host, ["one", "two"], "{line}");
        }
        assert_eq!(with_two_dashes(words("a -V -xyz -5 -- -api-key")), words("a -V -xyz -5 -- -api-key"));
    }

    #[test]
    fn secrets_leave_the_arguments() {
        let line = "-api-key k -listen 127.0.0.1:1 --token=t serve";
        let whole = format!("a {line}");
        let flags = Arguments::try_parse_from(with_two_dashes(words(&whole))).ok().unwrap().flags;
        let hidden = without_secrets(&flags, words(line).into_iter()).unwrap();
        assert_eq!(hidden.arguments, words("-listen 127.0.0.1:1 serve"));
        let expected = [("TONNAGE_AGENT_API_KEY", "k".to_owned()), ("TONNAGE_AGENT_TOKEN", "t".to_owned())];
        assert_eq!(hidden.environment, expected);
    }
}
