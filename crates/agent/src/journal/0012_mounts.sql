-- Where the disk of a folder was mounted; NULL if nothing was. If nothing is there now, it is another folder.
ALTER TABLE automations ADD COLUMN mounted_at TEXT;
UPDATE automations SET mounted_at = json_extract(fields, '$.path') WHERE was_mounted = 1;
ALTER TABLE automations DROP COLUMN was_mounted;
ALTER TABLE gateways ADD COLUMN mounted_at TEXT;
ALTER TABLE downloads ADD COLUMN mounted_at TEXT;
