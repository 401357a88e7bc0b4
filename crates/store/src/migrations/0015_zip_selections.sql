-- serves 13
-- When a selection of files for a zip can be deleted. Null in rows of the version before.
ALTER TABLE zip_selections ADD COLUMN expires_at BIGINT;

-- The download that it was first made for. Null in rows of the version before.
ALTER TABLE zip_selections ADD COLUMN download_id TEXT;

-- The link of that download. Null for those of members, and in rows of the version before.
ALTER TABLE zip_selections ADD COLUMN link_id TEXT;

CREATE INDEX zip_selections_by_expiry ON zip_selections (expires_at);
