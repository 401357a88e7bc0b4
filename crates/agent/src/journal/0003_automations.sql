CREATE TABLE automations (
    id TEXT PRIMARY KEY,
    -- In the order of their coming.
    sequence INTEGER NOT NULL UNIQUE,
    type TEXT NOT NULL,
    -- JSON, with the passwords.
    fields TEXT NOT NULL,
    -- The name under which the provisioning file has it; NULL when a person made it.
    provisioned TEXT,
    -- The folder was the root of a file system once: when it is none, that is not mounted.
    was_mounted INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What a watch folder has sent. A row says: this, as it was then, is not sent again.
CREATE TABLE watched (
    automation TEXT NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
    -- Of the subfolder or the loose file.
    name BLOB NOT NULL,
    fingerprint TEXT NOT NULL,
    -- The upload that sends it; NULL when nothing is left to be done for it.
    upload TEXT,
    PRIMARY KEY (automation, name)
) STRICT, WITHOUT ROWID;

-- The automation that started the upload.
ALTER TABLE uploads ADD COLUMN automation TEXT;
-- JSON: where the patterns begin, and patterns of what is left out.
ALTER TABLE uploads ADD COLUMN left_out TEXT;
-- What was looked at before the upload was started: if it is another when all files are known, nothing is sent.
ALTER TABLE uploads ADD COLUMN fingerprint TEXT;
