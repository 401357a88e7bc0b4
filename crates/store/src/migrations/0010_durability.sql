-- serves 8
-- At most one row: proof that the database accepts writes, and what is known about the time.
CREATE TABLE pulse (
    id BIGINT PRIMARY KEY,
    beats BIGINT NOT NULL,
    -- The newest time of a process that trusted its clock.
    seen_at BIGINT,
    -- How often an operator has accepted the time as it is.
    accepted BIGINT NOT NULL
);

-- When `run_at` was set. If that is in the future, it was set by a clock that was wrong.
ALTER TABLE jobs ADD COLUMN set_at BIGINT NOT NULL DEFAULT 0;

-- Packages that have ended and whose content is still there, with what it takes to bring them back.
CREATE TABLE ended_packages (
    package_id TEXT PRIMARY KEY REFERENCES packages (id),
    state_before TEXT NOT NULL,
    expiry_before BIGINT,
    content_until BIGINT NOT NULL
);
