-- A Teamspace, a tag or a Portal that a row does not have is the empty text:
-- both databases sort it alike, and no comparison meets a null.
CREATE TABLE teamspaces (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    creator_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX teamspaces_of_team ON teamspaces (team_id, id);

CREATE TABLE teamspace_memberships (
    id TEXT PRIMARY KEY,
    teamspace_id TEXT NOT NULL REFERENCES teamspaces (id) ON DELETE CASCADE,
    membership_id TEXT NOT NULL REFERENCES memberships (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX teamspace_memberships_once ON teamspace_memberships (teamspace_id, membership_id);
CREATE INDEX teamspace_memberships_of_member ON teamspace_memberships (membership_id, teamspace_id);

CREATE TABLE tags (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    active BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX tags_once ON tags (team_id, name);

CREATE TABLE packages (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    -- The Portal that received it; empty for what the Team sends.
    portal_id TEXT NOT NULL,
    -- 1 when it came through a Portal.
    received BIGINT NOT NULL,
    -- Empty when it came through a Portal.
    creator_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name in lower case, for searching and sorting.
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    sender TEXT NOT NULL,
    -- JSON.
    recipients TEXT NOT NULL,
    state TEXT NOT NULL,
    -- Files that were added and their announced bytes; then those that are finalized.
    files_added BIGINT NOT NULL,
    bytes_added BIGINT NOT NULL,
    total_files BIGINT NOT NULL,
    size BIGINT NOT NULL,
    -- Null is never.
    expiry BIGINT,
    custom_expiry BIGINT NOT NULL,
    extra_storage BIGINT NOT NULL,
    extra_storage_days BIGINT NOT NULL,
    extra_storage_updated_at BIGINT,
    access_limit BIGINT NOT NULL,
    password_hash TEXT,
    chunk_size BIGINT NOT NULL,
    tag_id TEXT NOT NULL,
    teamspace_id TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    contains_virus BIGINT NOT NULL,
    custom_metadata_id TEXT NOT NULL,
    usage_total_bytes BIGINT NOT NULL,
    usage_updated_at BIGINT,
    warned_of_expiry BIGINT NOT NULL,
    finalized_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
-- Every documented sort order walks an index of the one Team. The first also carries all that lists filter by, so that
-- a filter or a count reads the Team's stretch of that index and not its rows.
CREATE INDEX packages_by_creation ON packages (team_id, received, created_at, id, state, extra_storage, tag_id,
    teamspace_id, sender, expiry, name_key);
CREATE INDEX packages_by_name ON packages (team_id, received, name_key, id);
CREATE INDEX packages_by_size ON packages (team_id, received, size, id);
CREATE INDEX packages_by_usage ON packages (team_id, received, usage_total_bytes, id);
CREATE INDEX packages_by_expiry ON packages (team_id, received, COALESCE(expiry, 9223372036854775807), id);
CREATE INDEX packages_by_sender ON packages (team_id, received, sender, id, state);
CREATE INDEX packages_by_state ON packages (team_id, received, state, id);
CREATE INDEX packages_by_teamspace ON packages (team_id, received, teamspace_id, id, state);
CREATE INDEX packages_by_tag ON packages (team_id, received, tag_id, created_at, id, state);
CREATE INDEX packages_by_portal ON packages (team_id, portal_id, created_at, id);
CREATE INDEX packages_due ON packages (expiry, id) WHERE expiry IS NOT NULL AND state IN ('new', 'finalized');

CREATE TABLE files (
    id TEXT PRIMARY KEY,
    package_id TEXT NOT NULL REFERENCES packages (id),
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    -- A hash of path and name, which are too long for an index.
    place TEXT NOT NULL,
    -- Bytes of its whole name in a zip.
    name_bytes BIGINT NOT NULL,
    -- As announced until it is finalized, then as stored.
    size BIGINT NOT NULL,
    chunk_size BIGINT NOT NULL,
    last_modified BIGINT,
    state TEXT NOT NULL,
    -- What finalizing was asked to do, and until when nobody may ask for something else.
    seal TEXT,
    sealing_until BIGINT,
    -- Base64, as the store writes it; null until it is known.
    crc64nvme TEXT,
    crc32 BIGINT,
    scan_state TEXT NOT NULL,
    scan_reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    finalized_at BIGINT
);
CREATE UNIQUE INDEX files_once ON files (package_id, place);
-- Carries the sums of a zip too, so that they never touch the table.
CREATE INDEX files_of_package ON files (package_id, id, size, name_bytes);
CREATE INDEX files_without_crc32 ON files (package_id, id) WHERE crc32 IS NULL AND kind = 'file' AND size > 0;
CREATE INDEX files_open ON files (package_id, id) WHERE state = 'new';

CREATE TABLE links (
    id TEXT PRIMARY KEY,
    package_id TEXT NOT NULL REFERENCES packages (id),
    -- Empty for a link that whoever made it hands on.
    email TEXT NOT NULL,
    -- Null until the mail that carries the secret is written.
    secret_hash TEXT,
    password_hash TEXT,
    access_limit BIGINT NOT NULL,
    access_limit_enabled BIGINT NOT NULL,
    accesses BIGINT NOT NULL,
    -- What its maker wants; it is usable once the package is finalized, and until it is deleted.
    active BIGINT NOT NULL,
    expiry BIGINT,
    notified_at BIGINT,
    accessed_at BIGINT,
    usage_updated_at BIGINT,
    receipt_sent BIGINT NOT NULL,
    deleted_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX links_of_package ON links (package_id, id);

-- One row for each download that was begun with one package token.
CREATE TABLE downloads (
    id TEXT PRIMARY KEY,
    package_id TEXT NOT NULL REFERENCES packages (id),
    link_id TEXT NOT NULL,
    -- 1 once a zip of everything was asked for: then every file counts as asked for.
    whole BIGINT NOT NULL,
    -- Files asked for, and files said to have arrived.
    asked BIGINT NOT NULL,
    confirmed BIGINT NOT NULL,
    started_at BIGINT NOT NULL
);
CREATE INDEX downloads_of_package ON downloads (package_id, id);

CREATE TABLE downloaded_files (
    download_id TEXT NOT NULL REFERENCES downloads (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL,
    confirmed_at BIGINT,
    PRIMARY KEY (download_id, file_id)
);

-- Which files a zip holds, when not all; named by the hash of the list.
CREATE TABLE zip_selections (
    id TEXT PRIMARY KEY,
    package_id TEXT NOT NULL REFERENCES packages (id),
    -- JSON.
    files TEXT NOT NULL
);
CREATE INDEX zip_selections_of_package ON zip_selections (package_id, id);

-- The newest message that a client published on a progress channel.
CREATE TABLE channel_messages (
    package_id TEXT NOT NULL REFERENCES packages (id),
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (package_id, topic)
);

-- What happened to packages, for those who want to be told. Written with the change itself.
CREATE TABLE events (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    portal_id TEXT NOT NULL,
    package_id TEXT NOT NULL REFERENCES packages (id),
    event_type TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The package as it was, JSON.
    object TEXT NOT NULL
);
CREATE UNIQUE INDEX events_once ON events (package_id, event_type);

-- Whether a task is waiting already.
CREATE INDEX jobs_by_task ON jobs (name, payload);
