-- JSON: which files a person chose to send; NULL for all.
ALTER TABLE uploads ADD COLUMN choice TEXT;
-- When the package expires, if the caller said so: milliseconds since 1970, or seconds after it was finalized.
ALTER TABLE uploads ADD COLUMN expires_at INTEGER;
ALTER TABLE uploads ADD COLUMN expires_after INTEGER;
-- Files and directories that the walk left out.
ALTER TABLE uploads ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;

-- The first of them.
CREATE TABLE upload_skipped (
    upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    source BLOB NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;
