//! Errors of commands.

pub(crate) enum Failure {
    /// Invalid command line: exit code 2, with the help.
    Usage(String),
    /// Something went wrong; the text says what to do. Exit code 1.
    Failed(String),
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

pub(crate) fn failed<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Failure::Failed(message.into()))
}

/// Converts any error to a failure that says what we were doing.
pub(crate) trait Doing<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Outcome<T>;
}

impl<T, E: std::fmt::Display> Doing<T> for Result<T, E> {
    fn doing(self, what: impl FnOnce() -> String) -> Outcome<T> {
        self.map_err(|error| Failure::Failed(format!("Could not {}: {error}", what())))
    }
}

pub(crate) fn no_arguments(command: &str, arguments: &[String]) -> Outcome {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => {
            Err(Failure::Usage(format!("`cargo xtask {command}` takes no arguments, but got `{argument}`.")))
        }
    }
}
