//! The life of a transfer: `pending` → `transferring` → `complete` or `error`.
//!
//! An attempt that fails sends the transfer back to `pending` with its reason, until nobody tries any more.

use wire::filters::FilterRule;
use wire::ids::{CloudConnectionId, PackageId, TeamId, TransferId};
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

    /// Whether someone is at work on it, or will be.
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
    /// Which files go; empty for all.
    pub filter: Vec<FilterRule>,
    /// The folder at the target, once it is taken.
    pub folder: Option<TakenFolder>,
    pub bytes: i64,
    /// Files that go, and their bytes, once they are counted.
    pub total_files: i64,
    pub total_bytes: i64,
    /// Why the last attempt failed; empty while all is well.
    pub error: String,
    /// How often a gateway failed at it.
    pub attempts: i64,
    /// Until when a gateway has it.
    pub lease_until: Option<Time>,
    /// A gateway that failed at it gets it no earlier.
    pub not_before: Time,
    pub created_at: Time,
    pub updated_at: Time,
    pub version: i64,
}

/// A folder that belongs to one package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFolder {
    /// Which provider's, to tell folders of the same name apart.
    pub place: String,
    /// The whole path.
    pub path: String,
    /// By what the provider knows it; empty until it has been asked.
    pub reference: String,
}

impl Transfer {
    /// An attempt begins.
    pub fn start(self, now: Time) -> Result<Self, Refusal> {
        self.require_open("start")?;
        Ok(Self { state: TransferState::Transferring, updated_at: now, ..self })
    }

    /// An attempt came to nothing, and another will be made.
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

    /// A new transfer, for which nothing has been done.
    pub fn new(
        id: TransferId,
        (team_id, package_id): (TeamId, PackageId),
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

    /// Tries again what was given up; files that arrived stay where they are.
    pub fn revive(self, now: Time) -> Result<Self, Refusal> {
        if self.state != TransferState::Error {
            return Err(Refusal::wrong_state("only a transfer that failed can be tried again"));
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

    use super::{Transfer, TransferState};
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
        // From, then where start, postpone, fail, complete and revive lead.
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
