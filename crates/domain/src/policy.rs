//! The access policy: one table that every operation checks.
//!
//! A row is an action, a column is a role, and the cell is the scope: to how much of the Team it applies. Anything that
//! is not in the table is not allowed.

use crate::Refusal;
use crate::named::named;
use crate::role::Role;

named! {
    /// Something that a caller may want to do.
    Action {
        ManageTeam = "manage_team",
        HandOverOwnership = "hand_over_ownership",
        ManageApiKeys = "manage_api_keys",
        ListApiKeys = "list_api_keys",
        SendPackages = "send_packages",
        ManageSentPackages = "manage_sent_packages",
        ManagePortals = "manage_portals",
        ReadPortals = "read_portals",
        ManageTeamspaces = "manage_teamspaces",
        DeleteTeamspace = "delete_teamspace",
        UseTags = "use_tags",
        ManageConnections = "manage_connections",
        AttachToPortal = "attach_to_portal",
        ManageForms = "manage_forms",
        ReadAudit = "read_audit",
        ReadUsage = "read_usage",
        ReadOutbox = "read_outbox",
        RestorePackages = "restore_packages",
        ListMembers = "list_members",
    }
}

named! {
    /// To how much of the Team a permission applies.
    Scope {
        All = "all",
        /// What the caller created.
        Own = "own",
        /// What is in no Teamspace, or in one that the caller belongs to.
        Spaces = "spaces",
        /// What was explicitly granted to the caller.
        Granted = "granted",
        Nothing = "nothing",
    }
}

use Scope::{All, Granted, Nothing, Own, Spaces};

#[rustfmt::skip]
const TABLE: &[(Action, [Scope; 5])] = &[
    //                             Owner     Admin     Integration Manager  Member    Guest
    (Action::ManageTeam,         [All,      All,      Nothing,             Nothing,  Nothing]),
    (Action::HandOverOwnership,  [All,      Nothing,  Nothing,             Nothing,  Nothing]),
    (Action::ManageApiKeys,      [All,      Own,      Own,                 Nothing,  Nothing]),
    (Action::ListApiKeys,        [All,      Nothing,  Nothing,             Nothing,  Nothing]),
    (Action::SendPackages,       [All,      All,      All,                 All,      Nothing]),
    (Action::ManageSentPackages, [All,      All,      Spaces,              Spaces,   Nothing]),
    (Action::ManagePortals,      [All,      All,      Nothing,             Spaces,   Nothing]),
    (Action::ReadPortals,        [All,      All,      Spaces,              Spaces,   Granted]),
    (Action::ManageTeamspaces,   [All,      All,      Nothing,             Nothing,  Nothing]),
    (Action::DeleteTeamspace,    [Own,      Own,      Nothing,             Nothing,  Nothing]),
    (Action::UseTags,            [All,      All,      All,                 All,      Nothing]),
    (Action::ManageConnections,  [All,      All,      All,                 Nothing,  Nothing]),
    (Action::AttachToPortal,     [All,      All,      Nothing,             Nothing,  Nothing]),
    (Action::ManageForms,        [All,      All,      Nothing,             Spaces,   Nothing]),
    (Action::ReadAudit,          [All,      All,      Own,                 Own,      Own]),
    (Action::ReadUsage,          [All,      All,      All,                 Nothing,  Nothing]),
    (Action::ReadOutbox,         [All,      All,      Nothing,             Nothing,  Nothing]),
    (Action::RestorePackages,    [All,      All,      Nothing,             Nothing,  Nothing]),
    (Action::ListMembers,        [All,      All,      Nothing,             All,      Nothing]),
];

pub fn scope(role: Role, action: Action) -> Scope {
    let row = TABLE.iter().find(|(named, _)| *named == action);
    row.map_or(Nothing, |(_, scopes)| scopes[column(role)])
}

const fn column(role: Role) -> usize {
    match role {
        Role::Owner => 0,
        Role::Admin => 1,
        Role::IntegrationManager => 2,
        Role::Member => 3,
        Role::Guest => 4,
    }
}

/// The scope, or an error if there is none at all.
pub fn require(role: Role, action: Action) -> Result<Scope, Refusal> {
    match scope(role, action) {
        Nothing => Err(Refusal::Forbidden("your role in this Team does not allow this")),
        granted => Ok(granted),
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Scope, require, scope};
    use crate::role::Role;

    /// The table of the decision page, word for word, followed by rows that were added for the console.
    const WRITTEN: &str = "
        team settings, members, roles         | yes              | yes              | no     | no     | no
        hand over ownership, billing          | yes              | no               | no     | no     | no
        API keys                              | all              | own              | own    | no     | no
        list API keys                         | yes              | no               | no     | no     | no
        send packages, links                  | yes              | yes              | yes    | yes    | no
        see and manage sent packages          | all              | all              | spaces | spaces | no
        Portals: create, update, delete       | all              | all              | no     | spaces | no
        Portals: read, received packages      | all              | all              | spaces | spaces | granted only
        Teamspaces: create, rename, members   | yes              | yes              | no     | no     | no
        delete a Teamspace                    | its creator only | its creator only | no     | no     | no
        tags                                  | yes              | yes              | yes    | yes    | no
        cloud connections, webhooks, filters  | yes              | yes              | yes    | no     | no
        attach a connection or webhook        | yes              | yes              | no     | no     | no
        forms and templates                   | yes              | yes              | no     | spaces | no
        audit log, activities                 | all              | all              | own    | own    | own
        usage                                 | yes              | yes              | yes    | no     | no
        outbox                                | yes              | yes              | no     | no     | no
        restore packages                      | yes              | yes              | no     | no     | no
        list the people of the Team           | yes              | yes              | no     | yes    | no";

    fn meant(cell: &str) -> Scope {
        match cell.trim() {
            "yes" | "all" => Scope::All,
            "own" | "its creator only" => Scope::Own,
            "spaces" => Scope::Spaces,
            "granted only" => Scope::Granted,
            "no" => Scope::Nothing,
            other => panic!("unknown cell {other:?}"),
        }
    }

    #[test]
    fn table_is_the_written_one() {
        let rows: Vec<&str> = WRITTEN.lines().filter(|line| line.contains('|')).collect();
        assert_eq!(rows.len(), Action::ALL.len());
        for (row, action) in rows.into_iter().zip(Action::ALL) {
            for (cell, role) in row.split('|').skip(1).zip(Role::ALL) {
                assert_eq!(scope(role, *action), meant(cell), "{role} {action:?}");
                assert_eq!(require(role, *action).is_ok(), meant(cell) != Scope::Nothing, "{role} {action:?}");
            }
        }
    }
}
