-- What the caller calls the request, so that the same request finds this upload again.
ALTER TABLE uploads ADD COLUMN request TEXT;
-- Whether a link was asked for that is not created yet.
ALTER TABLE uploads ADD COLUMN wants_link INTEGER NOT NULL DEFAULT 0;
-- Whether the folder of the package must not be shared with another one.
ALTER TABLE downloads ADD COLUMN own_folder INTEGER NOT NULL DEFAULT 0;
