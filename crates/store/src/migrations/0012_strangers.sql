-- serves 11
-- Whether the size of a file was announced, so that storage can be held to it. Files from before are not.
ALTER TABLE files ADD COLUMN sized BIGINT NOT NULL DEFAULT 0;

-- The multipart upload of a file for which chunks were requested last. Only in stores of other makes: the embedded store
-- has one for each file.
ALTER TABLE files ADD COLUMN upload_id TEXT;
