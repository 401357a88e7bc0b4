-- serves 20
-- The account that a mail is for, at the address that it has when the mail is sent. None if it is for an address.
ALTER TABLE mails ADD COLUMN user_id TEXT;
-- The link that the mail has, and why a mail was cancelled. A cancelled mail has the state `refused`, which earlier
-- versions know.
ALTER TABLE mails ADD COLUMN link_id TEXT;
ALTER TABLE mails ADD COLUMN cancelled TEXT;
-- Whether `notified_at` is when the mail was queued: it is not posted yet.
ALTER TABLE links ADD COLUMN mail_pending BIGINT NOT NULL DEFAULT 0;
-- What was sent of the zips that a download has not got completely. Such as 0-100,200-300.
CREATE TABLE served_zips (
    download_id TEXT NOT NULL REFERENCES downloads (id) ON DELETE CASCADE,
    -- The selection of files; empty for the whole package.
    selection TEXT NOT NULL,
    ranges TEXT NOT NULL,
    PRIMARY KEY (download_id, selection)
);
CREATE INDEX packages_unfinished ON packages (created_at, id) WHERE state = 'new' AND expiry IS NULL;
