-- serves 18
-- Data keys as they are wrapped under a new secret_key, while it replaces the one that data_keys.wrapped is under. A secret
-- is named by its fingerprint, which reveals nothing of it.
CREATE TABLE wrapped_keys (
    secret_id TEXT NOT NULL,
    data_key_id TEXT NOT NULL REFERENCES data_keys (id) ON DELETE CASCADE,
    wrapped TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (secret_id, data_key_id)
);

-- Tokens of a data key that is retired are not accepted. It still opens what is sealed with it.
ALTER TABLE data_keys ADD COLUMN retired_at BIGINT;

-- 0 for data keys of the version before, which signed tokens with the secret itself and cannot verify tokens of this one.
ALTER TABLE data_keys ADD COLUMN signs BIGINT NOT NULL DEFAULT 0;

-- Secrets that signed tokens themselves, sealed, and until when they did.
CREATE TABLE former_secrets (
    id TEXT PRIMARY KEY,
    sealed TEXT NOT NULL,
    signed_until BIGINT NOT NULL
);

-- When a server last ran with a secret.
CREATE TABLE secret_uses (
    secret_id TEXT PRIMARY KEY,
    used_at BIGINT NOT NULL
);
