//! The external id of a Team, which its roles at a provider must require.
//!
//! We assume the roles of all Teams with one identity. A role is safe from other Teams because its trust policy names
//! the external id of its own Team, and because no Team can send another one. So the id is ours to give, and Teams
//! cannot choose it. It is not a secret.

use domain::Refusal;
use serde_json::Value;
use wire::ids::TeamId;

pub fn of_team(team: &TeamId) -> String {
    format!("tonnage-{team}")
}

/// Refuses an authorization with another id than the Team's. A connection from before this rule keeps the one it has, for
/// the role that it has: with another role it could be used for that of another Team.
pub fn check(team: &TeamId, given: &Value, known: Option<&Value>) -> Result<(), Refusal> {
    let Some(sent) = given.get("external_id").filter(|sent| !sent.is_null()) else { return Ok(()) };
    let own = of_team(team);
    let is_kept =
        |known: &Value| known.get("external_id") == Some(sent) && known.get("role_arn") == given.get("role_arn");
    if sent.as_str() == Some(&own) || known.is_some_and(is_kept) {
        return Ok(());
    }
    let reason = format!("must be {own}, the external id of this Team: require it in the trust policy of the role");
    Err(Refusal::invalid("authorization.external_id", reason))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::check;

    #[test]
    fn a_team_uses_its_own_id_or_the_one_it_had() {
        let team = "01KA2B3C4D5E6F7G8H9JKMNPQR".parse().unwrap();
        let (own, other) = (
            json!({ "external_id": "tonnage-01KA2B3C4D5E6F7G8H9JKMNPQR", "role_arn": "a" }),
            json!({ "external_id": "0123456789abcdef", "role_arn": "a" }),
        );
        let elsewhere = json!({ "external_id": "0123456789abcdef", "role_arn": "b" });
        assert!(check(&team, &own, None).is_ok());
        assert!(check(&team, &other, None).is_err());
        assert!(check(&team, &other, Some(&own)).is_err());
        assert!(check(&team, &other, Some(&other)).is_ok());
        assert!(check(&team, &elsewhere, Some(&other)).is_err(), "not for another role");
        assert!(check(&team, &own, Some(&other)).is_ok(), "it can change to the new rule");
        assert!(check(&team, &json!({ "client_id": "x" }), Some(&other)).is_ok());
    }
}
