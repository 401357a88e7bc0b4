//! The states of a transfer: `pending` → `transferring` → `complete` or `error`.
//!
//! A failed attempt returns the transfer to `pending` with the reason, until there are no more attempts.

use wire::connections::WithheldFile;
use wire::filters::FilterRule;
use wire::ids::{CloudConnectionId, FileId, PackageId, TeamId, TransferId};
use wire::time::Time;

use crate::Refusal;
use crate::connection::{CloudConnection, Direction};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransferState {
    Pending,
    Transferring,
    Complete,
    Error,
}

impl TransferState {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Transferring, Self::Complete, Self::Error];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Transferring => "transferring",
            Self::Complete => "complete",
            Self::Error => "error",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// Whether it is being worked on, or will be.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Transferring)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    pub id: TransferId,
    pub team_id: TeamId,
    pub package_id: PackageId,
    pub connection_id: CloudConnectionId,
    pub direction: Direction,
    pub state: TransferState,
    /// Which files to transfer; empty for all.
    pub filter: Vec<FilterRule>,
    /// The files that someone chose by hand, in the order of their ids; `None` for all.
    pub chosen: Option<Vec<FileId>>,
    /// The directory of the connection when someone started it by hand; otherwise the current one counts.
    pub target_directory: Option<String>,
    /// What is not sent although it was asked for.
    pub withheld: Withheld,
    /// The folder at the target, once it is created.
    pub folder: Option<TakenFolder>,
    pub bytes: i64,
    /// Files to transfer and their bytes, once they are counted.
    pub total_files: i64,
    pub total_bytes: i64,
    /// Why the last attempt failed; empty while all is well.
    pub error: String,
    /// How many times a gateway failed.
    pub attempts: i64,
    /// The end of a gateway's lease.
    pub lease_until: Option<Time>,
    /// After a failure, a gateway does not get it before this time.
    pub not_before: Time,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// Files that are infected or could not be scanned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Withheld {
    pub count: i64,
    /// Up to [`WITHHELD_NAMED`].
    pub first: Vec<WithheldFile>,
}

pub const WITHHELD_NAMED: usize = 100;

/// A folder that belongs to one package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFolder {
    /// Identifies the provider's storage, to tell folders with the same name apart.
    pub place: String,
    /// The full path.
    pub path: String,
    /// The provider's id of the folder; empty until it is known.
    pub reference: String,
}

impl Transfer {
    /// An attempt begins.
    pub fn start(self, now: Time) -> Result<Self, Refusal> {
        self.require_open("start")?;
        Ok(Self { state: TransferState::Transferring, updated_at: now, ..self })
    }

    /// An attempt failed, and there will be another.
    pub fn postpone(self, reason: &str, now: Time) -> Result<Self, Refusal> {
        self.require_open("postpone")?;
        let error = reason.to_owned();
        Ok(Self { state: TransferState::Pending, error, lease_until: None, updated_at: now, ..self })
    }

    pub fn fail(self, reason: &str, now: Time) -> Result<Self, Refusal> {
        self.require_open("fail")?;
        let error = reason.to_owned();
        Ok(Self { state: TransferState::Error, error, lease_until: None, updated_at: now, ..self })
    }

    /// The provider has confirmed the last byte.
    pub fn complete(self, now: Time) -> Result<Self, Refusal> {
        self.require_open("complete")?;
        let bytes = self.total_bytes;
        Ok(Self {
            state: TransferState::Complete,
            bytes,
            error: String::new(),
            lease_until: None,
            updated_at: now,
            ..self
        })
    }

    /// A new transfer that has not started.
    pub fn new(
        id: TransferId,
        team_id: TeamId,
        package_id: PackageId,
        connection: &CloudConnection,
        filter: Vec<FilterRule>,
        now: Time,
    ) -> Self {
        Self {
            id,
            team_id,
            package_id,
            connection_id: connection.id.clone(),
            direction: connection.direction,
            state: TransferState::Pending,
            filter,
            chosen: None,
            target_directory: None,
            withheld: Withheld::default(),
            folder: None,
            bytes: 0,
            total_files: 0,
            total_bytes: 0,
            error: String::new(),
            attempts: 0,
            lease_until: None,
            not_before: now,
            created_at: now,
            updated_at: now,
            version: 1,
        }
    }

    /// Whether it sends exactly these files, without a filter, to this directory of its connection.
    pub fn is_for(&self, chosen: Option<&[FileId]>, directory: &str) -> bool {
        let is_same_directory = self.target_directory.as_deref().is_none_or(|own| own == directory);
        self.filter.is_empty() && self.chosen.as_deref() == chosen && is_same_directory
    }

    /// Where it puts its files, given the directory of its connection.
    pub fn directory<'a>(&'a self, of_connection: &'a str) -> &'a str {
        self.target_directory.as_deref().unwrap_or(of_connection)
    }

    /// Retries a failed transfer; files that arrived are kept.
    pub fn revive(self, now: Time) -> Result<Self, Refusal> {
        if self.state != TransferState::Error {
            return Err(Refusal::wrong_state("only a failed transfer can be retried"));
        }
        Ok(Self { state: TransferState::Pending, attempts: 0, error: String::new(), updated_at: now, ..self })
    }

    fn require_open(&self, action: &str) -> Result<(), Refusal> {
        if self.state.is_open() {
            return Ok(());
        }
        Err(Refusal::wrong_state(format!("the transfer is {}: it cannot {action}", self.state.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{Transfer, TransferState, Withheld};
    use crate::connection::Direction;

    fn transfer(state: TransferState) -> Transfer {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        Transfer {
            id: id.parse().unwrap(),
            team_id: id.parse().unwrap(),
            package_id: id.parse().unwrap(),
            connection_id: id.parse().unwrap(),
            direction: Direction::ServiceToCloud,
            state,
            filter: Vec::new(),
            chosen: None,
            target_directory: None,
            withheld: Withheld::default(),
            folder: None,
            bytes: 1,
            total_files: 1,
            total_bytes: 5,
            error: "before".to_owned(),
            attempts: 3,
            lease_until: None,
            not_before: Time::from_millis(0),
            created_at: Time::from_millis(0),
            updated_at: Time::from_millis(0),
            version: 1,
        }
    }

    #[test]
    fn every_move_from_every_state() {
        use TransferState::{Complete, Error, Pending, Transferring};
        let now = Time::from_millis(7);
        // The initial state, then the results of start, postpone, fail, complete and revive.
        let table = [
            (Pending, [Some(Transferring), Some(Pending), Some(Error), Some(Complete), None]),
            (Transferring, [Some(Transferring), Some(Pending), Some(Error), Some(Complete), None]),
            (Complete, [None, None, None, None, None]),
            (Error, [None, None, None, None, Some(Pending)]),
        ];
        for (from, expected) in table {
            let moves = [
                transfer(from).start(now),
                transfer(from).postpone("why", now),
                transfer(from).fail("why", now),
                transfer(from).complete(now),
                transfer(from).revive(now),
            ];
            let found = moves.map(|moved| moved.ok().map(|moved| moved.state));
            assert_eq!(found, expected, "{from:?}");
        }
        assert_eq!(transfer(Pending).fail("why", now).unwrap().error, "why");
        let complete = transfer(Transferring).complete(now).unwrap();
        assert_eq!((complete.bytes, complete.error.as_str(), complete.updated_at), (5, "", now));
    }
}
