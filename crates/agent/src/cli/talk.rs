//! Output of commands: results go to standard output, messages to standard error, never mixed. Names and messages from
//! outside may contain control characters, so nothing is printed raw.

use std::io::{IsTerminal as _, Write as _};

use clap::{Args, ColorChoice};
use serde::Serialize;
use serde_json::json;
use serving::terminal::{plain, plain_line};

use super::problem::Problem;

/// Flags that every command for people has.
#[expect(clippy::struct_excessive_bools, reason = "they are command line switches")]
#[derive(Args, Clone, Default)]
pub struct TalkFlags {
    /// Print one JSON document at the end
    #[arg(long, global = true, conflicts_with = "ndjson", help_heading = "Output")]
    pub json: bool,
    /// Print events as NDJSON, one JSON document per line
    #[arg(long, global = true, help_heading = "Output")]
    pub ndjson: bool,
    /// Do not show progress
    #[arg(long, global = true, help_heading = "Output")]
    pub no_progress: bool,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Also print the log
    #[arg(short, long, global = true, help_heading = "Output")]
    pub verbose: bool,
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: ColorChoice,
    /// Run in this process, even if an agent is running
    #[arg(long, global = true, help_heading = "Agent")]
    pub alone: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Text for people.
    Text,
    Json,
    Ndjson,
}

/// How running transfers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Showing {
    Bars,
    /// A line from time to time.
    Lines,
    Events,
    Nothing,
}

#[derive(Debug, Clone)]
pub(super) struct Talk {
    pub form: Form,
    pub showing: Showing,
    pub is_quiet: bool,
    pub is_verbose: bool,
    has_color: bool,
}

/// What the environment says about colors and progress bars.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
struct Surroundings {
    no_color: bool,
    force_color: bool,
    is_dumb: bool,
    is_terminal: bool,
}

impl Surroundings {
    fn look() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            no_color: set("NO_COLOR").is_some(),
            force_color: set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            is_dumb: set("TERM").is_some_and(|value| value == "dumb"),
            is_terminal: std::io::stderr().is_terminal(),
        }
    }

    fn has_color(&self, choice: ColorChoice) -> bool {
        match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if self.no_color => false,
            ColorChoice::Auto => self.force_color || self.is_terminal && !self.is_dumb,
        }
    }

    fn showing(&self, flags: &TalkFlags) -> Showing {
        match () {
            () if flags.ndjson => Showing::Events,
            () if flags.quiet || flags.no_progress => Showing::Nothing,
            () if self.is_terminal && !self.is_dumb => Showing::Bars,
            () => Showing::Lines,
        }
    }
}

impl Talk {
    pub(super) fn new(flags: &TalkFlags) -> Self {
        let surroundings = Surroundings::look();
        let form = match (flags.json, flags.ndjson) {
            (true, _) => Form::Json,
            (_, true) => Form::Ndjson,
            _ => Form::Text,
        };
        Self {
            form,
            showing: surroundings.showing(flags),
            is_quiet: flags.quiet,
            is_verbose: flags.verbose,
            has_color: surroundings.has_color(flags.color),
        }
    }

    /// A message for people, which `--quiet` suppresses.
    pub(super) fn say(&self, text: &str) {
        if !self.is_quiet {
            message(&plain(text));
        }
    }

    pub(super) fn explain(&self, text: &str) {
        if self.is_verbose {
            message(&plain(text));
        }
    }

    pub(super) fn warn(&self, text: &str) {
        message(&format!("{} {}", self.painted("33", "warning:"), plain(text)));
    }

    /// The result as text.
    pub(super) fn print(&self, text: &str) {
        if self.form == Form::Text {
            // Ignore errors: the reader may have closed the pipe.
            let _ = writeln!(std::io::stdout(), "{}", plain(text));
        }
    }

    /// The result as JSON, one line with `--ndjson`.
    pub(super) fn document(&self, document: &impl Serialize) {
        let text = match self.form {
            Form::Text => return,
            Form::Json => serde_json::to_string_pretty(document),
            Form::Ndjson => serde_json::to_string(document),
        };
        if let Ok(text) = text {
            let mut output = std::io::stdout();
            let _ = writeln!(output, "{}", plain(&text));
            let _ = output.flush();
        }
    }

    /// Printed only with `--ndjson`.
    pub(super) fn event(&self, document: &impl Serialize) {
        if self.form == Form::Ndjson {
            self.document(document);
        }
    }

    pub(super) fn complain(&self, problem: &Problem) {
        message(&format!("{} {}", self.painted("1;31", "error:"), plain(&problem.what)));
        if let Some(next) = &problem.next {
            message(&format!("  {} {}", self.painted("36", "next:"), plain(next)));
        }
        let mut document = json!({
            "error": { "message": problem.what, "next": problem.next },
            "exit_code": problem.exit.number(),
        });
        if let Some(code) = problem.code {
            document["error"]["code"] = json!(code);
        }
        if self.form == Form::Ndjson {
            document["event"] = json!("error");
        }
        self.document(&document);
    }

    fn painted(&self, color: &str, text: &str) -> String {
        if self.has_color { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// A line on standard error. The terminal may be gone, and that must not end what the command does.
fn message(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A table with column heads, each column as wide as its longest cell.
pub(super) fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    let heads = heads.map(str::to_owned);
    let rows: Vec<[String; N]> =
        rows.iter().map(|row| row.each_ref().map(|cell| plain_line(cell).into_owned())).collect();
    let width = |column: usize| {
        let cells = std::iter::once(&heads).chain(&rows).map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    std::iter::once(&heads).chain(&rows).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use clap::ColorChoice;

    use super::{Showing, Surroundings, TalkFlags, table};

    const TERMINAL: Surroundings =
        Surroundings { no_color: false, force_color: false, is_dumb: false, is_terminal: true };

    #[test]
    fn colors_are_for_those_who_see_them() {
        use ColorChoice::{Always, Auto, Never};
        for (surroundings, choice, expected) in [
            (TERMINAL, Auto, true),
            (TERMINAL, Never, false),
            (Surroundings { no_color: true, ..TERMINAL }, Auto, false),
            (Surroundings { no_color: true, ..TERMINAL }, Always, true),
            (Surroundings { is_dumb: true, ..TERMINAL }, Auto, false),
            (Surroundings { is_terminal: false, ..TERMINAL }, Auto, false),
            (Surroundings { is_terminal: false, force_color: true, ..TERMINAL }, Auto, true),
            (Surroundings { no_color: true, force_color: true, ..TERMINAL }, Auto, false),
        ] {
            assert_eq!(surroundings.has_color(choice), expected, "{choice:?}");
        }
    }

    #[test]
    fn bars_are_for_terminals() {
        let flags = TalkFlags::default();
        let hushed = TalkFlags { no_progress: true, ..TalkFlags::default() };
        let events = TalkFlags { ndjson: true, ..TalkFlags::default() };
        let file = Surroundings { is_terminal: false, ..TERMINAL };
        for (surroundings, flags, expected) in [
            (&TERMINAL, &flags, Showing::Bars),
            (&Surroundings { is_dumb: true, ..TERMINAL }, &flags, Showing::Lines),
            (&file, &flags, Showing::Lines),
            (&TERMINAL, &hushed, Showing::Nothing),
            (&TERMINAL, &events, Showing::Events),
        ] {
            assert_eq!(surroundings.showing(flags), expected);
        }
    }

    #[test]
    fn tables_are_aligned() {
        let rows = [["a".to_owned(), "1".to_owned()], ["longer".to_owned(), String::new()]];
        assert_eq!(table(["NAME", "SIZE"], &rows), "NAME    SIZE\na       1\nlonger");
        let forged = [["a\nb".to_owned(), "\u{1b}[2J".to_owned()]];
        assert_eq!(table(["NAME", "SIZE"], &forged), "NAME      SIZE\na\\u000ab  \\u001b[2J");
    }
}
