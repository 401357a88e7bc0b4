CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    -- In the order of their coming.
    sequence INTEGER NOT NULL UNIQUE,
    -- NULL for an upload through a Portal.
    team_id TEXT,
    package_id TEXT NOT NULL,
    package_token TEXT NOT NULL,
    name TEXT NOT NULL,
    package_name TEXT NOT NULL,
    -- JSON, as the caller named them.
    paths TEXT NOT NULL,
    priority INTEGER NOT NULL,
    chunk_size INTEGER,
    delete_after INTEGER,
    state TEXT NOT NULL,
    held INTEGER NOT NULL DEFAULT 0,
    -- Whether all files are known, and their bytes are counted.
    walked INTEGER NOT NULL DEFAULT 0,
    size INTEGER NOT NULL DEFAULT 0,
    -- Deleted by a person; kept until the cloud has deleted the package too.
    removing INTEGER NOT NULL DEFAULT 0,
    error_code INTEGER,
    error_message TEXT,
    recoverable INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE upload_items (
    upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- NULL for a directory.
    source BLOB,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    -- Nanoseconds since 1970.
    modified INTEGER NOT NULL,
    part_size INTEGER NOT NULL,
    -- 0 waiting, 1 added, 2 begun, 3 sent, 4 complete, 5 failed
    stage INTEGER NOT NULL DEFAULT 0,
    file_id TEXT,
    upload_id TEXT,
    etag TEXT,
    crc64 INTEGER,
    error_code INTEGER,
    error_message TEXT,
    recoverable INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX upload_items_pending ON upload_items (upload, number) WHERE stage <> 4;

CREATE TABLE upload_parts (
    upload TEXT NOT NULL,
    item INTEGER NOT NULL,
    part INTEGER NOT NULL,
    etag TEXT NOT NULL,
    crc64 INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (upload, item, part),
    FOREIGN KEY (upload, item) REFERENCES upload_items (upload, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE downloads (
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    -- Where the link leads, without its secret.
    server TEXT NOT NULL,
    link_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    password TEXT,
    dst_folder TEXT NOT NULL,
    create_package_folder INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    -- Empty until the link has been opened.
    package_id TEXT NOT NULL DEFAULT '',
    package_token TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL DEFAULT '',
    -- The folder that the files go to, once it is known.
    folder TEXT,
    state TEXT NOT NULL,
    -- Whether all files are known, and their bytes are counted.
    listed INTEGER NOT NULL DEFAULT 0,
    size INTEGER NOT NULL DEFAULT 0,
    -- Of the machine, when the last file was written to.
    boot TEXT NOT NULL DEFAULT '',
    error_code INTEGER,
    error_message TEXT,
    recoverable INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE download_items (
    download TEXT NOT NULL REFERENCES downloads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    -- NULL for a directory.
    file_id TEXT,
    -- As in the package.
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Below the folder; when the file is complete, what it is named there.
    local BLOB NOT NULL,
    size INTEGER NOT NULL,
    crc64 INTEGER,
    last_modified INTEGER,
    -- The file in which it grows, once that is made: its place below the folder, and which file it is.
    part BLOB,
    part_device INTEGER,
    part_inode INTEGER,
    -- 0 waiting, 4 complete, 5 failed
    stage INTEGER NOT NULL DEFAULT 0,
    -- It was there before, with the same content: not ours to remove.
    adopted INTEGER NOT NULL DEFAULT 0,
    error_code INTEGER,
    error_message TEXT,
    recoverable INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (download, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX download_items_pending ON download_items (download, number) WHERE stage <> 4;

CREATE TABLE download_ranges (
    download TEXT NOT NULL,
    item INTEGER NOT NULL,
    range INTEGER NOT NULL,
    crc64 INTEGER NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (download, item, range),
    FOREIGN KEY (download, item) REFERENCES download_items (download, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
