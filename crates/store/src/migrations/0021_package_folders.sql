-- serves 20
-- How many entries of a package are below a folder, at any depth, so that no file gets the name of a folder.
CREATE TABLE package_folders (
    package_id TEXT NOT NULL REFERENCES packages (id),
    -- A hash of the path, as in `files`.
    place TEXT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (package_id, place)
);
