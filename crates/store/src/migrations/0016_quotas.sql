-- serves 16
-- How many bytes a Team may store: as its Owner chose (0 means no limit), and as the operator decided for this Team
-- (null means the setting for all Teams).
ALTER TABLE teams ADD COLUMN max_stored_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE teams ADD COLUMN operator_max_stored_bytes BIGINT;

-- Directories that were added, beside files_added.
ALTER TABLE packages ADD COLUMN directories_added BIGINT NOT NULL DEFAULT 0;
UPDATE packages SET directories_added =
    (SELECT COUNT(*) FROM files WHERE files.package_id = packages.id AND files.kind = 'directory')
    WHERE state = 'new';

-- The bytes announced for all packages whose content is there. Several rows, so that packages do not wait for each other;
-- what is wanted is always their sum.
CREATE TABLE held_bytes (
    team_id TEXT NOT NULL REFERENCES teams (id),
    -- Empty for what the Team sends.
    portal_id TEXT NOT NULL,
    share BIGINT NOT NULL,
    -- May be negative: more was removed than came.
    bytes BIGINT NOT NULL,
    PRIMARY KEY (team_id, portal_id, share)
);
INSERT INTO held_bytes (team_id, portal_id, share, bytes)
    SELECT team_id, portal_id, 0, CAST(SUM(bytes_added) AS BIGINT) FROM packages
    WHERE state IN ('new', 'finalized') OR id IN (SELECT package_id FROM ended_packages)
    GROUP BY team_id, portal_id;
