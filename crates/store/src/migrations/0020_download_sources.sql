-- serves 18
-- From which addresses a token has requested which files. No file means all of them, as a zip.
CREATE TABLE download_sources (
    download_id TEXT NOT NULL REFERENCES downloads (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    file_id TEXT NOT NULL,
    PRIMARY KEY (download_id, address, file_id)
);
