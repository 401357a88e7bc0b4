//! The states of an API key: `active` ⇄ `inactive`, both hidden by `suspended`.
//!
//! Suspension belongs to the Team's account. It overrides the key's own state without changing it, so that every key
//! gets its old state back when the Team is reactivated.

use wire::ids::{ApiKeyId, TeamId, UserId};
use wire::time::Time;

use crate::Refusal;
use crate::key_scope::KeyScopes;

/// The state of a key as shown to callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyState {
    Active,
    Inactive,
    Suspended,
}

impl ApiKeyState {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Inactive => "inactive",
            Self::Suspended => "suspended",
        }
    }
}

/// The states that people can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySwitch {
    Active,
    Inactive,
}

impl KeySwitch {
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Refusal> {
        match text {
            "active" => Ok(Self::Active),
            "inactive" => Ok(Self::Inactive),
            _ => Err(Refusal::invalid(field, "must be active or inactive")),
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Inactive => "inactive",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    pub id: ApiKeyId,
    pub team_id: TeamId,
    /// The user whose permissions the key has.
    pub creator_id: UserId,
    pub name: String,
    pub description: String,
    pub expiry: Option<Time>,
    pub switch: KeySwitch,
    pub scopes: KeyScopes,
    pub created_at: Time,
    pub updated_at: Time,
    pub last_request_at: Option<Time>,
    pub version: i64,
}

/// The settings of a key that a caller can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySettings {
    pub name: String,
    pub description: String,
    pub expiry: Option<Time>,
    pub switch: KeySwitch,
    pub scopes: KeyScopes,
}

/// Why a request with this key is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyRefusal {
    /// Inactive or expired.
    Unauthorized,
    Suspended,
}

impl ApiKey {
    pub const fn state(&self, team_suspended: bool) -> ApiKeyState {
        match (team_suspended, self.switch) {
            (true, _) => ApiKeyState::Suspended,
            (false, KeySwitch::Active) => ApiKeyState::Active,
            (false, KeySwitch::Inactive) => ApiKeyState::Inactive,
        }
    }

    /// The settings as they are, to change some of them.
    pub fn settings(&self) -> KeySettings {
        KeySettings {
            name: self.name.clone(),
            description: self.description.clone(),
            expiry: self.expiry,
            switch: self.switch,
            scopes: self.scopes.clone(),
        }
    }

    pub fn update(self, settings: KeySettings, team_suspended: bool, now: Time) -> Result<Self, Refusal> {
        refuse_suspended(team_suspended)?;
        let KeySettings { name, description, expiry, switch, scopes } = settings;
        Ok(Self { name, description, expiry, switch, scopes, updated_at: now, ..self })
    }

    pub fn switch_to(self, switch: KeySwitch, team_suspended: bool, now: Time) -> Result<Self, Refusal> {
        refuse_suspended(team_suspended)?;
        Ok(Self { switch, updated_at: now, ..self })
    }

    /// Whether a request with this key is allowed.
    pub fn admit(&self, team_suspended: bool, now: Time) -> Result<(), KeyRefusal> {
        if self.expiry.is_some_and(|expiry| expiry <= now) {
            return Err(KeyRefusal::Unauthorized);
        }
        match self.state(team_suspended) {
            ApiKeyState::Active => Ok(()),
            ApiKeyState::Inactive => Err(KeyRefusal::Unauthorized),
            ApiKeyState::Suspended => Err(KeyRefusal::Suspended),
        }
    }
}

fn refuse_suspended(team_suspended: bool) -> Result<(), Refusal> {
    if team_suspended {
        return Err(Refusal::wrong_state("the key is suspended with its Team's account and cannot be changed"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wire::time::Time;

    use super::{ApiKey, ApiKeyState, KeyRefusal, KeySettings, KeySwitch};
    use crate::key_scope::KeyScopes;

    const NOW: Time = Time::from_millis(1_000);

    fn key(switch: KeySwitch, expiry: Option<Time>) -> ApiKey {
        let id = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        ApiKey {
            id: id.parse().unwrap(),
            team_id: id.parse().unwrap(),
            creator_id: id.parse().unwrap(),
            name: String::new(),
            description: String::new(),
            expiry,
            switch,
            scopes: KeyScopes::all(),
            created_at: Time::from_millis(0),
            updated_at: Time::from_millis(0),
            last_request_at: None,
            version: 1,
        }
    }

    /// Switch, suspended, expiry; then the expected state and the result of a request.
    type Row = (KeySwitch, bool, Option<Time>, ApiKeyState, Result<(), KeyRefusal>);

    #[test]
    fn states_and_admission() {
        use KeySwitch::{Active, Inactive};
        let (past, exact, future) = (Some(Time::from_millis(999)), Some(NOW), Some(Time::from_millis(1_001)));
        let rows: &[Row] = &[
            (Active, false, None, ApiKeyState::Active, Ok(())),
            (Active, false, future, ApiKeyState::Active, Ok(())),
            (Active, false, exact, ApiKeyState::Active, Err(KeyRefusal::Unauthorized)),
            (Active, false, past, ApiKeyState::Active, Err(KeyRefusal::Unauthorized)),
            (Inactive, false, None, ApiKeyState::Inactive, Err(KeyRefusal::Unauthorized)),
            (Active, true, None, ApiKeyState::Suspended, Err(KeyRefusal::Suspended)),
            (Inactive, true, None, ApiKeyState::Suspended, Err(KeyRefusal::Suspended)),
            (Active, true, past, ApiKeyState::Suspended, Err(KeyRefusal::Unauthorized)),
        ];
        for (switch, suspended, expiry, state, admission) in rows {
            let key = key(*switch, *expiry);
            assert_eq!(key.state(*suspended), *state);
            assert_eq!(key.admit(*suspended, NOW), *admission, "{key:?} suspended: {suspended}");
        }
    }

    #[test]
    fn suspended_keys_cannot_be_moved() {
        let settings = || KeySettings {
            name: "n".into(),
            description: "d".into(),
            expiry: None,
            switch: KeySwitch::Active,
            scopes: KeyScopes::all(),
        };
        for switch in [KeySwitch::Active, KeySwitch::Inactive] {
            assert!(key(switch, None).switch_to(KeySwitch::Active, true, NOW).is_err());
            assert!(key(switch, None).update(settings(), true, NOW).is_err());
            let moved = key(switch, None).switch_to(KeySwitch::Inactive, false, NOW).unwrap();
            assert_eq!((moved.switch, moved.updated_at), (KeySwitch::Inactive, NOW));
            assert_eq!(key(switch, None).update(settings(), false, NOW).unwrap().name, "n");
        }
    }
}
