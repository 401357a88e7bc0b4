-- Files that can be read while they grow: they are sent as segments, which are joined when the file is finalized.
ALTER TABLE files ADD COLUMN growing BIGINT NOT NULL DEFAULT 0;

-- How far the joining of a growing file is. The row goes when the file is finalized.
CREATE TABLE growing_files (
    file_id TEXT PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    -- open, joining or joined.
    state TEXT NOT NULL,
    -- Why joining came to nothing, for whoever asks to finalize the file.
    error TEXT NOT NULL,
    -- The upload into which segments are copied; null before it is begun.
    upload_id TEXT
);

-- A segment is noted when it is in storage, and never changes then. Where it is follows from its number.
CREATE TABLE file_segments (
    file_id TEXT NOT NULL REFERENCES growing_files (file_id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    size BIGINT NOT NULL,
    -- Base64.
    crc64nvme TEXT NOT NULL,
    etag TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (file_id, number)
);

-- What is copied already.
CREATE TABLE joined_parts (
    file_id TEXT NOT NULL REFERENCES growing_files (file_id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    etag TEXT NOT NULL,
    PRIMARY KEY (file_id, number)
);
