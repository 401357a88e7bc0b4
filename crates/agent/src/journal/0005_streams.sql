-- Milliseconds for which the file of a stream rests when it has ended; NULL for other uploads.
ALTER TABLE uploads ADD COLUMN stream_idle INTEGER;
-- Whether the file of a stream has ended: nothing behind its size belongs to it.
ALTER TABLE uploads ADD COLUMN stream_ended INTEGER NOT NULL DEFAULT 0;

-- Files that automations took up as streams, so that each is sent once. They outlive their uploads.
CREATE TABLE stream_files (
    automation TEXT NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    -- Nanoseconds since 1970; 0 where the file system does not say.
    born INTEGER NOT NULL,
    name BLOB NOT NULL,
    upload TEXT NOT NULL,
    -- As it was when it ended; NULL until then.
    size INTEGER,
    modified INTEGER,
    PRIMARY KEY (automation, device, inode, born)
) STRICT, WITHOUT ROWID;

CREATE INDEX stream_files_of_an_upload ON stream_files (upload);
