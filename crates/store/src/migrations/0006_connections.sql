-- Places outside of this service, and what is on its way there.

CREATE TABLE cloud_connections (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    provider TEXT NOT NULL,
    direction TEXT NOT NULL,
    -- Sealed; empty for gateways, which have nothing to open.
    sealed_authorization TEXT NOT NULL,
    destination TEXT NOT NULL,
    region TEXT NOT NULL,
    target_directory TEXT NOT NULL,
    -- A JSON list, always read and written as a whole.
    source_directories TEXT NOT NULL,
    upload_transfer_manifest BIGINT NOT NULL,
    state TEXT NOT NULL,
    state_reason TEXT NOT NULL,
    gateway_id TEXT,
    gateway_token_hash TEXT,
    polled_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    version BIGINT NOT NULL
);
CREATE INDEX cloud_connections_of_team ON cloud_connections (team_id, id);
CREATE UNIQUE INDEX cloud_connections_by_gateway ON cloud_connections (gateway_id);

-- Where what comes through a Portal goes by itself.
CREATE TABLE portal_connections (
    portal_id TEXT NOT NULL REFERENCES portals (id) ON DELETE CASCADE,
    cloud_connection_id TEXT NOT NULL REFERENCES cloud_connections (id),
    filter_id TEXT REFERENCES filters (id),
    PRIMARY KEY (portal_id, cloud_connection_id)
);
CREATE INDEX portal_connections_of_connection ON portal_connections (cloud_connection_id, portal_id);
CREATE INDEX portal_connections_of_filter ON portal_connections (filter_id);

CREATE TABLE transfers (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    package_id TEXT NOT NULL REFERENCES packages (id),
    cloud_connection_id TEXT NOT NULL REFERENCES cloud_connections (id),
    direction TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The rules as they were when it began: what is decided later is for later packages.
    filter_rules TEXT NOT NULL,
    -- Where the folder is and what it is called, and by what the provider knows it.
    place TEXT,
    folder TEXT,
    folder_reference TEXT,
    bytes BIGINT NOT NULL,
    total_files BIGINT NOT NULL,
    total_bytes BIGINT NOT NULL,
    error TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    lease_until BIGINT,
    not_before BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX transfers_of_package ON transfers (package_id, created_at, id);
-- The work of a gateway.
CREATE INDEX transfers_waiting ON transfers (cloud_connection_id, state, created_at, id);
-- No two packages share a folder, also when both are about to take it.
CREATE UNIQUE INDEX transfers_of_folder ON transfers (place, folder);

-- How far the files of a transfer are. A file without a row has not been begun.
CREATE TABLE transfer_files (
    transfer_id TEXT NOT NULL REFERENCES transfers (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL,
    -- Of a file whose upload was begun: it may have to be given up when the package is gone.
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    -- By what the provider knows an upload that was begun, sealed.
    upload TEXT NOT NULL,
    sent BIGINT NOT NULL,
    PRIMARY KEY (transfer_id, file_id)
);

-- Parts of files that are on their way, with the provider's receipts.
CREATE TABLE transfer_parts (
    transfer_id TEXT NOT NULL REFERENCES transfers (id) ON DELETE CASCADE,
    file_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    receipt TEXT NOT NULL,
    PRIMARY KEY (transfer_id, file_id, number)
);

-- What an import fetches, in order.
CREATE TABLE transfer_sources (
    transfer_id TEXT NOT NULL REFERENCES transfers (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    source_id TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- The file that it became.
    file_id TEXT,
    done BIGINT NOT NULL,
    PRIMARY KEY (transfer_id, position)
);
-- A directory that is listed again brings nothing twice.
CREATE UNIQUE INDEX transfer_sources_once ON transfer_sources (transfer_id, source_id);
