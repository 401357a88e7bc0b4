-- serves 13
-- The audit record is keyed: entries from `keyed_from` on have a hash that nobody can compute without the key. 0 if the
-- record has no key yet. `changeover` binds the number, the Team and the last hash without key.
ALTER TABLE audit_heads ADD COLUMN keyed_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE audit_heads ADD COLUMN changeover TEXT NOT NULL DEFAULT '';

-- The version before does not know the key. It would break the record with its first entry, so it finds no place for one.
ALTER TABLE audit_heads RENAME COLUMN hash TO last_hash;
