CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    subdomain TEXT NOT NULL UNIQUE,
    custom_expiry_default BIGINT NOT NULL,
    custom_expiry_enabled BIGINT NOT NULL,
    download_limit_default BIGINT NOT NULL,
    download_limit_enabled BIGINT NOT NULL,
    max_email_recipients BIGINT NOT NULL,
    free_storage_days BIGINT NOT NULL,
    webhooks_enabled BIGINT NOT NULL,
    suspended_at BIGINT,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    -- Null until an invitation is accepted.
    password_hash TEXT,
    password_change_required BIGINT NOT NULL,
    -- Tokens carry the epoch in which they were made; raising it ends them all.
    session_epoch BIGINT NOT NULL,
    primary_team_id TEXT NOT NULL REFERENCES teams (id),
    preferred_team_id TEXT NOT NULL REFERENCES teams (id),
    -- Sealed. Asked for at sign-in only once it is confirmed.
    mfa_secret TEXT,
    mfa_confirmed_at BIGINT,
    -- The time step of the last one-time password taken, so that none works twice.
    mfa_last_step BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE memberships (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    -- What the inviter called them; shown to the Team until they accept.
    invited_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE UNIQUE INDEX memberships_once ON memberships (team_id, user_id);
CREATE UNIQUE INDEX memberships_one_owner ON memberships (team_id) WHERE role = 'owner';
CREATE INDEX memberships_of_user ON memberships (user_id);

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    creator_id TEXT NOT NULL REFERENCES users (id),
    key_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    expiry BIGINT,
    state TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_request_at BIGINT,
    version BIGINT NOT NULL
);
CREATE INDEX api_keys_of_team ON api_keys (team_id, id);

CREATE TABLE one_time_tokens (
    token_hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    membership_id TEXT REFERENCES memberships (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX one_time_tokens_of_user ON one_time_tokens (user_id, purpose);
CREATE INDEX one_time_tokens_due ON one_time_tokens (expires_at);
