-- serves 20
-- The expiry of a package before it waited for deliveries that are still open. Null if it does not wait.
ALTER TABLE packages ADD COLUMN expiry_before_wait BIGINT;

-- What Owner and Admins were told about a package that ends before this transfer has delivered it: 0 nothing, 1 that it
-- ends, 2 that its wait ends. 3: it has ended, and they are to be told. 4: they were told.
ALTER TABLE transfers ADD COLUMN loss_told BIGINT NOT NULL DEFAULT 0;
CREATE INDEX transfers_lost ON transfers (cloud_connection_id, id) WHERE loss_told = 3;

-- Whether Owner and Admins were told that a gateway is silent, since it was last heard of.
ALTER TABLE cloud_connections ADD COLUMN silence_told BIGINT NOT NULL DEFAULT 0;

-- The filter rules of a Portal when a package was begun, for each connection, until the package is complete.
CREATE TABLE package_filters (
    package_id TEXT NOT NULL REFERENCES packages (id) ON DELETE CASCADE,
    cloud_connection_id TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (package_id, cloud_connection_id)
);

-- Folders at targets that ended transfers still reserve.
CREATE INDEX transfers_with_folder ON transfers (updated_at) WHERE place IS NOT NULL AND state IN ('complete', 'error');

-- What someone asked for who started a transfer by hand: a JSON list of files, null for all, and the directory that the
-- connection had then. Null for transfers that a Portal started.
ALTER TABLE transfers ADD COLUMN chosen_files TEXT;
ALTER TABLE transfers ADD COLUMN target_directory TEXT;

-- Deleted connections whose credentials are kept until what was begun at the provider is aborted.
CREATE INDEX cloud_connections_closing ON cloud_connections (deleted_at)
    WHERE deleted_at IS NOT NULL AND sealed_authorization <> '';

-- Whether files that came through a Portal and could not be scanned are kept from connections.
ALTER TABLE teams ADD COLUMN hold_unscanned BIGINT NOT NULL DEFAULT 1;

-- Files that a transfer does not send although they were asked for: how many, and the first of them as a JSON list.
ALTER TABLE transfers ADD COLUMN withheld_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE transfers ADD COLUMN withheld TEXT;
