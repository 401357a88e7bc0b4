//! Checks that several types of automation share.

use std::time::Duration;

use wire::agent::{FormMetadata, TimeoutUnit};

use crate::app::App;
use crate::error::{AgentError, AgentResult};

const NAME_MOST: usize = 255;
/// A year.
const TIMEOUT_MOST: u64 = 366 * 86_400;
const RECIPIENTS_MOST: usize = 1_000;
const MESSAGE_MOST: usize = 10_000;

pub(super) fn name(name: &str) -> AgentResult<()> {
    if name.trim().is_empty() || name.len() > NAME_MOST {
        return Err(AgentError::invalid("name", "must have from 1 to 255 bytes"));
    }
    Ok(())
}

pub(super) fn timeout(count: u32, unit: TimeoutUnit) -> AgentResult<Duration> {
    let seconds = match unit {
        TimeoutUnit::Minutes => u64::from(count) * 60,
        TimeoutUnit::Seconds => u64::from(count),
    };
    if seconds == 0 || seconds > TIMEOUT_MOST {
        return Err(AgentError::invalid("timeout", "must be at least 1 and up to 366 days"));
    }
    Ok(Duration::from_secs(seconds))
}

/// Must be one of the Teams of the session. Without a session this cannot be checked.
pub(super) fn team(app: &App, id: &str) -> AgentResult<()> {
    let Ok(session) = app.sessions.require() else { return Ok(()) };
    if !session.login.teams.iter().any(|team| team.id.as_str() == id) {
        return Err(AgentError::invalid("team_id", "must be a Team that the owner of the API key belongs to"));
    }
    Ok(())
}

pub(super) fn recipients(emails: &[String]) -> AgentResult<()> {
    if emails.len() > RECIPIENTS_MOST {
        return Err(AgentError::invalid("recipient_emails", "must not have more than 1000 entries"));
    }
    emails.iter().enumerate().try_for_each(|(place, email)| address(&format!("recipient_emails[{place}]"), email))
}

/// Whether it looks like an email address at all; the cloud checks it more strictly.
pub(super) fn address(field: &str, email: &str) -> AgentResult<()> {
    let is_address = email.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
    if !is_address || email.contains(char::is_whitespace) {
        return Err(AgentError::invalid(field, "must be an email address"));
    }
    Ok(())
}

pub(super) fn message(text: Option<&str>) -> AgentResult<()> {
    if text.is_some_and(|text| text.len() > MESSAGE_MOST) {
        return Err(AgentError::invalid("message", "must not have more than 10000 bytes"));
    }
    Ok(())
}

/// Text that is appended to the name of a package.
pub(super) fn suffix(text: Option<&str>) -> AgentResult<()> {
    if text.is_some_and(|text| text.len() > NAME_MOST || text.contains(['/', '\\'])) {
        return Err(AgentError::invalid("package_name_suffix", "must be up to 255 bytes without / or \\"));
    }
    Ok(())
}

pub(super) fn form(form: &FormMetadata) -> AgentResult<()> {
    let is_name = |name: &str| !name.is_empty() && !name.contains('/') && name != "." && name != "..";
    if form.metadata_file.as_deref().is_some_and(|name| !is_name(name)) {
        return Err(AgentError::invalid("metadata_file", "must be a file name without a path"));
    }
    Ok(())
}
