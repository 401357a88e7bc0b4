-- serves 13
-- The address that the token confirms. It counts once the token is used.
ALTER TABLE one_time_tokens ADD COLUMN email TEXT;
