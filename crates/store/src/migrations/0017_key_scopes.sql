-- serves 17
-- What a key may be used for, separated by spaces. Keys from before may be used for everything. The version before would
-- let a key with few scopes do everything, so it does not start on this schema.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read send receive manage';
