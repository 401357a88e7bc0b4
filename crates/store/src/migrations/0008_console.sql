-- Whose outbox shows a mail: null for one that belongs to an account and to no Team. Then what it is about; who does not
-- see a private Portal does not read what is written about its packages.
ALTER TABLE mails ADD COLUMN team_id TEXT;
ALTER TABLE mails ADD COLUMN package_id TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN portal_id TEXT NOT NULL DEFAULT '';
CREATE INDEX mails_of_team ON mails (team_id, created_at, id);
CREATE INDEX mails_of_package ON mails (package_id, created_at, id);

-- What changed on a day, in UTC, counted from 1970-01-01. A Team has several rows for a day, so that packages do not
-- wait for each other; what is wanted is always their sum.
CREATE TABLE usage_days (
    team_id TEXT NOT NULL REFERENCES teams (id),
    day BIGINT NOT NULL,
    share BIGINT NOT NULL,
    -- May be negative: more was deleted than came.
    stored_bytes BIGINT NOT NULL,
    stored_packages BIGINT NOT NULL,
    uploaded_bytes BIGINT NOT NULL,
    downloaded_bytes BIGINT NOT NULL,
    forwarded_bytes BIGINT NOT NULL,
    packages BIGINT NOT NULL,
    PRIMARY KEY (team_id, day, share)
);

-- What is known of the time before: when packages came and went. Downloads and transfers were not counted by day.
INSERT INTO usage_days (team_id, day, share, stored_bytes, stored_packages, uploaded_bytes, downloaded_bytes,
        forwarded_bytes, packages)
    SELECT team_id, finalized_at / 86400000, 0, CAST(SUM(size) AS BIGINT), COUNT(*), CAST(SUM(size) AS BIGINT), 0, 0,
        COUNT(*)
    FROM packages WHERE finalized_at IS NOT NULL GROUP BY team_id, finalized_at / 86400000;
INSERT INTO usage_days (team_id, day, share, stored_bytes, stored_packages, uploaded_bytes, downloaded_bytes,
        forwarded_bytes, packages)
    SELECT team_id, COALESCE(expiry, updated_at) / 86400000, 1, -CAST(SUM(size) AS BIGINT), -COUNT(*), 0, 0, 0, 0
    FROM packages WHERE finalized_at IS NOT NULL AND state IN ('expired', 'archived')
    GROUP BY team_id, COALESCE(expiry, updated_at) / 86400000;

-- A test of a webhook is an event of no package. No column can lose its reference in both databases, so the tables are
-- made anew, as they were but for that.
CREATE TABLE new_events (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    portal_id TEXT NOT NULL,
    -- Empty for the test of a webhook.
    package_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The package as it was, or the webhook, JSON.
    object TEXT NOT NULL
);
CREATE TABLE new_webhook_deliveries (
    id TEXT PRIMARY KEY,
    custom_webhook_id TEXT NOT NULL REFERENCES custom_webhooks (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL REFERENCES new_events (id),
    state TEXT NOT NULL,
    -- Attempts whose outcome is known.
    attempts BIGINT NOT NULL,
    -- Null once it is delivered or exhausted.
    next_attempt_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE TABLE new_webhook_attempts (
    delivery_id TEXT NOT NULL REFERENCES new_webhook_deliveries (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- What the receiver answered; null when it did not.
    status BIGINT,
    error TEXT NOT NULL,
    PRIMARY KEY (delivery_id, number)
);
INSERT INTO new_events (id, team_id, portal_id, package_id, event_type, at, object)
    SELECT id, team_id, portal_id, package_id, event_type, at, object FROM events;
INSERT INTO new_webhook_deliveries (id, custom_webhook_id, event_id, state, attempts, next_attempt_at, created_at)
    SELECT id, custom_webhook_id, event_id, state, attempts, next_attempt_at, created_at FROM webhook_deliveries;
INSERT INTO new_webhook_attempts (delivery_id, number, at, status, error)
    SELECT delivery_id, number, at, status, error FROM webhook_attempts;
DROP TABLE webhook_attempts;
DROP TABLE webhook_deliveries;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;
ALTER TABLE new_webhook_deliveries RENAME TO webhook_deliveries;
ALTER TABLE new_webhook_attempts RENAME TO webhook_attempts;
CREATE UNIQUE INDEX events_once ON events (package_id, event_type) WHERE package_id <> '';
CREATE INDEX events_by_age ON events (at);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (custom_webhook_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
