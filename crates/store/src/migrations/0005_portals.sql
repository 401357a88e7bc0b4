-- A deleted Teamspace keeps its row: what is in it stays there, for Owners and Admins.
ALTER TABLE teamspaces ADD COLUMN deleted_at BIGINT;

-- A deleted Portal keeps its row: who may see its packages is asked of it.
CREATE TABLE portals (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    creator_id TEXT NOT NULL REFERENCES users (id),
    teamspace_id TEXT NOT NULL,
    tag_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The name in lower case, for searching and sorting.
    name_key TEXT NOT NULL,
    subdomain TEXT NOT NULL,
    active BIGINT NOT NULL,
    access_level TEXT NOT NULL,
    -- Sealed: those who manage the Portal may read them again.
    access_code TEXT,
    download_password TEXT,
    -- Packages take it over, so that nobody waits for a hash when one is made.
    download_password_hash TEXT,
    -- Null is never.
    expiry BIGINT,
    recipients TEXT NOT NULL,
    -- Everything that is only read with the whole, JSON.
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT,
    version BIGINT NOT NULL
);
CREATE UNIQUE INDEX portals_once ON portals (subdomain) WHERE deleted_at IS NULL;
CREATE INDEX portals_of_team ON portals (team_id, created_at, id);
CREATE INDEX portals_of_teamspace ON portals (teamspace_id, id);

-- Whose a subdomain was until lately: nobody else gets it before `until`.
CREATE TABLE former_subdomains (
    subdomain TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    until BIGINT NOT NULL
);

-- What the inbox lists, sorts by creation and filters by, without touching the rows.
CREATE INDEX packages_received ON packages (team_id, created_at, id, portal_id, state, extra_storage, tag_id, teamspace_id,
    sender, expiry, name_key) WHERE received = 1;

CREATE INDEX packages_abandoned ON packages (created_at, id) WHERE received = 1 AND state = 'new' AND expiry IS NULL;

-- Who may see a private Portal and what comes through it.
CREATE TABLE portal_access (
    portal_id TEXT NOT NULL REFERENCES portals (id) ON DELETE CASCADE,
    membership_id TEXT NOT NULL REFERENCES memberships (id) ON DELETE CASCADE,
    PRIMARY KEY (portal_id, membership_id)
);
CREATE INDEX portal_access_of_member ON portal_access (membership_id, portal_id);

-- What a Portal asks of those who upload.
CREATE TABLE forms (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    portal_id TEXT NOT NULL REFERENCES portals (id),
    name TEXT NOT NULL,
    -- JSON lists, always read and written as a whole.
    delivery_formats TEXT NOT NULL,
    fields TEXT NOT NULL,
    disabled BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE UNIQUE INDEX forms_one_of_portal ON forms (portal_id);

-- Forms to make others from.
CREATE TABLE form_templates (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    -- JSON lists, as those of forms.
    delivery_formats TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX form_templates_of_team ON form_templates (team_id, id);

-- What someone filled in, with the form as it was then.
CREATE TABLE form_responses (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    portal_id TEXT NOT NULL REFERENCES portals (id),
    form_id TEXT NOT NULL,
    -- Empty until a package is bound; one response, one package.
    package_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- JSON: in which formats it is delivered, and the ids that its files will have.
    deliveries TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX form_responses_one_of_package ON form_responses (package_id) WHERE package_id <> '';
CREATE INDEX form_responses_unbound ON form_responses (created_at, id) WHERE package_id = '';

CREATE TABLE filters (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX filters_of_team ON filters (team_id, id);

CREATE TABLE custom_webhooks (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    active BIGINT NOT NULL,
    -- Names, JSON.
    events TEXT NOT NULL,
    method TEXT NOT NULL,
    -- Address, headers and extras, JSON. Sealed, as are both secrets: all of them carry secrets of the receiver.
    request TEXT NOT NULL,
    -- A hash of Team, host and port: whom a delivery burdens.
    endpoint TEXT NOT NULL,
    signing_secret TEXT NOT NULL,
    -- The secret before the last rotation, which signs too until its time is over.
    previous_secret TEXT,
    previous_secret_until BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- Set when it was deleted. The row stays until its deliveries are gone, which are too many to remove at once.
    deleted_at BIGINT,
    version BIGINT NOT NULL
);
CREATE INDEX custom_webhooks_deleted ON custom_webhooks (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX custom_webhooks_of_team ON custom_webhooks (team_id, id);

CREATE TABLE portal_webhooks (
    portal_id TEXT NOT NULL REFERENCES portals (id) ON DELETE CASCADE,
    custom_webhook_id TEXT NOT NULL REFERENCES custom_webhooks (id) ON DELETE CASCADE,
    PRIMARY KEY (portal_id, custom_webhook_id)
);
CREATE INDEX portal_webhooks_of_webhook ON portal_webhooks (custom_webhook_id, portal_id);

-- One row for each event and webhook that is to hear of it, saved with the event.
CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    custom_webhook_id TEXT NOT NULL REFERENCES custom_webhooks (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL REFERENCES events (id),
    state TEXT NOT NULL,
    -- Attempts whose outcome is known.
    attempts BIGINT NOT NULL,
    -- Null once it is delivered or exhausted.
    next_attempt_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (custom_webhook_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
CREATE INDEX events_by_age ON events (at);

CREATE TABLE webhook_attempts (
    delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- What the receiver answered; null when it did not.
    status BIGINT,
    error TEXT NOT NULL,
    PRIMARY KEY (delivery_id, number)
);

-- Whom a job burdens outside of this service; empty for nobody. Few jobs of one subject run at once.
ALTER TABLE jobs ADD COLUMN subject TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_calling ON jobs (subject, run_at) WHERE lease IS NOT NULL AND subject <> '';
CREATE INDEX jobs_of_subject ON jobs (state, subject, run_at, id);

-- Whose activity it is, for those who see only their own; empty for strangers. Then what it belongs to: who does not see
-- a private Portal does not see what happens in it.
ALTER TABLE activities ADD COLUMN user_id TEXT NOT NULL DEFAULT '';
ALTER TABLE activities ADD COLUMN package_id TEXT NOT NULL DEFAULT '';
ALTER TABLE activities ADD COLUMN portal_id TEXT NOT NULL DEFAULT '';
ALTER TABLE activities ADD COLUMN link_id TEXT NOT NULL DEFAULT '';
UPDATE activities SET package_id = subject WHERE kind IN ('upload', 'download');
UPDATE activities SET link_id = actor, actor = '' WHERE kind = 'download';
UPDATE activities SET link_id = subject, package_id = COALESCE((SELECT package_id FROM links WHERE links.id = subject), '')
    WHERE kind = 'link_creation';
UPDATE activities SET user_id = COALESCE((SELECT creator_id FROM packages WHERE packages.id = activities.subject), '')
    WHERE kind = 'upload';
CREATE INDEX activities_of_user ON activities (team_id, user_id, created_at, id);
CREATE INDEX activities_of_package ON activities (package_id, created_at, id);
CREATE INDEX audit_entries_of_actor ON audit_entries (team_id, actor, sequence);
CREATE INDEX audit_entries_of_action ON audit_entries (team_id, action, sequence);
CREATE INDEX audit_entries_of_object ON audit_entries (team_id, object, sequence);
