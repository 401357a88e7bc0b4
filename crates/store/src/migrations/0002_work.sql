-- A job is waiting until it is done (the row goes) or dead. A claim does not
-- change the state: it moves `run_at` to the end of the lease, so that a job
-- whose worker vanished is due again by itself.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    run_at BIGINT NOT NULL,
    lease TEXT,
    attempts BIGINT NOT NULL,
    claims BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX jobs_due ON jobs (state, run_at, id);

CREATE TABLE sweeps (
    name TEXT PRIMARY KEY,
    next_run_at BIGINT NOT NULL
);

CREATE TABLE mails (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- Sealed: mails carry one-time tokens.
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at BIGINT,
    last_error TEXT
);
CREATE INDEX mails_by_age ON mails (created_at);

CREATE TABLE rate_limits (
    bucket TEXT PRIMARY KEY,
    window_end BIGINT NOT NULL,
    hits BIGINT NOT NULL
);
CREATE INDEX rate_limits_due ON rate_limits (window_end);

-- Keys under which secrets are sealed, themselves sealed under the server's
-- secret key.
CREATE TABLE data_keys (
    id TEXT PRIMARY KEY,
    wrapped TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
