//! The states of an agent's download: `transferring` → `complete`, plus `paused` and `error`.
//!
//! A pause by a person can only be ended by a person. A pause by the agent, because its session was lost, ends when the
//! session is back.

use wire::agent::DownloadState;

use crate::Refusal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentDownload {
    pub state: DownloadState,
    /// Paused by the agent, which resumes it automatically.
    pub held: bool,
    /// Failed, but a retry may succeed.
    pub recoverable: bool,
}

impl AgentDownload {
    /// A download starts as soon as it is created.
    pub const fn started() -> Self {
        Self::at(DownloadState::Transferring)
    }

    const fn at(state: DownloadState) -> Self {
        Self { state, held: false, recoverable: false }
    }

    /// Every file is complete, verified and has its final name.
    pub fn all_received(self) -> Result<Self, Refusal> {
        self.require("end", &[DownloadState::Transferring])?;
        Ok(Self::at(DownloadState::Complete))
    }

    pub fn pause(self) -> Result<Self, Refusal> {
        if self.state == DownloadState::Paused && self.held {
            return Ok(Self::at(DownloadState::Paused));
        }
        self.require("be paused", &[DownloadState::Transferring])?;
        Ok(Self::at(DownloadState::Paused))
    }

    pub fn resume(self) -> Result<Self, Refusal> {
        if self.state == DownloadState::Error && !self.recoverable {
            return Err(Refusal::wrong_state(
                "the download has failed and cannot be resumed: delete it and start another",
            ));
        }
        self.require("be resumed", &[DownloadState::Paused, DownloadState::Error])?;
        Ok(Self::at(DownloadState::Transferring))
    }

    /// The agent pauses it until the reason is gone.
    pub fn hold(self) -> Result<Self, Refusal> {
        self.require("be held", &[DownloadState::Transferring])?;
        Ok(Self { held: true, ..Self::at(DownloadState::Paused) })
    }

    /// The reason why the agent paused it is gone.
    pub fn release(self) -> Result<Self, Refusal> {
        if !self.held {
            return Err(Refusal::wrong_state("the download was not paused by the agent"));
        }
        self.resume()
    }

    /// A fatal error. A late one cannot undo a complete download.
    pub fn fail(self, recoverable: bool) -> Result<Self, Refusal> {
        use DownloadState::{Error, Paused, Transferring};
        self.require("fail", &[Transferring, Paused, Error])?;
        Ok(Self { recoverable, ..Self::at(Error) })
    }

    fn require(self, action: &str, allowed: &[DownloadState]) -> Result<(), Refusal> {
        if allowed.contains(&self.state) {
            return Ok(());
        }
        Err(Refusal::wrong_state(format!("the download is {}: it cannot {action}", self.state)))
    }
}

#[cfg(test)]
mod tests {
    use wire::agent::DownloadState;

    use super::AgentDownload;
    use crate::Refusal;

    type Move = fn(AgentDownload) -> Result<AgentDownload, Refusal>;

    #[test]
    fn every_move_from_every_state() {
        use DownloadState::{Complete, Error, Paused, Transferring};
        let table: [(&str, Move, &[DownloadState], DownloadState); 6] = [
            ("all_received", AgentDownload::all_received, &[Transferring], Complete),
            ("pause", AgentDownload::pause, &[Transferring], Paused),
            ("hold", AgentDownload::hold, &[Transferring], Paused),
            ("release", AgentDownload::release, &[], Transferring),
            ("resume", AgentDownload::resume, &[Paused], Transferring),
            ("fail", |download| download.fail(false), &[Transferring, Paused, Error], Error),
        ];
        for (name, make, allowed, to) in table {
            for from in DownloadState::ALL {
                let moved =
                    make(AgentDownload { state: *from, held: false, recoverable: false }).map(|moved| moved.state).ok();
                assert_eq!(moved, allowed.contains(from).then_some(to), "{name} from {from}");
            }
        }
    }

    #[test]
    fn what_may_be_tried_again_is_resumed_and_forgotten() {
        let failed = AgentDownload::started().fail(true).unwrap();
        assert_eq!(failed, AgentDownload { state: DownloadState::Error, held: false, recoverable: true });
        assert_eq!(failed.resume().unwrap(), AgentDownload::started());
    }

    #[test]
    fn what_the_agent_holds_it_lets_go_unless_a_person_paused_it() {
        let held = AgentDownload::started().hold().unwrap();
        assert!(held.held && held.state == DownloadState::Paused);
        assert_eq!(held.release().unwrap(), AgentDownload::started());
        assert_eq!(held.resume().unwrap(), AgentDownload::started());
        let paused = held.pause().unwrap();
        assert!(!paused.held);
        assert!(paused.release().is_err() && paused.resume().is_ok());
    }
}
