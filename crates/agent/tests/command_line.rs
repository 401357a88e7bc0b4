//! The command line: the real program, its output and its exit codes.

#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod command_line {
    mod bed;
    mod documents;
    mod exits;
    mod follows;
    mod gateways;
    mod interrupts;
    mod output;
    mod send_and_get;
    mod services;
}
