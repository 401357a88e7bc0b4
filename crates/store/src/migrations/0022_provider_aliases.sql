-- serves 20
-- The spelling with which a storage gateway was created, if it is not that of its provider.
ALTER TABLE cloud_connections ADD COLUMN provider_alias TEXT NOT NULL DEFAULT '';
