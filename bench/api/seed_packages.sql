INSERT INTO packages (id, team_id, portal_id, received, creator_id, name, name_key, description, sender, recipients,
    state, files_added, bytes_added, total_files, size, expiry, custom_expiry, extra_storage, extra_storage_days,
    access_limit, chunk_size, tag_id, teamspace_id, storage_id, contains_virus, custom_metadata_id, usage_total_bytes,
    warned_of_expiry, finalized_at, created_at, updated_at, version)
WITH RECURSIVE numbers (i) AS (SELECT CAST({first} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {end})
SELECT
    '01BENCHPACKAGE0' || SUBSTR(CAST(100000000000 + i AS TEXT), 2),
    '{team}', '', 0, '{user}',
    'Package ' || CAST((i * 7919) % 1000003 AS TEXT) || CASE WHEN i % 100 = 0 THEN ' Dailies' ELSE ' Rushes' END,
    'package ' || CAST((i * 7919) % 1000003 AS TEXT) || CASE WHEN i % 100 = 0 THEN ' dailies' ELSE ' rushes' END,
    'A description of some length, as people write them.',
    'sender' || CAST(i % 40 AS TEXT) || '@example.org', '["ben@example.org"]',
    CASE WHEN i % 20 = 0 THEN 'new' WHEN i % 20 < 3 THEN 'archived' WHEN i % 20 < 8 THEN 'expired' ELSE 'finalized' END,
    1, i * 1000, 1, (i * 104729) % 1000000007,
    CASE WHEN i % 50 = 0 THEN NULL ELSE 1900000000000 + i * 60000 END,
    0, CASE WHEN i % 5 = 0 THEN 1 ELSE 0 END, 0, 0, 0,
    CASE WHEN i % 3 = 0 THEN '01BENCHTAG0' || SUBSTR(CAST(1000000000000000 + i % 30 AS TEXT), 2) ELSE '' END,
    CASE WHEN i % 10 = 0 THEN '01BENCHSPACE' || SUBSTR(CAST(100000000000000 + i % 70 AS TEXT), 2) ELSE '' END,
    'tonnage', 0, '', (i * 15485863) % 1000000007,
    0, NULL, 1700000000000 + i * 60000, 1700000000000 + i * 60000, 1
FROM numbers
