-- One hash chain for each Team; the head row orders concurrent writers.
CREATE TABLE audit_heads (
    team_id TEXT PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash TEXT NOT NULL
);

CREATE TABLE audit_entries (
    team_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    credential TEXT NOT NULL,
    address TEXT NOT NULL,
    action TEXT NOT NULL,
    object TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (team_id, sequence)
);

CREATE TABLE activities (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    subject TEXT NOT NULL,
    actor TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX activities_of_team ON activities (team_id, created_at, id);

CREATE TABLE activity_events (
    activity_id TEXT NOT NULL REFERENCES activities (id) ON DELETE CASCADE,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (activity_id, sequence)
);
