-- Fills a database as a year of operation would. Run with psql. Variables: `packages`, a multiple of 10,000; `listed`,
-- the Team whose 10,000 packages are listed; `owner`, its Owner.
--
-- A third of the packages have ended: their records stay, their files are gone. The others have 15.5 files on average.
SET synchronous_commit = off;
SET work_mem = '256MB';
SET jit = off;
-- The inserts below keep references consistent; checking every foreign key would take most of the time.
SET session_replication_role = replica;

-- Ids as the service generates them: first the time, then random.
CREATE FUNCTION pg_temp.letter(number bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT SUBSTR('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (number & 31)::int, 1) $$;
CREATE FUNCTION pg_temp.ulid(at bigint, seed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT pg_temp.letter(at >> 45) || pg_temp.letter(at >> 40) || pg_temp.letter(at >> 35) || pg_temp.letter(at >> 30)
        || pg_temp.letter(at >> 25) || pg_temp.letter(at >> 20) || pg_temp.letter(at >> 15) || pg_temp.letter(at >> 10)
        || pg_temp.letter(at >> 5) || pg_temp.letter(at) || UPPER(SUBSTR(MD5(seed), 1, 16))
$$;
CREATE FUNCTION pg_temp.sha256(content text) RETURNS text LANGUAGE sql STABLE AS
$$ SELECT ENCODE(SHA256(CONVERT_TO(content, 'UTF8')), 'hex') $$;

CREATE TEMP TABLE period AS
SELECT begins, 365 * 86400000::bigint AS length, begins + 365 * 86400000::bigint AS ends
FROM (SELECT (EXTRACT(EPOCH FROM NOW()) * 1000)::bigint - 365 * 86400000::bigint AS begins) AS year;

-- Number 0 is the Team that is listed; the others share the remaining packages.
CREATE TEMP TABLE sending AS
SELECT 0 AS number, :'listed' AS team_id, :'owner' AS owner_id
UNION ALL
SELECT number, pg_temp.ulid(begins, 'team' || number), pg_temp.ulid(begins, 'owner' || number)
FROM period, GENERATE_SERIES(1, :packages / 1000 - 1) AS number;

INSERT INTO teams (id, name, subdomain, custom_expiry_default, custom_expiry_enabled, download_limit_default,
    download_limit_enabled, max_email_recipients, free_storage_days, webhooks_enabled, created_at, version)
SELECT sending.team_id, 'Team ' || number, 'filled-' || number, custom_expiry_default, custom_expiry_enabled,
    download_limit_default, download_limit_enabled, max_email_recipients, free_storage_days, webhooks_enabled, begins, 1
FROM sending, period, teams WHERE number > 0 AND teams.id = :'listed';
INSERT INTO users (id, email, name, time_zone, password_change_required, session_epoch, primary_team_id,
    preferred_team_id, mfa_last_step, created_at, version)
SELECT owner_id, 'owner' || number || '@example.org', 'Owner', 'UTC', 0, 0, team_id, team_id, 0, begins, 1
FROM sending, period WHERE number > 0;
INSERT INTO memberships (id, team_id, user_id, role, status, invited_name, created_at, version)
SELECT pg_temp.ulid(begins, 'membership' || number), team_id, owner_id, 'owner', 'active', '', begins, 1
FROM sending, period WHERE number > 0;
INSERT INTO tags (id, team_id, name, active, created_at, updated_at)
SELECT pg_temp.ulid(begins, 'tag' || number || ' ' || tag), team_id, 'Tag ' || tag, 1, begins, begins
FROM sending, period, GENERATE_SERIES(0, 9) AS tag;
INSERT INTO teamspaces (id, team_id, creator_id, name, created_at, version)
SELECT pg_temp.ulid(begins, 'space' || number || ' ' || space), team_id, owner_id, 'Space ' || space, begins, 1
FROM sending, period, GENERATE_SERIES(0, 6) AS space;

-- One row for each package. `mixed` takes all numbers in another order, so that nothing correlates with time. Its
-- remainder by 20 decides the state, and `other` the rest, so that nothing correlates with the state either.
CREATE TEMP TABLE planned AS
SELECT i, mixed, other, number, team_id, owner_id, created_at, pg_temp.ulid(created_at, 'package' || i) AS id, state,
    'sender' || other % 40 || '@example.org' AS sender,
    'Package ' || mixed || CASE WHEN other % 100 = 0 THEN ' Dailies' ELSE ' Rushes' END AS name,
    CASE WHEN state IN ('new', 'finalized') THEN 1 + other % 30 ELSE 1 + other % 12 END AS files,
    -- From 10 kB to 600 MB, with every order of magnitude equally likely.
    (10000 * EXP(11.0 * mixed / 1000003))::bigint AS file_size,
    CASE WHEN state IN ('expired', 'archived') THEN LEAST(created_at + 30 * 86400000::bigint, ends - 1000)
         WHEN other % 50 = 0 THEN NULL ELSE ends + (10 + other % 80) * 86400000::bigint END AS expiry
FROM (SELECT i, i * 7919 % 1000003 AS mixed, i * 7919 % 1000003 / 20 AS other,
        begins + length * i / :packages AS created_at, ends,
        CASE WHEN i % (:packages / 10000) = 0 THEN 0 ELSE 1 + i % (:packages / 1000 - 1) END AS number
      FROM period, GENERATE_SERIES(0::bigint, :packages - 1) AS i) AS numbers
JOIN sending USING (number)
CROSS JOIN LATERAL (SELECT CASE WHEN mixed % 20 = 0 THEN 'new' WHEN mixed % 20 < 3 THEN 'archived'
    WHEN mixed % 20 < 8 THEN 'expired' ELSE 'finalized' END AS state) AS life;

-- A new package has all its files added, and the first half of them finalized.
INSERT INTO packages (id, team_id, portal_id, received, creator_id, name, name_key, description, sender, recipients,
    state, files_added, bytes_added, total_files, size, expiry, custom_expiry, extra_storage, extra_storage_days,
    access_limit, chunk_size, tag_id, teamspace_id, storage_id, contains_virus, custom_metadata_id, usage_total_bytes,
    warned_of_expiry, finalized_at, created_at, updated_at, version)
SELECT id, team_id, '', 0, owner_id, name, LOWER(name), 'A description of some length, as people write them.', sender,
    '["ben@example.org"]', state, files, files * file_size, there, there * file_size, expiry, 0,
    CASE WHEN other % 5 = 0 THEN 1 ELSE 0 END, 0, 0, 0,
    CASE WHEN other % 3 = 0 THEN pg_temp.ulid(begins, 'tag' || number || ' ' || other / 3 % 10) ELSE '' END,
    CASE WHEN other % 10 = 0 THEN pg_temp.ulid(begins, 'space' || number || ' ' || other / 10 % 7) ELSE '' END,
    'tonnage', 0, '', CASE WHEN state = 'finalized' AND i % 2 = 0 THEN files * file_size ELSE 0 END,
    0, CASE WHEN state <> 'new' THEN created_at + 60000 END, created_at,
    CASE WHEN state IN ('expired', 'archived') THEN expiry ELSE created_at + 60000 END, 1
FROM planned, period, LATERAL (SELECT CASE WHEN state = 'new' THEN files / 2 ELSE files END AS there) AS counted
ORDER BY i;

-- All packages use the same file names. Files that are added together have ids with the same time.
CREATE TEMP TABLE named AS
SELECT file, filename, pg_temp.sha256('Day 4/Camera A/' || filename) AS place
FROM GENERATE_SERIES(1, 30) AS file, LATERAL (SELECT 'A001_C' || LPAD(file::text, 3, '0') || '.mov' AS filename) AS text;
INSERT INTO files (id, package_id, kind, path, name, place, name_bytes, size, chunk_size, last_modified, state, seal,
    crc64nvme, crc32, scan_state, scan_reason, created_at, finalized_at)
SELECT LEFT(id, 10) || LPAD(file::text, 2, '0') || LEFT(chance, 14), id, 'file', 'Day 4/Camera A', filename, place,
    OCTET_LENGTH('Day 4/Camera A/' || filename), file_size, 0, created_at - 3600000,
    CASE WHEN there THEN 'finalized' ELSE 'new' END, CASE WHEN there THEN LOWER(chance) || MD5(chance) END,
    CASE WHEN there THEN LEFT(chance, 11) || '=' END, CASE WHEN there THEN (mixed * 4001 + file) % 4294967296 END,
    'not_scanned', 'off', created_at, CASE WHEN there THEN created_at + 1000 * file END
FROM planned,
    -- The offset keeps the order of packages, in which the service would have written the rows.
    LATERAL (SELECT * FROM named WHERE file <= files OFFSET 0) AS taken,
    LATERAL (SELECT state = 'finalized' OR file <= files / 2 AS there, UPPER(MD5(i || ' ' || file)) AS chance) AS made
WHERE state IN ('new', 'finalized');

INSERT INTO links (id, package_id, email, secret_hash, access_limit, access_limit_enabled, accesses, active,
    notified_at, accessed_at, usage_updated_at, receipt_sent, created_at)
SELECT pg_temp.ulid(created_at + 60000, 'link' || i), id, 'ben@example.org', pg_temp.sha256('secret' || i), 0, 0, used, 1,
    created_at + 61000, CASE WHEN used = 1 THEN created_at + 90000 END, CASE WHEN used = 1 THEN created_at + 90000 END,
    used, created_at + 60000
FROM planned, LATERAL (SELECT CASE WHEN i % 2 = 0 THEN 1 ELSE 0 END AS used) AS half
WHERE state <> 'new' ORDER BY i;

-- Every second package was downloaded once, completely. Packages that have ended keep their activity, but no download.
INSERT INTO downloads (id, package_id, link_id, whole, asked, confirmed, started_at)
SELECT pg_temp.ulid(created_at + 90000, 'download' || i), id, pg_temp.ulid(created_at + 60000, 'link' || i), 1, files, 0,
    created_at + 90000
FROM planned WHERE state = 'finalized' AND i % 2 = 0 ORDER BY i;

-- The activity of an upload has the id of its package, that of a download the id of the download.
CREATE TEMP TABLE acting AS
SELECT i, id, team_id, 'upload' AS kind, CASE WHEN state = 'new' THEN 'pending' ELSE 'complete' END AS state, id AS package_id,
    sender AS actor, owner_id AS user_id, '' AS link_id, created_at, created_at + 60000 AS updated_at
FROM planned
UNION ALL
SELECT i, pg_temp.ulid(created_at + 90000, 'download' || i), team_id, 'download', 'started', id, 'ben@example.org', '',
    pg_temp.ulid(created_at + 60000, 'link' || i), created_at + 90000, created_at + 90000
FROM planned WHERE state <> 'new' AND i % 2 = 0;
INSERT INTO activities (id, team_id, kind, state, subject, package_id, actor, created_at, updated_at, user_id, portal_id,
    link_id)
SELECT id, team_id, kind, state, package_id, package_id, actor, created_at, updated_at, user_id, '', link_id
FROM acting ORDER BY i;
INSERT INTO activity_events (activity_id, sequence, at, state, detail)
SELECT id, 1, created_at, 'pending', '' FROM acting ORDER BY i;
INSERT INTO activity_events (activity_id, sequence, at, state, detail)
SELECT id, 2, updated_at, state, '' FROM acting WHERE state <> 'pending' ORDER BY i;

-- Events are kept for thirty days, for webhooks.
INSERT INTO events (id, team_id, portal_id, package_id, event_type, at, object)
SELECT pg_temp.ulid(created_at + after, event_type || i), team_id, '', id, event_type, created_at + after,
    JSON_BUILD_OBJECT('type', 'package', 'id', id, 'name', name, 'sender', sender, 'size', file_size, 'state', 'finalized',
        'total_files', files, 'created_at', '2026-01-01T00:00:00.000Z', 'updated_at', '2026-01-01T00:00:00.000Z')
FROM planned, period, (VALUES ('package.created', 0), ('package.finalized', 60000)) AS types (event_type, after)
WHERE created_at > ends - 30 * 86400000::bigint AND (state <> 'new' OR after = 0) ORDER BY i, after;

INSERT INTO usage_days (team_id, day, share, stored_bytes, stored_packages, uploaded_bytes, downloaded_bytes,
    forwarded_bytes, packages)
SELECT team_id, day, share, SUM(stored_bytes), SUM(stored), SUM(uploaded), SUM(downloaded), 0, SUM(came)
FROM (
    SELECT team_id, (created_at + 60000) / 86400000 AS day, ASCII(RIGHT(id, 1)) % 16 AS share, files * file_size AS stored_bytes,
        1 AS stored, files * file_size AS uploaded, CASE WHEN i % 2 = 0 THEN files * file_size ELSE 0 END AS downloaded, 1 AS came
    FROM planned WHERE state <> 'new'
    UNION ALL
    SELECT team_id, expiry / 86400000, ASCII(RIGHT(id, 1)) % 16, -files * file_size, -1, 0, 0, 0
    FROM planned WHERE state IN ('expired', 'archived')
) AS changes
GROUP BY team_id, day, share;

-- The audit log is a chain of hashes for each Team. Continue from its current end.
DO $$
DECLARE
    step RECORD;
    head RECORD;
    team text := '';
BEGIN
    FOR step IN
        SELECT planned.team_id, created_at + after AS at, CASE WHEN after < 100000 THEN owner_id ELSE 'service' END AS actor,
            CASE WHEN after = 0 THEN 'api_key ' || owner_id WHEN after < 100000 THEN 'package_token full ' || id ELSE '' END
                AS credential,
            CASE WHEN after < 100000 THEN '192.0.2.17' ELSE '' END AS address, action, id AS object,
            CASE WHEN after < 100000 THEN name ELSE '' END AS detail
        FROM planned, (VALUES ('package_created', 0), ('package_finalized', 60000), ('package_expired', 2592000000))
            AS steps (action, after)
        WHERE action = 'package_created' OR state IN ('expired', 'archived')
            OR (state = 'finalized' AND action = 'package_finalized')
        ORDER BY team_id, at, id
    LOOP
        IF step.team_id <> team THEN
            IF team <> '' THEN
                UPDATE audit_heads SET sequence = head.sequence, hash = head.hash WHERE team_id = team;
            END IF;
            team := step.team_id;
            INSERT INTO audit_heads (team_id, sequence, hash) VALUES (team, 0, REPEAT('0', 64)) ON CONFLICT DO NOTHING;
            SELECT sequence, hash INTO head FROM audit_heads WHERE team_id = team;
        END IF;
        head.sequence := head.sequence + 1;
        head.hash := ENCODE(SHA256(CONVERT_TO('["' || CONCAT_WS('","', head.hash, team) || '",' || head.sequence || ',' || step.at
            || ',"' || CONCAT_WS('","', step.actor, step.credential, step.address, step.action, step.object, step.detail)
            || '"]', 'UTF8')), 'hex');
        INSERT INTO audit_entries (team_id, sequence, at, actor, credential, address, action, object, detail, hash)
        VALUES (team, head.sequence, step.at, step.actor, step.credential, step.address, step.action, step.object,
            step.detail, head.hash);
    END LOOP;
    UPDATE audit_heads SET sequence = head.sequence, hash = head.hash WHERE team_id = team;
END
$$;
