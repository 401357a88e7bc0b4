-- serves 10
-- How far a job is, in words, for the operator.
ALTER TABLE jobs ADD COLUMN progress TEXT NOT NULL DEFAULT '';

-- When the lease of a job ends, by the clock that gave it. Null in rows of the version before, which used `run_at`.
ALTER TABLE jobs ADD COLUMN lease_end BIGINT;

-- The version of the Portal through which a package was received, when it was created; 0 if it is not known.
ALTER TABLE packages ADD COLUMN portal_version BIGINT NOT NULL DEFAULT 0;
