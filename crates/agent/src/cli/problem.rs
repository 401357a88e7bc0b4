//! Errors of commands: what happened, why, and what to do next.

use client::ClientError;
use transfer::Fault;
use wire::agent::TransferError;
use wire::error::ErrorCode;

use super::exit::Exit;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(super) struct Problem {
    pub exit: Exit,
    pub what: String,
    /// What the user can do about it.
    pub next: Option<String>,
    pub code: Option<ErrorCode>,
}

pub(super) type Outcome<T> = Result<T, Problem>;

impl Problem {
    pub(super) fn new(exit: Exit, what: impl Into<String>) -> Self {
        Self { exit, what: what.into(), next: None, code: None }
    }

    #[must_use]
    pub(super) fn next(self, next: impl Into<String>) -> Self {
        Self { next: Some(next.into()), ..self }
    }

    pub(super) fn usage(what: impl Into<String>) -> Self {
        Self::new(Exit::Usage, what)
    }

    /// A failed request of the transfer engine.
    pub(super) fn of_fault(fault: &Fault) -> Self {
        let code = fault.code();
        Self { code: Some(code), ..Self::new(Exit::of_transfer(code), fault.to_string()) }
    }

    /// Why a transfer stopped; `resume` is the command that resumes it.
    pub(super) fn of_transfer(error: &TransferError, resume: &str) -> Self {
        let exit = Exit::of_transfer(error.code);
        let next = match remedy(error.code) {
            Some(remedy) => Some(remedy.to_owned()),
            None if error.recoverable => Some(format!("{resume} retries and transfers only what is missing")),
            None => None,
        };
        Self { exit, what: error.message.clone(), next, code: Some(error.code) }
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Self {
        let exit = Exit::of_call(&error);
        match error {
            ClientError::Refused { body, .. } => {
                let next = if exit == Exit::Network {
                    Some("check --cloud-url and the network, or run: tonnage-agent doctor".to_owned())
                } else {
                    remedy(body.code).map(str::to_owned)
                };
                let what = match body.code {
                    ErrorCode::SessionMissing => "this needs an API key, and the agent has none".to_owned(),
                    _ => body.message,
                };
                Self { exit, what, next, code: Some(body.code) }
            }
            other => Self::new(exit, other.to_string()).next("for a diagnosis, run: tonnage-agent doctor"),
        }
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::new(Exit::Failed, format!("{error:#}"))
    }
}

fn remedy(code: ErrorCode) -> Option<&'static str> {
    Some(match code {
        ErrorCode::SessionMissing => {
            "pass one with --api-key-file or API_KEY; a running agent must be restarted with it"
        }
        ErrorCode::SessionRefused | ErrorCode::Unauthorized => {
            "create a new API key and pass it with --api-key-file or API_KEY"
        }
        ErrorCode::AgentToken => "pass the token of the agent with --token-file or TONNAGE_AGENT_TOKEN",
        ErrorCode::LinkPassword => "pass the password with --password-file or --password",
        ErrorCode::AccessCode => "pass the access code of the Portal with --access-code",
        ErrorCode::Gone | ErrorCode::LinkInactive | ErrorCode::LinkLocked => "ask the sender for a new link",
        ErrorCode::Unreachable => "check the network, or run: tonnage-agent doctor",
        _ => return None,
    })
}
