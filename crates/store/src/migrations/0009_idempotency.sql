-- serves 8
-- What a caller asked for with an Idempotency-Key, so that the same request is not carried out twice. The row is written
-- in the transaction of the change itself: it exists exactly if the change does.
CREATE TABLE idempotent_requests (
    -- Hashes of the caller's credentials, and of the key.
    caller TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    -- Of method, path and body.
    fingerprint TEXT NOT NULL,
    -- Null until the answer is known. It is sealed, for it can carry a secret.
    status BIGINT,
    answer TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (caller, idempotency_key)
);
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (at);
