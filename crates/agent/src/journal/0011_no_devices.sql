-- A disk has another device number each time it is mounted. Which file is meant is said by the number of its inode and the
-- time of its birth (nanoseconds since 1970; NULL if that is not known, as for files that were recorded before).
ALTER TABLE upload_items DROP COLUMN device;
ALTER TABLE upload_items ADD COLUMN born INTEGER;
ALTER TABLE download_items DROP COLUMN part_device;
ALTER TABLE download_items ADD COLUMN part_born INTEGER;

ALTER TABLE stream_files RENAME TO stream_files_with_devices;
CREATE TABLE stream_files (
    automation TEXT NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
    inode INTEGER NOT NULL,
    -- 0 where the file system does not say.
    born INTEGER NOT NULL,
    name BLOB NOT NULL,
    upload TEXT NOT NULL,
    -- As it was when it ended; NULL until then.
    size INTEGER,
    modified INTEGER,
    PRIMARY KEY (automation, inode, born)
) STRICT, WITHOUT ROWID;
-- Of a file that was sent under two numbers, the last time counts. Uploads that were deleted are the oldest.
INSERT OR REPLACE INTO stream_files (automation, inode, born, name, upload, size, modified)
    SELECT known.automation, inode, born, known.name, upload, known.size, modified
    FROM stream_files_with_devices AS known LEFT JOIN uploads ON uploads.id = upload
    ORDER BY uploads.sequence;
DROP TABLE stream_files_with_devices;
CREATE INDEX stream_files_of_an_upload ON stream_files (upload);
