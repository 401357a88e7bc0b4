//! Sets up the log.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Libraries that log too much, or whose errors we log ourselves.
const QUIET: &str = "s3s=off,sqlx=warn,hyper=warn,hyper_util=warn,reqwest=warn,rustls=warn,lettre=warn,async_nats=off";

const LEVELS: &str =
    "the levels are off, error, warn, info, debug and trace, alone or for a module, as in \"info,cloud=debug\"";

/// Starts the log on standard error: text on a terminal, otherwise JSON. `level` may also be a filter of modules.
pub fn start(level: &str) -> anyhow::Result<()> {
    let level = filter_of(level).map_err(anyhow::Error::msg)?;
    let filter = EnvFilter::try_new(format!("{QUIET},{level}"))?;
    // A log on a full disk loses lines. Reporting that on standard error would fail as well, and panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    if std::io::stderr().is_terminal() {
        log.init();
    } else {
        log.json().flatten_event(true).init();
    }
    Ok(())
}

/// The filter that a setting means, with usual spellings of the levels. The library takes a word that it does not know for
/// the name of a module, and would then log nothing else; so such a word is an error, which names the levels.
pub fn filter_of(text: &str) -> Result<String, String> {
    let parts: Vec<String> =
        text.split(',').filter(|part| !part.trim().is_empty()).map(part_of).collect::<Result<_, _>>()?;
    let filter = parts.join(",");
    match EnvFilter::try_new(&filter) {
        Ok(_) => Ok(filter),
        Err(_) => Err(format!("{text:?} is not a filter: {LEVELS}")),
    }
}

fn part_of(text: &str) -> Result<String, String> {
    let (module, word) = match text.rsplit_once('=') {
        Some((module, word)) => (Some(module.trim()), word.trim()),
        None => (None, text.trim()),
    };
    let level = level_of(word).ok_or_else(|| format!("{word:?} is not a level: {LEVELS}"))?;
    Ok(module.map_or_else(|| level.to_owned(), |module| format!("{module}={level}")))
}

fn level_of(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "off" | "none" => "off",
        "error" | "err" => "error",
        "warn" | "warning" => "warn",
        "info" | "information" => "info",
        "debug" => "debug",
        "trace" => "trace",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::filter_of;

    #[test]
    fn levels_have_usual_spellings() {
        for (text, filter) in [
            ("info", "info"),
            ("warning", "warn"),
            ("Warn", "warn"),
            ("err", "error"),
            ("ERROR", "error"),
            ("information", "info"),
            ("off", "off"),
            ("info,", "info"),
            ("", ""),
            ("info, cloud=debug,store = warning", "info,cloud=debug,store=warn"),
        ] {
            assert_eq!(filter_of(text).as_deref(), Ok(filter), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_the_levels_that_exist() {
        for (text, word) in [
            ("loud", "\"loud\" is not a level"),
            ("info,cloud", "\"cloud\" is not a level"),
            ("cloud=verbose", "\"verbose\" is not a level"),
            ("info,cloud[=debug", "is not a filter"),
        ] {
            let reason = filter_of(text).unwrap_err();
            assert!(reason.contains(word), "{text}: {reason}");
            assert!(reason.contains("off, error, warn, info, debug and trace"), "{reason}");
        }
    }
}
