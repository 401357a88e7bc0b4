CREATE TABLE gateways (
    -- As the cloud knows it.
    id TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL UNIQUE,
    token TEXT NOT NULL,
    dst_folder TEXT NOT NULL
) STRICT;

-- A package on its way to a gateway's folder. Its files are those of a download that nobody else sees.
CREATE TABLE deliveries (
    download TEXT PRIMARY KEY REFERENCES downloads (id) ON DELETE CASCADE,
    gateway TEXT NOT NULL REFERENCES gateways (id),
    -- Under which the cloud gave it to us last.
    work TEXT NOT NULL,
    -- Whether we have it, or gave it back.
    with_us INTEGER NOT NULL
) STRICT;

CREATE INDEX deliveries_by_gateway ON deliveries (gateway);

-- Whether the folder was made for this package alone. Its name is noted before.
ALTER TABLE downloads ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;

-- The Team whose session fetches the package; NULL when a link leads to it.
ALTER TABLE downloads ADD COLUMN team_id TEXT;
-- The automation that started the download.
ALTER TABLE downloads ADD COLUMN automation TEXT;
-- Paused by the agent itself, which goes on by itself.
ALTER TABLE downloads ADD COLUMN held INTEGER NOT NULL DEFAULT 0;

CREATE INDEX downloads_of_automations ON downloads (automation, state) WHERE automation IS NOT NULL;

-- Packages that an automation has begun to download, or keeps off. A row outlives the download: each comes once.
CREATE TABLE received (
    automation TEXT NOT NULL REFERENCES automations (id) ON DELETE CASCADE,
    package TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Why it is kept off; NULL when it was downloaded.
    quarantined TEXT,
    PRIMARY KEY (automation, package)
) STRICT, WITHOUT ROWID;

CREATE INDEX received_quarantined ON received (automation) WHERE quarantined IS NOT NULL;
