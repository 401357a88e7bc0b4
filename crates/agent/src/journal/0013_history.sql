-- When it was found to be complete: milliseconds since 1970.
ALTER TABLE uploads ADD COLUMN finished_at INTEGER;
ALTER TABLE downloads ADD COLUMN finished_at INTEGER;

CREATE INDEX uploads_by_state ON uploads (state, finished_at);
CREATE INDEX downloads_by_state ON downloads (state, finished_at);
