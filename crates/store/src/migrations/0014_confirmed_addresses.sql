-- serves 13
-- The address that the token confirms. It counts once the token is used.
ALTER TABLE one_time_tokens ADD COLUMN email TEXT;

-- The sessions in which the change of the address was requested. When they have ended, the token counts no longer.
ALTER TABLE one_time_tokens ADD COLUMN session_epoch BIGINT;
