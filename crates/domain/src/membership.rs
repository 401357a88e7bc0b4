//! A user's membership in a Team: `invited` → `active`, with one role.
//!
//! A Team always has exactly one Owner. The only way to change the Owner is [`hand_over`], which returns both changed
//! memberships at once.

use wire::ids::{MembershipId, TeamId, UserId};

use crate::Refusal;
use crate::policy::{Action, require};
use crate::role::Role;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberStatus {
    Invited,
    Active,
}

impl MemberStatus {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub id: MembershipId,
    pub team_id: TeamId,
    pub user_id: UserId,
    pub role: Role,
    pub status: MemberStatus,
    /// The name that the inviter entered.
    pub invited_name: String,
    pub version: i64,
}

impl Membership {
    /// A role that an invitation may have.
    pub fn check_invited_role(role: Role) -> Result<Role, Refusal> {
        if role == Role::Owner {
            return Err(Refusal::invalid("role", "an Owner cannot be invited: invite an Admin and hand the Team over"));
        }
        Ok(role)
    }

    pub fn accept(self) -> Result<Self, Refusal> {
        if self.status == MemberStatus::Active {
            return Err(Refusal::wrong_state("the invitation was already accepted"));
        }
        Ok(Self { status: MemberStatus::Active, ..self })
    }

    /// Any role except Owner; see [`hand_over`] for that one.
    pub fn change_role(self, actor: Role, role: Role) -> Result<Self, Refusal> {
        require(actor, Action::ManageTeam)?;
        if role == Role::Owner {
            return Err(Refusal::Forbidden("only the Owner can hand the Team over"));
        }
        self.refuse_owner()?;
        Ok(Self { role, ..self })
    }

    pub fn remove(&self, actor: Role) -> Result<(), Refusal> {
        require(actor, Action::ManageTeam)?;
        self.refuse_owner()
    }

    fn refuse_owner(&self) -> Result<(), Refusal> {
        if self.role == Role::Owner {
            return Err(Refusal::Forbidden(
                "the Owner's membership cannot be changed: the Owner must hand the Team over first",
            ));
        }
        Ok(())
    }
}

/// The Owner makes `successor` the Owner and becomes Admin.
pub fn hand_over(owner: Membership, successor: Membership) -> Result<(Membership, Membership), Refusal> {
    require(owner.role, Action::HandOverOwnership)?;
    if owner.id == successor.id {
        return Err(Refusal::wrong_state("you are already the Owner"));
    }
    if successor.status != MemberStatus::Active {
        return Err(Refusal::wrong_state("only an active member can become Owner"));
    }
    Ok((Membership { role: Role::Admin, ..owner }, Membership { role: Role::Owner, ..successor }))
}

#[cfg(test)]
mod tests {
    use super::{MemberStatus, Membership, hand_over};
    use crate::role::Role;

    fn membership(letter: char, role: Role) -> Membership {
        let id = |kind: char| format!("01KA2B3C4D5E6F7G8H9JKMNP{kind}{letter}");
        Membership {
            id: id('A').parse().unwrap(),
            team_id: id('B').parse().unwrap(),
            user_id: id('C').parse().unwrap(),
            role,
            status: MemberStatus::Active,
            invited_name: String::new(),
            version: 1,
        }
    }

    #[test]
    fn roles_change_only_as_the_table_says() {
        for actor in Role::ALL {
            for from in Role::ALL {
                for to in Role::ALL {
                    let allowed =
                        matches!(actor, Role::Owner | Role::Admin) && from != Role::Owner && to != Role::Owner;
                    let change = membership('X', from).change_role(actor, to);
                    assert_eq!(change.is_ok(), allowed, "{actor} makes {from} {to}");
                }
                let may_remove = matches!(actor, Role::Owner | Role::Admin) && from != Role::Owner;
                assert_eq!(membership('X', from).remove(actor).is_ok(), may_remove, "{actor} removes {from}");
            }
        }
    }

    #[test]
    fn handing_over_leaves_exactly_one_owner() {
        for actor in Role::ALL {
            for other in Role::ALL {
                let result = hand_over(membership('X', actor), membership('Y', other));
                assert_eq!(result.is_ok(), actor == Role::Owner, "{actor} to {other}");
                if let Ok((former, new)) = result {
                    assert_eq!((former.role, new.role), (Role::Admin, Role::Owner));
                }
            }
        }
        assert!(hand_over(membership('X', Role::Owner), membership('X', Role::Owner)).is_err());
        let invited = Membership { status: MemberStatus::Invited, ..membership('Y', Role::Admin) };
        assert!(hand_over(membership('X', Role::Owner), invited).is_err());
    }

    #[test]
    fn invitations_are_accepted_once() {
        let invited = Membership { status: MemberStatus::Invited, ..membership('X', Role::Guest) };
        let active = invited.accept().unwrap();
        assert_eq!(active, membership('X', Role::Guest));
        assert!(active.accept().is_err());
        assert!(Membership::check_invited_role(Role::Owner).is_err());
    }
}
