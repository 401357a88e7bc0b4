-- serves 20
-- The secret of a link, sealed, so that it can be shown again. None for links from before, and for those of Teams that
-- show links once.
ALTER TABLE links ADD COLUMN sealed_secret TEXT;
ALTER TABLE teams ADD COLUMN links_shown_once BIGINT NOT NULL DEFAULT 0;
