-- serves 20
-- Asked repeatedly while a transfer waits for a scan, and once when it begins: neither may read all files of its package.
CREATE INDEX files_scan_pending ON files (package_id) WHERE scan_state = 'pending';
CREATE INDEX files_doubtful ON files (package_id, id)
    WHERE kind = 'file' AND (scan_state = 'infected' OR (scan_state = 'not_scanned' AND scan_reason <> 'off'));

-- For all activities of a Team, those of one member and those of one package: with what decides who sees them, and their
-- kind, so that counts and later pages read no rows. Each has all of it, because a planner that knows nothing of the data
-- prefers an index that is complete to one that leads to fewer entries.
DROP INDEX activities_of_team;
CREATE INDEX activities_of_team ON activities (team_id, created_at, id, portal_id, kind, user_id);
DROP INDEX activities_of_user;
CREATE INDEX activities_of_user ON activities (team_id, user_id, created_at, id, portal_id, kind);
DROP INDEX activities_of_package;
CREATE INDEX activities_of_package ON activities (package_id, team_id, created_at, id, portal_id, kind, user_id);
