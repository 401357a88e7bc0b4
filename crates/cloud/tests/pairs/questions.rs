//! Questions to the database that must return nothing, whatever was done at once. Each returns ids.

pub(super) struct Question {
    /// What would be wrong.
    pub(super) wrong: &'static str,
    pub(super) statement: &'static str,
}

const fn question(wrong: &'static str, statement: &'static str) -> Question {
    Question { wrong, statement }
}

pub(super) const QUESTIONS: &[Question] = &[
    question(
        "a live Portal has lost the filter that its last change gave it",
        "SELECT portals.id FROM portals JOIN portal_connections AS uses ON uses.portal_id = portals.id
         JOIN audit_entries AS entry ON entry.team_id = portals.team_id AND entry.object = portals.id
         WHERE portals.deleted_at IS NULL AND uses.filter_id IS NULL AND entry.action = 'portal_connections_changed'
             AND entry.detail LIKE '%' || uses.cloud_connection_id || ' (%'
             AND NOT EXISTS (SELECT 1 FROM audit_entries AS later WHERE later.team_id = entry.team_id
                 AND later.object = entry.object AND later.action = entry.action AND later.sequence > entry.sequence)",
    ),
    question(
        "a private Portal has nobody who can open it",
        "SELECT id FROM portals WHERE access_level = 'private' AND NOT EXISTS
             (SELECT 1 FROM portal_access JOIN memberships ON memberships.id = portal_access.membership_id
              WHERE portal_access.portal_id = portals.id AND memberships.status = 'active')",
    ),
    question(
        "a live Portal refers to a deleted connection, webhook or Teamspace of another Team",
        "SELECT uses.portal_id FROM portal_connections AS uses JOIN portals ON portals.id = uses.portal_id
         JOIN cloud_connections AS other ON other.id = uses.cloud_connection_id
         WHERE portals.deleted_at IS NULL AND (other.deleted_at IS NOT NULL OR other.team_id <> portals.team_id)",
    ),
    question(
        "a Portal has a deleted webhook",
        "SELECT portal_webhooks.portal_id FROM portal_webhooks
         JOIN custom_webhooks ON custom_webhooks.id = portal_webhooks.custom_webhook_id
         WHERE custom_webhooks.deleted_at IS NOT NULL",
    ),
    question(
        "an active API key belongs to nobody in the Team",
        "SELECT id FROM api_keys WHERE state = 'active' AND NOT EXISTS
             (SELECT 1 FROM memberships WHERE memberships.team_id = api_keys.team_id
              AND memberships.user_id = api_keys.creator_id AND memberships.status = 'active')",
    ),
    question(
        "a package has a tag that its Team does not have",
        "SELECT id FROM packages WHERE tag_id <> '' AND NOT EXISTS
             (SELECT 1 FROM tags WHERE tags.id = packages.tag_id AND tags.team_id = packages.team_id)",
    ),
    question(
        "a Portal has a tag that its Team does not have",
        "SELECT id FROM portals WHERE deleted_at IS NULL AND tag_id <> '' AND NOT EXISTS
             (SELECT 1 FROM tags WHERE tags.id = portals.tag_id AND tags.team_id = portals.team_id)",
    ),
    question(
        "a package is not in the Teamspace of its Portal",
        "SELECT packages.id FROM packages JOIN portals ON portals.id = packages.portal_id
         WHERE packages.teamspace_id <> portals.teamspace_id",
    ),
    question(
        "a deleted Teamspace has members",
        "SELECT teamspaces.id FROM teamspaces
         JOIN teamspace_memberships ON teamspace_memberships.teamspace_id = teamspaces.id
         WHERE teamspaces.deleted_at IS NOT NULL",
    ),
    question(
        "a Team does not have exactly one Owner",
        "SELECT id FROM teams WHERE (SELECT COUNT(*) FROM memberships WHERE memberships.team_id = teams.id
             AND memberships.role = 'owner' AND memberships.status = 'active') <> 1",
    ),
    question(
        "an invitation of an active member can be accepted again",
        "SELECT memberships.id FROM memberships JOIN one_time_tokens ON one_time_tokens.membership_id = memberships.id
         WHERE memberships.status = 'active' AND one_time_tokens.purpose = 'invitation'",
    ),
    question(
        "an invited member has no invitation, or two",
        "SELECT id FROM memberships WHERE status = 'invited' AND (SELECT COUNT(*) FROM one_time_tokens
             WHERE membership_id = memberships.id AND purpose = 'invitation') <> 1",
    ),
    question(
        "someone is at home in a Team that they left, although they are in another",
        "SELECT users.id FROM users WHERE EXISTS (SELECT 1 FROM memberships WHERE memberships.user_id = users.id
             AND memberships.status = 'active') AND NOT EXISTS (SELECT 1 FROM memberships
             WHERE memberships.user_id = users.id AND memberships.team_id = users.primary_team_id)",
    ),
    question(
        "a package counts other files than it has",
        "SELECT packages.id FROM packages
         JOIN (SELECT package_id, COUNT(*) AS added, SUM(size) AS bytes,
                   SUM(CASE WHEN state = 'finalized' THEN 1 ELSE 0 END) AS stored,
                   SUM(CASE WHEN state = 'finalized' THEN size ELSE 0 END) AS stored_bytes
               FROM files WHERE kind = 'file' GROUP BY package_id) AS counted ON counted.package_id = packages.id
         WHERE packages.files_added <> counted.added OR packages.bytes_added <> counted.bytes
             OR packages.total_files <> counted.stored OR packages.size <> counted.stored_bytes",
    ),
    question(
        "a package counts other directories than it has",
        "SELECT packages.id FROM packages WHERE state IN ('new', 'finalized') AND directories_added <>
             (SELECT COUNT(*) FROM files WHERE files.package_id = packages.id AND files.kind = 'directory')",
    ),
    question(
        "a Team or Portal holds other bytes than its packages",
        "SELECT held.team_id || ' ' || held.portal_id
         FROM (SELECT team_id, portal_id, SUM(bytes) AS bytes FROM held_bytes GROUP BY team_id, portal_id) AS held
         WHERE held.bytes <> (SELECT COALESCE(SUM(bytes_added), 0) FROM packages
             WHERE packages.team_id = held.team_id AND packages.portal_id = held.portal_id
                 AND (packages.state IN ('new', 'finalized')
                     OR packages.id IN (SELECT package_id FROM ended_packages)))",
    ),
    question(
        "a finalized package has a file that is not",
        "SELECT packages.id FROM packages JOIN files ON files.package_id = packages.id
         WHERE packages.state = 'finalized' AND files.state <> 'finalized'",
    ),
    question(
        "a finalized package was not announced exactly once",
        "SELECT id FROM packages WHERE finalized_at IS NOT NULL AND (SELECT COUNT(*) FROM events
             WHERE events.package_id = packages.id AND events.event_type = 'package.finalized') <> 1",
    ),
    question(
        "a file has a name that the Portal forbade before the package was finalized",
        "SELECT packages.id FROM packages JOIN portals ON portals.id = packages.portal_id
         JOIN files ON files.package_id = packages.id
         JOIN audit_entries AS done ON done.team_id = packages.team_id AND done.object = packages.id
             AND done.action = 'package_finalized'
         JOIN audit_entries AS changed ON changed.team_id = packages.team_id AND changed.object = portals.id
             AND changed.action = 'portal_updated' AND changed.sequence < done.sequence
         WHERE portals.settings LIKE '%\"file_type_restriction_enabled\":true%' AND files.name NOT LIKE '%.mov'",
    ),
    question(
        "an ended package has an open transfer",
        "SELECT transfers.id FROM transfers JOIN packages ON packages.id = transfers.package_id
         WHERE packages.state IN ('expired', 'archived', 'deleted') AND transfers.state IN ('pending', 'transferring')",
    ),
    question(
        "a deleted connection has an open transfer",
        "SELECT transfers.id FROM transfers JOIN cloud_connections ON cloud_connections.id = transfers.cloud_connection_id
         WHERE cloud_connections.deleted_at IS NOT NULL AND transfers.state IN ('pending', 'transferring')",
    ),
    question(
        "a transfer to a Portal's connection ignores the filter that the Portal had",
        "SELECT transfers.id FROM transfers JOIN packages ON packages.id = transfers.package_id
         JOIN audit_entries AS done ON done.team_id = packages.team_id AND done.object = packages.id
             AND done.action = 'package_finalized'
         JOIN audit_entries AS changed ON changed.team_id = packages.team_id AND changed.object = packages.portal_id
             AND changed.action = 'portal_connections_changed' AND changed.sequence < done.sequence
         WHERE transfers.filter_rules = '[]' AND changed.detail LIKE '%' || transfers.cloud_connection_id || ' (%'",
    ),
    question(
        "the audit record has a gap",
        "SELECT heads.team_id FROM audit_heads AS heads WHERE heads.sequence <>
             (SELECT COUNT(*) FROM audit_entries WHERE audit_entries.team_id = heads.team_id)",
    ),
    question(
        "the Team's days count other packages than it stores",
        "SELECT teams.id FROM teams WHERE
             (SELECT COALESCE(SUM(stored_packages), 0) FROM usage_days WHERE usage_days.team_id = teams.id) <>
             (SELECT COUNT(*) FROM packages WHERE packages.team_id = teams.id AND packages.finalized_at IS NOT NULL
                  AND (packages.state = 'finalized' OR EXISTS (SELECT 1 FROM ended_packages
                      WHERE ended_packages.package_id = packages.id)))",
    ),
    question("a job is dead", "SELECT id FROM jobs WHERE state = 'dead'"),
];
