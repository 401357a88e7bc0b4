//! The states of an agent's upload: `transferring` → `idle` → `complete`, plus `paused` and `error`.
//!
//! A pause by a person can only be ended by a person. A pause by the agent, because its session was lost, ends when the
//! session is back.

use wire::agent::UploadState;

use crate::Refusal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentUpload {
    pub state: UploadState,
    /// Paused by the agent, which resumes it automatically.
    pub held: bool,
    /// Failed, but a retry may succeed.
    pub recoverable: bool,
}

/// What happens to the package of a deleted upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageFate {
    /// It was sent, and its recipients may have links.
    Keep,
    /// It will never be finalized.
    Delete,
}

impl AgentUpload {
    /// An upload starts as soon as it is created.
    pub const fn started() -> Self {
        Self::at(UploadState::Transferring)
    }

    const fn at(state: UploadState) -> Self {
        Self { state, held: false, recoverable: false }
    }

    /// Every file has arrived; the package is not finalized yet.
    pub fn all_sent(self) -> Result<Self, Refusal> {
        self.require("end", &[UploadState::Transferring])?;
        Ok(Self::at(UploadState::Idle))
    }

    /// The cloud has confirmed the package.
    pub fn finalized(self) -> Result<Self, Refusal> {
        self.require("be finalized", &[UploadState::Idle])?;
        Ok(Self::at(UploadState::Complete))
    }

    pub fn pause(self) -> Result<Self, Refusal> {
        if self.state == UploadState::Paused && self.held {
            return Ok(Self::at(UploadState::Paused));
        }
        self.require("be paused", &[UploadState::Transferring])?;
        Ok(Self::at(UploadState::Paused))
    }

    pub fn resume(self) -> Result<Self, Refusal> {
        if self.state == UploadState::Error && !self.recoverable {
            return Err(Refusal::wrong_state(
                "the upload has failed and cannot be resumed: delete it and start another",
            ));
        }
        self.require("be resumed", &[UploadState::Paused, UploadState::Error])?;
        Ok(Self::at(UploadState::Transferring))
    }

    /// Goes on without the files that failed. That helps also if one of them never can be sent.
    pub fn without_failed(self) -> Result<Self, Refusal> {
        self.require("go on without files", &[UploadState::Paused, UploadState::Error])?;
        Ok(Self::at(UploadState::Transferring))
    }

    /// The agent pauses it until the reason is gone.
    pub fn hold(self) -> Result<Self, Refusal> {
        self.require("be held", &[UploadState::Transferring])?;
        Ok(Self { held: true, ..Self::at(UploadState::Paused) })
    }

    /// The reason why the agent paused it is gone.
    pub fn release(self) -> Result<Self, Refusal> {
        if !self.held {
            return Err(Refusal::wrong_state("the upload was not paused by the agent"));
        }
        self.resume()
    }

    /// A fatal error. A late one cannot undo a complete upload.
    pub fn fail(self, recoverable: bool) -> Result<Self, Refusal> {
        use UploadState::{Error, Idle, Paused, Transferring};
        self.require("fail", &[Transferring, Paused, Idle, Error])?;
        Ok(Self { recoverable, ..Self::at(Error) })
    }

    /// Allowed in any state.
    pub const fn remove(self) -> PackageFate {
        match self.state {
            UploadState::Complete => PackageFate::Keep,
            _ => PackageFate::Delete,
        }
    }

    fn require(self, action: &str, allowed: &[UploadState]) -> Result<(), Refusal> {
        if allowed.contains(&self.state) {
            return Ok(());
        }
        Err(Refusal::wrong_state(format!("the upload is {}: it cannot {action}", self.state)))
    }
}

#[cfg(test)]
mod tests {
    use wire::agent::UploadState;

    use super::{AgentUpload, PackageFate};
    use crate::Refusal;

    type Move = fn(AgentUpload) -> Result<AgentUpload, Refusal>;

    fn upload(state: UploadState, held: bool, recoverable: bool) -> AgentUpload {
        AgentUpload { state, held, recoverable }
    }

    #[test]
    fn every_move_from_every_state() {
        use UploadState::{Complete, Error, Idle, Paused, Transferring};
        let table: [(&str, Move, &[UploadState], UploadState); 8] = [
            ("all_sent", AgentUpload::all_sent, &[Transferring], Idle),
            ("finalized", AgentUpload::finalized, &[Idle], Complete),
            ("pause", AgentUpload::pause, &[Transferring], Paused),
            ("resume", AgentUpload::resume, &[Paused], Transferring),
            ("without_failed", AgentUpload::without_failed, &[Paused, Error], Transferring),
            ("hold", AgentUpload::hold, &[Transferring], Paused),
            ("release", AgentUpload::release, &[], Transferring),
            ("fail", |upload| upload.fail(false), &[Transferring, Paused, Idle, Error], Error),
        ];
        for (name, make, allowed, to) in table {
            for from in UploadState::ALL {
                let moved = make(upload(*from, false, false)).map(|moved| moved.state).ok();
                assert_eq!(moved, allowed.contains(from).then_some(to), "{name} from {from}");
            }
        }
    }

    #[test]
    fn what_may_be_tried_again_is_resumed_and_forgotten() {
        let failed = AgentUpload::started().fail(true).unwrap();
        assert_eq!(failed, upload(UploadState::Error, false, true));
        assert_eq!(failed.resume().unwrap(), AgentUpload::started());
        assert_eq!(failed.fail(false).unwrap(), upload(UploadState::Error, false, false));
    }

    #[test]
    fn a_pause_of_the_agents_own_ends_by_itself_but_not_one_of_a_persons() {
        let held = AgentUpload::started().hold().unwrap();
        assert_eq!(held, upload(UploadState::Paused, true, false));
        assert_eq!(held.release().unwrap(), AgentUpload::started());
        let paused = held.pause().unwrap();
        assert_eq!(paused, upload(UploadState::Paused, false, false));
        assert!(paused.release().is_err());
        assert_eq!(held.resume().unwrap(), AgentUpload::started());
    }

    #[test]
    fn only_what_was_sent_stays_in_the_cloud() {
        for state in UploadState::ALL {
            let expected = if *state == UploadState::Complete { PackageFate::Keep } else { PackageFate::Delete };
            assert_eq!(upload(*state, false, false).remove(), expected, "{state}");
        }
    }
}
