-- serves 20
-- What is asked of the agents of storage gateways: the entries of a directory. A row lives for as long as someone waits
-- for its answer.
CREATE TABLE gateway_listings (
    id TEXT PRIMARY KEY,
    cloud_connection_id TEXT NOT NULL REFERENCES cloud_connections (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    first_entry BIGINT NOT NULL,
    entries_most BIGINT NOT NULL,
    -- JSON, as the agent sent it.
    answer TEXT,
    asked_at BIGINT NOT NULL
);
CREATE INDEX gateway_listings_of_connection ON gateway_listings (cloud_connection_id, id);
