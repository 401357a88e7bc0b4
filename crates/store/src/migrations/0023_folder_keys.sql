-- serves 20
-- A folder at a target is reserved in the spelling by which the target compares names. Null in rows of earlier versions until
-- their transfer continues: these reserve by the path alone.
ALTER TABLE transfers ADD COLUMN folder_key TEXT;
CREATE UNIQUE INDEX transfers_of_folder_key ON transfers (place, folder_key);

-- Which attempts of a transfer got further than all before: files that arrived, and recorded parts.
ALTER TABLE transfers ADD COLUMN furthest BIGINT NOT NULL DEFAULT 0;

-- The number of the last folder of a name, so that the next one is found without trying all before it. Names are hashed.
CREATE TABLE folder_numbers (
    place TEXT NOT NULL,
    name_hash TEXT NOT NULL,
    last BIGINT NOT NULL,
    PRIMARY KEY (place, name_hash)
);
