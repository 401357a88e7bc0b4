//! Shows running transfers: progress bars on a terminal, occasional lines elsewhere, events for programs.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use serving::terminal::{plain, plain_line};

use super::talk::{Showing, Talk};
use super::units;

/// Maximum number of redraws per second.
const REDRAWN: u8 = 10;
/// Files that get their own line.
pub(super) const FILES_SHOWN: usize = 5;
/// Without a terminal, print a line after this time or this much progress.
const LINE_EVERY: Duration = Duration::from_secs(10);
const LINE_PERCENT: u64 = 10;
const EVENT_EVERY: Duration = Duration::from_secs(1);

/// A snapshot of a transfer.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// Time since we started to follow the transfer.
    pub at: Duration,
    /// Arrived and recorded.
    pub bytes: u64,
    /// In transfer: an interruption may lose them.
    pub under_way: u64,
    pub total: u64,
    pub bytes_per_second: Option<u64>,
    pub left: Option<Duration>,
    pub files: Vec<MovingFile>,
    /// Files without their own line; `more_at_least` means that there may be more.
    pub more: usize,
    pub more_at_least: bool,
}

/// A file in transfer.
#[derive(Debug)]
pub(super) struct MovingFile {
    pub name: String,
    /// Transferred so far.
    pub bytes: u64,
    pub size: u64,
}

impl Look {
    fn percent(&self) -> u64 {
        self.share(self.bytes)
    }

    /// `bytes` in percent of the total.
    fn share(&self, bytes: u64) -> u64 {
        u64::try_from(u128::from(bytes) * 100 / u128::from(self.total.max(1))).unwrap_or(100).min(100)
    }

    /// `41.2 GB of 60.0 GB, 57 MB/s, 5 min 3 s left, 0.2 GB under way`
    pub(super) fn line(&self) -> String {
        let mut line = format!("{} of {}", units::bytes(self.bytes), units::bytes(self.total));
        if let Some(rate) = self.bytes_per_second {
            line = format!("{line}, {}", units::rate(rate));
        }
        if let Some(left) = self.left {
            line = format!("{line}, {} left", units::time(left));
        }
        // Comes last, because a narrow terminal cuts the line off.
        if self.under_way > 0 {
            line = format!("{line}, {} under way", units::bytes(self.under_way));
        }
        line
    }

    fn rest(&self) -> Option<String> {
        match (self.more, self.more_at_least) {
            (0, _) => None,
            (more, false) => Some(format!("  and {more} more")),
            (more, true) => Some(format!("  and {more} or more")),
        }
    }
}

pub(super) enum Progress {
    Bars(Box<Bars>),
    Lines { last: Duration, percent: u64 },
    Events { last: Option<Duration> },
    Nothing,
}

impl Progress {
    pub(super) fn new(talk: &Talk) -> Self {
        match talk.showing {
            Showing::Bars => Self::Bars(Box::new(Bars::new())),
            Showing::Lines => Self::Lines { last: Duration::ZERO, percent: 0 },
            Showing::Events => Self::Events { last: None },
            Showing::Nothing => Self::Nothing,
        }
    }

    /// Whether single files are shown.
    pub(super) fn shows_files(&self) -> bool {
        matches!(self, Self::Bars(_))
    }

    pub(super) fn show(&mut self, look: &Look, talk: &Talk) {
        match self {
            Self::Bars(bars) => bars.show(look),
            Self::Lines { last, percent } => {
                let steps = look.share(look.bytes + look.under_way) / LINE_PERCENT;
                if look.total > 0 && (look.at.saturating_sub(*last) >= LINE_EVERY || steps > *percent) {
                    (*last, *percent) = (look.at, steps);
                    talk.say(&format!("{} %, {}", look.percent(), look.line()));
                }
            }
            Self::Events { last } => {
                if last.is_none_or(|last| look.at.saturating_sub(last) >= EVENT_EVERY) {
                    *last = Some(look.at);
                    talk.event(&json!({
                        "event": "progress",
                        "bytes": look.bytes,
                        "under_way": look.under_way,
                        "total": look.total,
                        "bytes_per_second": look.bytes_per_second,
                        "eta_seconds": look.left.map(|left| left.as_secs()),
                    }));
                }
            }
            Self::Nothing => {}
        }
    }

    /// Prints a message above the bars.
    pub(super) fn note(&self, text: &str, talk: &Talk) {
        match self {
            Self::Bars(bars) => {
                let _ = bars.all.println(plain(text));
            }
            Self::Lines { .. } => talk.say(text),
            Self::Events { .. } => talk.event(&json!({ "event": "note", "message": text })),
            Self::Nothing => {}
        }
    }

    /// Removes the bars before other output follows.
    pub(super) fn end(&self) {
        if let Self::Bars(bars) = self {
            let _ = bars.all.clear();
        }
    }
}

/// A line for the total, lines for files in transfer, and one for the rest.
pub(super) struct Bars {
    all: MultiProgress,
    total: ProgressBar,
    /// One for each file shown.
    lines: Vec<ProgressBar>,
}

impl Bars {
    fn new() -> Self {
        Self::on(ProgressDrawTarget::stderr_with_hz(REDRAWN))
    }

    fn on(target: ProgressDrawTarget) -> Self {
        let all = MultiProgress::with_draw_target(target);
        let total = added(&all, "[{bar:30}] {percent:>3} %  {wide_msg}");
        Self { all, total, lines: Vec::new() }
    }

    fn show(&mut self, look: &Look) {
        self.total.set_length(look.total.max(1));
        self.total.set_position(look.bytes);
        self.total.set_message(look.line());
        let of_file = |MovingFile { name, bytes, size }: &MovingFile| {
            format!("  {}  {} of {}", plain_line(name), units::bytes(*bytes), units::bytes(*size))
        };
        let texts: Vec<String> = look.files.iter().map(of_file).chain(look.rest()).collect();
        while self.lines.len() > texts.len() {
            if let Some(line) = self.lines.pop() {
                self.all.remove(&line);
            }
        }
        while self.lines.len() < texts.len() {
            self.lines.push(added(&self.all, "{wide_msg}"));
        }
        for (line, text) in self.lines.iter().zip(texts) {
            line.set_message(text);
        }
    }
}

fn added(all: &MultiProgress, template: &str) -> ProgressBar {
    let bar = all.add(ProgressBar::new(0));
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.progress_chars("=> "));
    bar
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use indicatif::{InMemoryTerm, ProgressDrawTarget};

    use super::{Bars, Look, MovingFile};

    #[test]
    fn the_bars_show_the_whole_the_files_and_the_rest() {
        let terminal = InMemoryTerm::new(12, 110);
        let mut bars = Bars::on(ProgressDrawTarget::term_like_with_hz(Box::new(terminal.clone()), 255));
        let file = |number: u64| {
            let (name, bytes) = (format!("reel/{number}.mov"), number * 1_000_000);
            MovingFile { name, bytes, size: 8_000_000 }
        };
        let look = Look {
            at: Duration::from_secs(9),
            bytes: 20_000_000,
            under_way: 1_500_000,
            total: 80_000_000,
            bytes_per_second: Some(2_000_000),
            left: Some(Duration::from_secs(30)),
            files: (1..=5).map(file).collect(),
            more: 212,
            more_at_least: false,
        };
        bars.show(&look);
        let lines: Vec<String> = terminal.contents().lines().map(str::to_owned).collect();
        assert!(
            lines[0].contains("25 %")
                && lines[0].ends_with("20.0 MB of 80.0 MB, 2.0 MB/s, 30 s left, 1.5 MB under way"),
            "{lines:?}"
        );
        assert_eq!(lines[1], "  reel/1.mov  1.0 MB of 8.0 MB");
        assert_eq!(lines[6], "  and 212 more");
        let last = MovingFile { name: "last\u{1b}[2J.mov".to_owned(), bytes: 1, size: 2 };
        let later = Look { files: vec![last], more: 0, ..look };
        bars.show(&later);
        let lines: Vec<String> = terminal.contents().lines().map(str::to_owned).collect();
        assert_eq!((lines[1].as_str(), lines.len()), ("  last\\u001b[2J.mov  1 byte of 2 bytes", 2), "{lines:?}");
    }
}
